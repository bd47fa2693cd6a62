package transport_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	. "godotvariant/codec/transport"
	"godotvariant/variant"
)

var quiet = slog.New(slog.DiscardHandler)

// A network is a transport with its name. The function serve runs a server over the transport. It
// returns a function that connects a client to this server.
type network struct {
	name  string
	serve func(t *testing.T, s *Server) (dial func() Conn)
}

func networks() []network {
	return []network{
		{"tcp", func(t *testing.T, s *Server) func() Conn {
			return listen(t, s, "tcp", "127.0.0.1:0")
		}},
		{"unix", func(t *testing.T, s *Server) func() Conn {
			return listen(t, s, "unix", filepath.Join(t.TempDir(), "s"))
		}},
		{"udp", func(t *testing.T, s *Server) func() Conn {
			return listen(t, s, "udp", "127.0.0.1:0")
		}},
		{"tls", serveTLS},
		{"big-endian", func(t *testing.T, s *Server) func() Conn {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(t, err)
			big := StreamOptions{Framing: codec.FrameU32BE, SendBuffer: 4 << 10}
			serve(t, s, Stream(l, big))
			return func() Conn {
				c, err := net.Dial("tcp", l.Addr().String())
				require.NoError(t, err)
				return NewStream(c, big)
			}
		}},
		{"pipe", func(t *testing.T, s *Server) func() Conn {
			return func() Conn {
				far, near := Pipe()
				go s.ServeConn(far)
				return near
			}
		}},
	}
}

func listen(t *testing.T, s *Server, network, address string) func() Conn {
	l, err := Listen(network, address)
	require.NoError(t, err)
	serve(t, s, l)
	return func() Conn {
		c, err := Dial(context.Background(), network, l.Addr().String())
		require.NoError(t, err)
		return c
	}
}

// certified returns the configuration of a TLS server with a new certificate.
func certified(t *testing.T) *tls.Config {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	cert := &x509.Certificate{SerialNumber: big.NewInt(1)}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, &key.PublicKey, key)
	require.NoError(t, err)

	return &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
	}
}

func serveTLS(t *testing.T, s *Server) func() Conn {
	l, err := tls.Listen("tcp", "127.0.0.1:0", certified(t))
	require.NoError(t, err)
	serve(t, s, Stream(l, StreamOptions{}))

	return func() Conn {
		c, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true})
		require.NoError(t, err)
		return NewStream(c, StreamOptions{})
	}
}

// serve serves a listener until the end of the test. At the end it checks that Serve returns.
func serve(t *testing.T, s *Server, l Listener) {
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		l.Close()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Error("Serve has not returned")
		}
	})
}

// receive returns the text of the next message, or the text of the error.
func receive(t *testing.T, c Conn) string {
	t.Helper()
	got := make(chan string, 1)
	go func() {
		m, err := c.Receive()
		if err != nil {
			got <- "error: " + err.Error()
			return
		}
		got <- string(m.Data)
	}()

	select {
	case s := <-got:
		return s
	case <-time.After(5 * time.Second):
		require.Fail(t, "no message")
		return ""
	}
}

func eventually(t *testing.T, what func() bool) {
	t.Helper()
	require.Eventually(t, what, 5*time.Second, time.Millisecond)
}

func send(t *testing.T, c Conn, text string) {
	t.Helper()
	require.NoError(t, c.Send(Message{Data: []byte(text)}))
}

// echo sends a copy of a message back, because the Data is valid only until echo returns.
func echo(p *Peer, m Message) error { return p.Send(Message{Data: bytes.Clone(m.Data)}) }

// first is the first message of a client. A UDP server that needs a proof of the client's address
// answers with a question, but only if the message is not shorter than the question.
const first = "hello, server"

// TestTransports: every transport carries messages of all lengths in both directions, in order. The
// visit ends with the last message of the server.
func TestTransports(t *testing.T) {
	for _, n := range networks() {
		t.Run(n.name, func(t *testing.T) {
			left := make(chan error, 1)
			server := &Server{
				Enter: func(p *Peer) error {
					p.Value = "a client"
					return nil
				},
				Receive: func(p *Peer, m Message) error {
					if string(m.Data) == "stop" {
						p.End(nil)
					}
					return p.Send(Message{Data: append([]byte(p.Value.(string)+": "), m.Data...)})
				},
				Farewell: func(p *Peer, why error) []byte { return []byte("bye: " + Reason(why)) },
				Leave:    func(p *Peer, why error) { left <- why },
				Limits:   Limits{MaxFrame: 60 << 10, Patience: 2 * time.Second},
				Log:      quiet,
			}
			c := n.serve(t, server)()
			defer c.Close(nil)

			send(t, c, first)
			require.Equal(t, "a client: "+first, receive(t, c))
			for _, size := range []int{0, 1, 3, 4, 500, 600, 5000, 40000} {
				text := strings.Repeat("x", size)
				send(t, c, text)
				require.Equal(t, "a client: "+text, receive(t, c))
			}

			stats := server.Peers()[0].Stats()
			assert.Equal(t, 9, stats.Received)
			assert.Equal(t, len(first)+46108, stats.ReceivedBytes)
			eventually(t, func() bool { return server.Peers()[0].Stats().Sent == 9 })

			send(t, c, "stop")
			require.Equal(t, "bye: ended", receive(t, c))
			require.ErrorIs(t, <-left, ErrEnded)
			eventually(t, func() bool { return server.Totals().Peers == 0 })
			assert.Empty(t, server.Peers())

			totals := server.Totals()
			assert.Equal(t, 1, totals.Entered)
			assert.Equal(t, map[string]int{"ended": 1}, totals.Left)
			assert.Equal(t, 10, totals.Received)
			assert.Equal(t, 10, totals.Sent, "nine answers and the farewell")
		})
	}
}

// TestManyMessagesAtOnce: the server writes waiting messages together, in order. The client still
// receives them one by one.
func TestManyMessagesAtOnce(t *testing.T) {
	for _, n := range networks() {
		t.Run(n.name, func(t *testing.T) {
			server := &Server{
				Receive: func(p *Peer, m Message) error {
					for i := range 100 {
						text := fmt.Sprint(i, strings.Repeat(" ", i*3))
						if err := p.Send(Message{Data: []byte(text)}); err != nil {
							return err
						}
					}
					return nil
				},
			}
			c := n.serve(t, server)()
			defer c.Close(nil)

			send(t, c, first)
			for i := range 100 {
				require.Equal(t, fmt.Sprint(i, strings.Repeat(" ", i*3)), receive(t, c))
			}
		})
	}
}

// TestRefusals: a refused client gets the reason, and is counted under this reason.
func TestRefusals(t *testing.T) {
	server := &Server{
		Enter: func(p *Peer) error {
			if p.Conn().(interface{ Name() string }).Name() != "pipe" {
				return errors.New("pipes only")
			}
			return nil
		},
		Refused: func(p *Peer, why error) []byte {
			return []byte(Reason(why) + ": " + why.Error())
		},
		Limits: Limits{MaxPeers: 2, Patience: 2 * time.Second},
	}

	tcp := listen(t, server, "tcp", "127.0.0.1:0")
	require.Equal(t, "other: pipes only", receive(t, tcp()))
	eventually(t, func() bool { return server.Totals().Peers == 0 })

	for range 2 {
		far, near := Pipe()
		go server.ServeConn(far)
		defer near.Close(nil)
	}
	eventually(t, func() bool { return len(server.Peers()) == 2 })
	require.Equal(t, "full: godot: the server is full: it has 2 clients", receive(t, tcp()))

	eventually(t, func() bool { return server.Totals().Peers == 2 })
	totals := server.Totals()
	assert.Equal(t, map[string]int{"other": 1, "full": 1}, totals.Refused)
	assert.Equal(t, 2, totals.Entered)
}

// TestDrops: only sixteen refused clients at a time get a visit.
func TestDrops(t *testing.T) {
	var lock sync.Mutex
	server := &Server{
		Lock:    &lock,
		Refused: func(*Peer, error) []byte { return nil },
		Limits:  Limits{MaxPeers: 1, Patience: time.Second},
	}
	dial := listen(t, server, "tcp", "127.0.0.1:0")
	first := dial()
	defer first.Close(nil)
	eventually(t, func() bool { return len(server.Peers()) == 1 })

	lock.Lock()
	for range 100 {
		defer dial().Close(nil)
	}
	eventually(t, func() bool { return server.Totals().Dropped["full"] == 84 })
	lock.Unlock()
	eventually(t, func() bool { return server.Totals().Refused["full"] == 16 })
}

// TestPlacesAreFreed: a client that has left counts neither for MaxPeers nor for MaxPerHost.
func TestPlacesAreFreed(t *testing.T) {
	server := &Server{
		Enter:  func(p *Peer) error { return p.Send(Message{Data: []byte("welcome")}) },
		Limits: Limits{MaxPeers: 1, MaxPerHost: 1},
	}
	dial := listen(t, server, "tcp", "127.0.0.1:0")
	for range 3 {
		c := dial()
		require.Equal(t, "welcome", receive(t, c))
		c.Close(nil)
		eventually(t, func() bool { return server.Totals().Peers == 0 })
	}
}

// TestLateMessages: the server drops the messages that a client sends after End. It does not count
// them, and Tap does not get them.
func TestLateMessages(t *testing.T) {
	var tapped []string
	server := &Server{
		Receive:  func(p *Peer, _ Message) error { p.End(nil); return nil },
		Farewell: func(*Peer, error) []byte { return []byte("bye") },
		Tap: func(_ *Peer, way Direction, m Message) {
			if way == Incoming {
				tapped = append(tapped, string(m.Data))
			}
		},
	}
	far, near := Pipe()
	done := make(chan error, 1)
	go func() { done <- server.ServeConn(far) }()

	for range 3 {
		send(t, near, first) // succeeds after End too: the client has not received "bye" yet
	}
	require.Equal(t, "bye", receive(t, near))
	near.Close(nil)
	require.ErrorIs(t, <-done, ErrEnded)
	require.Equal(t, []string{first}, tapped)
	require.Equal(t, 1, server.Totals().Received)
}

// TestFirst: with First a client enters, or is refused, after its first message.
func TestFirst(t *testing.T) {
	var heard []string
	server := &Server{
		First: func(p *Peer, m Message) error {
			p.Value = string(m.Data)
			if p.Value == "bad" {
				return variant.Because(variant.ErrSyntax, "bad")
			}
			return nil
		},
		Enter: func(p *Peer) error {
			heard = append(heard, "enter "+p.Value.(string))
			return nil
		},
		Receive: func(p *Peer, m Message) error {
			heard = append(heard, string(m.Data))
			return io.ErrUnexpectedEOF
		},
		Refused:  func(p *Peer, why error) []byte { return []byte(Reason(why)) },
		Farewell: func(p *Peer, why error) []byte { return []byte(Reason(why)) },
		Limits:   Limits{MaxPeers: 1, Patience: time.Second},
		Lock:     new(sync.Mutex),
	}

	serve := func(text string) string {
		far, near := Pipe()
		done := make(chan error, 1)
		go func() { done <- server.ServeConn(far) }()
		send(t, near, text)
		last := receive(t, near)
		<-done
		return last
	}

	require.Equal(t, "syntax", serve("bad"))
	require.Equal(t, "other", serve("good"))
	require.Equal(t, []string{"enter good", "good"}, heard)
	require.Equal(t, map[string]int{"syntax": 1}, server.Totals().Refused)
}

// A lateLock calls a function before it locks, as if another goroutine had held the lock until
// then.
type lateLock struct {
	sync.Mutex
	before func()
}

func (l *lateLock) Lock() {
	l.before()
	l.Mutex.Lock()
}

// TestEndUnderTheLock: another goroutine holds the lock and calls End. After that the server calls
// only Farewell and Leave, or only Refused if the client has not entered.
func TestEndUnderTheLock(t *testing.T) {
	for end, want := range [][]string{
		{"Refused"},
		{"First", "Refused"},
		{"First", "Enter", "Farewell", "Leave"},
		{"First", "Enter", "Receive", "Farewell", "Leave"},
	} {
		var peer *Peer
		var called []string
		call := func(name string) { called = append(called, name) }
		locks := 0
		server := &Server{
			Tap:      func(p *Peer, _ Direction, _ Message) { peer = p },
			First:    func(*Peer, Message) error { call("First"); return nil },
			Enter:    func(*Peer) error { call("Enter"); return nil },
			Receive:  func(*Peer, Message) error { call("Receive"); return io.ErrNoProgress },
			Fault:    func(*Peer, Message, error) error { call("Fault"); return nil },
			Farewell: func(*Peer, error) []byte { call("Farewell"); return nil },
			Refused:  func(*Peer, error) []byte { call("Refused"); return nil },
			Leave:    func(*Peer, error) { call("Leave") },
			Lock: &lateLock{before: func() {
				if locks == end {
					peer.End(nil)
				}
				locks++
			}},
			Limits: Limits{Patience: time.Minute},
		}

		far, near := Pipe()
		done := make(chan error, 1)
		go func() { done <- server.ServeConn(far) }()
		send(t, near, first)
		require.ErrorIs(t, <-done, ErrEnded)
		require.Equal(t, want, called)
	}
}

// TestSendBeforeFarewell: while Farewell waits for the lock, Send fails.
func TestSendBeforeFarewell(t *testing.T) {
	var peer *Peer
	var late []error
	server := &Server{
		Enter: func(p *Peer) error {
			peer = p
			p.End(nil)
			return nil
		},
		Farewell: func(p *Peer, _ error) []byte { return nil },
		Leave:    func(*Peer, error) {},
		Lock: &lateLock{before: func() {
			if peer != nil {
				late = append(late, peer.Send(Message{Data: []byte("late")}))
			}
		}},
	}
	far, near := Pipe()
	defer near.Close(nil)
	require.ErrorIs(t, server.ServeConn(far), ErrEnded)
	require.Equal(t, []error{ErrEnded, ErrEnded}, late, "before Farewell, and before Leave")
}

// TestFault: Fault decides about errors and about messages that exceed the rate. A panic always
// ends the visit.
func TestFault(t *testing.T) {
	var faults []string
	left := make(chan error, 1)
	server := &Server{
		Receive: func(p *Peer, m Message) error {
			if string(m.Data) == "panic" {
				panic(io.ErrNoProgress)
			}
			return errors.New(string(m.Data))
		},
		Fault: func(p *Peer, m Message, err error) error {
			faults = append(faults, Reason(err))
			return nil
		},
		Leave:  func(p *Peer, why error) { left <- why },
		Limits: Limits{MaxRate: 3},
		Log:    quiet,
	}

	far, near := Pipe()
	go server.ServeConn(far)
	for range 5 {
		send(t, near, "error")
	}
	time.Sleep(400 * time.Millisecond) // by then the rate allows one more message
	send(t, near, "panic")

	why := <-left
	require.Equal(t, []string{"other", "other", "other", "rate", "rate", "panic"}, faults)
	require.ErrorIs(t, why, ErrPanic)
	require.ErrorIs(t, why, io.ErrNoProgress)
	var panicked *PanicError
	require.ErrorAs(t, why, &panicked)
	require.Contains(t, string(panicked.Stack), "transport_test")
}

// TestZeroPeer: tests of handlers can use a zero Peer.
func TestZeroPeer(t *testing.T) {
	for _, p := range []*Peer{nil, new(Peer)} {
		require.ErrorIs(t, p.Send(Message{}), ErrClosed)
		require.ErrorIs(t, p.Ended(), ErrClosed)
		p.End(nil)
		require.Zero(t, p.Stats())
		require.Nil(t, p.Addr())
		require.Nil(t, p.Conn())
	}
}

// TestServeEnds: Serve ends when one of its listeners fails, and closes the others.
func TestServeEnds(t *testing.T) {
	server := &Server{}
	tcp, err := Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	udp, err := Listen("udp", "127.0.0.1:0")
	require.NoError(t, err)

	done := make(chan error, 1)
	go func() { done <- server.Serve(tcp, udp) }()
	udp.Close()
	require.ErrorIs(t, <-done, net.ErrClosed)
	_, err = net.Dial("tcp", tcp.Addr().String())
	require.Error(t, err)

	require.NoError(t, server.Shutdown(context.Background()))
	require.ErrorIs(t, server.Serve(tcp), ErrClosed)
	far, _ := Pipe()
	require.ErrorIs(t, server.ServeConn(far), ErrClosed)
}

// A weary listener fails with a temporary error before each connection.
type weary struct {
	Listener
	failed bool
}

func (l *weary) Accept() (Conn, error) {
	l.failed = !l.failed
	if l.failed {
		return nil, &net.DNSError{Err: "too many open files", IsTemporary: true}
	}
	return l.Listener.Accept()
}

// TestTemporaryErrors: temporary errors of a listener do not end Serve. When the listener is
// closed, Serve returns after the last Leave.
func TestTemporaryErrors(t *testing.T) {
	var left atomic.Bool
	server := &Server{
		Receive: echo,
		Leave: func(*Peer, error) {
			time.Sleep(20 * time.Millisecond)
			left.Store(true)
		},
	}
	l, err := Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- server.Serve(&weary{Listener: l}) }()

	c, err := Dial(t.Context(), "tcp", l.Addr().String())
	require.NoError(t, err)
	defer c.Close(nil)
	send(t, c, first)
	require.Equal(t, first, receive(t, c))
	l.Close()
	c.Close(nil)
	require.ErrorIs(t, <-served, net.ErrClosed)
	require.True(t, left.Load())
}

// TestShutdown: all clients get the farewell, over every transport.
func TestShutdown(t *testing.T) {
	for _, n := range networks() {
		t.Run(n.name, func(t *testing.T) {
			server := &Server{
				Receive:  echo,
				Farewell: func(p *Peer, why error) []byte { return []byte(Reason(why)) },
			}
			dial := n.serve(t, server)
			var all []Conn
			for range 5 {
				c := dial()
				send(t, c, first)
				require.Equal(t, first, receive(t, c))
				all = append(all, c)
			}

			done := make(chan error, 1)
			go func() { done <- server.Shutdown(context.Background()) }()
			for _, c := range all {
				assert.Equal(t, "closed", receive(t, c))
				c.Close(nil)
			}
			require.NoError(t, <-done)
			assert.Equal(t, map[string]int{"closed": 5}, server.Totals().Left)
		})
	}
}

// TestEvery: a tick holds the lock. After a panic the ticks go on. They end with Shutdown.
func TestEvery(t *testing.T) {
	var lock sync.Mutex
	server := &Server{Lock: &lock, Log: quiet}
	ticks := 0
	server.Every(time.Millisecond, func() {
		ticks++
		assert.False(t, lock.TryLock())
		if ticks == 2 {
			panic("tick")
		}
	})

	count := func() int {
		lock.Lock()
		defer lock.Unlock()
		return ticks
	}
	eventually(t, func() bool { return count() > 5 })
	require.NoError(t, server.Shutdown(context.Background()))
	time.Sleep(5 * time.Millisecond) // a tick may be running
	last := count()
	time.Sleep(20 * time.Millisecond)
	require.Equal(t, last, count())
}

// TestListen: Listen and Dial refuse unknown networks.
func TestListen(t *testing.T) {
	_, err := Listen("ip", "x")
	require.ErrorContains(t, err, `unknown network "ip": want tcp, unix or udp`)
	_, err = Dial(context.Background(), "ip", "x")
	require.ErrorContains(t, err, `unknown network "ip"`)
	for _, network := range []string{"tcp", "udp"} {
		_, err = Listen(network, "256.0.0.1:0")
		require.Error(t, err)
		_, err = Dial(context.Background(), network, "256.0.0.1:1")
		require.Error(t, err)
	}
}

// TestNames checks the printed names.
func TestNames(t *testing.T) {
	require.Equal(t, "reliable, unreliable ordered, unreliable, unknown delivery",
		fmt.Sprintf("%v, %v, %v, %v", Reliable, UnreliableOrdered, Unreliable, Delivery(9)))
	require.Equal(t, "incoming, outgoing", fmt.Sprintf("%v, %v", Incoming, Outgoing))
	require.Equal(t, "left", Reason(io.EOF))
	require.Equal(t, "left", Reason(net.ErrClosed))
	require.Equal(t, "other", Reason(errors.New("?")))
	require.Equal(t, "banned", Reason(variant.NewKind("banned", "banned")))
}
