package transport

import (
	"io"
	"net"
	"slices"
	"sync"
)

// Pipe returns the two ends of a connection in memory, for tests: one end for Server.ServeConn, and
// one end for the client. A message waits until the other side receives it. Within testing/synctest
// all times of a Server follow the clock of the test.
func Pipe() (Conn, Conn) {
	a := &pipe{in: make(chan Message), done: make(chan struct{})}
	b := &pipe{in: make(chan Message), done: make(chan struct{})}
	a.other = b
	b.other = a
	return a, b
}

// A pipe is one end of a Pipe.
type pipe struct {
	in    chan Message
	other *pipe
	once  sync.Once
	done  chan struct{} // closed by Close
}

// Receive waits for a message of the other end.
func (p *pipe) Receive() (Message, error) {
	select {
	case m := <-p.in:
		return m, nil
	case <-p.other.done:
		return Message{}, io.EOF
	case <-p.done:
		return Message{}, net.ErrClosed
	}
}

// Send waits until the other end has received a copy of the message.
func (p *pipe) Send(m Message) error {
	m.Data = slices.Clone(m.Data)

	select {
	case p.other.in <- m:
		return nil
	case <-p.other.done:
		return io.ErrClosedPipe
	case <-p.done:
		return net.ErrClosed
	}
}

// Close closes the connection. The other end does not get the reason.
func (p *pipe) Close(error) error {
	p.once.Do(func() { close(p.done) })
	return nil
}

// RemoteAddr returns an address of the network "pipe".
func (p *pipe) RemoteAddr() net.Addr { return pipeAddr{} }

// Name returns "pipe".
func (p *pipe) Name() string { return "pipe" }

// A pipeAddr is the address of both ends of a Pipe.
type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }
