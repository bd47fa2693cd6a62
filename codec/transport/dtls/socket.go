package dtls

import (
	"net"
	"net/netip"
	"os"
	"time"

	"github.com/pion/transport/v5/deadline"

	"godotvariant/codec/transport/internal/udp"
)

// A Socket is a UDP socket of a server with a session for each client. It is a net.PacketConn:
// ReadFrom returns decrypted payloads with the addresses of clients, and WriteTo encrypts payloads.
type Socket struct {
	server *server
	read   *deadline.Deadline
}

// Listen returns a Socket at a UDP address such as ":7000", for IPv4 and IPv6.
func Listen(address string, o Options) (*Socket, error) {
	c, err := udp.Listen(address)
	if err != nil {
		return nil, err
	}

	s, err := New(c, o)
	if err != nil {
		c.Close()
	}
	return s, err
}

// New returns a Socket over the datagrams of c, whose addresses must have the form "IP:port". The
// Socket closes c.
func New(c net.PacketConn, o Options) (*Socket, error) {
	server, err := newServer(udp.New(c), o)
	if err != nil {
		return nil, err
	}

	s := &Socket{server, deadline.New()}
	go s.readAll()
	return s, nil
}

// readAll gives datagrams to their sessions until the socket is closed.
func (s *Socket) readAll() {
	_ = s.server.socket.ReadAll(func(from netip.AddrPort, datagram []byte) {
		s.server.receive(from, datagram, time.Now())
	})
	s.Close()
}

// ReadFrom waits for the next payload of a client, and returns the address of the client. A payload
// that is longer than p is cut. After Close it returns net.ErrClosed.
func (s *Socket) ReadFrom(p []byte) (n int, from net.Addr, err error) {
	select {
	case <-s.read.Done():
		return 0, nil, os.ErrDeadlineExceeded
	default:
	}

	select {
	case a := <-s.server.arrived:
		n = copy(p, a.payload)
		a.from.taken <- struct{}{}
		return n, net.UDPAddrFromAddrPort(a.from.from), nil
	case <-s.server.closed:
		return 0, nil, net.ErrClosed
	case <-s.read.Done():
		return 0, nil, os.ErrDeadlineExceeded
	}
}

// WriteTo sends a payload to a client in one datagram, which may be lost. It returns an error if
// the client has no session.
func (s *Socket) WriteTo(p []byte, to net.Addr) (int, error) {
	addr, err := netip.ParseAddrPort(to.String())
	if err != nil {
		return 0, err
	}

	conn, err := s.server.connOf(udp.Unmapped(addr))
	if err != nil {
		return 0, err
	}
	return conn.Write(p)
}

// Close tells the clients that their sessions end, and closes the socket.
func (s *Socket) Close() error {
	s.server.close()
	return s.server.socket.Close()
}

// LocalAddr returns the address of the socket.
func (s *Socket) LocalAddr() net.Addr { return s.server.socket.LocalAddr() }

// SetReadDeadline sets the time when ReadFrom returns os.ErrDeadlineExceeded. The zero time means
// no deadline.
func (s *Socket) SetReadDeadline(t time.Time) error {
	s.read.Set(t)
	return nil
}

// SetDeadline does the same as SetReadDeadline, because WriteTo does not wait.
func (s *Socket) SetDeadline(t time.Time) error { return s.SetReadDeadline(t) }

// SetWriteDeadline does nothing, because WriteTo does not wait.
func (s *Socket) SetWriteDeadline(time.Time) error { return nil }

// Stats returns counts up to now.
func (s *Socket) Stats() Stats { return s.server.now() }
