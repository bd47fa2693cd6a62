package enet

import (
	"errors"
	"net"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/core"
	"godotvariant/codec/transport/internal/udp"
)

// A Listener accepts connections of ENet. It is a transport.Listener.
type Listener struct {
	endpoint *endpoint
	layer    Layer
	most     int // Limits.MaxPacket
	conns    chan transport.Conn
	closed   chan struct{} // closed by Close
}

// backlog is the greatest number of connections that wait for Accept. Above this number a new
// connection is disconnected.
const backlog = 128

// Listen returns a Listener at a UDP address such as ":7000", for IPv4 and IPv6.
func Listen(address string, o Options) (*Listener, error) {
	c, err := udp.Listen(address)
	if err != nil {
		return nil, err
	}
	return New(c, o), nil
}

// New returns a Listener over the datagrams of c. They do not have to come from UDP: c may also be
// DTLS, or a network in memory. The addresses of c must have the form "IP:port". The Listener
// closes c.
func New(c net.PacketConn, o Options) *Listener {
	l := &Listener{
		endpoint: newEndpoint(c, true, o),
		layer:    o.Layer,
		most:     o.Limits.core().Filled().MaxPacket,
		conns:    make(chan transport.Conn, backlog),
		closed:   make(chan struct{}),
	}
	l.endpoint.handle = l.handle
	l.endpoint.start()
	return l
}

// handle handles an event of the Host. The endpoint holds its mutex while it calls handle.
func (l *Listener) handle(e core.Event) {
	if c, ok := e.Peer.Value.(*conn); ok {
		c.handle(e)
		return
	}
	if e.Kind != core.Connected {
		return
	}

	id := int32(e.Data)
	if l.layer != Raw && !validID(id) {
		e.Peer.Disconnect(otherReason)
		return
	}

	c := withLayer(newConn(l.endpoint, e.Peer, false, l.most), l.layer, id)
	select {
	case l.conns <- c:
	default:
		e.Peer.Value = nil
		e.Peer.Disconnect(dataOf(transport.ErrFull))
	}
}

// errClosed is the error of Accept after Close.
var errClosed = errors.Join(errors.New("enet: the listener is closed"), net.ErrClosed)

// Accept waits for the next connection.
func (l *Listener) Accept() (transport.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, errClosed
	case <-l.endpoint.failed:
		return nil, errClosed
	}
}

// Close makes Accept return. Connections that were accepted stay open. The socket is closed after
// the last connection has ended.
func (l *Listener) Close() error {
	l.endpoint.mu.Lock()
	select {
	case <-l.closed:
	default:
		close(l.closed)
	}
	l.endpoint.mu.Unlock()

	l.endpoint.closeAfterLast()
	l.dropAll()
	return nil
}

// dropAll disconnects the connections for which Accept was not called.
func (l *Listener) dropAll() {
	for {
		select {
		case c := <-l.conns:
			go c.Close(transport.ErrClosed)
		default:
			return
		}
	}
}

// Addr returns the address of the socket.
func (l *Listener) Addr() net.Addr { return l.endpoint.socket.LocalAddr() }

// Stats has counts of a [Listener] since it was opened.
type Stats struct {
	// In and Out are the numbers of received and of sent datagrams. BytesIn and BytesOut are their
	// lengths, without the headers of IP and UDP.
	In, Out, BytesIn, BytesOut int
	// Dropped counts the datagrams for unknown or ended connections.
	Dropped int
	// Refused counts the requests to connect that Limits refused.
	Refused int
	// Peers is the current number of connections, and HalfOpen is the number of clients that are
	// connecting.
	Peers, HalfOpen int
}

// Stats returns counts up to now.
func (l *Listener) Stats() Stats {
	l.endpoint.mu.Lock()
	defer l.endpoint.mu.Unlock()

	s := l.endpoint.host.Stats()
	return Stats{
		In: s.In, Out: s.Out, BytesIn: s.BytesIn, BytesOut: s.BytesOut, Dropped: s.Dropped,
		Refused: s.Refused, Peers: l.endpoint.host.Peers(), HalfOpen: l.endpoint.host.HalfOpen(),
	}
}
