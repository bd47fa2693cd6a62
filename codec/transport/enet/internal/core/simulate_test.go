package core

import (
	"encoding/binary"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A network connects Hosts, and has its own clock.
type network struct {
	t     *testing.T
	rng   *rand.Rand
	now   uint32
	hosts map[netip.AddrPort]*Host
	order []netip.AddrPort
	air   []flyingDatagram

	loss, twice, late float64
	dark              bool // all datagrams are lost
	datagrams         int
}

// A flyingDatagram is a datagram that has not arrived yet.
type flyingDatagram struct {
	at       uint32
	from, to netip.AddrPort
	data     []byte
}

func newNetwork(t *testing.T, seed uint64) *network {
	return &network{
		t: t, rng: rand.New(rand.NewPCG(seed, 1)), hosts: map[netip.AddrPort]*Host{},
		now: 0xfffff000, // the clock wraps after four seconds
	}
}

func (n *network) add(at netip.AddrPort, c Config) *Host {
	c.Random = n.rng.Uint32
	h := NewHost(c)
	n.hosts[at] = h
	n.order = append(n.order, at)
	return h
}

// leap advances the clock to the time of the next possible event.
func (n *network) leap() {
	wait := uint32(idleTime)
	for _, f := range n.air {
		wait = min(wait, f.at-n.now)
	}

	for _, from := range n.order {
		h := n.hosts[from]
		if len(h.agenda.peers) > 0 || len(h.out.list) > 0 {
			wait = 1
		}
		wait = min(wait, h.next-n.now)
	}

	if int32(wait) > 1 {
		n.now += wait - 1
	}
	n.step()
}

// step advances the clock by a millisecond.
func (n *network) step() {
	n.now++
	for _, from := range n.order {
		out, _ := n.hosts[from].Poll(n.now)
		for _, d := range out {
			n.send(from, d)
		}
	}

	air := n.air
	n.air = nil
	for _, f := range air {
		if !passed(f.at, n.now) {
			n.air = append(n.air, f)
			continue
		}
		if h := n.hosts[f.to]; h != nil {
			h.Receive(f.from, f.data, n.now)
		}
	}
}

// send sends a datagram over the network, which may lose it.
func (n *network) send(from netip.AddrPort, d Datagram) {
	n.datagrams++
	copies := 1
	switch {
	case n.dark || n.rng.Float64() < n.loss:
		return
	case n.rng.Float64() < n.twice:
		copies = 2
	}
	for range copies {
		at := n.now + 2
		if n.rng.Float64() < n.late {
			at += n.rng.Uint32N(20)
		}
		n.air = append(n.air, flyingDatagram{at, from, d.To, slices.Clone(d.Data)})
	}
}

var (
	serverAddr = address(0)
	clientAddr = address(1)
)

// A pairing is a server and a client that are connected.
type pairing struct {
	*network
	server, client *Host
	near, far      *Peer // peer at the client, and peer at the server
	packets        map[*Peer][]Packet
	ended          map[*Peer]Event
}

func newPairing(t *testing.T, seed uint64, c Config) *pairing {
	n := newNetwork(t, seed)
	p := &pairing{network: n, packets: map[*Peer][]Packet{}, ended: map[*Peer]Event{}}
	c.Server = true
	p.server = n.add(serverAddr, c)
	c.Server = false
	p.client = n.add(clientAddr, c)
	p.near = p.client.Connect(serverAddr, 4, 77, n.now)
	return p
}

// connect runs until both sides are connected.
func (p *pairing) connect() *pairing {
	p.until(20000, func() bool { return p.far != nil && p.near.state == connected })
	require.EqualValues(p.t, 77, p.far.Data())
	return p
}

// until runs the network until the function holds returns true. If this takes more than most
// milliseconds, the test fails.
func (p *pairing) until(most int, holds func() bool) {
	p.t.Helper()
	for range most {
		p.step()
		for _, h := range []*Host{p.server, p.client} {
			p.take(h)
		}
		if holds() {
			return
		}
	}
	require.Fail(p.t, "it did not come true", "in %d ms", most)
}

// run runs for ms milliseconds.
func (p *pairing) run(ms int) {
	end := p.now + uint32(ms)
	p.until(ms+1, func() bool { return passed(end, p.now) })
}

func (p *pairing) take(h *Host) {
	for _, e := range h.Events() {
		switch e.Kind {
		case Connected:
			if h == p.server {
				p.far = e.Peer
			}
		case Disconnected:
			p.ended[e.Peer] = e
		case Arrived:
			for {
				packet, ok := e.Peer.Next()
				if !ok {
					break
				}
				p.packets[e.Peer] = append(p.packets[e.Peer], packet)
			}
		}
	}
}

// numbered returns a packet with a number in its first bytes.
func numbered(i, size int) []byte {
	data := make([]byte, size)
	for j := range data {
		data[j] = byte(i*31 + j/5)
	}
	binary.LittleEndian.PutUint32(data, uint32(i))
	return data
}

// check compares the packets that have arrived with the packets that were sent. No packet may be
// damaged or arrive twice. All reliable packets must arrive in order. An ordered packet must not
// arrive after a later one.
func (p *pairing) check(sent map[Mode][][]byte, got []Packet) {
	p.t.Helper()
	last := map[Mode]int{}
	seen := map[Mode]map[int]bool{}
	for mode := range Mode(3) {
		last[mode] = -1
		seen[mode] = map[int]bool{}
	}

	for _, packet := range got {
		i := int(binary.LittleEndian.Uint32(packet.Data))
		mode := Mode(packet.Channel) // each mode has its own channel
		require.Less(p.t, i, len(sent[mode]))
		require.Equal(p.t, sent[mode][i], packet.Data)
		require.False(p.t, seen[mode][i], "mode %d packet %d comes twice", mode, i)
		seen[mode][i] = true
		if mode == Ordered {
			require.Greater(p.t, i, last[mode])
		}
		if mode == Reliable {
			require.Equal(p.t, last[mode]+1, i)
		}
		last[mode] = i
	}
	require.Len(p.t, seen[Reliable], len(sent[Reliable]))
}

// TestLossyLink: a link loses 20 % of the datagrams, and doubles and reorders others. For 20
// seconds and six seeds, both sides send packets of all modes with up to 65,535 bytes. No reliable
// packet is lost, and all are in order. If a link loses so much that ENet ends the connection, both
// sides report it.
func TestLossyLink(t *testing.T) {
	for seed := range uint64(6) {
		p := newPairing(t, seed, Config{})
		p.loss, p.twice, p.late = 0.2, 0.05, 0.1
		p.connect()

		sizes := []int{4, 13, 200, 1363, 1364, 1365, 2000, 6000, 65535}
		sent := map[Mode][][]byte{}
		for i := range 200 {
			mode := Mode(i % 3)
			size := sizes[i%len(sizes)]
			if mode != Reliable {
				size = min(size, 6000)
			}
			data := numbered(len(sent[mode]), size)
			sent[mode] = append(sent[mode], data)
			for _, side := range []*Peer{p.near, p.far} {
				side.Send(Packet{uint8(mode), mode, data})
			}
			p.run(100)
			if len(p.ended) > 0 {
				break
			}
		}

		over := func() bool { return len(p.ended) > 0 }
		p.until(60000, func() bool {
			return over() || p.near.sender.idle() && p.far.sender.idle()
		})
		if over() {
			p.until(60000, func() bool { return p.near.Gone() && p.far.Gone() })
			require.Len(t, p.ended, 2, "both sides report it")
			t.Log("seed", seed, "the link was given up")
			continue
		}

		p.check(sent, p.packets[p.near])
		p.check(sent, p.packets[p.far])
		for mode := range Mode(3) {
			n := 0
			for _, packet := range p.packets[p.far] {
				if Mode(packet.Channel) == mode {
					n++
				}
			}
			t.Logf("seed %d: mode %d: %d of %d arrived", seed, mode, n, len(sent[mode]))
			require.NotZero(t, n)
		}
	}
}

// TestLargePackets: packets of a megabyte arrive without loss, in both directions.
func TestLargePackets(t *testing.T) {
	p := newPairing(t, 1, Config{}).connect()
	data := numbered(0, 1<<20)
	for _, side := range []*Peer{p.near, p.far} {
		require.True(t, side.Send(Packet{0, Reliable, data}))
	}
	p.until(10000, func() bool { return len(p.packets[p.near])+len(p.packets[p.far]) == 2 })
	require.Equal(t, data, p.packets[p.near][0].Data)
	require.Equal(t, data, p.packets[p.far][0].Data)
	require.Zero(t, p.near.Resent()+p.far.Resent())
	require.Zero(t, p.near.receiver.used+p.far.receiver.used)
}

// TestWrap: in ten minutes at 2 % loss all numbers wrap, and no reliable packet is lost. When all
// unreliable numbers are used, one packet is sent reliably.
func TestWrap(t *testing.T) {
	p := newPairing(t, 3, Config{})
	p.loss = 0.02
	p.connect()

	const n = 70000
	got := map[Mode]int{}
	sent := 0
	for sent < n {
		for range min(4, n-sent) {
			for mode := range Mode(3) {
				p.near.Send(Packet{uint8(mode), mode, numbered(sent, 8)})
			}
			sent++
		}
		p.run(34)
		p.count(got)
	}
	p.until(20000, p.near.sender.idle)
	p.count(got)
	require.Equal(t, n, got[Reliable])
	require.Greater(t, got[Ordered], n*95/100)
	require.Greater(t, got[Unsequenced], n*95/100)
	require.Greater(t, int(p.now-0xfffff000), 590_000)
	require.Empty(t, p.ended)
}

// count checks the order of the packets that have arrived, and counts them.
func (p *pairing) count(got map[Mode]int) {
	for _, packet := range p.packets[p.far] {
		mode := Mode(packet.Channel)
		if mode == Reliable {
			require.EqualValues(p.t, got[Reliable], binary.LittleEndian.Uint32(packet.Data))
		}
		got[mode]++
	}
	p.packets[p.far] = nil
}

// TestBurst: if many small packets are sent in one burst, all of them arrive, and few are sent
// twice.
func TestBurst(t *testing.T) {
	p := newPairing(t, 4, Config{}).connect()
	for i := range 20000 {
		p.near.Send(Packet{0, Reliable, numbered(i, 8)})
	}
	p.until(20000, p.near.sender.idle)
	p.run(10)
	require.Len(t, p.packets[p.far], 20000)
	require.Zero(t, p.near.Resent())
}
