package message_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
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

// A misdeed is what the server disconnects a client for.
type misdeed struct {
	name string
	do   func(c *caller)
	want string // in the last message
	why  error
}

// misdeeds are those of clients over TCP and UDP.
var misdeeds = []misdeed{
	{"idle", func(*caller) {}, "godot: the client is silent: nothing came for 300ms",
		message.ErrIdle},
	{"too many", func(c *caller) {
		for range 60 {
			c.say("hush", "")
		}
	}, "godot: the client sends too many messages: more than 20 in a second", message.ErrTooMany},
	{"too many of a name", func(c *caller) {
		for range 19 {
			c.say("rare", "")
		}
	}, `the client sends too many messages: more than 5 "rare" in a second`, message.ErrTooMany},
	{"unknown", func(c *caller) { c.say("fly", "") }, `unknown message "fly"`, message.ErrUnknown},
	{"wrong type", func(c *caller) {
		c.marshal(map[string]any{"type": "tell", "text": 5})
	}, `godot: message "tell": decode $["text"] (int) at offset`, variant.ErrWrongType},
	{"no message", func(c *caller) { c.marshal(1) }, "a message is a Dictionary or an Array",
		variant.ErrWrongType},
	{"too large", func(c *caller) {
		c.say("tell", strings.Repeat("x", 2000))
	}, "bytes, Limits.MaxFrame is 1024", variant.ErrLimit},
	{"panic", func(c *caller) { c.say("boom", "") }, "no such room", message.ErrPanic},
}

// misdeedsOf are those that only one network knows.
var misdeedsOf = map[string][]misdeed{
	"tcp": {
		{"damaged", func(c *caller) { c.Write([]byte{4, 0, 0, 0, 0xff, 0, 0, 0}) },
			"unknown type ID", variant.ErrUnknownType},
		{"huge", func(c *caller) { c.Write([]byte{0, 0, 0, 1}) }, "MaxFrame", variant.ErrLimit},
		{"endless", func(c *caller) {
			c.Write([]byte{0, 2, 0, 0})
			for range 400 {
				if _, err := c.Write([]byte{0}); err != nil {
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
		}, "", message.ErrIdle},
		{"HTTP", func(c *caller) { io.WriteString(c, "GET / HTTP/1.1\r\n\r\n") }, "",
			message.ErrProtocol},
		{"gone", func(c *caller) { c.Close() }, "", io.EOF},
		{"half a message", func(c *caller) {
			c.Write([]byte{8, 0, 0, 0, 2, 0})
			c.Close()
		}, "", io.ErrUnexpectedEOF},
	},
	"udp": {
		{"damaged", func(c *caller) { c.Write([]byte{0xff, 0, 0, 0}) }, "unknown type ID",
			variant.ErrUnknownType},
		{"empty", func(c *caller) { c.Write(nil) }, "unexpected end of data", variant.ErrTruncated},
		{"two", func(c *caller) { c.Write(make([]byte, 8)) }, "trailing data: 4 bytes",
			variant.ErrTrailing},
	},
}

// TestMisdeedsEndOneConnection: a client is told why it goes, over TCP and UDP, and an honest one
// stays.
func TestMisdeedsEndOneConnection(t *testing.T) {
	for _, network := range []string{"tcp", "udp"} {
		for _, row := range append(misdeedsOf[network], misdeeds...) {
			t.Run(network+" "+row.name, func(t *testing.T) {
				t.Parallel()
				s := open(t, func(s *message.Server[*visitor]) {
					farewell(s)
					s.PerSecond = 20
					s.Rates = map[string]int{"rare": 5}
					if row.why == message.ErrIdle {
						s.Idle = 300 * time.Millisecond
					}

					quiet := func(*visitor, *tell) error { return nil }
					message.Handle(s.Mux, "hush", quiet)
					message.Handle(s.Mux, "rare", quiet)
				})

				greeted := func() *caller {
					c := s.dial(network)
					c.say("tell", "hi")
					c.hears("hi")
					return c
				}

				var honest, bad *caller
				if row.why != message.ErrIdle {
					honest = greeted()
				}

				if row.why == message.ErrProtocol { // only the first bytes tell
					bad = s.dial(network)
				} else {
					bad = greeted()
				}

				row.do(bad)
				if row.want != "" {
					bad.bids(row.want)
				}
				require.ErrorIs(t, s.gone(1)[0], row.why)

				if honest == nil {
					honest = greeted()
				}
				honest.say("tell", "here")
				honest.hears("here")
			})
		}
	}
}

// TestOtherProtocolsAreNamed: by the first bytes at a TCP port. HTTP is answered.
func TestOtherProtocolsAreNamed(t *testing.T) {
	s := open(t, nil)
	for i, row := range []struct{ bytes, want string }{
		{"GET / HTTP/1.1\r\n\r\n", `the first bytes are "GET ", those of an HTTP or WebSocket client`},
		{"POST / HTTP/1.1\r\n\r\n", `"POST", those of an HTTP or WebSocket client`},
		{"\x16\x03\x01\x00\xf8\x01\x00\x00", `"\x16\x03\x01\x00", those of a TLS client`},
	} {
		_, err := s.dial("tcp").Write([]byte(row.bytes))
		require.NoError(t, err)
		require.ErrorContains(t, s.gone(i + 1)[i], row.want)
	}

	answer, err := http.Get("http://" + s.addr)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusBadRequest, answer.StatusCode)
	require.Contains(t, string(text), "Godot's packets")
}

// TestRefusedClientsAreTold: what Enter has sent before its error arrives, and then why. Over UDP
// nobody is told: an address may be forged.
func TestRefusedClientsAreTold(t *testing.T) {
	t.Parallel()
	s := open(t, func(s *message.Server[*visitor]) {
		farewell(s)
		s.Enter = func(p *message.Peer) (*visitor, error) {
			p.Send(tell{"welcome"})
			return nil, errors.New("closed for today")
		}
	})
	c := s.dial("tcp")
	c.hears("welcome")
	c.bids("refused: closed for today")
	require.Empty(t, s.left)

	for want, set := range map[string]func(s *message.Server[*visitor]){
		"refused: godot: the server is full: it has 1 clients": func(s *message.Server[*visitor]) {
			s.MaxPeers = 1
		},
		"refused: godot: the server is full: it has 1 clients of 127.0.0.1": func(s *message.Server[*visitor]) {
			s.MaxPerHost = 1
		},
	} {
		s := open(t, func(s *message.Server[*visitor]) {
			farewell(s)
			set(s)
		})

		first := s.dial("udp")
		first.say("tell", "first")
		first.hears("first")
		s.dial("udp").say("tell", "second") // no visit
		s.dial("tcp").bids(want)
		first.say("tell", "still first")
		first.hears("still first")

		first.say("go", "")
		first.hears("bye")
		s.gone(1)
		next := s.dial("tcp")
		next.say("tell", "there is room again")
		next.hears("there is room again")
	}
}

// TestRefusalsAreFew: of clients over MaxPeers, 16 at a time are told, and the others go at once.
func TestRefusalsAreFew(t *testing.T) {
	s := open(t, func(s *message.Server[*visitor]) {
		farewell(s)
		s.MaxPeers = 1
		s.Patience = time.Minute
	})

	conns := make([]*pipe, 30)
	for i := range conns {
		conns[i] = newPipe("10.0.0.1:5")
		defer close(conns[i].gone)
		go s.server.ServeConn(conns[i])
	}

	require.Eventually(t, func() bool {
		atOnce := 0
		for _, p := range conns {
			select {
			case <-p.closed:
				atOnce++
			default:
			}
		}
		return atOnce == len(conns)-1-16
	}, 20*time.Second, time.Millisecond)
}

// TestFarewellThatIsNoMessage: it is logged, and the client goes all the same.
func TestFarewellThatIsNoMessage(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := open(t, func(s *message.Server[*visitor]) {
		s.SendBuffer = 4 << 10
		s.Log = slog.New(slog.NewTextHandler(&log, nil))
		s.Farewell = func(*visitor, error) any { return 5 }
	})

	c := s.dial("tcp")
	c.say("fly", "")
	_, err := c.hear()
	require.ErrorIs(t, err, io.EOF)
	s.gone(1)
	require.Contains(t, log.String(), "no name is registered for a int")
}

// TestQueueIsExact: Server.Queue messages may wait, and one more ends the visit of a client that
// takes none. The sender does not wait.
func TestQueueIsExact(t *testing.T) {
	conn := newPipe("deaf")
	ended := make(chan error, 1)
	entered := make(chan *message.Peer, 1)
	s := open(t, func(s *message.Server[*visitor]) {
		s.Queue = 5
		s.Patience = 50 * time.Millisecond
		s.Enter = func(p *message.Peer) (*visitor, error) {
			entered <- p
			return &visitor{Peer: p}, nil
		}
	})

	go func() { ended <- s.server.ServeConn(conn) }()
	p := <-entered
	require.ErrorIs(t, p.Send(5), message.ErrUnknown) // and nothing ends
	for i := range 5 {
		require.NoError(t, p.Send(tell{"x"}))
		require.Equal(t, i+1, p.Stats().Queue, "the one in writing counts")
	}

	require.ErrorIs(t, p.Send(tell{"x"}), message.ErrSlow)
	require.ErrorIs(t, <-ended, message.ErrSlow)
	require.ErrorIs(t, conn.closedFor(), message.ErrSlow)
	require.ErrorIs(t, p.Send(5), message.ErrSlow, "the reason comes first")

	other := s.dial("tcp")
	p = <-entered
	require.Equal(t, other.LocalAddr().String(), p.Addr().String())
	p.End(nil)
	_, err := other.hear()
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, message.ErrEnded, s.gone(2)[1])
}

// TestPanicEndsOneClient: the stack is in the error and in the log, and the others play on.
func TestPanicEndsOneClient(t *testing.T) {
	t.Parallel()
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
	require.Contains(t, string(p.Stack), "leaving_test.go")
	require.ErrorIs(t, s.gone(1)[0], message.ErrPanic)
	require.Contains(t, log.String(), "leaving_test.go")

	honest.say("tell", "after")
	honest.hears("after")
}

// TestPanicsOfHooks: those of Enter, Leave, Fault and Farewell end nothing but their client.
func TestPanicsOfHooks(t *testing.T) {
	t.Parallel()
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

// TestEndedClientIsGoneWithinPatience: though it takes one message after the other, slowly.
func TestEndedClientIsGoneWithinPatience(t *testing.T) {
	t.Parallel()
	entered := make(chan *message.Peer, 1)
	s := open(t, func(s *message.Server[*visitor]) {
		s.Patience = time.Second
		s.Enter = func(p *message.Peer) (*visitor, error) {
			entered <- p
			return &visitor{Peer: p}, nil
		}
	})

	slow := s.dial("tcp")
	p := <-entered
	long := tell{strings.Repeat("x", 60<<10)}
	for range 200 {
		require.NoError(t, p.Send(long))
	}

	go func() { // 400 KB a second
		for buf := make([]byte, 4<<10); ; time.Sleep(10 * time.Millisecond) {
			if _, err := slow.Read(buf); err != nil {
				return
			}
		}
	}()

	began := time.Now()
	p.End(errors.New("banned"))
	require.EqualError(t, s.gone(1)[0], "banned")
	require.Less(t, time.Since(began), 20*time.Second, "all of it takes 30 s")
	require.Empty(t, s.server.Peers())
}

// TestAddressIsNoIdentity: clients that have the address of one before them, or one address
// together, are counted one by one, and end with the listener.
func TestAddressIsNoIdentity(t *testing.T) {
	t.Parallel()
	t.Run("same port", func(t *testing.T) {
		held, begun := make(chan struct{}), make(chan struct{})
		s := open(t, func(s *message.Server[*visitor]) {
			s.MaxPeers = 2
			message.Handle(s.Mux, "wait", func(*visitor, *tell) error {
				close(begun)
				<-held
				return nil
			})
			s.Lock = nil
			s.Leave = nil
		})

		free, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		from := free.Addr().(*net.TCPAddr)
		free.Close()

		d := net.Dialer{LocalAddr: from, Control: reuseAddress}
		first, err := d.Dial("tcp", s.addr)
		require.NoError(t, err)
		require.NoError(t, s.caller(first).marshal(map[string]string{"type": "wait", "text": ""}))
		<-begun
		require.NoError(t, first.(*net.TCPConn).SetLinger(0))
		first.Close()

		second, err := d.Dial("tcp", s.addr)
		require.NoError(t, err)
		c := s.caller(second)
		c.say("tell", "second")
		c.hears("second")
		require.Len(t, s.server.Peers(), 2)

		close(held) // the first leaves
		require.Eventually(t, func() bool { return len(s.server.Peers()) == 1 },
			20*time.Second, time.Millisecond)
		c.say("tell", "still here")
		c.hears("still here")
	})

	t.Run("unix", func(t *testing.T) {
		s := open(t, func(s *message.Server[*visitor]) { s.MaxPeers = 2 })
		l, err := net.Listen("unix", filepath.Join(t.TempDir(), "socket"))
		require.NoError(t, err)
		ended := make(chan error)
		go func() { ended <- s.server.Serve(l) }()

		var refused int
		for range 5 {
			conn, err := net.Dial("unix", l.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			c := s.caller(conn)
			c.say("tell", "hi")
			if _, err := c.hear(); err != nil {
				refused++
			}
		}

		require.Equal(t, 3, refused)
		l.Close()
		require.ErrorIs(t, <-ended, net.ErrClosed)
		require.Len(t, s.gone(2), 2)
	})
}

// TestDatagramsOfStrangers: nobody enters and nothing is sent before a message with a known name
// has come, and none that is longer than MaxFrame counts.
func TestDatagramsOfStrangers(t *testing.T) {
	var enters, calls atomic.Int32
	s := open(t, func(s *message.Server[*visitor]) {
		s.Enter = func(p *message.Peer) (*visitor, error) {
			enters.Add(1)
			p.Send(tell{strings.Repeat("x", 900)})
			return &visitor{Peer: p}, nil
		}
		message.Handle(s.Mux, "count", func(*visitor, *tell) error {
			calls.Add(1)
			return nil
		})
	})

	c := s.dial("udp")
	for range 100 {
		c.Write([]byte{1})
		c.Write(nil)
		c.say("fly", "")
		c.say("count", strings.Repeat("x", 2000))
	}

	c.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	_, err := c.hear()
	assert.Error(t, err)
	assert.Zero(t, enters.Load())
	assert.Zero(t, calls.Load())
}
