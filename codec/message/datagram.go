package message

import (
	"net"
	"sync"
)

// maxDatagram is the longest payload of a UDP datagram over IPv4.
const maxDatagram = 65507

// maxArrived is the greatest number of datagrams of a client that may wait for its handlers.
// Further datagrams are dropped, as a network may drop them.
const maxArrived = 64

// A datagramConn is the [Conn] for one address of a packet connection.
type datagramConn struct {
	conn    net.PacketConn
	addr    net.Addr
	most    int // the greatest length of a datagram to read, in bytes
	arrived chan []byte
	once    sync.Once
	closed  chan struct{}
}

// deliver queues a datagram for ReadPacket, or drops it if the queue is full.
func (c *datagramConn) deliver(datagram []byte) {
	select {
	case c.arrived <- append([]byte(nil), datagram...):
	default:
	}
}

// ReadPacket waits for a datagram.
func (c *datagramConn) ReadPacket() ([]byte, error) {
	select {
	case datagram := <-c.arrived:
		if len(datagram) > c.most {
			return nil, tooLong("decode", len(datagram), c.most, "Limits.MaxFrame")
		}
		return datagram, nil

	case <-c.closed:
		return nil, net.ErrClosed
	}
}

// WritePacket sends a datagram.
func (c *datagramConn) WritePacket(packet []byte) error {
	_, err := c.conn.WriteTo(packet, c.addr)
	return err
}

// Close forgets the address. Nothing tells the client.
func (c *datagramConn) Close(error) error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// RemoteAddr returns the address.
func (c *datagramConn) RemoteAddr() net.Addr { return c.addr }

// MaxPacket returns the length of the longest datagram in bytes.
func (c *datagramConn) MaxPacket() int { return maxDatagram }
