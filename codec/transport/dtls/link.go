package dtls

import (
	"net"
	"net/netip"
	"time"

	"github.com/pion/transport/v5/packetio"

	"godotvariant/codec/transport/internal/udp"
)

// A link is a net.PacketConn for one session of a server: it reads and writes the datagrams of one
// address.
type link struct {
	socket *udp.Socket
	to     netip.AddrPort
	allow  func(datagram []byte) bool // reports whether a datagram may be sent
	in     *packetio.Buffer
}

func newLink(s *udp.Socket, to netip.AddrPort, allow func([]byte) bool) *link {
	l := &link{socket: s, to: to, allow: allow, in: packetio.NewBuffer()}
	l.in.SetLimitSize(maxWaiting)
	return l
}

// put adds a datagram that has arrived, unless too many bytes are waiting.
func (l *link) put(datagram []byte) { _, _ = l.in.Write(datagram, nil) }

// ReadFrom returns the next datagram that has arrived.
func (l *link) ReadFrom(p []byte) (int, net.Addr, error) {
	n, _, err := l.in.Read(p, nil)
	return n, net.UDPAddrFromAddrPort(l.to), err
}

// WriteTo sends a datagram to the address of the link.
func (l *link) WriteTo(p []byte, _ net.Addr) (int, error) {
	if l.allow(p) {
		_ = l.socket.Write(p, l.to) // the datagram may be lost
	}
	return len(p), nil
}

// Close ends ReadFrom.
func (l *link) Close() error { return l.in.Close() }

// LocalAddr returns the address of the socket.
func (l *link) LocalAddr() net.Addr { return l.socket.LocalAddr() }

// SetReadDeadline sets the deadline of ReadFrom.
func (l *link) SetReadDeadline(t time.Time) error { return l.in.SetReadDeadline(t) }

// SetDeadline does the same as SetReadDeadline, because WriteTo does not wait.
func (l *link) SetDeadline(t time.Time) error { return l.SetReadDeadline(t) }

// SetWriteDeadline does nothing, because WriteTo does not wait.
func (l *link) SetWriteDeadline(time.Time) error { return nil }
