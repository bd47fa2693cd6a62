package transport

import (
	"net"
	"net/netip"
	"slices"
	"sync"

	"godotvariant/codec/transport/internal/udp"
	"godotvariant/variant"
)

// maxDatagram is the longest payload of a UDP datagram over IPv4.
const maxDatagram = 65507

// The limits for the datagrams of one client that wait for Receive: their number, and their bytes
// together. Further datagrams are dropped, as a network may drop them.
const (
	maxArrived      = 64
	maxArrivedBytes = 256 << 10
)

// A datagramConn is the [Conn] for one address of a packet connection.
type datagramConn struct {
	socket *udp.Socket
	addr   netip.AddrPort
	remote net.Addr              // address of the client
	forget func(c *datagramConn) // Close calls it once

	mu      sync.Mutex
	changed sync.Cond // signals a change of the field arrived, long or closed
	arrived [][]byte
	bytes   int    // number of bytes of the datagrams in arrived
	last    []byte // datagram that Receive has returned
	free    []byte // buffer for another datagram
	most    int    // greatest length of a datagram
	long    int    // length of a datagram that was dropped because it was longer, or 0
	closed  bool
}

// keptDatagram is the greatest capacity of a buffer that is reused for another datagram.
const keptDatagram = 4 << 10

func newDatagramConn(s *udp.Socket, addr netip.AddrPort, forget func(*datagramConn)) *datagramConn {
	c := &datagramConn{socket: s, addr: addr, forget: forget, most: maxDatagram}
	c.remote = net.UDPAddrFromAddrPort(addr)
	c.changed.L = &c.mu
	return c
}

// deliver queues a copy of a datagram for Receive. If the datagram is too long, deliver stores only
// its length.
func (c *datagramConn) deliver(datagram []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()

	switch {
	case len(datagram) > c.most:
		c.long = len(datagram)
	case len(c.arrived) == maxArrived, c.bytes+len(datagram) > maxArrivedBytes:
		return
	default:
		c.arrived = append(c.arrived, append(c.free[:0], datagram...))
		c.bytes += len(datagram)
		c.free = nil
	}

	c.changed.Signal()
}

// Receive waits for a datagram.
func (c *datagramConn) Receive() (Message, error) {
	c.mu.Lock()
	defer c.mu.Unlock()

	for {
		switch {
		case c.closed:
			return Message{}, net.ErrClosed
		case len(c.arrived) > 0:
			return Message{Data: c.take(), Delivery: Unreliable}, nil
		case c.long > 0:
			long := c.long
			c.long = 0
			return Message{}, tooLong(variant.OpDecode, long, c.most, "Limits.MaxFrame")
		}
		c.changed.Wait()
	}
}

// take returns the first datagram. The buffer of this datagram is reused after the next call of
// take.
func (c *datagramConn) take() []byte {
	first := c.arrived[0]
	c.arrived = slices.Delete(c.arrived, 0, 1)
	c.bytes -= len(first)

	if cap(c.last) <= keptDatagram {
		c.free = c.last
	}
	c.last = first
	return first
}

// Send sends a datagram.
func (c *datagramConn) Send(m Message) error { return c.socket.Write(m.Data, c.addr) }

// Close makes the listener forget the address of the client. It sends nothing to the client.
func (c *datagramConn) Close(error) error {
	c.mu.Lock()
	closed := c.closed
	c.closed = true
	c.arrived = nil
	c.changed.Broadcast()
	c.mu.Unlock()

	if !closed {
		c.forget(c)
	}
	return nil
}

// SetMaxFrame sets the length, in bytes, of the longest datagram that Receive returns. For a longer
// datagram Receive returns an error of kind variant.ErrLimit.
func (c *datagramConn) SetMaxFrame(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.most = n
}

// RemoteAddr returns the address.
func (c *datagramConn) RemoteAddr() net.Addr { return c.remote }

// MaxPacket returns the length of the longest datagram in bytes.
func (c *datagramConn) MaxPacket() int { return maxDatagram }

// Name returns "udp".
func (c *datagramConn) Name() string { return "udp" }
