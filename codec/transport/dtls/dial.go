package dtls

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/pion/dtls/v3"
	dtlsnet "github.com/pion/dtls/v3/pkg/net"

	"godotvariant/codec/transport/internal/udp"
)

// A Session is the session of a client with its server. It is a net.PacketConn with one address,
// [Session.Server].
type Session struct {
	conn   *dtls.Conn
	server netip.AddrPort
}

// Dial does a handshake with a server at an address such as "game.example.org:7000". It gives up
// after Limits.HandshakeTime, or when ctx is done. For a wrong certificate it returns an error of
// package crypto/x509, such as x509.UnknownAuthorityError and x509.HostnameError.
func Dial(ctx context.Context, address string, o Options) (*Session, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	o.ServerName = cmp.Or(o.ServerName, host)

	var d net.Dialer
	c, err := d.DialContext(ctx, "udp", address)
	if err != nil {
		return nil, err
	}

	ctx, cancel := context.WithTimeout(ctx, o.Limits.filled().HandshakeTime)
	defer cancel()
	s, err := connect(ctx, c, o)
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("dtls: connecting to %s: %w", address, err)
	}
	return s, nil
}

// connect does a handshake over the datagrams of c.
func connect(ctx context.Context, c net.Conn, o Options) (*Session, error) {
	server, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return nil, err
	}

	in := &filteredConn{PacketConn: dtlsnet.PacketConnFromConn(c)}
	conn, err := dtls.ClientWithOptions(in, c.RemoteAddr(), o.client()...)
	if err != nil {
		return nil, err
	}
	if err := conn.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}

	in.opened()
	return &Session{conn, udp.Unmapped(server)}, nil
}

// Server returns the address of the server.
func (s *Session) Server() netip.AddrPort { return s.server }

// ReadFrom waits for the next payload of the server. After the end of the session it returns
// io.EOF.
func (s *Session) ReadFrom(p []byte) (int, net.Addr, error) {
	n, err := s.conn.Read(p)
	return n, net.UDPAddrFromAddrPort(s.server), err
}

// WriteTo sends a payload to the server, in one datagram. The address does not matter.
func (s *Session) WriteTo(p []byte, _ net.Addr) (int, error) { return s.conn.Write(p) }

// Close tells the server that the session ends.
func (s *Session) Close() error { return s.conn.Close() }

// LocalAddr returns the address of the socket.
func (s *Session) LocalAddr() net.Addr { return s.conn.LocalAddr() }

// SetDeadline sets the deadlines of ReadFrom and WriteTo.
func (s *Session) SetDeadline(t time.Time) error { return s.conn.SetDeadline(t) }

// SetReadDeadline sets the deadline of ReadFrom.
func (s *Session) SetReadDeadline(t time.Time) error { return s.conn.SetReadDeadline(t) }

// SetWriteDeadline sets the deadline of WriteTo.
func (s *Session) SetWriteDeadline(t time.Time) error { return s.conn.SetWriteDeadline(t) }

// A filteredConn is a connection that drops the datagrams that its [filter] refuses.
type filteredConn struct {
	net.PacketConn
	mu     sync.Mutex
	filter filter
}

func (f *filteredConn) opened() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.filter.open = true
}

// ReadFrom returns the next datagram that passes the filter.
func (f *filteredConn) ReadFrom(p []byte) (int, net.Addr, error) {
	for {
		n, from, err := f.PacketConn.ReadFrom(p)
		if err != nil || f.passes(p[:n]) {
			return n, from, err
		}
	}
}

func (f *filteredConn) passes(datagram []byte) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.filter.passes(datagram)
}
