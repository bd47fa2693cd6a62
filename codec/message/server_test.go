package message_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A visitor is a sender of a Server.
type visitor struct {
	*message.Peer
	heard int
}

// tell is a message both ways: a server sends back what it gets.
type tell struct {
	Text string `godot:"text"`
}

// A site is a server over TCP and UDP, on one port.
type site struct {
	t      *testing.T
	server *message.Server[*visitor]
	addr   string
	mu     sync.Mutex
	left   []error
	closed error // of Serve
	stop   func()
}

// open starts a server that set changes before.
func open(t *testing.T, set func(*message.Server[*visitor])) *site {
	t.Helper()
	s := &site{t: t, closed: net.ErrClosed}
	mux := message.New[*visitor](message.Options{})
	message.Register[tell](mux, "tell")

	message.Handle(mux, "tell", func(v *visitor, m *tell) error {
		v.heard++
		return v.Send(m)
	})

	message.Handle(mux, "go", func(v *visitor, m *tell) error {
		v.Send(tell{"bye"})
		return errors.New("go away")
	})

	s.server = &message.Server[*visitor]{
		Mux:   mux,
		Lock:  &s.mu,
		In:    codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 10}}),
		Enter: func(p *message.Peer) (*visitor, error) { return &visitor{Peer: p}, nil },
		Leave: func(v *visitor, why error) { s.left = append(s.left, why) },
	}

	if set != nil {
		set(s.server)
	}

	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	conn, err := net.ListenPacket("udp", l.Addr().String())
	require.NoError(t, err)
	s.addr = l.Addr().String()
	ended := make(chan error, 2)
	go func() { ended <- s.server.Serve(l) }()
	go func() { ended <- s.server.ServePacket(conn) }()

	s.stop = sync.OnceFunc(func() {
		l.Close()
		conn.Close()
		for range 2 {
			assert.ErrorIs(t, <-ended, s.closed)
		}
	})

	t.Cleanup(s.stop)
	return s
}

// gone waits until n clients have gone, and returns why.
func (s *site) gone(n int) []error {
	s.t.Helper()
	var left []error
	require.Eventually(s.t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		left = s.left
		return len(left) == n
	}, time.Minute, time.Millisecond)
	return left
}

// A caller is a client.
type caller struct {
	net.Conn
	t   *testing.T
	dec *codec.Decoder // nil: a packet is a datagram
}

func (s *site) dial(network string) *caller {
	s.t.Helper()
	conn, err := net.Dial(network, s.addr)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { conn.Close() })
	return s.caller(conn)
}

// caller returns the client of a connection.
func (s *site) caller(conn net.Conn) *caller {
	conn.SetDeadline(time.Now().Add(time.Minute))
	c := &caller{Conn: conn, t: s.t}

	if conn.RemoteAddr().Network() != "udp" {
		c.dec = codec.NewDecoder(conn, codec.FrameU32)
	}

	return c
}

// marshal sends a Go value.
func (c *caller) marshal(v any) error {
	if c.dec != nil {
		return codec.NewEncoder(c, codec.FrameU32).Marshal(v)
	}

	packet, err := codec.Marshal(v)
	if err == nil {
		_, err = c.Write(packet)
	}

	return err
}

func (c *caller) say(name, text string) {
	c.t.Helper()
	require.NoError(c.t, c.marshal(map[string]string{"type": name, "text": text}))
}

func (c *caller) hear() (string, error) { return c.hearKey("text") }

// hearKey returns the text under a key of the next message.
func (c *caller) hearKey(key string) (string, error) {
	var v variant.Variant
	var err error
	if c.dec != nil {
		v, err = c.dec.Decode()
	} else {
		buf := make([]byte, 2048)
		var n int
		n, err = c.Read(buf)
		if err == nil {
			v, err = codec.Decode(buf[:n])
		}
	}

	if err != nil {
		return "", err
	}

	text, err := tree.Get[variant.String](v, key)
	return string(text), err
}

// hears checks the next message.
func (c *caller) hears(want string) {
	c.t.Helper()
	got, err := c.hear()
	require.NoError(c.t, err)
	require.Equal(c.t, want, got)
}

// TestServer: clients over TCP and UDP are heard and answered, in order, and leave once.
func TestServer(t *testing.T) {
	t.Parallel()
	for _, network := range []string{"tcp", "udp"} {
		t.Run(network, func(t *testing.T) {
			s := open(t, nil)
			a, b := s.dial(network), s.dial(network)
			for i := range 50 {
				a.say("tell", fmt.Sprint("a", i))
				b.say("tell", fmt.Sprint("b", i))
				a.hears(fmt.Sprint("a", i))
				b.hears(fmt.Sprint("b", i))
			}

			b.say("go", "")
			b.hears("bye") // what was sent before the end comes
			require.EqualError(t, s.gone(1)[0], "go away")

			if network == "tcp" {
				_, err := b.hear()
				require.ErrorIs(t, err, io.EOF)
				a.Close()
				require.ErrorIs(t, s.gone(2)[1], io.EOF)
			} else {
				b.say("tell", "again") // a new visit
				b.hears("again")
			}
		})
	}
}

// TestServerEnds: the end of the listener ends the visits, and comes after the last Leave.
func TestServerEnds(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for _, network := range []string{"tcp", "udp"} {
		c := s.dial(network)
		c.say("tell", "hi")
		c.hears("hi")
	}
	s.stop()
	require.Len(t, s.left, 2) // without the lock: nobody is left to hold it
	for _, why := range s.left {
		require.Equal(t, message.ErrClosed, why)
	}
}

var tellAll = map[string]string{"type": "tell", "text": "all"}

// TestServerFault: the program decides what an error means.
func TestServerFault(t *testing.T) {
	t.Parallel()
	var faults []string
	s := open(t, func(s *message.Server[*visitor]) {
		s.Fault = func(v *visitor, name string, packet []byte, err error) error {
			faults = append(faults, name+" "+fmt.Sprint(len(packet)), err.Error())
			if errors.Is(err, message.ErrUnknown) {
				return nil
			}
			return err
		}
	})

	c := s.dial("tcp")
	c.say("fly", "")
	c.say("tell", "still here")
	c.hears("still here")
	c.say("go", "")
	c.hears("bye")
	require.EqualError(t, s.gone(1)[0], "go away")
	require.Equal(t, []string{
		"fly 52", `godot: decode $["type"] (String) at offset 40: unknown message "fly"`,
		"go 52", "go away",
	}, faults)
}

// A tired listener or connection fails a few times with an error that passes.
type tired struct{ left int }

func (t *tired) fails() error {
	t.left--
	if t.left > 0 {
		return &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return io.ErrClosedPipe
}

type tiredListener struct {
	net.Listener
	tired
}

func (t *tiredListener) Accept() (net.Conn, error) { return nil, t.fails() }

type tiredConn struct {
	net.PacketConn
	tired
}

func (t *tiredConn) ReadFrom([]byte) (int, net.Addr, error) { return 0, nil, t.fails() }

// TestServerGoesOn: errors that pass end nothing.
func TestServerGoesOn(t *testing.T) {
	server := message.Server[int]{Mux: message.New[int](message.Options{})}
	a, b := &tiredListener{tired: tired{left: 4}}, &tiredConn{tired: tired{left: 4}}
	assert.Equal(t, io.ErrClosedPipe, server.Serve(a))
	assert.Equal(t, io.ErrClosedPipe, server.ServePacket(b))
	assert.Zero(t, a.left+b.left)
}

// TestServerZero: all but the Mux may be left out.
func TestServerZero(t *testing.T) {
	t.Parallel()
	mux := message.New[int](message.Options{})
	heard := make(chan string, 1)
	message.Handle(mux, "tell", func(from int, m *tell) error {
		heard <- m.Text
		return nil
	})

	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error)
	go func() { ended <- (&message.Server[int]{Mux: mux}).Serve(l) }()
	conn, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, codec.NewEncoder(conn, codec.FrameU32).Marshal(tellAll))
	require.Equal(t, "all", <-heard)
	l.Close()
	require.ErrorIs(t, <-ended, net.ErrClosed)
}

// TestShutdown: all clients get the message and the farewell, and leave; Serve returns ErrClosed,
// now and later.
func TestShutdown(t *testing.T) {
	t.Parallel()
	var s message.Server[*visitor]
	mux := message.New[*visitor](message.Options{})
	message.Register[tell](mux, "tell")
	message.Handle(mux, "tell", func(v *visitor, m *tell) error { return v.Send(m) })
	s.Mux = mux
	farewell(&s)
	var left atomic.Int32
	s.Enter = func(p *message.Peer) (*visitor, error) { return &visitor{Peer: p}, nil }
	s.Leave = func(_ *visitor, why error) {
		assert.Equal(t, message.ErrClosed, why)
		left.Add(1)
	}

	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	conn, err := net.ListenPacket("udp", l.Addr().String())
	require.NoError(t, err)
	ended := make(chan error, 2)
	go func() { ended <- s.Serve(l) }()
	go func() { ended <- s.ServePacket(conn) }()

	site := &site{t: t, addr: l.Addr().String()}
	callers := []*caller{site.dial("tcp"), site.dial("tcp"), site.dial("udp")}
	for _, c := range callers {
		c.say("tell", "hi")
		c.hears("hi")
	}

	require.NoError(t, s.Shutdown(context.Background(), tell{"restart"}))
	require.EqualValues(t, 3, left.Load())
	require.Equal(t, message.ErrClosed, <-ended)
	require.Equal(t, message.ErrClosed, <-ended)

	for _, c := range callers {
		c.hears("restart")
		c.bids("godot: the server has closed")
	}

	again, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.Equal(t, message.ErrClosed, s.Serve(again))
	require.NoError(t, s.Shutdown(context.Background(), nil))
}

// TestShutdownDoesNotWaitForDeafClients: after its context it closes their connections.
func TestShutdownDoesNotWaitForDeafClients(t *testing.T) {
	entered := make(chan *message.Peer, 1)
	s := open(t, func(s *message.Server[*visitor]) {
		s.Patience = time.Hour
		s.Enter = func(p *message.Peer) (*visitor, error) {
			entered <- p
			return &visitor{Peer: p}, nil
		}
	})

	s.dial("tcp") // reads nothing
	p := <-entered
	for range 1000 {
		require.NoError(t, p.Send(tell{strings.Repeat("x", 60<<10)}))
	}

	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, s.server.Shutdown(ctx, nil), context.DeadlineExceeded)
	require.Equal(t, message.ErrClosed, s.gone(1)[0])
	s.closed = message.ErrClosed
}

// TestInvalidServers: Serve and its like return what is wrong with the fields.
func TestInvalidServers(t *testing.T) {
	s := &message.Server[int]{
		Mux: message.New[int](message.Options{}), Dialects: []*variant.Dialect{codec.Godot3},
		In: codec.MustNew(codec.Options{Precision: codec.Double}),
	}

	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	err = s.ServePacket(conn)
	require.ErrorContains(t, err, "double")
	require.Equal(t, err, s.ServeConn(newPipe("x")))
	require.Equal(t, err, s.Shutdown(context.Background(), nil))
}
