package message

import (
	"cmp"
	"context"
	"errors"
	"time"

	"godotvariant/codec/transport"
)

// prepare checks the fields of the server. It does this only once.
func (s *Server[S]) prepare() error {
	s.compile.Do(func() {
		s.formats, s.invalid = s.compiled()
		if s.invalid == nil {
			s.connect()
		}
	})
	return s.invalid
}

// connect sets the fields of s.conns. This transport.Server reads and writes messages without
// holding Lock. The functions in its fields hold Lock while they call Enter, handlers and so on.
func (s *Server[S]) connect() {
	s.conns.Enter = s.enter
	s.conns.Receive = s.receive
	s.conns.Fault = s.fault
	s.conns.Log = s.Log
	s.conns.Limits = s.Limits
	s.conns.Limits.MaxFrame = cmp.Or(s.Limits.MaxFrame, s.in().Limits().MaxFrame)

	if len(s.formats) > 1 {
		s.conns.First = s.first
	}
	s.conns.Farewell = s.farewell
	if s.Refused != nil {
		s.conns.Refused = s.refused
	}
	if s.Leave != nil {
		s.conns.Leave = s.leave
	}
}

// Serve accepts the clients of listeners, see transport.Server.Serve. If a message or a codec does
// not fit the dialects, it accepts no clients and returns the error of [Mux.Check] or codec.New.
func (s *Server[S]) Serve(ls ...transport.Listener) error {
	if err := s.prepare(); err != nil {
		for _, l := range ls {
			l.Close()
		}
		return err
	}
	return s.conns.Serve(ls...)
}

// ServeConn serves one client of any transport. After the client has left, it returns the reason.
// The program must not use c in the meantime.
func (s *Server[S]) ServeConn(c transport.Conn) error {
	if err := s.prepare(); err != nil {
		c.Close(err)
		return err
	}
	return s.conns.ServeConn(c)
}

// Shutdown ends the server. No further client may enter. All clients that have entered, or whose
// Enter is running, get two last messages: first the given message, if it is not nil, and then the
// message of Farewell. They leave with the reason transport.ErrClosed. Shutdown returns when the
// last client has left, and calls of Serve and ServeConn return as well. If ctx is done first,
// Shutdown closes the remaining connections and returns the error of ctx. If the given message
// can't be encoded in one of the dialects, Shutdown also returns the error of [Mux.Append]. Do not
// call Shutdown while holding Server.Lock.
func (s *Server[S]) Shutdown(ctx context.Context, message any) error {
	if err := s.prepare(); err != nil {
		return err
	}

	var err error
	if message != nil {
		err = s.closeWith(message)
	}
	return errors.Join(err, s.conns.Shutdown(ctx))
}

// closeWith sets the last message of Shutdown. It returns the first error of encoding this message.
func (s *Server[S]) closeWith(message any) (first error) {
	var all packets
	for _, f := range s.formats {
		first = cmp.Or(first, all.of(f.format, message).err)
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = all
	return first
}

// Every calls f at an interval until Shutdown, for example to compute the ticks of a game. The
// Server holds Lock during a call. The first call of f comes one interval after the call of Every,
// even if there are no clients. If f takes longer than the interval, some calls are left out. A
// panic of f goes to Log.
func (s *Server[S]) Every(interval time.Duration, f func()) {
	if s.prepare() != nil {
		return // Serve returns this error
	}

	s.conns.Every(interval, func() {
		s.lock()
		defer s.unlock()
		f()
	})
}

// Peers returns the clients that have entered and not left, in the order of their addresses. Use it
// for lists and counts. To send to clients, keep their senders, see [Broadcast] and [Group].
func (s *Server[S]) Peers() []*Peer {
	var all []*Peer
	for _, p := range s.conns.Peers() {
		all = append(all, s.guest(p).peer)
	}
	return all
}

// Totals returns the counts of clients and messages up to now; see [transport.Totals].
func (s *Server[S]) Totals() transport.Totals { return s.conns.Totals() }
