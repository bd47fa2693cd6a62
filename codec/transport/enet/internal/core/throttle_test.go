package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/enet/internal/command"
)

// newLimitedPairing returns a server and a client with bandwidths.
func newLimitedPairing(t *testing.T, server, client Bandwidth) *pairing {
	p := newPairing(t, 1, Config{})
	p.server.config.Bandwidth = server
	p.server.agenda.limited = server != (Bandwidth{})
	p.client = NewHost(Config{Bandwidth: client, Random: p.rng.Uint32})
	p.hosts[clientAddr] = p.client
	p.near = p.client.Connect(serverAddr, 4, 77, p.now)
	return p.connect()
}

// flood sends a hundred unreliable packets of 1,000 bytes in each second. After some seconds it
// returns the number of bytes that arrive in a second.
func (p *pairing) flood() int {
	const seconds = 10
	for second := range seconds {
		for range 100 {
			p.far.Send(Packet{1, Unsequenced, make([]byte, 1000)})
			p.run(10)
		}
		if second == 2 {
			p.packets[p.near] = nil
		}
	}

	return len(p.packets[p.near]) * 1000 / (seconds - 3)
}

// TestBandwidth: if the sender or the receiver has a limit, the sender drops unreliable packets.
// The packets that remain have about as many bytes as the limit allows. Shares are multiples of
// 1/32, so the rate is not exact.
func TestBandwidth(t *testing.T) {
	for name, c := range map[string]struct{ server, client Bandwidth }{
		"of the sender":   {server: Bandwidth{Outgoing: 20_000}},
		"of the receiver": {client: Bandwidth{Incoming: 20_000}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newLimitedPairing(t, c.server, c.client)
			require.InDelta(t, 20_000, p.flood(), 5000)
			require.Equal(t, 4096, p.far.sender.window)
		})
	}

	p := newLimitedPairing(t, Bandwidth{}, Bandwidth{})
	require.Equal(t, 100_000, p.flood())
	require.Equal(t, 65536, p.far.sender.window)
}

// TestShares: a server tells each client its share of the bandwidth of the server.
func TestShares(t *testing.T) {
	n := newNetwork(t, 1)
	server := n.add(serverAddr, Config{
		Server: true, Bandwidth: Bandwidth{Incoming: 30_000, Outgoing: 90_000},
	})
	var clients []*Peer
	for i, offer := range []uint32{5000, 0, 80_000} {
		h := n.add(address(1+i), Config{Bandwidth: Bandwidth{Outgoing: offer}})
		clients = append(clients, h.Connect(serverAddr, 4, 77, n.now))
	}
	for range 2000 {
		n.step()
	}

	require.Equal(t, Bandwidth{5000, 90_000}, clients[0].bandwidth)
	require.Equal(t, Bandwidth{12_500, 90_000}, clients[1].bandwidth)
	require.Equal(t, Bandwidth{12_500, 90_000}, clients[2].bandwidth)

	clients[2].Disconnect(0)
	for range 2000 {
		n.step()
	}
	require.Equal(t, 2, server.Peers())
	require.Equal(t, Bandwidth{25_000, 90_000}, clients[1].bandwidth)
}

// TestDrops: if the share is n, a throttle lets n + 1 of 32 packets pass, but at most 32.
func TestDrops(t *testing.T) {
	for share := range uint32(fullShare + 1) {
		sender := throttle{share: share}
		passed := 0
		for range fullShare {
			if !sender.drops() {
				passed++
			}
		}
		require.Equal(t, min(int(share)+1, fullShare), passed)
	}
}

// TestIntervalHasItsExtremes: an interval stores the lowest mean and the highest variance of its
// round trips.
func TestIntervalHasItsExtremes(t *testing.T) {
	var sender throttle
	sender.configure(command.Throttle{Interval: 100})
	sender.note(&roundTrip{mean: 10, variance: 2}, 0)
	require.Equal(t, roundTripRange{10, 2}, sender.last)

	sender.note(&roundTrip{mean: 12, variance: 9}, 50)
	sender.note(&roundTrip{mean: 11, variance: 3}, 99)
	require.Equal(t, roundTripRange{10, 2}, sender.last, "the interval has not ended")
	sender.note(&roundTrip{mean: 13, variance: 4}, 100)
	require.Equal(t, roundTripRange{10, 9}, sender.last)
	require.Equal(t, roundTripRange{13, 4}, sender.now)
}

// TestMayBegin: a window may begin if not all numbers of the window before it are in flight, and if
// the window itself and the next nine windows have no number in flight.
func TestMayBegin(t *testing.T) {
	const window = 5
	f := newFlight(1)
	require.True(t, f.mayBegin(0, window*windowSize))

	before := &f.ranges(0)[window-1]
	*before = windowSize - 1
	require.True(t, f.mayBegin(0, window*windowSize))
	*before = windowSize
	require.False(t, f.mayBegin(0, window*windowSize))
	*before = 0

	for d := range windows {
		n := &f.ranges(0)[(window+d)%windows]
		*n = 1
		require.Equal(t, d >= freeWindows+3, f.mayBegin(0, window*windowSize), d)
		*n = 0
	}
}

// TestThrottleConfigure: a Peer obeys the rule of a THROTTLE_CONFIGURE. If round trips get much
// longer, the Peer drops unreliable packets. When the round trips are short again, it drops none. A
// rule with the deceleration 0 drops none either.
func TestThrottleConfigure(t *testing.T) {
	p := newPairing(t, 1, Config{}).connect()
	p.near.ConfigureThrottle(command.Throttle{Interval: 1000, Acceleration: 4, Deceleration: 8})
	p.run(3000)
	far := &p.far.sender.throttle
	require.True(t, far.ruled)
	require.EqualValues(t, fullShare, far.share)

	p.far.Ping() // the answer comes late
	for range 5 {
		far.heed(500)
	}
	require.Zero(t, far.share)
	p.far.Send(Packet{1, Unsequenced, []byte("dropped")})
	require.Empty(t, p.far.sender.others[1:])

	p.run(6000)
	require.EqualValues(t, fullShare, far.share)

	p.far.sender.throttle.configure(command.Throttle{Interval: 1000})
	far.heed(500)
	require.EqualValues(t, fullShare, far.share, "a deceleration of 0")
}
