package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAllocations: client and server together make only a few allocations for a call, its answer
// and the acknowledgements of the two packets. Each side allocates the packet that it receives, and
// the command that it sends and that waits for an acknowledgement.
func TestAllocations(t *testing.T) {
	p := newPairing(t, 1, Config{}).connect()
	p.run(10)
	call := []byte("a call with eighteen bytes")

	// exchange sends a call and its answer. It returns after both were acknowledged.
	exchange := func() {
		p.near.Send(Packet{Mode: Reliable, Data: call})
		carry(p, p.client, p.server)
		p.server.Events()
		packet, ok := p.far.Next()
		require.True(p.t, ok)
		p.far.Send(packet)
		carry(p, p.server, p.client)
		p.client.Events()
		_, ok = p.near.Next()
		require.True(p.t, ok)
		carry(p, p.client, p.server)
	}

	n := testing.AllocsPerRun(1000, exchange)
	t.Log(n, "allocations of both sides")
	require.LessOrEqual(t, n, 8.0)
}

// carry passes the datagrams of one Host on to another Host.
func carry(p *pairing, from, to *Host) {
	p.now++
	out, _ := from.Poll(p.now)
	at := serverAddr
	if from == p.client {
		at = clientAddr
	}

	for _, d := range out {
		to.Receive(at, d.Data, p.now)
	}
}
