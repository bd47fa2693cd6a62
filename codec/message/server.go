package message

import (
	"cmp"
	"errors"
	"io"
	"log/slog"
	"net"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A Server receives messages of clients for a [Mux], and sends messages to them: [Server.Serve]
// over TCP and TLS, [Server.ServePacket] over UDP, [Server.ServeConn] over any other transport. All
// three may run at the same time. Each client is a [Peer], whose methods send messages to it.
//
// Clients are not trusted. The server disconnects a client after a damaged or unknown message, or
// an error of a handler, unless Fault returns nil for it. It also disconnects a client that sends
// nothing for the time Idle, sends more than PerSecond, or does not receive its messages. A panic
// in a handler disconnects only its client. Disconnecting a UDP client means that the server
// forgets its address: the client's next message makes it a new client.
//
// Set the fields before the first call, and do not change them after it. Zero fields have defaults.
// Do not copy a Server.
type Server[S any] struct {
	// Mux has the registered messages. It must not be nil.
	Mux *Mux[S]

	// Dialects lists the dialects that clients may use. With several, a client's dialect is the
	// first in which its first message has a known name. Then the client has to send the first
	// message: Enter is called after it has arrived. Nil stands for the dialect of In.
	Dialects []*variant.Dialect

	// In reads messages and Out writes messages. For each of the Dialects, the server uses codecs
	// with their options. Set Limits.MaxFrame of In: a longer message disconnects the client. Nil
	// stands for the codec of codec.Options{}.
	In, Out *codec.Codec

	// Enter returns the sender of a new client, which handlers get. If it returns an error, the
	// client is disconnected after the messages that Enter has sent, and Leave is not called. If
	// Enter is nil, the sender is the zero S.
	Enter func(p *Peer) (S, error)
	// Leave is called once for each client that has entered, after its last message. The argument
	// why is the reason, io.EOF if the client closed the connection.
	Leave func(from S, why error)
	// Fault is called for each error of a message: the errors of [Mux.Dispatch], the errors of
	// handlers, and [ErrTooMany]. The name is "" if it was not read. If Fault returns nil, the
	// server ignores the message and the client stays connected, except after a [*PanicError]. If
	// Fault returns an error, or is nil itself, the client is disconnected.
	Fault func(from S, name string, packet []byte, err error) error
	// Farewell returns the last message to a client, or nil for none. It is called if the client
	// has entered and the server disconnects it. The message is sent after all other messages.
	Farewell func(from S, why error) any
	// Refused is called for each client that may not enter: because of MaxPeers, MaxPerHost or an
	// error of Enter, because a client of its host has just sent more than PerSecond messages, or
	// because its first message can't be read in any dialect. Refused returns the last message to
	// the client, or nil for none. Of the clients over MaxPeers or MaxPerHost, only 16 at a time
	// get the message.
	Refused func(p *Peer, why error) any
	// Tap is called with the name and packet of each message. It must not keep the packet. The name
	// is "" if the message can't be read. Several goroutines call Tap at the same time, without
	// Lock.
	Tap func(p *Peer, way Direction, name string, packet []byte)

	// Lock, if not nil, is locked during Enter, Leave, Fault, Farewell, Refused and handlers, so
	// that they never run at the same time. Without a Lock, calls for one client never run at the
	// same time, but calls for several clients do.
	Lock sync.Locker
	// Log gets panics of the program's functions. Nil stands for slog.Default().
	Log *slog.Logger

	Idle     time.Duration // the longest time until the next message of a client; default 30 s
	Patience time.Duration // the longest time to write a message, or all after End; default 5 s
	// Queue is the greatest number of messages that may wait to be sent to a client; default 1024.
	// The operating system buffers further messages, see SendBuffer.
	Queue      int
	MaxPeers   int // the greatest number of clients; more are refused; default 1024
	MaxPerHost int // the greatest number of clients of one host; default: no limit
	// PerSecond is the greatest number of messages of a client in a second; default: no limit.
	// After a client connects again, the messages of its last connection still count, by its host.
	PerSecond int
	// Rates has the greatest number of messages of a client in a second, by message name.
	Rates map[string]int
	// SendBuffer is the size in bytes of the operating system's buffer for a TCP connection. With a
	// small buffer the server notices sooner that a client is slow. Default: the system's size.
	SendBuffer int

	compile sync.Once
	formats []serverFormat
	invalid error // the error of prepare
	tallies tallies

	mu       sync.Mutex
	peers    map[*Peer]*source // the connected clients; len(peers) <= MaxPeers
	hosts    map[string]int    // the number of clients of each host
	refusing int               // the number of refused clients that get a last message
	sources  map[*source]bool
	closed   bool
	empty    chan struct{} // closed when closed && len(peers) == 0
}

// A serverFormat has the codecs for one of the server's dialects.
type serverFormat struct {
	format
	in *codec.Codec
}

// A source is a running call of Serve, ServePacket or ServeConn.
type source struct {
	stop  func() // accepts no more clients
	over  bool   // no client may enter any more
	tasks sync.WaitGroup
}

// maxRefusing is the greatest number of refused clients that get a last message at the same time.
const maxRefusing = 16

// prepare checks the fields, once.
func (s *Server[S]) prepare() error {
	s.compile.Do(func() { s.formats, s.invalid = s.compiled() })
	return s.invalid
}

func (s *Server[S]) compiled() ([]serverFormat, error) {
	if s.Mux == nil {
		return nil, errors.New("godot: Server.Mux is nil")
	}

	dialects := s.Dialects
	if len(dialects) == 0 {
		dialects = []*variant.Dialect{s.In.Dialect()}
	}

	var all []serverFormat
	for _, d := range dialects {
		f, err := s.formatOf(d)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}

	return all, s.Mux.Check(dialects...)
}

// formatOf returns the format of a dialect.
func (s *Server[S]) formatOf(d *variant.Dialect) (serverFormat, error) {
	in, out := s.In.Options(), s.Out.Options()
	in.Dialect = d
	out.Dialect = d

	reads, err := codec.New(in)
	writes, err2 := codec.New(out)
	if err := cmp.Or(err, err2); err != nil {
		return serverFormat{}, err
	}

	return serverFormat{format{s.Mux, writes, d}, reads}, nil
}

// recognise returns the first format in which a packet is a message with a known name.
func (s *Server[S]) recognise(packet []byte) (serverFormat, bool) {
	for _, f := range s.formats {
		if s.Mux.knows(f.in, packet) {
			return f, true
		}
	}
	return serverFormat{}, false
}

func (s *Server[S]) idle() time.Duration     { return cmp.Or(s.Idle, 30*time.Second) }
func (s *Server[S]) patience() time.Duration { return cmp.Or(s.Patience, 5*time.Second) }
func (s *Server[S]) maxFrame() int           { return s.formats[0].in.Limits().MaxFrame }

// newPeer returns the peer of a connection. Its dialect is not set yet.
func (s *Server[S]) newPeer(conn Conn) *Peer {
	p := newPeer(conn, cmp.Or(s.Queue, 1024), s.idle(), s.patience())
	p.tap = s.Tap

	f := s.formats[0].format
	if len(s.formats) > 1 {
		f.dialect = nil // not known yet
	}

	p.format = f
	return p
}

// admit counts a new client of a source. The error says why the client may not enter.
func (s *Server[S]) admit(p *Peer, from *source) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	switch n := s.hosts[p.host]; {
	case s.closed || from.over:
		return ErrClosed
	case s.tallies.over(p.host, s.PerSecond, time.Now()):
		return because(ErrTooMany, "more than %d in a second", s.PerSecond)
	case len(s.peers) >= cmp.Or(s.MaxPeers, 1024):
		return because(ErrFull, "it has %d clients", len(s.peers))
	case s.MaxPerHost > 0 && p.host != "" && n >= s.MaxPerHost:
		return because(ErrFull, "it has %d clients of %s", n, p.host)
	}

	if s.peers == nil {
		s.peers = map[*Peer]*source{}
		s.hosts = map[string]int{}
	}

	s.peers[p] = from
	s.hosts[p.host]++
	return nil
}

// release stops counting a client that admit counted.
func (s *Server[S]) release(p *Peer) {
	s.mu.Lock()
	defer s.mu.Unlock()

	delete(s.peers, p)
	s.hosts[p.host]--
	if s.hosts[p.host] == 0 {
		delete(s.hosts, p.host)
	}

	if s.closed && len(s.peers) == 0 {
		close(s.empty)
	}
}

// mayRefuse reports whether one more refused client may get a last message. If so, call
// doneRefusing afterwards.
func (s *Server[S]) mayRefuse() bool {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.closed || s.refusing >= maxRefusing {
		return false
	}

	s.refusing++
	return true
}

func (s *Server[S]) doneRefusing() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusing--
}

// Peers returns the clients that have entered and not left, in the order of their addresses. Use it
// for lists and counts. To send to clients, keep their senders, see [Broadcast] and [Group].
func (s *Server[S]) Peers() []*Peer {
	s.mu.Lock()
	defer s.mu.Unlock()

	var all []*Peer
	for p := range s.peers {
		if p.hasEntered() {
			all = append(all, p)
		}
	}

	slices.SortFunc(all, func(a, b *Peer) int {
		return strings.Compare(a.Addr().String(), b.Addr().String())
	})

	return all
}

// begin registers a source whose clients the server accepts until end is called.
func (s *Server[S]) begin(stop func()) (*source, error) {
	if err := s.prepare(); err != nil {
		return nil, err
	}

	s.mu.Lock()
	defer s.mu.Unlock()

	if s.closed {
		return nil, ErrClosed
	}

	if s.sources == nil {
		s.sources = map[*source]bool{}
	}

	from := &source{stop: stop}
	s.sources[from] = true
	return from, nil
}

// end disconnects the clients of a source, and waits until the last has left. It returns err, or
// ErrClosed after Shutdown.
func (s *Server[S]) end(from *source, err error) error {
	s.mu.Lock()
	from.over = true
	delete(s.sources, from)
	for p, source := range s.peers {
		if source == from {
			p.End(ErrClosed)
		}
	}

	if s.closed {
		err = ErrClosed
	}
	s.mu.Unlock()

	from.tasks.Wait()
	return err
}

// call calls a function of the program while it holds Lock. A panic becomes a PanicError.
func (s *Server[S]) call(f func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &PanicError{value, debug.Stack()}
			s.log().Error(err.Error(), "stack", string(err.(*PanicError).Stack))
		}
	}()

	if s.Lock != nil {
		s.Lock.Lock()
		defer s.Lock.Unlock()
	}

	return f()
}

func (s *Server[S]) log() *slog.Logger { return cmp.Or(s.Log, slog.Default()) }

// left reports whether the client closed the connection.
func left(why error) bool { return errors.Is(why, io.EOF) || errors.Is(why, net.ErrClosed) }
