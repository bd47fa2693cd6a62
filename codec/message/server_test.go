package message_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
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
	}, 20*time.Second, time.Millisecond)
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
	conn.SetDeadline(time.Now().Add(20 * time.Second))
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

// TestServerBadClients: they lose their own connection. An honest client loses no message.
func TestServerBadClients(t *testing.T) {
	s := open(t, func(s *message.Server[*visitor]) {
		s.Idle = 2 * time.Second
		s.Patience = time.Second
		s.PerSecond = 100
	})

	honest := s.dial("tcp")
	done, answered := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-done:
				answered <- n
				return
			case <-time.After(20 * time.Millisecond):
				honest.say("tell", fmt.Sprint(n))
				honest.hears(fmt.Sprint(n))
				n++
			}
		}
	}()

	gone := 0
	for _, c := range []struct {
		name string
		do   func(c *caller)
		why  string
		is   error
	}{
		{"damaged", func(c *caller) {
			c.Write([]byte{4, 0, 0, 0, 0xff, 0, 0, 0})
		}, "unknown type ID", variant.ErrUnknownType},
		{"no message", func(c *caller) {
			c.marshal(1)
		}, "a message is a Dictionary or an Array", variant.ErrWrongType},
		{"unknown", func(c *caller) {
			c.say("fly", "")
		}, `unknown message "fly"`, message.ErrUnknown},
		{"huge", func(c *caller) { c.Write([]byte{0, 0, 0, 1}) }, "MaxFrame", variant.ErrLimit},
		{"endless", func(c *caller) {
			c.Write([]byte{0, 2, 0, 0})
			for range 400 {
				if _, err := c.Write([]byte{0}); err != nil {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}, "nothing came for 2s", message.ErrIdle},
		{"silent", func(*caller) {}, "nothing came for 2s", message.ErrIdle},
		{"too many", func(c *caller) {
			for range 110 {
				c.marshal(tellAll)
			}
		}, "more than 100 in a second", message.ErrTooMany},
		{"gone", func(c *caller) { c.Close() }, "EOF", io.EOF},
		{"half a message", func(c *caller) {
			c.Write([]byte{8, 0, 0, 0, 2, 0})
			c.Close()
		}, "the connection ended within a message", io.ErrUnexpectedEOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := s.dial("tcp")
			c.do(bad)
			gone++
			why := s.gone(gone)[gone-1]
			require.ErrorContains(t, why, c.why)
			if c.is != nil {
				require.ErrorIs(t, why, c.is)
			}
			if c.name != "gone" && c.name != "half a message" {
				_, err := io.Copy(io.Discard, bad)
				require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection has been ended")
			}
		})
	}

	for name, datagram := range map[string][]byte{"damaged": {0xff, 0, 0, 0}, "empty": {},
		"two": make([]byte, 8)} {
		t.Run("datagram "+name, func(t *testing.T) {
			c := s.dial("udp")
			c.say("tell", "hi")
			c.hears("hi")

			_, err := c.Write(datagram)
			require.NoError(t, err)
			gone++
			var e *variant.Error
			require.ErrorAs(t, s.gone(gone)[gone-1], &e)
		})
	}

	t.Run("silent datagrams", func(t *testing.T) {
		c := s.dial("udp")
		c.say("tell", "hi")
		c.hears("hi")
		gone++
		require.ErrorIs(t, s.gone(gone)[gone-1], message.ErrIdle)
	})

	close(done)
	assert.Greater(t, <-answered, 20)
}

var tellAll = map[string]string{"type": "tell", "text": "all"}

// TestServerDeafClient: a client that does not take its messages goes, and the sender
// does not wait.
func TestServerDeafClient(t *testing.T) {
	entered := make(chan *message.Peer, 1)
	s := open(t, func(s *message.Server[*visitor]) {
		s.Patience = 200 * time.Millisecond
		s.Queue = 10
		s.Enter = func(p *message.Peer) (*visitor, error) {
			entered <- p
			return &visitor{Peer: p}, nil
		}
	})

	deaf := s.dial("tcp")
	p := <-entered
	assert.Equal(t, deaf.LocalAddr().String(), p.Addr().String())
	long := tell{strings.Repeat("x", 60<<10)}
	began := time.Now()

	for p.Send(long) == nil {
		time.Sleep(time.Millisecond)
	}

	assert.Less(t, time.Since(began), 10*time.Second)
	assert.Error(t, s.gone(1)[0])
	assert.Error(t, p.Send(tell{"x"}))
	assert.ErrorIs(t, p.Send(5), s.left[0], "the reason comes first")

	other := s.dial("tcp")
	p = <-entered
	assert.ErrorIs(t, p.Send(5), message.ErrUnknown) // and nothing ends
	p.End(nil)
	_, err := other.hear()
	assert.ErrorIs(t, err, io.EOF)
	assert.Equal(t, message.ErrEnded, s.gone(2)[1])
}

// TestServerFault: the program decides what an error means.
func TestServerFault(t *testing.T) {
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

// TestServerRefuses: clients over the limit, and those that Enter refuses.
func TestServerRefuses(t *testing.T) {
	refuse := false
	s := open(t, func(s *message.Server[*visitor]) {
		s.MaxPeers = 1
		s.Enter = func(p *message.Peer) (*visitor, error) {
			if refuse {
				return nil, errors.New("closed")
			}
			return &visitor{Peer: p}, nil
		}
	})

	for i, network := range []string{"tcp", "udp"} {
		first := s.dial(network)
		first.say("tell", "first")
		first.hears("first")

		if network == "tcp" {
			_, err := s.dial(network).hear()
			require.ErrorIs(t, err, io.EOF)
		} else {
			s.dial(network).say("tell", "second") // no answer, and no visit
		}

		first.say("tell", "still first")
		first.hears("still first")
		first.say("go", "")
		first.hears("bye")
		s.gone(i + 1)
	}

	s.mu.Lock()
	refuse = true
	s.mu.Unlock()
	_, err := s.dial("tcp").hear()
	require.ErrorIs(t, err, io.EOF)
	s.gone(2)
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
