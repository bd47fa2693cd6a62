package transport

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// Serve accepts the clients of listeners. If one of the listeners fails, Serve closes the others,
// ends the visits of all its clients, waits for the last Leave, and returns the error. A temporary
// error does not end Serve. The error of a listener that was closed ends Serve. The end takes at
// most Limits.Patience plus the time of the functions that are running. After [Server.Shutdown]
// Serve returns [ErrClosed].
func (s *Server) Serve(ls ...Listener) error {
	stop := sync.OnceFunc(func() {
		for _, l := range ls {
			l.Close()
		}
	})

	from, err := s.begin(stop)
	if err != nil {
		stop()
		return err
	}

	failed := make(chan error, len(ls))
	for _, l := range ls {
		from.tasks.Add(1)
		go func() {
			defer from.tasks.Done()
			failed <- s.acceptAll(l, from)
		}()
	}

	err = <-failed
	stop()
	return s.end(from, err)
}

// acceptAll serves the clients of a listener until it fails.
func (s *Server) acceptAll(l Listener, from *source) error {
	for {
		conn, err := l.Accept()
		if passes(err) {
			continue
		}
		if err != nil {
			return err
		}

		v, _ := s.admit(conn, from)
		if v == nil {
			conn.Close(ErrSlow) // with ErrSlow, Close does not wait for the stranger
			continue
		}

		from.tasks.Add(1)
		go func() {
			defer from.tasks.Done()
			_ = v.run() // Leave gets the reason
		}()
	}
}

// ServeConn serves one client. After the client has left, it returns the reason. The program must
// not use conn in the meantime.
func (s *Server) ServeConn(conn Conn) error {
	from, err := s.begin(func() {})
	if err != nil {
		conn.Close(err)
		return err
	}

	v, err := s.admit(conn, from)
	if v == nil {
		conn.Close(ErrSlow) // with ErrSlow, Close does not wait for the stranger
	} else {
		err = v.run()
	}

	_ = s.end(from, err) // only removes the source: its only client is not on the server any more
	return err
}

// Shutdown ends the server. No further client may enter. All clients get the message of Farewell
// and leave with the reason [ErrClosed]. Shutdown returns when the last client has left. If ctx is
// done first, it closes the remaining connections and returns the error of ctx. Calls of Serve and
// ServeConn return, too. Do not call Shutdown while holding Lock.
func (s *Server) Shutdown(ctx context.Context) error {
	peers := s.close()
	for _, p := range peers {
		p.End(ErrClosed)
	}

	s.stop()

	select {
	case <-s.empty:
		return nil
	case <-ctx.Done():
		for _, p := range peers {
			p.conn.Close(ErrSlow)
		}
		return ctx.Err()
	}
}

// begin registers a source of clients. The server accepts the clients of this source until the
// method end is called.
func (s *Server) begin(stop func()) (*source, error) {
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

// end ends the visits of a source, and waits until the last client has left. It returns err, or
// ErrClosed after Shutdown.
func (s *Server) end(from *source, err error) error {
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

// close makes the server refuse new clients, and returns the present clients.
func (s *Server) close() []*Peer {
	s.set()
	s.mu.Lock()
	defer s.mu.Unlock()

	if !s.closed {
		s.closed = true
		close(s.shut)
		s.empty = make(chan struct{})
		if len(s.peers) == 0 {
			close(s.empty)
		}
	}

	return slices.Collect(maps.Keys(s.peers))
}

// stop stops all sources from accepting clients.
func (s *Server) stop() {
	s.mu.Lock()
	sources := slices.Collect(maps.Keys(s.sources))
	s.mu.Unlock()

	for _, from := range sources {
		from.stop()
	}
}

// passes reports whether err is a temporary error, such as the error for too many open files. If
// so, it waits a moment before it returns.
func passes(err error) bool {
	var e interface{ Temporary() bool }
	if !errors.As(err, &e) || !e.Temporary() {
		return false
	}

	time.Sleep(20 * time.Millisecond)
	return true
}
