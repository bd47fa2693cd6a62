package message

import (
	"context"
	"errors"
	"math"
	"net"
	"time"
)

// Serve accepts the clients of a listener: TCP, TLS by tls.NewListener, or a Unix socket. It
// returns when Accept fails with an error that is not temporary, such as the one after Close.
// Before it returns, it disconnects the clients of the listener and waits for the last Leave. That
// takes at most Server.Patience plus the time of the handlers that are running. Serve returns the
// error of Accept, or [ErrClosed] after [Server.Shutdown]. If a message or a codec does not fit the
// dialects, it accepts no clients and returns the error of [Mux.Check] or codec.New.
func (s *Server[S]) Serve(l net.Listener) error {
	from, err := s.begin(func() { l.Close() })
	if err != nil {
		l.Close()
		return err
	}

	for {
		conn, err := l.Accept()
		if passes(err) {
			continue
		}
		if err != nil {
			return s.end(from, err)
		}

		from.tasks.Add(1)
		go func() {
			defer from.tasks.Done()
			_ = s.visit(s.stream(conn), from) // Leave has the reason
		}()
	}
}

// stream returns the Conn of a connection.
func (s *Server[S]) stream(conn net.Conn) Conn {
	if sized, ok := conn.(interface{ SetWriteBuffer(int) error }); ok && s.SendBuffer > 0 {
		_ = sized.SetWriteBuffer(s.SendBuffer) // a hint: errors do not matter
	}
	return NewConn(conn, s.formats[0].in)
}

// ServeConn serves one client of any transport. After the client has left, it returns the reason.
// The server reads, writes and closes conn. The program must not use conn in the meantime.
func (s *Server[S]) ServeConn(conn Conn) error {
	from, err := s.begin(func() {})
	if err != nil {
		conn.Close(err)
		return err
	}

	if _, ok := conn.(*stream); !ok { // a stream has the limit of its codec
		conn = limited{conn, s.maxFrame()}
	}

	why := s.visit(conn, from)
	_ = s.end(from, why) // no client is left
	return why
}

// limited is a Conn that refuses to read packets of more than most bytes.
type limited struct {
	Conn
	most int
}

// ReadPacket reads a packet.
func (c limited) ReadPacket() ([]byte, error) {
	packet, err := c.Conn.ReadPacket()
	if err == nil && len(packet) > c.most {
		return nil, tooLong("decode", len(packet), c.most, "Limits.MaxFrame")
	}
	return packet, err
}

// MaxPacket returns the limit of the Conn.
func (c limited) MaxPacket() int {
	if limit, ok := c.Conn.(interface{ MaxPacket() int }); ok {
		return limit.MaxPacket()
	}
	return math.MaxInt
}

// Shutdown ends the server. No further client may enter. All clients get the message m, unless it
// is nil, then the message of Farewell, and leave with the reason [ErrClosed]. Shutdown returns
// when the last client has left. If ctx is done before, it closes the remaining connections and
// returns the error of ctx. Calls of Serve, ServePacket and ServeConn return, too. Do not call
// Shutdown while holding Server.Lock.
func (s *Server[S]) Shutdown(ctx context.Context, m any) error {
	if err := s.prepare(); err != nil {
		return err
	}

	peers := s.close()
	var err error
	if m != nil {
		err = Broadcast(entered(peers), m)
	}

	for _, p := range peers {
		p.End(ErrClosed)
	}

	s.stop()

	select {
	case <-s.empty:
	case <-ctx.Done():
		err = errors.Join(err, ctx.Err())
		for _, p := range peers {
			p.conn.Close(ErrClosed)
		}
	}

	return err
}

// entered yields the peers that have entered.
func entered(peers []*Peer) func(yield func(*Peer) bool) {
	return func(yield func(*Peer) bool) {
		for _, p := range peers {
			if p.hasEntered() && !yield(p) {
				return
			}
		}
	}
}

// close stops further clients from entering, and returns the clients.
func (s *Server[S]) close() []*Peer {
	s.mu.Lock()
	defer s.mu.Unlock()

	if !s.closed {
		s.closed = true
		s.empty = make(chan struct{})
		if len(s.peers) == 0 {
			close(s.empty)
		}
	}

	var peers []*Peer
	for p := range s.peers {
		peers = append(peers, p)
	}

	return peers
}

// stop stops all sources from accepting clients.
func (s *Server[S]) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for from := range s.sources {
		from.stop()
	}
}

// passes reports whether err is a temporary error, such as the one for too many open files. If so,
// it waits a moment before it returns.
func passes(err error) bool {
	var e interface{ Temporary() bool }
	if !errors.As(err, &e) || !e.Temporary() {
		return false
	}

	time.Sleep(20 * time.Millisecond)
	return true
}
