package transport

import (
	"cmp"
	"log/slog"
	"runtime/debug"
	"sync"
)

// A Server accepts clients over any transport, and bounds what they may cost. A message is a slice
// of bytes. message.Server and multiplayer.Server use a Server. A program uses it directly for a
// relay, a proxy or its own protocol.
//
// Clients are not trusted. The server ends the visit of a client that exceeds one of the Limits. It
// also ends the visit if a function that it called for the client returns an error or panics.
//
// Set the fields before the first call, and do not change them after it. Do not copy a Server.
type Server struct {
	// Enter accepts a client. It is called when the client connects, or, if First is set, after the
	// client's first message. If Enter returns an error, the visit ends after the messages that
	// Enter has sent, and Leave is not called. If Enter is nil, all clients are accepted.
	Enter func(p *Peer) error
	// First, if not nil, is called with the first message of a client. Enter is then called after
	// First, and not when the client connects. If First returns an error, the client is refused.
	// First is also called for a client that is refused for another reason, so that Refused knows
	// the protocol of the client. If the client enters, Receive gets the first message, too.
	First func(p *Peer, m Message) error
	// Receive is called with each message of a client that has entered. The Data is valid until
	// Receive returns. If Receive is nil, messages are ignored.
	Receive func(p *Peer, m Message) error
	// Fault is called for an error of Receive, and for each message over Limits.MaxRate or
	// MaxByteRate, which Receive does not get. If Fault returns nil, the client stays, except after
	// a [*PanicError]. If Fault returns an error, or if the field Fault is nil, the visit ends.
	Fault func(p *Peer, m Message, err error) error
	// Farewell returns the last message to a client that has entered, or nil. It is called if the
	// server ends the visit. The message is sent after all other messages, including those that
	// Farewell sends with Peer.Send.
	Farewell func(p *Peer, why error) []byte
	// Refused returns the last message to a client that may not enter, or nil. At most 16 clients
	// over MaxPeers, MaxPerHost or MaxRate get a last message at the same time. The connections of
	// further clients are closed without a message.
	Refused func(p *Peer, why error) []byte
	// Leave is called once for each client that has entered, after its last message. The reason is
	// io.EOF if the client closed the connection.
	Leave func(p *Peer, why error)
	// Tap is called with each message. Several goroutines call it at the same time, without Lock.
	// It must not keep the Data. A panic of Tap ends the visit.
	Tap func(p *Peer, way Direction, m Message)

	// Limits say who may connect, and what a client may cost.
	Limits Limits
	// Lock, if not nil, is locked during all functions above except Tap, so that they never run at
	// the same time. Without a Lock, the functions for different clients may run at the same time,
	// but not the functions for one client.
	Lock sync.Locker
	// Log gets the panics of the program's functions. Nil stands for slog.Default().
	Log *slog.Logger

	prepare sync.Once
	limits  Limits        // Limits with the defaults
	shut    chan struct{} // closed by Shutdown
	memory  memory

	mu       sync.Mutex
	peers    map[*Peer]*source // the clients that were not refused; len(peers) <= MaxPeers
	hosts    map[string]int    // number of the clients in peers, for each host
	refusing int               // number of refused clients that get a last message
	sources  map[*source]bool
	closed   bool
	empty    chan struct{} // closed when the Server is closed and len(peers) == 0
	past     Totals        // totals of the visits that have ended
}

// A source is a running call of Serve or ServeConn.
type source struct {
	stop  func() // makes the source accept no more clients
	over  bool   // no client may enter any more
	tasks sync.WaitGroup
}

// set fills in the defaults of the fields. Only the first call has an effect.
func (s *Server) set() {
	s.prepare.Do(func() {
		s.limits = s.Limits.filled()
		s.shut = make(chan struct{})
	})
}

// lock locks the mutex of the program, if there is one.
func (s *Server) lock() {
	if s.Lock != nil {
		s.Lock.Lock()
	}
}

func (s *Server) unlock() {
	if s.Lock != nil {
		s.Lock.Unlock()
	}
}

// rescue is deferred around calls of the program's functions. It turns a panic into an error.
func (s *Server) rescue(err *error) {
	value := recover()
	if value == nil {
		return
	}

	p := &PanicError{value, debug.Stack()}
	cmp.Or(s.Log, slog.Default()).Error(p.Error(), "stack", string(p.Stack))
	*err = p
}

// Do calls f in the same way as the server calls Enter and Leave: it holds Lock, and a panic
// becomes a [*PanicError], which goes to Log. Use it for goroutines of the program, such as the
// tick of a game.
func (s *Server) Do(f func() error) (err error) {
	defer s.rescue(&err)
	s.lock()
	defer s.unlock()
	return f()
}

// callEnter calls Enter. If the visit has ended it returns the reason instead.
func (s *Server) callEnter(p *Peer) (err error) {
	if s.Enter == nil {
		return p.Ended()
	}

	defer s.rescue(&err)
	s.lock()
	defer s.unlock()

	if why := p.Ended(); why != nil {
		return why
	}
	return s.Enter(p)
}

// callFirst calls First. If the visit has ended it returns the reason instead.
func (s *Server) callFirst(p *Peer, m Message) (err error) {
	defer s.rescue(&err)
	s.lock()
	defer s.unlock()

	if why := p.Ended(); why != nil {
		return why
	}
	return s.First(p, m)
}

// callReceive calls Receive, unless the visit has ended.
func (s *Server) callReceive(p *Peer, m Message) (err error) {
	if s.Receive == nil {
		return nil
	}

	defer s.rescue(&err)
	s.lock()
	defer s.unlock()

	if p.Ended() != nil {
		return nil
	}
	return s.Receive(p, m)
}

// callFault calls Fault, unless the visit has ended.
func (s *Server) callFault(p *Peer, m Message, fault error) (err error) {
	if s.Fault == nil {
		return fault
	}

	defer s.rescue(&err)
	s.lock()
	defer s.unlock()

	if p.Ended() != nil {
		return fault
	}
	return s.Fault(p, m, fault)
}

// callLast calls f, which is Farewell or Refused, unless the client closed the connection. The
// function f may send messages, although the visit has ended.
func (s *Server) callLast(f func(p *Peer, why error) []byte, p *Peer, why error) (data []byte) {
	if f == nil || left(why) {
		return nil
	}

	var err error // a panic is logged
	defer s.rescue(&err)
	s.lock()
	defer s.unlock()

	p.part(true)
	defer p.part(false)
	return f(p, why)
}

// callLeave calls Leave.
func (s *Server) callLeave(p *Peer, why error) {
	if s.Leave == nil {
		return
	}

	var err error // a panic is logged
	defer s.rescue(&err)
	s.lock()
	defer s.unlock()
	s.Leave(p, why)
}

// callTap calls Tap.
func (s *Server) callTap(p *Peer, way Direction, m Message) {
	if s.Tap == nil {
		return
	}
	if err := s.tapped(p, way, m); err != nil {
		p.End(err)
	}
}

func (s *Server) tapped(p *Peer, way Direction, m Message) (err error) {
	defer s.rescue(&err)
	s.Tap(p, way, m)
	return nil
}
