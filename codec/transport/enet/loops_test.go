//go:build go1.25

package enet

import (
	"context"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/command"
)

// A wire connects sockets in memory, without loss and delay.
type wire struct {
	mu      sync.Mutex
	sockets map[string]*wireSocket
}

// open returns the socket of an address.
func (w *wire) open(address string) *wireSocket {
	w.mu.Lock()
	defer w.mu.Unlock()

	s := &wireSocket{
		wire: w, addr: net.UDPAddrFromAddrPort(netip.MustParseAddrPort(address)),
		in: make(chan wireDatagram, 10000), closed: make(chan struct{}),
	}
	w.sockets[address] = s
	return s
}

func (w *wire) at(address string) *wireSocket {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sockets[address]
}

// A wireSocket is a net.PacketConn.
type wireSocket struct {
	wire   *wire
	addr   net.Addr
	in     chan wireDatagram
	once   sync.Once
	closed chan struct{}
	wrote  atomic.Int64 // datagrams
	saw    func(datagram []byte)

	deadline time.Time // only the goroutine that reads uses it
}

type wireDatagram struct {
	from net.Addr
	data []byte
}

func (s *wireSocket) ReadFrom(b []byte) (int, net.Addr, error) {
	var over <-chan time.Time
	if !s.deadline.IsZero() {
		timer := time.NewTimer(time.Until(s.deadline))
		defer timer.Stop()
		over = timer.C
	}

	select {
	case d := <-s.in:
		return copy(b, d.data), d.from, nil
	case <-s.closed:
		return 0, nil, net.ErrClosed
	case <-over:
		return 0, nil, os.ErrDeadlineExceeded
	}
}

func (s *wireSocket) WriteTo(b []byte, to net.Addr) (int, error) {
	s.wrote.Add(1)
	if s.saw != nil {
		s.saw(b)
	}
	s.wire.at(to.String()).in <- wireDatagram{s.addr, append([]byte(nil), b...)}
	return len(b), nil
}

func (s *wireSocket) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

func (s *wireSocket) LocalAddr() net.Addr                { return s.addr }
func (s *wireSocket) SetDeadline(time.Time) error        { return nil }
func (s *wireSocket) SetWriteDeadline(time.Time) error   { return nil }
func (s *wireSocket) SetReadDeadline(at time.Time) error { s.deadline = at; return nil }

// call sends a message, and waits until it comes back.
func call(t *testing.T, c transport.Conn) {
	assert.NoError(t, c.Send(transport.Message{Data: []byte("a call with eighteen bytes")}))
	_, err := c.Receive()
	assert.NoError(t, err)
}

// TestCostOfACall: 100 clients call ten times a second. A call costs the server one datagram,
// because the acknowledgement is in the datagram of the answer. One poll of the server writes the
// datagrams of several clients.
func TestCostOfACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const clients, calls = 100, 50
		w := &wire{sockets: map[string]*wireSocket{}}
		socket := w.open("10.0.0.1:1")
		listener := New(socket, Options{Limits: Limits{MaxHalfOpenPerHost: clients}})
		server := &transport.Server{
			Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
		}
		go server.Serve(listener)

		var conns []transport.Conn
		for i := range clients {
			at := netip.AddrPortFrom(netip.MustParseAddr("10.0.0.2"), uint16(1+i)).String()
			to := netip.MustParseAddrPort("10.0.0.1:1")
			c, err := Client(t.Context(), w.open(at), to, Options{})
			require.NoError(t, err)
			conns = append(conns, c)
		}

		rounds := func() int {
			listener.endpoint.mu.Lock()
			defer listener.endpoint.mu.Unlock()
			return listener.endpoint.host.Stats().Polls
		}

		wrote, polled := socket.wrote.Load(), rounds()
		var all sync.WaitGroup
		for i, c := range conns {
			all.Go(func() {
				time.Sleep(time.Duration(i) * 977 * time.Microsecond)
				for range calls {
					call(t, c)
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		all.Wait()

		datagrams := float64(socket.wrote.Load()-wrote) / (clients * calls)
		polls := float64(rounds()-polled) / (clients * calls)
		t.Logf("%.2f datagrams and %.2f rounds of writing a call", datagrams, polls)
		require.LessOrEqual(t, datagrams, 1.1)
		require.LessOrEqual(t, polls, 0.5)

		for _, c := range conns {
			go c.Close(nil)
		}
		_ = server.Shutdown(context.Background())
		time.Sleep(time.Minute) // by then all goroutines have ended
	})
}

// TestPingEndsWithItsContext: Ping returns when its context ends, although no answer has come.
func TestPingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{sockets: map[string]*wireSocket{}}
		listener := New(w.open("10.0.0.1:1"), Options{})
		to := netip.MustParseAddrPort("10.0.0.1:1")
		c, err := Client(t.Context(), w.open("10.0.0.2:1"), to, Options{})
		require.NoError(t, err)
		far, err := listener.Accept()
		require.NoError(t, err)
		ping := c.(interface{ Ping(context.Context) error }).Ping
		require.NoError(t, ping(t.Context()))

		open := w.open("10.0.0.1:1") // the socket queues the datagrams, but no goroutine reads them
		time.Sleep(time.Second)      // by then all sent datagrams have arrived
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		require.ErrorIs(t, ping(ctx), context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(began))

		open.Close()
		c.Close(nil)
		far.Close(nil)
		listener.Close()
		time.Sleep(time.Minute) // by then all goroutines have ended
	})
}

// TestBandwidthOptions: a server tells its clients its limits and the rule of the throttle, and
// drops unreliable messages beyond its bandwidth.
func TestBandwidthOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{sockets: map[string]*wireSocket{}}
		socket := w.open("10.0.0.1:1")
		told := map[command.Kind][]byte{}
		socket.saw = func(datagram []byte) {
			_, body, _ := command.ParseHead(datagram)
			for c, rest, ok := command.Next(body); ok; c, rest, ok = command.Next(rest) {
				told[c.Kind] = slices.Clone(c.Body)
			}
		}

		listener := New(socket, Options{
			InBandwidth: 30_000, OutBandwidth: 20_000,
			Throttle: Throttle{Interval: time.Second, Acceleration: 4, Deceleration: 8},
		})
		server := netip.MustParseAddrPort("10.0.0.1:1")
		c, err := Client(t.Context(), w.open("10.0.0.2:1"), server, Options{})
		require.NoError(t, err)
		far, err := listener.Accept()
		require.NoError(t, err)

		arrived := 0
		go func() {
			for {
				m, err := c.Receive()
				if err != nil {
					return
				}
				arrived += len(m.Data)
			}
		}()

		const seconds = 10
		for range seconds * 100 {
			m := transport.Message{Data: make([]byte, 1000), Delivery: transport.Unreliable}
			require.NoError(t, far.Send(m))
			time.Sleep(10 * time.Millisecond)
		}
		synctest.Wait()
		require.InDelta(t, 20_000, arrived/seconds, 15_000) // in the first second there is no limit
		require.Equal(t, command.BandwidthBody(30_000, 20_000), told[command.BandwidthLimit])
		require.Equal(t, command.Throttle{Interval: 1000, Acceleration: 4, Deceleration: 8}.Body(),
			told[command.ThrottleConfigure])

		c.Close(nil)
		far.Close(nil)
		listener.Close()
		time.Sleep(time.Minute) // all goroutines end
	})
}
