package dtls

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/pion/dtls/v3"

	"godotvariant/codec/transport/internal/udp"
)

// A session serves one client of a server. It begins with the first datagram of the client. The
// mutex of the owner guards the fields in the second block of the struct.
type session struct {
	owner  owner
	mu     *sync.Mutex // mutex of the owner
	limits *Limits
	from   netip.AddrPort
	host   netip.Addr // udp.Host(from.Addr())
	number int        // increases with each new session
	link   *link
	ctx    context.Context // context of the handshake
	cancel func()
	taken  chan struct{} // gets a value after ReadFrom has copied a payload

	filter  filter
	proven  bool       // the client has returned the cookie
	over    bool       // the session has stopped sending
	in, out int        // bytes received and sent before the proof
	conn    *dtls.Conn // after the handshake
}

// An owner manages sessions. The goroutines of the sessions call its methods. Each handshake ends
// with a call of opened or of failed.
type owner interface {
	opened(c *session, conn *dtls.Conn) bool // false if the owner refuses the session
	failed(c *session)
	ended(c *session)                             // called after opened
	deliver(c *session, payload []byte) (ok bool) // ok is false after the end of the server
}

// start begins the handshake of a session.
func (c *session) start(s *udp.Socket, options []dtls.ServerOption) {
	c.taken = make(chan struct{}, 1)
	c.link = newLink(s, c.from, c.mayWrite)
	c.ctx, c.cancel = context.WithTimeout(context.Background(), c.limits.HandshakeTime)
	go c.run(options)
}

// take gives the session a datagram. It returns false if the filter drops the datagram. The caller
// holds the mutex.
func (c *session) take(datagram []byte) bool {
	if !c.filter.passes(datagram) {
		return false
	}

	if !c.proven {
		c.in += len(datagram)
	}
	c.link.put(datagram)
	return true
}

// mayWrite reports whether a datagram may be sent. An address without proof gets at most as many
// bytes as it has sent. A ServerHello shows that the client has proven its address.
func (c *session) mayWrite(datagram []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()

	if c.over {
		return false
	}
	if c.proven {
		return true
	}

	if r, _, ok := cut(datagram); ok && r.begins(serverHello) {
		c.proven = true
		return true
	}
	c.out += len(datagram)
	return c.out <= c.in
}

// run does the handshake. Then it delivers the payloads of the client until the session ends.
func (c *session) run(options []dtls.ServerOption) {
	defer c.link.Close()
	defer c.cancel()

	conn, err := dtls.ServerWithOptions(c.link, net.UDPAddrFromAddrPort(c.from), options...)
	if err != nil {
		c.owner.failed(c)
		return
	}
	if err := conn.HandshakeContext(c.ctx); err != nil {
		conn.Close()
		c.owner.failed(c)
		return
	}

	if c.owner.opened(c, conn) {
		c.deliver(conn)
		conn.Close()
		c.owner.ended(c)
	}
}

// deliver gives payloads to the owner until the session ends.
func (c *session) deliver(conn *dtls.Conn) {
	idle := time.AfterFunc(c.limits.Idle, func() { conn.Close() })
	defer idle.Stop()

	buf := make([]byte, maxPayload)
	for {
		n, err := conn.Read(buf)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			continue // other errors, such as an alert, do not end the session
		}

		idle.Reset(c.limits.Idle)
		if !c.owner.deliver(c, buf[:n]) {
			return
		}
	}
}

// maxPayload is the length of the longest payload of a record.
const maxPayload = 16 << 10
