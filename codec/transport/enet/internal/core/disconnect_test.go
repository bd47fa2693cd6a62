package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDisconnects: one side ends the connection by each of three methods. Then the state and the
// events of both sides are right.
func TestDisconnects(t *testing.T) {
	one := Packet{0, Reliable, []byte("one")}
	for name, c := range map[string]struct {
		end     func(p *Peer)
		own     bool // the side that ends the connection gets an event
		arrives bool // a packet that was queued before the end is delivered
	}{
		"now":    {func(p *Peer) { p.DisconnectNow(9) }, false, false},
		"later":  {func(p *Peer) { p.DisconnectLater(9) }, true, true},
		"queued": {func(p *Peer) { p.Disconnect(9) }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPairing(t, 1, Config{}).connect()
			p.near.Send(one)
			c.end(p.near)
			require.False(t, p.near.Send(one))
			p.until(1000, func() bool { return p.near.Gone() && p.far.Gone() })

			require.Equal(t, Event{Kind: Disconnected, Peer: p.far, Data: 9}, p.ended[p.far])
			_, told := p.ended[p.near]
			require.Equal(t, c.own, told)
			require.Equal(t, c.arrives, len(p.packets[p.far]) == 1)
			p.run(2)
			require.Zero(t, p.server.Peers())
			require.Zero(t, p.client.Peers())
		})
	}
}

// TestSilentLink: if a link carries no datagrams any more, both sides end the connection after 5 to
// 31 seconds.
func TestSilentLink(t *testing.T) {
	p := newPairing(t, 1, Config{}).connect()
	p.run(1000)
	p.dark = true
	began := p.now
	p.until(31000, func() bool { return p.near.Gone() && p.far.Gone() })
	require.Greater(t, int(p.now-began), 5000)
	for _, side := range []*Peer{p.near, p.far} {
		require.True(t, p.ended[side].Lost)
	}
}

// TestUnansweredConnect: a CONNECT is sent six times. After 31.5 seconds the client stops, as
// engines do.
func TestUnansweredConnect(t *testing.T) {
	n := newNetwork(t, 1)
	h := n.add(clientAddr, Config{})
	p := h.Connect(serverAddr, 4, 5, n.now)
	began := n.now
	var times []uint32
	for !p.Gone() {
		before := n.datagrams
		n.step()
		if n.datagrams > before {
			times = append(times, n.now-began-1)
		}
	}
	require.Equal(t, []uint32{0, 500, 1500, 3500, 7500, 15500}, times)
	require.EqualValues(t, 31500, n.now-began-1)
	require.True(t, h.Events()[0].Lost)
}

// TestSessions: six connections have the same number one after another. They get the sessions 0, 1,
// 2, 3, 0 and 1, as in engines. The Host drops datagrams with a wrong session.
func TestSessions(t *testing.T) {
	n := newNetwork(t, 1)
	server := n.add(serverAddr, Config{Server: true})
	client := n.add(clientAddr, Config{})
	for i := range 6 {
		p := client.Connect(serverAddr, 4, 5, n.now)
		for range 20 {
			n.step()
		}
		require.Equal(t, connected, p.state)
		require.EqualValues(t, i%4, p.toPeer)
		require.EqualValues(t, i%4, p.fromPeer)

		dropped := server.Stats().Dropped
		p.toPeer = (p.toPeer + 1) & 3
		p.DisconnectNow(0)
		for range 20 {
			n.step()
		}
		require.Equal(t, 1, server.Peers(), "a wrong session")
		require.Greater(t, server.Stats().Dropped, dropped)
		server.slots[0].peer.Forget()
		n.step()
	}
}
