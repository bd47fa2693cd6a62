package message

import (
	"cmp"
	"errors"
	"reflect"
	"time"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A visit is a client's time on a server, from connecting to Leave. One goroutine reads and calls
// handlers, another writes. The steps are:
//
//  1. admit, Enter
//  2. handlers, while peer.why == nil
//  3. peer.End: the queue is written, then the message of Farewell
//  4. the connection closes
//  5. reader and writer have ended: Leave is called, and the server stops counting the client
type visit[S any] struct {
	server  *Server[S]
	peer    *Peer
	refuse  error        // why the client may not enter; nil: it may
	turn    turn         // held while a function of the program runs for the client
	in      *codec.Codec // nil: the dialect is not known yet
	from    S
	entered bool
	tally   tally
	proven  bool // a message has been read in the dialect
}

// A turn is a mutex made of a channel: a goroutine may wait for it as long as a handler runs.
type turn chan struct{}

func (t turn) take() { t <- struct{}{} }
func (t turn) give() { <-t }

// visit serves a client until it has left, and returns the reason why it left.
func (s *Server[S]) visit(conn Conn, from *source) error {
	v := &visit[S]{server: s, peer: s.newPeer(conn), turn: make(turn, 1)}

	v.refuse = s.admit(v.peer, from)
	if v.refuse == nil {
		defer s.release(v.peer)
	} else if !s.mayRefuse() {
		v.last()
		v.peer.silence.Stop()
		conn.Close(v.refuse)
		return v.refuse
	} else {
		defer s.doneRefusing()
	}

	if v.refuse != nil {
		v.peer.silence.Reset(s.patience())
	}

	if len(s.formats) == 1 {
		v.enter(s.formats[0])
	}

	v.run()
	v.leave()
	return v.peer.ended()
}

// run reads and writes until the connection is closed.
func (v *visit[S]) run() {
	read, written := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(written)
		v.peer.writeAll()
		v.sayLast()
		v.peer.close(read)
	}()

	v.read()
	close(read)
	<-written
}

// enter sets the client's dialect and calls Enter. A client that may not enter is disconnected.
func (v *visit[S]) enter(f serverFormat) {
	v.in = f.in
	v.peer.speak(f.format)

	if v.refuse == nil {
		v.refuse = v.server.call(func() (err error) {
			if v.server.Enter != nil {
				v.from, err = v.server.Enter(v.peer)
			}
			return err
		})
	}

	if v.refuse != nil {
		v.peer.End(v.refuse)
		return
	}

	v.entered = true
	v.tally = v.server.tallies.enter(v.peer.host, time.Now())
	v.peer.enter()
}

// read reads the client's packets and calls take with them. After the end of the visit it goes on
// reading and drops the packets, because unread data in a closed TCP connection can make the client
// lose the last messages.
func (v *visit[S]) read() {
	for {
		packet, err := v.peer.conn.ReadPacket()
		if err != nil {
			v.lose(err)
			return
		}

		if !v.peer.heard(packet, v.server.idle()) {
			continue
		}

		if err := v.take(packet); err != nil {
			v.peer.End(err)
		}
	}
}

// lose ends the visit after an error of ReadPacket.
func (v *visit[S]) lose(err error) {
	if errors.Is(err, variant.ErrLimit) || errors.Is(err, ErrProtocol) {
		v.peer.End(err) // the connection can still carry the last message
	} else {
		v.peer.fail(err)
	}
}

// take handles a packet. The error ends the visit.
func (v *visit[S]) take(packet []byte) error {
	v.turn.take()
	defer v.turn.give()

	if v.in == nil {
		if err := v.meet(packet); err != nil {
			return err
		}
	}

	if v.refuse != nil {
		return v.refuse
	}

	name, err := v.dispatch(packet)
	if err == nil {
		return nil
	}

	v.answerIn(err)

	if fault := v.server.Fault; fault != nil && v.peer.ended() == nil {
		decided := v.server.call(func() error { return fault(v.from, name, packet, err) })
		if decided != nil || !errors.Is(err, ErrPanic) {
			err = decided
		}
	}

	return err
}

// meet finds the dialect of the client's first message, and calls enter. If there is none, the error
// is that of the dialect that the packet seems to have.
func (v *visit[S]) meet(packet []byte) error {
	if f, ok := v.server.recognise(packet); ok {
		v.enter(f)
		return nil
	}

	v.refuse = v.unread(packet, v.server.formats[0])
	v.answerIn(v.refuse)

	for _, f := range v.server.formats[1:] {
		var wrong *codec.DialectError
		if errors.As(v.refuse, &wrong) && wrong.Detected.Name == f.dialect.Name {
			v.refuse = v.unread(packet, f)
		}
	}
	return v.refuse
}

// unread returns why a packet is no message with a known name in a format.
func (v *visit[S]) unread(packet []byte, f serverFormat) error {
	_, _, err := v.server.Mux.read(func(m any) error { return f.in.Unmarshal(packet, m) })
	return err
}

// dispatch counts and reads a message, and calls its handler. The name is "" if it could not be
// read.
func (v *visit[S]) dispatch(packet []byte) (name string, err error) {
	s := v.server
	if n := v.tally.count(time.Now()); s.PerSecond > 0 && n > s.PerSecond {
		v.heard("", packet)
		return "", because(ErrTooMany, "more than %d in a second", s.PerSecond)
	}

	h, m, err := s.Mux.read(func(m any) error { return v.in.Unmarshal(packet, m) })
	var unknown *UnknownError
	name = h.name
	if errors.As(err, &unknown) {
		name = unknown.Name
	}

	v.heard(name, packet)
	if err != nil {
		return name, err
	}

	v.proven = true
	if most, ok := s.Rates[name]; ok && v.tally.countName(name) > most {
		return name, because(ErrTooMany, "more than %d %q in a second", most, name)
	}

	return name, v.handle(h, m)
}

// handle calls a handler, unless the visit has ended.
func (v *visit[S]) handle(h handler[S], m reflect.Value) error {
	return v.server.call(func() error {
		if v.peer.ended() != nil {
			return nil
		}
		return h.call(v.from, m)
	})
}

// heard calls Tap with a message from the client.
func (v *visit[S]) heard(name string, packet []byte) {
	if tap := v.server.Tap; tap != nil {
		tap(v.peer, Incoming, name, packet)
	}
}

// answerIn sets the dialect of the last message, after the client's first message could not be read
// in the server's dialects: to the dialect that the packet seems to have.
func (v *visit[S]) answerIn(err error) {
	var wrong *codec.DialectError
	if v.proven || !errors.As(err, &wrong) {
		return
	}

	if f, err := v.server.formatOf(wrong.Detected); err == nil {
		v.peer.speak(f.format)
	}
}

// sayLast writes the last message, unless the connection is broken.
func (v *visit[S]) sayLast() {
	if v.peer.isBroken() {
		return
	}

	m := v.last()
	if m == nil {
		return
	}

	name, packet, err := v.peer.spoken().encode(m)
	if err != nil {
		v.server.log().Error("the last message: " + err.Error())
		return
	}

	if tap := v.server.Tap; tap != nil {
		tap(v.peer, Outgoing, name, packet)
	}

	v.peer.write(packet)
}

// last returns the last message, from Farewell or Refused.
func (v *visit[S]) last() (m any) {
	v.turn.take() // no handler runs in the meantime
	defer v.turn.give()

	why := v.peer.ended()
	s := v.server
	_ = s.call(func() error { // a panic is in the log
		switch {
		case v.entered && s.Farewell != nil && !left(why):
			m = s.Farewell(v.from, why)
		case !v.entered && s.Refused != nil && !left(why):
			m = s.Refused(v.peer, cmp.Or(v.refuse, why))
		}
		return nil
	})

	return m
}

// leave calls Leave. Reader and writer have ended before.
func (v *visit[S]) leave() {
	s := v.server
	if !v.entered {
		return
	}

	s.tallies.leave(v.peer.host, v.tally, time.Now())
	if s.Leave != nil {
		_ = s.call(func() error { // a panic is in the log
			s.Leave(v.from, v.peer.ended())
			return nil
		})
	}
}
