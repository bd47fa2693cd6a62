package transport_test

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// held returns the number of bytes in the heap and the stacks.
func held() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// listenUDP returns a server's listener, and a function that returns the socket of a new stranger.
func listenUDP(t *testing.T, o DatagramOptions) (Listener, func() *net.UDPConn) {
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	_ = c.SetReadBuffer(8 << 20) // a hint
	at := c.LocalAddr().(*net.UDPAddr)

	return Datagrams(c, o), func() *net.UDPConn {
		conn, err := net.DialUDP("udp", nil, at)
		require.NoError(t, err)
		t.Cleanup(func() { conn.Close() })
		return conn
	}
}

// datagram returns the next datagram. It returns nil if no datagram arrives within a duration.
func datagram(t *testing.T, c *net.UDPConn, within time.Duration) []byte {
	t.Helper()
	buf := make([]byte, 2048)
	_ = c.SetReadDeadline(time.Now().Add(within))
	n, err := c.Read(buf)
	if err != nil {
		return nil
	}
	return buf[:n]
}

// TestProof: the server sends a number to an address. The address becomes a client after it has
// sent this number back. Before that it gets no more bytes than it has sent, and the server stores
// nothing about it.
func TestProof(t *testing.T) {
	entered := make(chan string, 10)
	server := &Server{
		Enter: func(p *Peer) error {
			entered <- p.Addr().String()
			return p.Send(Message{Data: []byte(strings.Repeat("welcome ", 100))})
		},
	}
	l, stranger := listenUDP(t, DatagramOptions{})
	serve(t, server, l)

	a, b := stranger(), stranger()
	for _, short := range []string{"", "x", "11 bytes..."} {
		_, err := a.Write([]byte(short))
		require.NoError(t, err)
		require.Nil(t, datagram(t, a, 20*time.Millisecond), "%q gets no answer", short)
	}

	questions := map[*net.UDPConn][]byte{}
	for _, c := range []*net.UDPConn{a, b} {
		_, err := c.Write([]byte(first))
		require.NoError(t, err)
		questions[c] = datagram(t, c, time.Second)
		require.Len(t, questions[c], 12)
		require.Equal(t, []byte{2, 0, 1, 0}, questions[c][:4])

		n := int64(binary.LittleEndian.Uint64(questions[c][4:]))
		require.Greater(t, n, int64(1<<31), "engines write it with 64 bits")
	}
	require.NotEqual(t, questions[a], questions[b])

	guess := []byte{2, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 64}
	for _, wrong := range [][]byte{questions[b], guess} {
		_, err := a.Write(wrong)
		require.NoError(t, err)
		require.Equal(t, questions[a], datagram(t, a, time.Second), "the same question again")
	}
	require.Empty(t, entered)
	require.Zero(t, server.Totals())

	_, err := a.Write(questions[a])
	require.NoError(t, err)
	require.Len(t, datagram(t, a, time.Second), 800)
	require.Equal(t, a.LocalAddr().String(), <-entered)

	_, err = a.Write(questions[a])
	require.NoError(t, err)
	require.Nil(t, datagram(t, a, 50*time.Millisecond))
	require.Zero(t, server.Peers()[0].Stats().Received, "a second answer is no message")
}

// TestNoProof: if no proof is required, an address becomes a client with its first datagram.
func TestNoProof(t *testing.T) {
	server := &Server{Receive: echo}
	l, stranger := listenUDP(t, DatagramOptions{NoProof: true})
	serve(t, server, l)

	c := stranger()
	_, err := c.Write([]byte("x"))
	require.NoError(t, err)
	require.Equal(t, "x", string(datagram(t, c, time.Second)))
}

// TestProofIsNotAccepted: a client whose server never accepts the proof gets the error ErrProof.
func TestProofIsNotAccepted(t *testing.T) {
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer c.Close()
	go func() {
		question := []byte{2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 64}
		for buf := make([]byte, 100); ; {
			_, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			c.WriteTo(question, from)
		}
	}()

	client, err := Dial(context.Background(), "udp", c.LocalAddr().String())
	require.NoError(t, err)
	defer client.Close(nil)
	go func() {
		for client.Send(Message{Data: []byte(first)}) == nil {
			time.Sleep(20 * time.Millisecond)
		}
	}()
	require.Contains(t, receive(t, client), ErrProof.Error())
}

// TestFullServerMakesNothing: a server is full, and a lock keeps it from calling functions of the
// program. 1,000 further clients connect over UDP. For all of them together, the server starts only
// a few goroutines and uses little memory.
func TestFullServerMakesNothing(t *testing.T) {
	var lock sync.Mutex
	server := &Server{
		Lock:    &lock,
		Refused: func(*Peer, error) []byte { return []byte("full") },
		Limits:  Limits{MaxPeers: 1, Patience: time.Second},
	}
	l, stranger := listenUDP(t, DatagramOptions{NoProof: true})
	serve(t, server, l)
	far, near := Pipe()
	defer near.Close(nil)
	go server.ServeConn(far)
	eventually(t, func() bool { return len(server.Peers()) == 1 })

	lock.Lock()
	before, memory := runtime.NumGoroutine(), held()
	const n = 1000
	for i := range n {
		if i%20 == 0 {
			time.Sleep(time.Millisecond) // without a pause the system drops unread datagrams
		}
		c := stranger()
		_, err := c.Write([]byte(first))
		require.NoError(t, err)
		c.Close()
	}

	came := func() bool {
		totals := server.Totals()
		return totals.Dropped["full"]+totals.Peers-1 >= n/2
	}
	assert.Eventually(t, came, 10*time.Second, time.Millisecond)
	assert.LessOrEqual(t, runtime.NumGoroutine()-before, 2*16+16)
	assert.Less(t, held()-memory, int64(2<<20)) // n goroutines would take 8 MiB for their stacks
	lock.Unlock()
}

// TestLongDatagramsAreNotKept: 80 MB of datagrams arrive. The server keeps only the length of
// datagrams over MaxFrame, and 256 KiB of other datagrams for each client.
func TestLongDatagramsAreNotKept(t *testing.T) {
	for _, maxFrame := range []int{64, 60000} {
		var lock sync.Mutex
		server := &Server{Lock: &lock, Limits: Limits{MaxFrame: maxFrame}}
		l, stranger := listenUDP(t, DatagramOptions{NoProof: true})
		done := make(chan error, 1)
		go func() { done <- server.Serve(l) }()

		memory := held()
		var all []*net.UDPConn
		for range 20 {
			c := stranger()
			_, err := c.Write([]byte(first))
			require.NoError(t, err)
			all = append(all, c)
		}
		eventually(t, func() bool { return len(server.Peers()) == 20 })

		lock.Lock() // a tick of the game holds the lock
		long := make([]byte, 60000)
		for range 70 {
			for _, c := range all {
				_, err := c.Write(long)
				require.NoError(t, err)
			}
			time.Sleep(time.Millisecond)
		}
		assert.Less(t, held()-memory, int64(10<<20), "with MaxFrame %d", maxFrame)
		lock.Unlock()

		l.Close()
		require.Error(t, <-done)
	}
}

// TestDeafPeers: 20 clients do not read. A message that waits for all of them is in memory only
// once. The server ends their visits.
func TestDeafPeers(t *testing.T) {
	left := make(chan error, 20)
	server := &Server{
		Leave:  func(_ *Peer, why error) { left <- why },
		Limits: Limits{Patience: time.Second},
	}
	dial := listen(t, server, "tcp", "127.0.0.1:0")
	for range 20 {
		defer dial().Close(nil)
	}
	eventually(t, func() bool { return len(server.Peers()) == 20 })

	memory := held()
	for range 300 {
		m := Message{Data: make([]byte, 120<<10)}
		for _, p := range server.Peers() {
			if err := p.Send(m); err != nil {
				require.ErrorIs(t, err, ErrSlow)
			}
		}
	}
	assert.Less(t, held()-memory, int64(20<<20))

	for range 20 {
		require.ErrorIs(t, <-left, ErrSlow)
	}
	assert.Less(t, held()-memory, int64(4<<20))
}

// TestTinyIdle: if Limits.Idle is a nanosecond, a visit may end before it has begun.
func TestTinyIdle(t *testing.T) {
	for range 1000 {
		server := &Server{Limits: Limits{Idle: time.Nanosecond, Patience: 10 * time.Millisecond}}
		far, near := Pipe()
		near.Close(nil)
		require.Error(t, server.ServeConn(far))
	}
}

// TestPanicsEndOneVisit: a panic in a function of the program ends only the visit of the client for
// which the server has called this function.
func TestPanicsEndOneVisit(t *testing.T) {
	boom := func() { panic("boom") }
	for name, set := range map[string]func(s *Server, guilty func(p *Peer)){
		"Enter": func(s *Server, f func(*Peer)) {
			s.Enter = func(p *Peer) error { f(p); return nil }
		},
		"First": func(s *Server, f func(*Peer)) {
			s.First = func(p *Peer, _ Message) error { f(p); return nil }
		},
		"Receive": func(s *Server, f func(*Peer)) {
			s.Receive = func(p *Peer, _ Message) error { f(p); return nil }
		},
		"Tap": func(s *Server, f func(*Peer)) {
			s.Tap = func(p *Peer, _ Direction, _ Message) { f(p) }
		},
		"Leave": func(s *Server, f func(*Peer)) {
			s.Leave = func(p *Peer, _ error) { f(p) }
		},
		"Farewell": func(s *Server, f func(*Peer)) {
			s.Farewell = func(p *Peer, _ error) []byte { f(p); return nil }
		},
		"Refused": func(s *Server, f func(*Peer)) {
			s.Refused = func(p *Peer, _ error) []byte { f(p); return nil }
		},
		"Fault": func(s *Server, f func(*Peer)) {
			s.Fault = func(p *Peer, _ Message, _ error) error { f(p); return nil }
		},
	} {
		t.Run(name, func(t *testing.T) {
			bad, badNear := Pipe()
			good, goodNear := Pipe()
			server := &Server{Log: quiet, Receive: func(*Peer, Message) error { return nil },
				Limits: Limits{MaxRate: 3, Patience: time.Second}}
			set(server, func(p *Peer) {
				if p.Conn() == bad {
					boom()
				}
			})
			if name == "Refused" {
				server.Enter = func(p *Peer) error {
					if p.Conn() == bad {
						return errors.New("no")
					}
					return nil
				}
			}

			done, ended := make(chan error, 1), make(chan error, 1)
			go func() { done <- server.ServeConn(good) }()
			go func() { ended <- server.ServeConn(bad) }()
			go io.Copy(io.Discard, connReader{badNear})
			for range 5 {
				_ = badNear.Send(Message{Data: []byte(first)}) // the visit may have ended
			}
			badNear.Close(nil)
			require.Error(t, <-ended)

			send(t, goodNear, "still here")
			goodNear.Close(nil)
			require.ErrorIs(t, <-done, io.EOF)
		})
	}
}

// A connReader reads the messages of a Conn.
type connReader struct{ Conn }

func (r connReader) Read([]byte) (int, error) {
	_, err := r.Receive()
	return 0, err
}

// TestOversizeFarewell: after a client has sent a message that is too long, it can read the reason
// for the end of its visit. This also holds if the client has sent more messages in the meantime.
func TestOversizeFarewell(t *testing.T) {
	server := &Server{
		Farewell: func(_ *Peer, why error) []byte { return []byte(variant.KindOf(why)) },
		Limits:   Limits{MaxFrame: 4096},
	}
	dial := listen(t, server, "tcp", "127.0.0.1:0")
	for range 10 {
		c := dial()
		go c.Send(Message{Data: make([]byte, 1<<20)})
		time.Sleep(20 * time.Millisecond) // the game reads in its next frame
		require.Equal(t, "limit", receive(t, c))
		c.Close(nil)
	}
}

// TestLongLength: a length over MaxFrame ends the visit before the first byte of the message
// arrives.
func TestLongLength(t *testing.T) {
	for length, want := range map[uint32]string{4096: "", 4097: "limit", 1 << 31: "limit"} {
		left := make(chan error, 1)
		server := &Server{
			Leave:  func(_ *Peer, why error) { left <- why },
			Limits: Limits{MaxFrame: 4096},
		}
		far, near, err := socketPair(t)
		require.NoError(t, err)
		go server.ServeConn(NewStream(far, StreamOptions{}))
		_, err = near.Write(binary.LittleEndian.AppendUint32(nil, length))
		require.NoError(t, err)

		if want == "" {
			_, err = near.Write(make([]byte, length))
			require.NoError(t, err)
			eventually(t, func() bool { return server.Totals().Received == 1 })
			near.Close()
			require.ErrorIs(t, <-left, io.EOF)
			continue
		}
		require.Equal(t, want, Reason(<-left))
	}
}

// TestShutdownOfMany: Shutdown may be called several times at the same time. All calls wait for the
// last client. Each client gets one farewell.
func TestShutdownOfMany(t *testing.T) {
	var left atomic.Bool
	server := &Server{
		Enter:    func(p *Peer) error { return p.Send(Message{Data: []byte("welcome")}) },
		Farewell: func(*Peer, error) []byte { return []byte("bye") },
		Leave:    func(*Peer, error) { left.Store(true) },
	}
	far, near := Pipe()
	served := make(chan error, 1)
	go func() { served <- server.ServeConn(far) }()
	require.Equal(t, "welcome", receive(t, near))

	var calls sync.WaitGroup
	for range 8 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			assert.NoError(t, server.Shutdown(context.Background()))
			assert.True(t, left.Load())
		}()
	}
	require.Equal(t, "bye", receive(t, near))
	require.Contains(t, receive(t, near), io.EOF.Error())
	near.Close(nil)
	calls.Wait()
	require.ErrorIs(t, <-served, ErrClosed)
}

// TestShutdownInAHurry: when its context is done, Shutdown closes the connections of clients that
// do not read.
func TestShutdownInAHurry(t *testing.T) {
	server := &Server{
		Enter:  func(p *Peer) error { return p.Send(Message{Data: []byte("unread")}) },
		Limits: Limits{Patience: time.Hour},
	}
	far, near := Pipe()
	defer near.Close(nil)
	served := make(chan error, 1)
	go func() { served <- server.ServeConn(far) }()
	eventually(t, func() bool { return len(server.Peers()) == 1 })

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, server.Shutdown(ctx), context.Canceled)
	require.ErrorIs(t, <-served, ErrClosed)
}

// TestSteadyState: the server receives and sends messages without allocation.
func TestSteadyState(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector allocates")
	}

	far, near, err := socketPair(t)
	require.NoError(t, err)
	out := make([]byte, 100)
	server := &Server{
		Receive: func(p *Peer, m Message) error { return p.Send(Message{Data: out}) },
		Limits:  Limits{MaxRate: -1, MaxByteRate: -1},
	}
	go server.ServeConn(NewStream(far, StreamOptions{}))

	frame := append(binary.LittleEndian.AppendUint32(nil, 100), make([]byte, 100)...)
	answer := make([]byte, 104)
	allocs := testing.AllocsPerRun(1000, func() {
		_, err := near.Write(frame)
		require.NoError(t, err)
		_, err = io.ReadFull(near, answer)
		require.NoError(t, err)
	})
	require.Zero(t, allocs)
}

// socketPair returns the two ends of a TCP connection.
func socketPair(t *testing.T) (far, near net.Conn, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()

	near, err = net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { near.Close() })
	far, err = l.Accept()
	return far, near, err
}
