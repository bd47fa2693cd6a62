package transport

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"godotvariant/codec/transport/internal/udp"
)

// DatagramOptions say when an address becomes a client of [Datagrams].
type DatagramOptions struct {
	// NoProof makes an address a client with its first datagram. The address of a datagram can be
	// forged. Without the proof, one datagram of 60 bytes can make the server send all messages for
	// a new client to a third party.
	NoProof bool
}

// Datagrams returns a listener over UDP: each datagram is a message, and each address a client. The
// addresses of c must have the form "IP:port".
//
// A client has to prove that it receives the datagrams to its address. For each datagram of a
// stranger, the listener sends a number back: an int of 12 bytes, as put_var writes it. The
// listener stores nothing about the stranger. The client answers with the same number, and then
// sends its first message again. In GDScript:
//
//	peer.put_var({"type": "hello"})
//	peer.put_var(peer.get_var())    # when get_available_packet_count() > 0
//	peer.put_var({"type": "hello"})
//
// A datagram of less than 12 bytes gets no number, so the answer is never longer than the datagram.
// A number is valid for one to two minutes. The Conn of [Dial] sends the proof by itself.
//
// Accept also reads the datagrams of the clients that it has returned. A client's Conn keeps up to
// 64 datagrams and 256 KiB until they are received, and drops further ones. After Close of the
// listener, the Conns can still send. The socket is closed when the last Conn is closed.
func Datagrams(c net.PacketConn, o DatagramOptions) Listener {
	d := &datagrams{socket: udp.New(c), table: map[netip.AddrPort]*datagramConn{}}
	if !o.NoProof {
		d.prover = newProver()
	}
	return d
}

// datagrams is the Listener of a packet connection.
type datagrams struct {
	socket *udp.Socket
	prover *prover // nil if no proof is required; guarded by the mutex reading

	reading sync.Mutex // held by Accept
	buf     []byte
	answer  []byte

	mu     sync.Mutex
	table  map[netip.AddrPort]*datagramConn // the clients by their addresses
	closed bool
}

// Accept reads datagrams until an address has become a client.
func (d *datagrams) Accept() (Conn, error) {
	d.reading.Lock()
	defer d.reading.Unlock()

	if d.buf == nil {
		d.buf = make([]byte, 64<<10)
	}

	for {
		n, from, err := d.socket.Read(d.buf)
		switch {
		case d.isClosed():
			return nil, net.ErrClosed
		case err != nil:
			return nil, err
		}

		if c := d.take(d.buf[:n], from); c != nil {
			return c, nil
		}
	}
}

// take handles a datagram. It returns the Conn of a new client, or nil.
func (d *datagrams) take(datagram []byte, from netip.AddrPort) *datagramConn {
	c := d.find(from)
	proof := d.prover != nil && d.prover.holds(datagram, from, time.Now())

	switch {
	case c != nil:
		if !proof { // a repeated proof is not a message
			c.deliver(datagram)
		}
		return nil

	case proof:
		return d.add(from)

	case d.prover == nil:
		c = d.add(from)
		c.deliver(datagram)
		return c

	default:
		d.ask(datagram, from)
		return nil
	}
}

// ask sends a stranger a number, as the answer to a datagram.
func (d *datagrams) ask(datagram []byte, from netip.AddrPort) {
	if len(datagram) < questionSize {
		return // the answer would be longer than the datagram
	}

	d.answer = d.prover.appendQuestion(d.answer[:0], from, time.Now())
	_ = d.socket.Write(d.answer, from) // the answer may be lost
}

func (d *datagrams) find(from netip.AddrPort) *datagramConn {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.table[from]
}

func (d *datagrams) add(from netip.AddrPort) *datagramConn {
	d.mu.Lock()
	defer d.mu.Unlock()

	c := newDatagramConn(d.socket, from, d.remove)
	d.table[from] = c
	return c
}

// remove forgets a client.
func (d *datagrams) remove(c *datagramConn) {
	d.mu.Lock()
	defer d.mu.Unlock()

	delete(d.table, c.addr)
	if d.closed && len(d.table) == 0 {
		d.socket.Close()
	}
}

// Close makes Accept return net.ErrClosed.
func (d *datagrams) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()

	if d.closed {
		return nil
	}
	d.closed = true

	if len(d.table) == 0 {
		return d.socket.Close()
	}
	return d.socket.SetReadDeadline(time.Unix(1, 0)) // makes Accept return
}

func (d *datagrams) isClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed
}

// Addr returns the address of the socket.
func (d *datagrams) Addr() net.Addr { return d.socket.LocalAddr() }
