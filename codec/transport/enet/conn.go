package enet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/core"
	"godotvariant/variant"
)

// A conn implements transport.Conn for a connection of ENet.
type conn struct {
	endpoint *endpoint
	peer     *core.Peer
	layer    layer
	client   bool // this side has connected
	most     int  // length of the longest message that Receive returns
	remote   net.Addr

	changed sync.Cond // signals a change of err, closed or pongs, or of the packets of the peer
	err     error     // reason why no more messages arrive
	closed  bool      // Close was called
	pongs   int
	over    chan struct{} // closed when the connection has ended
}

func newConn(e *endpoint, p *core.Peer, client bool, most int) *conn {
	c := &conn{endpoint: e, peer: p, client: client, most: most, over: make(chan struct{})}
	c.remote = net.UDPAddrFromAddrPort(p.Addr())
	c.changed.L = &e.mu
	p.Value = c
	e.users[c] = true
	return c
}

// handle handles an event. The caller holds the mutex of the endpoint.
func (c *conn) handle(e core.Event) {
	switch {
	case e.Kind == core.Answered:
		c.pongs++
	case e.Kind == core.Disconnected && e.Lost:
		c.end(errSilent)
	case e.Kind == core.Disconnected:
		c.end(ended(e.Data, c.client))
	}

	c.changed.Broadcast()
}

// end ends the connection. Only the first call has an effect.
func (c *conn) end(why error) {
	if c.err == nil {
		c.err = why
		close(c.over)
		delete(c.endpoint.users, c)
		c.changed.Broadcast()
	}
}

// Receive waits for a packet.
func (c *conn) Receive() (transport.Message, error) {
	c.endpoint.mu.Lock()
	defer c.endpoint.mu.Unlock()

	for {
		if c.closed {
			return transport.Message{}, net.ErrClosed
		}
		if p, ok := c.peer.Next(); ok {
			m, ok, err := c.layer.message(p)
			if ok || err != nil {
				return m, err
			}
			continue
		}
		if n := c.peer.TooLong(); n > 0 {
			return transport.Message{}, c.tooLong(n)
		}
		if c.err != nil {
			return transport.Message{}, c.err
		}
		c.changed.Wait()
	}
}

// tooLong returns the error for a packet of n bytes. The packet is longer than c.most.
func (c *conn) tooLong(n int) error {
	text := fmt.Sprintf("the message has %d bytes, Limits.MaxFrame is %d", n, c.most)
	return &variant.Error{Op: variant.OpDecode, Err: variant.Because(variant.ErrLimit, text)}
}

// longestPacket is the length of the longest packet that engines accept.
const longestPacket = 32 << 20

// MaxPacket returns the length of the longest message that Send takes.
func (c *conn) MaxPacket() int { return longestPacket - header3 }

// maxQueued is the greatest number of bytes that wait to be sent. A single message may be longer.
// If more bytes wait, Send waits before it queues another reliable message.
const maxQueued = 256 << 10

func (c *conn) mayQueue() bool { return c.peer.Queued() < maxQueued || c.peer.Gone() }

// roomier makes a waiting Send check again whether the queue has room.
func (c *conn) roomier() {
	if c.mayQueue() {
		c.changed.Broadcast()
	}
}

// Send queues a copy of a message. The message is sent when the other side has acknowledged enough
// of the messages before it.
func (c *conn) Send(m transport.Message) error { return c.SendAll([]transport.Message{m}) }

// TrySend queues a copy of a message, unless Send would wait or fail.
func (c *conn) TrySend(m transport.Message) bool {
	c.endpoint.mu.Lock()
	defer c.endpoint.mu.Unlock()

	return c.mayQueue() && c.queue(m) == nil
}

// SendAll queues copies of messages.
func (c *conn) SendAll(ms []transport.Message) error {
	c.endpoint.mu.Lock()
	defer c.endpoint.mu.Unlock()

	for _, m := range ms {
		if err := c.queue(m); err != nil {
			return err
		}
	}

	return nil
}

// queue queues a copy of a message. The caller holds the mutex of the endpoint.
func (c *conn) queue(m transport.Message) error {
	if m.Delivery == transport.Reliable {
		c.waitForRoom()
	}

	if c.closed {
		return net.ErrClosed
	}

	if c.err != nil {
		return c.err
	}

	p, err := c.layer.packet(m)
	if err != nil {
		return err
	}

	p.Data = bytes.Clone(p.Data)
	if int(p.Channel) >= c.peer.Channels() {
		return fmt.Errorf("enet: channel %d is not one of the %d that both sides have", p.Channel,
			c.peer.Channels())
	}

	if !c.peer.Send(p) {
		return net.ErrClosed // the other side has just disconnected
	}

	c.endpoint.sendSoon()
	return nil
}

// waitForRoom waits until the queue has room for a message.
func (c *conn) waitForRoom() {
	for !c.mayQueue() && !c.closed && c.err == nil {
		c.endpoint.blocks[c] = true
		c.changed.Wait()
		delete(c.endpoint.blocks, c)
	}
}

// Close disconnects after all messages were sent, and waits for the end of the connection. For
// ErrSlow it disconnects immediately.
func (c *conn) Close(why error) error {
	c.disconnect(why)
	<-c.over
	return nil
}

func (c *conn) disconnect(why error) {
	c.endpoint.mu.Lock()
	defer c.endpoint.mu.Unlock()

	switch {
	case c.err != nil:
	case errors.Is(why, transport.ErrSlow):
		c.peer.DisconnectNow(dataOf(why))
		c.end(net.ErrClosed)
	case !c.closed:
		c.peer.DisconnectLater(dataOf(why))
	}

	c.closed = true
	c.changed.Broadcast()
	c.endpoint.sendSoon()
}

// Ping waits for the answer to a ping.
func (c *conn) Ping(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		c.endpoint.mu.Lock()
		defer c.endpoint.mu.Unlock()
		c.changed.Broadcast()
	})

	defer stop()

	c.endpoint.mu.Lock()
	defer c.endpoint.mu.Unlock()

	before := c.pongs
	c.peer.Ping()
	c.endpoint.sendSoon()
	for c.pongs == before {
		switch {
		case c.closed:
			return net.ErrClosed
		case c.err != nil:
			return c.err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		c.changed.Wait()
	}

	return nil
}

// SetMaxFrame sets the length, in bytes, of the longest message that Receive returns. For a longer
// message Receive returns an error of kind variant.ErrLimit.
func (c *conn) SetMaxFrame(n int) {
	c.endpoint.mu.Lock()
	defer c.endpoint.mu.Unlock()
	c.most = n
	c.peer.SetMaxPacket(n + header3)
}

// Linger returns the time for which a connection stays open after its last message. A game drops
// the messages that it receives in the same frame as the end of the connection.
func (c *conn) Linger() time.Duration { return 200 * time.Millisecond }

// RemoteAddr returns the address of the other side.
func (c *conn) RemoteAddr() net.Addr { return c.remote }

// Name returns "enet".
func (c *conn) Name() string { return "enet" }
