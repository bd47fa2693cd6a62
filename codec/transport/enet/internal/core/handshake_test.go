package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/enet/internal/command"
)

// An engineClient is a client that sends a BANDWIDTH_LIMIT in its first second, as the clients of
// engines do.
type engineClient struct {
	*pairing
	told bool
}

func newEngineClient(t *testing.T, seed uint64) *engineClient {
	c := &engineClient{pairing: newPairing(t, seed, Config{})}
	c.loss, c.twice, c.late = 0.2, 0.05, 0.1
	return c
}

// connectedAt returns the time in milliseconds after which both sides were connected. The result ok
// is false if one side has given up.
func (c *engineClient) connectedAt() (ms uint32, ok bool) {
	began := c.now
	for !c.near.Gone() && c.now-began < 40_000 {
		c.leap()
		c.take(c.server)
		c.take(c.client)

		if c.near.state == connected && c.far != nil && c.far.state == connected {
			return c.now - began, true
		}
		c.tellBandwidth(began)
	}

	return 0, false
}

func (c *engineClient) tellBandwidth(began uint32) {
	if c.told || c.near.state != connected || c.now-began < 1000 {
		return
	}

	c.told = true
	c.near.sender.queueControl(command.BandwidthLimit, true, make([]byte, 8))
	c.near.touch()
}

// An engineServer answers a CONNECT as engines do. It repeats the VERIFY_CONNECT with a timer until
// the client acknowledges it.
type engineServer struct{ *engineClient }

// connectedAt is like connectedAt of engineClient, for a server of an engine.
func (c *engineServer) connectedAt() (ms uint32, ok bool) {
	began := c.now
	var verifying *Peer
	for !c.near.Gone() && c.now-began < 40_000 {
		c.leap()
		c.take(c.client)
		c.tellBandwidth(began)

		if verifying == nil && c.server.HalfOpen() > 0 {
			verifying = c.verify(c.server.halves.list[0])
		}
		if verifying == nil {
			continue
		}

		if verifying.Gone() {
			return 0, false
		}
		if c.near.state == connected && verifying.sender.idle() {
			return c.now - began, true
		}
	}

	return 0, false
}

// verify makes a Peer from a half-open connection. The Peer sends a VERIFY_CONNECT.
func (c *engineServer) verify(o *half) *Peer {
	c.server.drop(o)
	c.server.out.reset()

	p := newPeer(&c.server.agenda, o.number, o.from, o.verify, &c.server.limits)
	p.remote = o.connect.Peer
	p.toPeer = o.verify.ToClient
	p.fromPeer = o.verify.ToServer
	p.state = connecting
	p.sender.queueControl(command.VerifyConnect, true, o.verify.Body(command.VerifyConnect))
	c.server.add(p)
	return p
}

// TestLostHandshake: 1,000 clients connect over a network with 20 % loss, 5 % doubling and 10 %
// delays. At least as many succeed as with a server of an engine, which repeats its answer by a
// timer. This server sends no more bytes than the client.
func TestLostHandshake(t *testing.T) {
	const n = 1000
	own, engine, slow := 0, 0, uint32(0)
	for seed := range uint64(n) {
		ms, ok := newEngineClient(t, seed).connectedAt()
		if ok {
			own++
			slow = max(slow, ms)
		}
		if _, ok := (&engineServer{newEngineClient(t, seed)}).connectedAt(); ok {
			engine++
		}
	}

	t.Logf("%d of %d get in, the last one after %d ms; at an engine %d", own, n, slow, engine)
	require.GreaterOrEqual(t, own, n*995/1000)
	require.GreaterOrEqual(t, own, engine-n/500)
}
