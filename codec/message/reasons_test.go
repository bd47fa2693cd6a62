package message_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
)

// bye is a last message.
type bye struct {
	Why string `godot:"why"`
}

// boom is a message whose handler panics.
type boom struct{}

// farewell makes a server send bye with the reason before each disconnection.
func farewell(s *message.Server[*visitor]) {
	message.Register[bye](s.Mux, "bye")
	message.Handle(s.Mux, "boom", func(*visitor, *boom) error { panic("no such room") })
	s.Farewell = func(_ *visitor, why error) any { return bye{why.Error()} }
	s.Refused = func(_ *message.Peer, why error) any { return bye{"refused: " + why.Error()} }
	s.Log = slog.New(slog.DiscardHandler)
}

// bids checks that the last message has a text, and that nothing follows it.
func (c *caller) bids(want string) {
	c.t.Helper()
	got, err := c.hearKey("why")
	require.NoError(c.t, err)
	require.Contains(c.t, got, want)

	if c.dec != nil {
		_, err = c.hear()
		require.ErrorIs(c.t, err, io.EOF)
	}
}

// TestFarewellComesBeforeEveryDisconnection: a client is told why, over TCP and UDP.
func TestFarewellComesBeforeEveryDisconnection(t *testing.T) {
	for _, network := range []string{"tcp", "udp"} {
		for _, row := range []struct {
			name string
			do   func(c *caller)
			want string
			kind error
		}{
			{"idle", func(*caller) {}, "godot: the client is silent: nothing came for 300ms", message.ErrIdle},
			{"too many", func(c *caller) {
				for range 22 {
					c.say("hush", "")
				}
			}, "godot: the client sends too many messages: more than 20 in a second", message.ErrTooMany},
			{"too many of a name", func(c *caller) {
				for range 6 {
					c.say("rare", "")
				}
			}, `the client sends too many messages: more than 5 "rare" in a second`, message.ErrTooMany},
			{"unknown", func(c *caller) { c.say("fly", "") }, `unknown message "fly"`, message.ErrUnknown},
			{"wrong type", func(c *caller) {
				c.marshal(map[string]any{"type": "tell", "text": 5})
			}, `godot: message "tell": decode $["text"] (int) at offset`, variant.ErrWrongType},
			{"too large", func(c *caller) {
				c.say("tell", strings.Repeat("x", 2000))
			}, "bytes, Limits.MaxFrame is 1024", variant.ErrLimit},
			{"panic", func(c *caller) { c.say("boom", "") }, "no such room", message.ErrPanic},
		} {
			t.Run(network+" "+row.name, func(t *testing.T) {
				t.Parallel()
				s := open(t, func(s *message.Server[*visitor]) {
					farewell(s)
					s.Idle = 300 * time.Millisecond
					s.PerSecond = 20
					s.Rates = map[string]int{"rare": 5}
					quiet := func(*visitor, *tell) error { return nil }
					message.Handle(s.Mux, "hush", quiet)
					message.Handle(s.Mux, "rare", quiet)
				})

				c := s.dial(network)
				c.say("tell", "hi")
				c.hears("hi")
				row.do(c)
				c.bids(row.want)
				require.ErrorIs(t, s.gone(1)[0], row.kind)
			})
		}
	}
}

// TestPanicEndsOneClient: the stack is in the error and in the log, and the others play on.
func TestPanicEndsOneClient(t *testing.T) {
	var log bytes.Buffer
	faults := make(chan error, 1)
	s := open(t, func(s *message.Server[*visitor]) {
		farewell(s)
		s.Log = slog.New(slog.NewTextHandler(&log, nil))
		s.Fault = func(_ *visitor, name string, _ []byte, err error) error {
			assert.Equal(t, "boom", name)
			faults <- err
			return nil // the client goes all the same
		}
	})

	honest, bad := s.dial("tcp"), s.dial("tcp")
	honest.say("tell", "before")
	honest.hears("before")
	bad.say("boom", "")
	bad.bids("godot: a panic of the server's program: no such room")

	var p *message.PanicError
	require.ErrorAs(t, <-faults, &p)
	require.Equal(t, "no such room", p.Value)
	require.Contains(t, string(p.Stack), "reasons_test.go")
	require.ErrorIs(t, s.gone(1)[0], message.ErrPanic)
	require.Contains(t, log.String(), "reasons_test.go")

	honest.say("tell", "after")
	honest.hears("after")
}

// TestPanicsOfHooks: those of Enter, Leave, Fault and Farewell end nothing but their client.
func TestPanicsOfHooks(t *testing.T) {
	left := make(chan error, 4)
	failing := errors.New("failing")
	var enter atomic.Bool

	s := open(t, func(s *message.Server[*visitor]) {
		s.Log = slog.New(slog.DiscardHandler)
		s.Lock = nil
		s.Enter = func(p *message.Peer) (*visitor, error) {
			if enter.Load() {
				panic(failing)
			}
			return &visitor{Peer: p}, nil
		}
		s.Fault = func(*visitor, string, []byte, error) error { panic(failing) }
		s.Farewell = func(*visitor, error) any { panic(failing) }
		s.Leave = func(_ *visitor, why error) {
			left <- why
			panic(failing)
		}
		s.Refused = func(_ *message.Peer, why error) any {
			left <- why
			panic(failing)
		}
	})

	c := s.dial("tcp")
	c.say("fly", "")
	_, err := c.hear()
	require.ErrorIs(t, err, io.EOF)
	require.ErrorIs(t, <-left, failing)

	enter.Store(true)
	_, err = s.dial("tcp").hear()
	require.ErrorIs(t, err, io.EOF)
	why := <-left
	require.ErrorIs(t, why, failing)
	require.ErrorIs(t, why, message.ErrPanic)
}

// TestRefusedClientsAreTold: what Enter has sent before its error arrives, and then why.
func TestRefusedClientsAreTold(t *testing.T) {
	s := open(t, func(s *message.Server[*visitor]) {
		farewell(s)
		s.MaxPeers = 1
		s.Enter = func(p *message.Peer) (*visitor, error) {
			p.Send(tell{"welcome"})
			return nil, errors.New("closed for today")
		}
	})

	c := s.dial("tcp")
	c.hears("welcome")
	c.bids("refused: closed for today")
	require.Empty(t, s.left)

	s = open(t, func(s *message.Server[*visitor]) {
		farewell(s)
		s.MaxPeers = 1
	})
	first := s.dial("tcp")
	first.say("tell", "a")
	first.hears("a")
	s.dial("tcp").bids("refused: godot: the server is full: it has 1 clients")

	s = open(t, func(s *message.Server[*visitor]) {
		farewell(s)
		s.MaxPerHost = 2
	})
	for range 2 {
		c := s.dial("tcp")
		c.say("tell", "a")
		c.hears("a")
	}
	s.dial("tcp").bids("refused: godot: the server is full: it has 2 clients of 127.0.0.1")
}

// TestOtherProtocolsAreNamed: bytes of HTTP and TLS at a TCP port.
func TestOtherProtocolsAreNamed(t *testing.T) {
	s := open(t, nil)
	for i, row := range []struct{ bytes, want string }{
		{"GET / HTTP/1.1\r\n\r\n", `the first bytes are "GET ", those of an HTTP or WebSocket client`},
		{"POST / HTTP/1.1\r\n\r\n", `"POST", those of an HTTP or WebSocket client`},
		{"\x16\x03\x01\x00\xf8\x01\x00\x00", `"\x16\x03\x01\x00", those of a TLS client`},
	} {
		_, err := s.dial("tcp").Write([]byte(row.bytes))
		require.NoError(t, err)
		why := s.gone(i + 1)[i]
		require.ErrorContains(t, why, row.want)
		require.ErrorIs(t, why, message.ErrProtocol)
	}
}

// TestShutdown: all clients get the message and the farewell, and leave; Serve returns ErrClosed,
// now and later.
func TestShutdown(t *testing.T) {
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

// TestTypesAreCheckedAtRegistration: a part that can't be a value, however deep, is a panic that
// names the path.
func TestTypesAreCheckedAtRegistration(t *testing.T) {
	type deep struct {
		List []map[string]*struct {
			C complex128 `godot:"c"`
		} `godot:"list"`
	}

	type channel struct{ C chan int }

	type function struct{ F func() }

	type fine struct {
		Any  any
		Self *fine
		When time.Time
	}

	for want, register := range map[string]func(mux *message.Mux[int]){
		`godot: message "x": $["list"][…][…]["c"]: unusable Go type complex128: no Variant holds it`: func(mux *message.Mux[int]) {
			message.Register[deep](mux, "x")
		},
		`godot: message "x": $["C"]: unusable Go type chan int: no Variant holds it`: func(mux *message.Mux[int]) {
			message.Handle(mux, "x", func(int, *channel) error { return nil })
		},
		`godot: message "x": $["F"]: unusable Go type func(): no Variant holds it`: func(mux *message.Mux[int]) {
			message.Register[function](mux, "x")
		},
	} {
		require.PanicsWithValue(t, want, func() { register(message.New[int](message.Options{})) })
	}

	message.Register[fine](message.New[int](message.Options{}), "fine")
}

// TestTypesAreCheckedForTheDialects: Check and Serve refuse what a dialect of the server has not.
func TestTypesAreCheckedForTheDialects(t *testing.T) {
	type aim struct {
		At []math.Vector2i `godot:"at"`
	}

	mux := message.New[int](message.Options{})
	message.Register[aim](mux, "aim")
	require.NoError(t, mux.Check(codec.Godot4, codec.Godot40))

	err := mux.Check(codec.Godot4, codec.Godot3)
	require.ErrorIs(t, err, variant.ErrUnsupported)
	require.EqualError(t, err, fmt.Sprintf(`godot: message "aim": in Godot3: $["at"][…]: %v: Vector2i`,
		variant.ErrUnsupported))

	l, lerr := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, lerr)
	server := message.Server[int]{Mux: mux, Dialects: []*variant.Dialect{codec.Godot3}}
	require.Equal(t, err, server.Serve(l))

	l, lerr = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, lerr)
	require.EqualError(t, new(message.Server[int]).Serve(l), "godot: Server.Mux is nil")
}
