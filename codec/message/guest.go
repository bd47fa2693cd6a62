package message

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"

	"godotvariant/codec"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A guest has the data that a [Server] keeps about a client. Only the functions that
// transport.Server calls for the client use it, one at a time.
type guest[S any] struct {
	peer   *Peer
	in     *codec.Codec // nil if the dialect is not known yet
	from   S
	proven bool   // the client has sent a message that could be read
	joined bool   // the handler of Join has returned nil
	read   bool   // receive has called Tap with the message whose error the method fault gets
	name   string // name of the message that receive read last; "" if the message has none
}

// guest returns the guest of a peer. The first call makes the guest.
func (s *Server[S]) guest(p *transport.Peer) *guest[S] {
	if g, ok := p.Value.(*guest[S]); ok {
		return g
	}

	g := &guest[S]{peer: &Peer{Peer: p, tap: s.tap()}}
	g.speak(s.formats[0])
	if len(s.formats) > 1 {
		g.in = nil
		g.peer.format.dialect = nil // the dialect is not known yet
	}

	p.Value = g
	return g
}

// speak sets the client's dialect.
func (g *guest[S]) speak(f serverFormat) {
	g.in = f.in
	g.peer.speak(f.format)
}

// first finds the dialect of a client from the client's first message: the first dialect of the
// server in which the message has a known name. If there is none, first returns an error. If the
// packet seems to have one of the server's dialects, the error is from reading the packet in that
// dialect. Otherwise the error is from reading it in the dialect of s.formats[0].
func (s *Server[S]) first(p *transport.Peer, m transport.Message) error {
	g := s.guest(p)
	if f, ok := s.recognise(m.Data); ok {
		g.speak(f)
		return nil
	}

	err := s.unread(m.Data, s.formats[0])
	s.answerIn(g, err)

	for _, f := range s.formats[1:] {
		var wrong *codec.DialectError
		if errors.As(err, &wrong) && wrong.Detected == f.dialect {
			err = s.unread(m.Data, f)
		}
	}

	g.peer.tapped(transport.Incoming, "", m.Data)
	return err
}

// unread returns the error that a packet causes when it is read as a message in a format.
func (s *Server[S]) unread(packet []byte, f serverFormat) error {
	_, _, err := s.Mux.read(func(m any) error { return f.in.Unmarshal(packet, m) })
	return err
}

// enter calls Enter.
func (s *Server[S]) enter(p *transport.Peer) (err error) {
	g := s.guest(p)
	if s.Enter == nil {
		return nil
	}

	s.lock()
	defer s.unlock()
	g.from, err = s.Enter(g.peer)
	return err
}

// receive reads a message of a client and calls the handler of the message.
func (s *Server[S]) receive(p *transport.Peer, m transport.Message) error {
	g := s.guest(p)
	h, v, err := s.Mux.read(func(v any) error { return g.in.Unmarshal(m.Data, v) })
	g.read = true
	g.name = h.name
	if err != nil {
		g.name = cmp.Or(g.name, unknownName(err))
	}

	g.peer.tapped(transport.Incoming, g.name, m.Data)
	if err == nil {
		g.proven = true
		err = s.limit(g)
	}
	if err == nil {
		err = s.handle(g, h, v)
	}
	if err == nil {
		g.read = false
	}

	return err
}

// unknownName returns the name in an UnknownError, and "" for any other error.
func unknownName(err error) string {
	var unknown *UnknownError
	if !errors.As(err, &unknown) {
		return ""
	}
	return unknown.Name
}

// limit counts a message of a client. If Server.Rates has a limit for the name of the message, and
// the client has sent too many messages of this name, limit returns an error.
func (s *Server[S]) limit(g *guest[S]) error {
	most, ok := s.Rates[g.name]
	if !ok {
		return nil
	}
	return g.peer.Rate(g.name, most)
}

// handle calls a handler, unless the client has left.
func (s *Server[S]) handle(g *guest[S], h handler[S], v reflect.Value) error {
	s.lock()
	defer s.unlock()

	if g.peer.Ended() != nil {
		return nil
	}
	if err := s.inOrder(g); err != nil {
		return err
	}

	err := h.call(g.from, v)
	if err == nil && g.name == s.Join {
		g.joined = true
	}
	return err
}

// inOrder returns an error in two cases: the client has not joined and sends a message with another
// name than s.Join, or it has joined and sends s.Join again.
func (s *Server[S]) inOrder(g *guest[S]) error {
	switch joins := g.name == s.Join; {
	case s.Join == "":
		return nil
	case joins && g.joined:
		return variant.Because(ErrJoin, "already joined")
	case !joins && !g.joined:
		return variant.Because(ErrJoin, fmt.Sprintf("not joined: %q has to come first", s.Join))
	default:
		return nil
	}
}

// fault calls Server.Fault with the error err that the message m has caused.
func (s *Server[S]) fault(p *transport.Peer, m transport.Message, err error) error {
	g := s.guest(p)
	name := g.name
	// If g.read is false, receive has not called Tap: the client has sent too many messages, or a
	// method such as UnmarshalVariant has panicked.
	if !g.read {
		name = ""
		g.peer.tapped(transport.Incoming, "", m.Data)
	}

	g.read = false
	s.answerIn(g, err)
	if s.Fault == nil {
		return err
	}

	s.lock()
	defer s.unlock()
	if p.Ended() != nil {
		return err
	}
	return s.Fault(g.from, name, m.Data, err)
}

// answerIn handles an error of a client that has not sent a readable message yet. If the error says
// which dialect the packet seems to have, the messages to the client use this dialect from then on.
func (s *Server[S]) answerIn(g *guest[S], err error) {
	var wrong *codec.DialectError
	if g.proven || !errors.As(err, &wrong) {
		return
	}
	if f, err := s.answerFormat(wrong.Detected); err == nil {
		g.peer.speak(f.format)
	}
}

// farewell returns the packet of the message that Server.Farewell returns. If the server shuts
// down, farewell first sends the message of Shutdown.
func (s *Server[S]) farewell(p *transport.Peer, why error) []byte {
	g := s.guest(p)
	if errors.Is(why, transport.ErrClosed) {
		s.sendLast(g.peer)
	}
	if s.Farewell == nil {
		return nil
	}
	return s.last(g, func() any { return s.Farewell(g.from, why) })
}

// sendLast sends the message of Shutdown, if there is one.
func (s *Server[S]) sendLast(p *Peer) {
	s.mu.Lock()
	last := s.closing
	s.mu.Unlock()

	f := p.spoken()
	for _, made := range last {
		if made.format == f {
			_ = p.deliver(made) // if the message can't be encoded, Shutdown returns the error
		}
	}
}

// refused returns the packet of the message that Server.Refused returns.
func (s *Server[S]) refused(p *transport.Peer, why error) []byte {
	g := s.guest(p)
	return s.last(g, func() any { return s.Refused(g.peer, why) })
}

// last calls the function ask, and returns the packet of the message that ask returns. This is the
// last message to the client.
func (s *Server[S]) last(g *guest[S], ask func() any) []byte {
	m := s.locked(ask)
	if m == nil {
		return nil
	}

	var one packets
	made := one.of(g.peer.spoken(), m)
	if made.err != nil {
		s.log().Error("the last message: " + made.err.Error())
		return nil
	}

	g.peer.tapped(transport.Outgoing, made.name, made.bytes)
	return made.bytes
}

// leave calls Leave.
func (s *Server[S]) leave(p *transport.Peer, why error) {
	g := s.guest(p)
	s.lock()
	defer s.unlock()
	s.Leave(g.from, why)
}
