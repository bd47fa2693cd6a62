package proxy

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A udpProxy forwards datagrams. Each client has its own socket to the server.
type udpProxy struct {
	*Proxy
	conn *net.UDPConn

	mu       sync.Mutex
	sessions map[netip.AddrPort]*session
}

// A session is the state of one UDP client.
type session struct {
	id     int
	client netip.AddrPort
	conn   *net.UDPConn // connection to the server
	heard  atomic.Int64 // time of the last datagram, in microseconds since the proxy's start
}

const maxDatagram = 64 << 10

// serveUDP forwards datagrams until ctx is done.
func (p *Proxy) serveUDP(ctx context.Context, conn *net.UDPConn) error {
	u := &udpProxy{Proxy: p, conn: conn, sessions: map[netip.AddrPort]*session{}}
	defer p.tasks.Wait()
	defer u.closeAll()
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	buf := make([]byte, maxDatagram)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buf)
		switch {
		case err == nil:
			u.receive(ctx, from, buf[:n])
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		}
	}
}

// receive forwards a datagram of a client.
func (u *udpProxy) receive(ctx context.Context, from netip.AddrPort, datagram []byte) {
	s, err := u.session(ctx, from)
	if err != nil {
		u.add(Record{From: client, Kind: kindNote,
			Note: from.String() + ": a datagram was dropped: " + err.Error()})
		return
	}

	s.heard.Store(time.Since(u.start).Microseconds())
	u.pass(Record{Conn: s.id, From: client}, datagram, s.conn.Write)
}

// pass records a datagram and sends it.
func (u *udpProxy) pass(r Record, datagram []byte, send func([]byte) (int, error)) {
	r.Kind, r.Packet = kindPacket, append([]byte(nil), datagram...)
	u.add(r)
	if _, err := send(datagram); err != nil {
		u.note(r, err)
	}
}

// note records an error, for example an ICMP message which says that the port is closed.
func (u *udpProxy) note(r Record, err error) {
	u.add(Record{Conn: r.Conn, From: r.From, Kind: kindNote, Note: err.Error()})
}

var errFull = errors.New("there are too many clients")

// session returns the session of a client. For a new client it starts a session.
func (u *udpProxy) session(ctx context.Context, from netip.AddrPort) (*session, error) {
	u.mu.Lock()
	defer u.mu.Unlock()

	if s := u.sessions[from]; s != nil {
		return s, nil
	}
	if len(u.sessions) >= u.Sessions {
		return nil, errFull
	}

	var d net.Dialer
	conn, err := d.DialContext(ctx, "udp", u.To)
	if err != nil {
		return nil, err
	}

	s := &session{id: int(u.lastID.Add(1)), client: from, conn: conn.(*net.UDPConn)}
	s.heard.Store(time.Since(u.start).Microseconds())
	u.sessions[from] = s
	u.add(Record{Conn: s.id, From: client, Kind: kindOpen, Note: from.String()})
	u.spawn(func() { u.answer(s) })

	return s, nil
}

// answer forwards the datagrams of the server to one client. It returns after the client has sent
// no datagram for the duration u.Idle.
func (u *udpProxy) answer(s *session) {
	buf := make([]byte, maxDatagram)
	r := Record{Conn: s.id, From: server}

	send := func(b []byte) (int, error) { return u.conn.WriteToUDPAddrPort(b, s.client) }
	for {
		silent := time.Since(u.start) - time.Duration(s.heard.Load())*time.Microsecond
		if silent >= u.Idle {
			break
		}

		_ = s.conn.SetReadDeadline(time.Now().Add(u.Idle - silent))
		n, err := s.conn.Read(buf)
		switch {
		case err == nil:
			u.pass(r, buf[:n], send)
		case errors.Is(err, net.ErrClosed):
			return
		case !errors.Is(err, os.ErrDeadlineExceeded):
			u.note(r, err)
		}
	}

	u.mu.Lock()
	delete(u.sessions, s.client)
	u.mu.Unlock()
	s.conn.Close()
	u.add(Record{Conn: s.id, From: client, Kind: kindEnd, Note: "silent for " + u.Idle.String()})
}

func (u *udpProxy) closeAll() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, s := range u.sessions {
		s.conn.Close()
	}
}
