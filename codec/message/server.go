package message

import (
	"cmp"
	"log/slog"
	"sync"

	"godotvariant/codec"
	"godotvariant/codec/transport"
	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// A Server receives messages of clients for a [Mux], and sends messages to them, over any
// transport. Each client is a [Peer], whose methods send messages to it. A Server is a
// transport.Server that decodes messages and calls their handlers.
//
// Clients are not trusted. The server disconnects a client after a damaged or unknown message, or
// an error of a handler, unless Fault returns nil. It also disconnects a client that exceeds one of
// the Limits. A panic in a handler disconnects only its client. A UDP client has no connection: to
// disconnect it, the server forgets the client's address.
//
// Set the fields before the first call, and do not change them after it. Zero fields have defaults.
// Do not copy a Server.
type Server[S any] struct {
	// Mux has the registered messages. It must not be nil.
	Mux *Mux[S]

	// Dialects lists the dialects that clients may use. If it has several, the first message of a
	// client selects the dialect: the server takes the first dialect of the list in which this
	// message has a known name. So the client has to send the first message, and Enter is called
	// after this message has arrived. If Dialects is empty, clients use the dialect of In.
	Dialects []*variant.Dialect

	// In reads messages and Out writes messages. For each of the Dialects, the server makes two
	// codecs of this dialect, one with the options of In and one with the options of Out. A nil In
	// stands for a codec with codec.Untrusted(), and a nil Out for a codec with codec.Options{}.
	In, Out *codec.Codec

	// Enter is called for each new client. It returns the program's value for this client, which
	// handlers get as the sender of each message. If it returns an error, the client is
	// disconnected after the messages that Enter has sent, and Leave is not called. If Enter is
	// nil, the value is the zero S.
	Enter func(p *Peer) (S, error)
	// Leave is called once for each client that has entered, after its last message. The argument
	// why is the reason. It is io.EOF if the client closed the connection.
	Leave func(from S, why error)
	// Fault is called for each error of a message: the errors of [Mux.Dispatch], the errors of
	// handlers, and transport.ErrRate. The name is "" if it was not read. If Fault returns nil, the
	// server ignores the message and the client stays connected, except after a
	// [*transport.PanicError]. If Fault returns an error, or if the field Fault is nil, the client
	// is disconnected.
	Fault func(from S, name string, packet []byte, err error) error
	// Farewell returns the last message to a client, or nil for none. It is called if the client
	// has entered and the server disconnects it. The message is sent after all other messages.
	Farewell func(from S, why error) any
	// Refused returns the last message to a client that may not enter, or nil for none. A client
	// may not enter because of the Limits, an error of Enter, or a first message that can't be read
	// in any dialect. If many clients are over the Limits, at most 16 of them get the message at
	// the same time.
	Refused func(p *Peer, why error) any
	// Tap is called with the name and packet of each message. It must not keep the packet. The name
	// is "" if the message can't be read. Several goroutines call Tap at the same time, without
	// Lock. A panic of Tap disconnects the client.
	Tap func(p *Peer, way transport.Direction, name string, packet []byte)

	// Join, if not "", is the name of the message that a client has to send first, and only once,
	// such as "join". A message out of order is an error of kind [ErrJoin], and its handler is not
	// called. A client whose handler of Join returned an error has not joined.
	Join string

	// Lock, if not nil, is locked during Enter, Leave, Fault, Farewell, Refused and handlers, so
	// that they never run at the same time. Without a Lock, calls for one client never run at the
	// same time, but calls for several clients may.
	Lock sync.Locker
	// Log gets the panics of the program's functions. Nil stands for slog.Default().
	Log *slog.Logger

	// Limits say who may connect, and what a client may cost. If MaxFrame is 0, the limit is the
	// MaxFrame of In. A longer message disconnects the client.
	Limits transport.Limits
	// Rates has the greatest number of messages of a client in a second, by message name.
	Rates map[string]int

	compile sync.Once
	formats []serverFormat
	invalid error // error of prepare
	conns   transport.Server

	mu      sync.Mutex
	answers map[*variant.Dialect]serverFormat // formats of dialects that are not in Dialects
	closing packets                           // the last message of Shutdown
}

// A serverFormat has the codecs for one of the server's dialects.
type serverFormat struct {
	format
	in *codec.Codec
}

// untrusted is the codec of a Server without In.
var untrusted = codec.MustNew(codec.Untrusted())

func (s *Server[S]) compiled() ([]serverFormat, error) {
	if s.Mux == nil {
		return nil, fault.Options("Server.Mux is nil")
	}

	if _, ok := s.Mux.load().in[s.Join]; s.Join != "" && !ok {
		return nil, fault.Options("Server.Join: no handler for %q", s.Join)
	}

	dialects := s.Dialects
	if len(dialects) == 0 {
		dialects = []*variant.Dialect{s.in().Dialect()}
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

// in returns the codec of incoming messages.
func (s *Server[S]) in() *codec.Codec { return cmp.Or(s.In, untrusted) }

// formatOf returns the format of a dialect.
func (s *Server[S]) formatOf(d *variant.Dialect) (serverFormat, error) {
	in, out := s.in().Options(), s.Out.Options()
	in.Dialect = d
	out.Dialect = d

	reads, err := codec.New(in)
	writes, err2 := codec.New(out)
	if err := cmp.Or(err, err2); err != nil {
		return serverFormat{}, err
	}

	return serverFormat{format{s.Mux, writes, reads.Dialect()}, reads}, nil
}

// answerFormat returns the format of a dialect that is not one of Dialects. It makes each format
// only once.
func (s *Server[S]) answerFormat(d *variant.Dialect) (serverFormat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if f, ok := s.answers[d]; ok {
		return f, nil
	}

	f, err := s.formatOf(d)
	if err != nil {
		return f, err
	}

	if s.answers == nil {
		s.answers = map[*variant.Dialect]serverFormat{}
	}
	s.answers[d] = f
	return f, nil
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

// tap returns a function that calls Tap, or nil if there is no Tap. If Tap panics, the function
// disconnects the client.
func (s *Server[S]) tap() func(p *Peer, way transport.Direction, name string, packet []byte) {
	if s.Tap == nil {
		return nil
	}

	return func(p *Peer, way transport.Direction, name string, packet []byte) {
		err := s.conns.Do(func() error {
			s.Tap(p, way, name, packet)
			return nil
		})
		if err != nil {
			p.End(err)
		}
	}
}

func (s *Server[S]) lock() {
	if s.Lock != nil {
		s.Lock.Lock()
	}
}

func (s *Server[S]) unlock() {
	if s.Lock != nil {
		s.Lock.Unlock()
	}
}

// locked calls f while it holds Lock.
func (s *Server[S]) locked(f func() any) any {
	s.lock()
	defer s.unlock()
	return f()
}

func (s *Server[S]) log() *slog.Logger { return cmp.Or(s.Log, slog.Default()) }
