package enet

import (
	"context"
	"fmt"
	"net"
	"net/netip"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/core"
	"godotvariant/codec/transport/internal/udp"
)

// Dial connects to a server, at an address such as "127.0.0.1:7000". It waits until the server has
// answered. ENet gives up after 31.5 seconds, and Dial returns earlier if ctx is done.
func Dial(ctx context.Context, address string, o Options) (transport.Conn, error) {
	to, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return nil, err
	}

	c, err := net.ListenPacket("udp", ":0")
	if err != nil {
		return nil, err
	}

	return Client(ctx, c, to.AddrPort(), o)
}

// Client is like [Dial], over any packet connection. The packet connection need not be a UDP
// socket. The addresses of c must have the form "IP:port". When the returned connection ends, it
// closes c. If Client returns an error, c is closed, too.
func Client(
	ctx context.Context, c net.PacketConn, to netip.AddrPort, o Options,
) (transport.Conn, error) {
	l := o.Layer
	if l == Godot {
		l = Godot4
	}

	id := o.ID
	if id == 0 && l != Raw {
		id = randomID()
	}

	if l != Raw && !validID(id) {
		c.Close()
		return nil, fmt.Errorf("enet: Options.ID %d: a client has 2 to 2147483647", id)
	}

	e := newEndpoint(c, false, o)
	d := newDialer(e, udp.Unmapped(to), channelsFor(l, o.Channels), uint32(id), o)
	e.start()
	if err := d.wait(ctx); err != nil {
		return nil, err
	}

	e.mu.Lock()
	defer e.mu.Unlock()
	return withLayer(d.conn, l, id), nil
}

// channelsFor returns the number of channels that a client requests. The argument channels is
// Options.Channels.
func channelsFor(l Layer, channels int) int {
	switch {
	case l == Godot3:
		return channels3
	case channels > 0:
		return channels
	default:
		return 255
	}
}

// randomID returns a random ID, as engines choose it.
func randomID() int32 {
	for {
		id := int32(random() & 0x7fffffff)
		if validID(id) {
			return id
		}
	}
}

// A dialer is a client that connects.
type dialer struct {
	conn      *conn
	connected chan struct{}
}

func newDialer(e *endpoint, to netip.AddrPort, channels int, data uint32, o Options) *dialer {
	d := &dialer{connected: make(chan struct{})}
	peer := e.host.Connect(to, channels, data, e.now())
	d.conn = newConn(e, peer, true, o.Limits.core().Filled().MaxPacket)
	e.last = true
	e.handle = d.handle
	return d
}

// handle handles an event of the Host. The endpoint holds its mutex while it calls handle.
func (d *dialer) handle(e core.Event) {
	if e.Kind == core.Connected {
		close(d.connected)
		return
	}

	d.conn.handle(e)
}

// wait waits until the server has answered.
func (d *dialer) wait(ctx context.Context) error {
	select {
	case <-d.connected:
		return nil
	case <-d.conn.over:
		return d.refused()
	case <-ctx.Done():
		d.conn.disconnect(transport.ErrSlow) // disconnects at once
		return ctx.Err()
	}
}

// refused returns the reason why the server has refused the client. It returns nil if the server
// has accepted the client and disconnected it later. In this case Receive returns the reason.
func (d *dialer) refused() error {
	select {
	case <-d.connected:
		return nil
	default:
		return fmt.Errorf("enet: connecting: %w", d.conn.err)
	}
}
