package message_test

import (
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/transport"
)

// A pipe is a transport.Conn in memory. A message of the server waits until the client receives it.
type pipe struct {
	addr     string
	toServer chan []byte
	toClient chan []byte
	gone     chan struct{} // closed when the client closes the pipe
	closed   chan struct{} // closed when the server closes the pipe

	once sync.Once
	mu   sync.Mutex
	why  error // argument of the server's call of Close
}

var _ transport.Conn = (*pipe)(nil)

func newPipe(addr string) *pipe {
	return &pipe{
		addr:     addr,
		toServer: make(chan []byte),
		toClient: make(chan []byte),
		gone:     make(chan struct{}),
		closed:   make(chan struct{}),
	}
}

func (p *pipe) Receive() (transport.Message, error) {
	select {
	case packet := <-p.toServer:
		return transport.Message{Data: packet}, nil
	case <-p.gone:
		return transport.Message{}, io.EOF
	case <-p.closed:
		return transport.Message{}, net.ErrClosed
	}
}

func (p *pipe) Send(m transport.Message) error {
	select {
	case p.toClient <- slices.Clone(m.Data):
		return nil
	case <-p.gone:
		return io.ErrClosedPipe
	case <-p.closed:
		return net.ErrClosed
	}
}

func (p *pipe) Close(why error) error {
	p.once.Do(func() {
		p.mu.Lock()
		p.why = why
		p.mu.Unlock()
		close(p.closed)
	})
	return nil
}

// closedFor waits until the server calls Close, and returns the argument of this call.
func (p *pipe) closedFor() error {
	<-p.closed
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// hears returns the text of the next message to the client.
func (p *pipe) hears(t *testing.T) string {
	t.Helper()
	var m map[string]string
	require.NoError(t, codec.Unmarshal(<-p.toClient, &m))
	return m["text"] + m["why"]
}

// says sends a text to the server, which sends the text back.
func (p *pipe) says(t *testing.T, text string) {
	t.Helper()
	p.toServer <- packet("tell", text)
	require.Equal(t, text, p.hears(t))
}

func (p *pipe) RemoteAddr() net.Addr { return pipeAddr(p.addr) }

type pipeAddr string

func (a pipeAddr) Network() string { return "pipe" }
func (a pipeAddr) String() string  { return string(a) }
