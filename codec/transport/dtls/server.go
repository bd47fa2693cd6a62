package dtls

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"github.com/pion/dtls/v3"

	"godotvariant/codec/transport/internal/udp"
)

// A server passes datagrams to their sessions, and decides which clients get a session. It is the
// owner of the sessions.
type server struct {
	socket  *udp.Socket
	limits  Limits
	options []dtls.ServerOption
	arrived chan arrival
	closed  chan struct{}  // closed by close
	running sync.WaitGroup // counts the goroutines of sessions

	mu     sync.Mutex
	over   bool // the server was closed
	table  table
	stats  Stats
	second time.Time // time when the current second began
	hellos int       // number of handshakes that began in this second
}

// An arrival is a payload that waits until ReadFrom copies it. Then ReadFrom sends a value to the
// channel from.taken.
type arrival struct {
	from    *session
	payload []byte
}

func newServer(socket *udp.Socket, o Options) (*server, error) {
	s := &server{
		socket:  socket,
		limits:  o.Limits.filled(),
		arrived: make(chan arrival),
		closed:  make(chan struct{}),
		table:   newTable(),
	}
	if err := s.use(o); err != nil {
		return nil, fmt.Errorf("dtls: Options.Certificates: %w", err)
	}
	return s, nil
}

// use sets the options of sessions. It returns an error for wrong certificates, before a client
// connects.
func (s *server) use(o Options) error {
	if len(o.Certificates) == 0 {
		return errors.New("there is none")
	}
	for i, c := range o.Certificates {
		if c.PrivateKey == nil {
			return fmt.Errorf("the one at index %d has no private key", i)
		}
	}

	s.options = o.server()
	unused := newLink(s.socket, netip.AddrPort{}, nil)
	conn, err := dtls.ServerWithOptions(unused, s.socket.LocalAddr(), s.options...)
	if err != nil {
		return err
	}
	return conn.Close()
}

// receive passes a datagram to its session. While a client with an open session begins another
// handshake, the open session gets the datagrams until the client has proven its address.
func (s *server) receive(from netip.AddrPort, datagram []byte, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()

	kind := helloOf(datagram)
	opening := s.table.opening[from]
	if opening == nil && kind == firstHello {
		opening = s.begin(from, now)
		if opening == nil {
			s.stats.Refused++
			return
		}
	}

	c := s.table.open[from]
	if opening != nil && (opening.proven || kind != noHello) {
		c = opening
	}
	if c == nil || !c.take(datagram) {
		s.stats.Dropped++
	}
}

// begin begins a handshake. It returns nil if the server is closed or has no room for the
// handshake. The caller holds the mutex.
func (s *server) begin(from netip.AddrPort, now time.Time) *session {
	if now.Sub(s.second) >= time.Second {
		s.second = now
		s.hellos = 0
	}

	host := udp.Host(from.Addr())
	switch {
	case s.over, s.hellos >= maxHellos:
		return nil
	case s.table.open[from] == nil && s.table.full(host, &s.limits):
		return nil
	case !s.table.makeRoom(host, &s.limits):
		return nil
	}

	s.hellos++
	s.running.Add(1)
	c := &session{owner: s, mu: &s.mu, limits: &s.limits, from: from, host: host}
	s.table.add(c)
	c.start(s.socket, s.options)
	return c
}

// opened opens the session c after its handshake, and ends an earlier session of the same client.
// It returns false if the server refuses the session.
func (s *server) opened(c *session, conn *dtls.Conn) bool {
	s.mu.Lock()
	full := s.table.open[c.from] == nil && s.table.full(c.host, &s.limits)
	refused := s.over || c.over || full
	if !refused {
		s.stats.Opened++
		c.filter.open = true
		c.conn = conn
		s.table.opened(c)
	}
	s.mu.Unlock()

	if refused {
		conn.Close()
		s.failed(c)
	}
	return !refused
}

// failed removes a session whose handshake has failed.
func (s *server) failed(c *session) {
	defer s.running.Done()
	s.mu.Lock()
	defer s.mu.Unlock()

	s.stats.Failed++
	s.table.alive--
	s.table.forget(c)
}

// ended removes a session.
func (s *server) ended(c *session) {
	defer s.running.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.table.remove(c)
}

// deliver waits until ReadFrom has copied a payload. It returns false if the server is closed.
func (s *server) deliver(c *session, payload []byte) bool {
	select {
	case s.arrived <- arrival{c, payload}:
		<-c.taken
		return true
	case <-s.closed:
		return false
	}
}

// connOf returns the connection of an open session.
func (s *server) connOf(addr netip.AddrPort) (*dtls.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	c := s.table.open[addr]
	if c == nil {
		return nil, fmt.Errorf("dtls: %v has no session", addr)
	}
	return c.conn, nil
}

// close ends all sessions, and waits for their goroutines.
func (s *server) close() {
	for _, c := range s.refuse() {
		c.cancel()
		if c.conn != nil {
			_ = c.conn.Close()
		}
	}
	s.running.Wait()
}

// refuse makes the server refuse all further handshakes, and returns its sessions.
func (s *server) refuse() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()

	if !s.over {
		s.over = true
		close(s.closed)
	}
	return s.table.all()
}

// now returns the counts up to now.
func (s *server) now() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()

	now := s.stats
	now.Sessions = len(s.table.open)
	now.Handshakes = len(s.table.opening)
	return now
}
