package dtls_test

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	pion "github.com/pion/dtls/v3"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/dtls"
)

// stranger returns an IPv4 address. Each address belongs to another host.
func stranger(n int) netip.AddrPort {
	host := binary.BigEndian.AppendUint32(nil, 192<<24|2<<8|uint32(n))
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte(host)), uint16(n))
}

// A wire is the socket of a server without a network. A test gives the wire datagrams from any
// address, and the wire counts the bytes that the server sends to each address.
type wire struct {
	net.PacketConn // only for LocalAddr
	in             chan packet
	closed         chan struct{}
	once           sync.Once

	mu  sync.Mutex
	out map[netip.AddrPort]int // bytes
	to  map[netip.AddrPort]chan []byte
}

type packet struct {
	from netip.AddrPort
	data []byte
}

func newWire(t *testing.T) *wire {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	return &wire{
		PacketConn: c, in: make(chan packet), closed: make(chan struct{}),
		out: map[netip.AddrPort]int{}, to: map[netip.AddrPort]chan []byte{},
	}
}

// put passes a datagram to the server. When the next call of put returns, the server has handled
// this datagram.
func (w *wire) put(from netip.AddrPort, data []byte) {
	select {
	case w.in <- packet{from, data}:
	case <-w.closed:
	}
}

func (w *wire) ReadFrom(p []byte) (int, net.Addr, error) {
	select {
	case d := <-w.in:
		return copy(p, d.data), net.UDPAddrFromAddrPort(d.from), nil
	case <-w.closed:
		return 0, nil, net.ErrClosed
	}
}

func (w *wire) WriteTo(p []byte, to net.Addr) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	addr := to.(*net.UDPAddr).AddrPort()
	w.out[addr] += len(p)
	if c := w.to[addr]; c != nil {
		select {
		case c <- append([]byte(nil), p...):
		default:
		}
	}
	return len(p), nil
}

func (w *wire) sent(to netip.AddrPort) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out[to]
}

func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return w.PacketConn.Close()
}

// plug returns the socket of a client at an address. The socket sends a datagram to the server only
// if the function pass returns true for it.
func (w *wire) plug(t *testing.T, from netip.AddrPort, pass func([]byte) bool) *plug {
	t.Helper()
	end, _ := net.Pipe()
	p := &plug{Conn: end, wire: w, from: from, pass: pass, in: make(chan []byte, 100)}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.to[from] = p.in
	return p
}

// A plug is the socket of a client on a wire.
type plug struct {
	net.Conn // only for its deadlines
	wire     *wire
	from     netip.AddrPort
	pass     func([]byte) bool
	in       chan []byte

	mu   sync.Mutex
	late chan struct{} // closed by a deadline
}

func (p *plug) lateness() chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.late == nil {
		p.late = make(chan struct{})
	}
	return p.late
}

func (p *plug) SetReadDeadline(at time.Time) error {
	late := p.lateness()
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.IsZero() {
		p.late = nil
		return nil
	}
	select {
	case <-late:
	default:
		close(late)
	}
	return nil
}

func (p *plug) ReadFrom(b []byte) (int, net.Addr, error) {
	select {
	case d := <-p.in:
		return copy(b, d), net.UDPAddrFromAddrPort(p.from), nil
	case <-p.lateness():
		return 0, nil, context.DeadlineExceeded
	case <-p.wire.closed:
		return 0, nil, net.ErrClosed
	}
}

func (p *plug) WriteTo(b []byte, _ net.Addr) (int, error) {
	if p.pass(b) {
		p.wire.put(p.from, b)
	}
	return len(b), nil
}

// client returns a client on a plug. Its handshake has not begun.
func (p *plug) client(t *testing.T) *pion.Conn {
	t.Helper()
	c, err := pion.ClientWithOptions(p, net.UDPAddrFromAddrPort(p.from),
		pion.WithInsecureSkipVerify(true), pion.WithFlightInterval(50*time.Millisecond))
	require.NoError(t, err)
	return c
}

// firstHello returns the first datagram of a client.
func firstHello(t *testing.T) []byte {
	t.Helper()
	w := newWire(t)
	defer w.Close()
	first := make(chan []byte, 1)
	c := w.plug(t, stranger(1), func(b []byte) bool {
		select {
		case first <- append([]byte(nil), b...):
		default:
		}
		return false
	}).client(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = c.HandshakeContext(ctx)
	}()
	hello := <-first
	cancel()
	<-done
	return hello
}

// serve returns a server at a wire.
func (w *wire) serve(t *testing.T, l dtls.Limits) *dtls.Socket {
	t.Helper()
	s, err := dtls.New(w, newIdentity().server(l))
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// TestGarbage: datagrams that are not a hello make no session and get no answer.
func TestGarbage(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{})
	hello := firstHello(t)
	random := rand.New(rand.NewPCG(1, 2))

	sent := 0
	put := func(data []byte) {
		w.put(stranger(1), data)
		sent++
	}
	for n := range hello {
		put(hello[:n])
		put(append(hello[:n:n], make([]byte, 2000)...))
	}
	for range 1000 {
		data := make([]byte, random.IntN(1500))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		put(data)
	}
	requireStats(t, s, func(s dtls.Stats) bool { return s.Dropped == sent })
	require.Equal(t, dtls.Stats{Dropped: sent}, s.Stats())
	require.Zero(t, w.sent(stranger(1)))
}

// TestChangedHellos: the answer to a hello with a changed byte is not longer than the hello, and
// the server still works.
func TestChangedHellos(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{})
	hello := firstHello(t)
	for i := range hello {
		for _, change := range []byte{1, 0x80, 0xff} {
			changed := append([]byte(nil), hello...)
			changed[i] ^= change
			w.put(stranger(i), changed)
		}
	}
	requireEnters(t, w, stranger(1000))

	s.Close() // afterwards the server sends nothing
	for i := range hello {
		require.LessOrEqual(t, w.sent(stranger(i)), 3*len(hello))
	}
}

// requireEnters does a handshake of a client at an address, and returns its connection.
func requireEnters(t *testing.T, w *wire, from netip.AddrPort) *pion.Conn {
	t.Helper()
	c := w.plug(t, from, func([]byte) bool { return true }).client(t)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	require.NoError(t, c.HandshakeContext(ctx))
	return c
}

// TestHalfHandshakes: handshakes from forged addresses replace each other. Their addresses get no
// more bytes than they have sent, even after repeated hellos. Other clients can still connect.
func TestHalfHandshakes(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{MaxHandshakes: 4})
	hello := firstHello(t)
	for i := range 100 {
		for range 3 {
			w.put(stranger(i), hello)
			require.LessOrEqual(t, s.Stats().Handshakes, 4)
		}
	}
	requireEnters(t, w, stranger(1000))
	for i := range 100 {
		require.LessOrEqual(t, w.sent(stranger(i)), 3*len(hello))
	}
}

// TestOneHost: one host gets at most MaxHandshakesPerHost handshakes, which end after
// HandshakeTime.
func TestOneHost(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{MaxHandshakesPerHost: 3, HandshakeTime: 100 * time.Millisecond})
	hello := firstHello(t)
	host := stranger(1).Addr()
	for port := range 100 {
		w.put(netip.AddrPortFrom(host, uint16(port+1)), hello)
		require.LessOrEqual(t, s.Stats().Handshakes, 3)
	}
	requireStats(t, s, func(s dtls.Stats) bool {
		return s.Handshakes == 0 && s.Failed+s.Refused == 100
	})
}

// half does the part of a handshake that ends with the proof of the address. It reports whether the
// client has proven its address within a duration.
func half(t *testing.T, w *wire, from netip.AddrPort, within time.Duration) (proven bool) {
	t.Helper()
	isHello := func(b []byte) bool { return b[0] == 22 && b[13] == 1 }
	c := w.plug(t, from, isHello).client(t)
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	go func() {
		for w.sent(from) <= 200 && ctx.Err() == nil { // until the certificate arrives
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_ = c.HandshakeContext(ctx)
	return w.sent(from) > 200
}

// TestProven: the server does not replace a handshake whose client has proven its address.
func TestProven(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{MaxHandshakes: 1, HandshakeTime: time.Hour})
	require.Eventually(t, func() bool { return half(t, w, stranger(1), patience/10) },
		patience, time.Millisecond)

	w.put(stranger(2), firstHello(t))
	requireStats(t, s, func(s dtls.Stats) bool { return s.Refused == 1 && s.Handshakes == 1 })
	require.Zero(t, w.sent(stranger(2)))
}

// TestProvenEnds: a handshake whose client has proven its address ends after HandshakeTime.
func TestProvenEnds(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{HandshakeTime: time.Second})
	for n := 1; !half(t, w, stranger(n), time.Second); n++ {
		require.Less(t, n, 20)
	}
	requireStats(t, s, func(s dtls.Stats) bool { return s.Handshakes == 0 && s.Opened == 0 })
}

// TestForged: unencrypted datagrams with the address of a client do not end its session.
func TestForged(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{})
	go echo(s)
	c := requireEnters(t, w, stranger(1))
	requireStats(t, s, func(s dtls.Stats) bool { return s.Sessions == 1 })

	hello := firstHello(t)
	number := byte(100)
	plain := func(kind byte, body ...byte) []byte {
		number++
		head := []byte{kind, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, number, 0, byte(len(body))}
		return append(head, body...)
	}
	for _, forged := range [][]byte{
		plain(21, 2, 40), plain(21, 1, 0), plain(23, 1, 2, 3),
		plain(20, 9), plain(20, 1, 1), plain(24, 1),
		append(plain(20, 1), plain(21, 2, 40)...),
		plain(22, 1, 2, 3), hello, hello[:20],
	} {
		w.put(stranger(1), forged)
		requireEcho(t, packets{c}, "still here")
	}
	for range 10000 {
		w.put(stranger(1), plain(22, 20, 0, 0, 12, 0, 9, 0, 0, 0, 0, 0, 12))
	}
	requireEcho(t, packets{c}, "still here")
}

// packets makes a connection a net.PacketConn with one address.
type packets struct{ *pion.Conn }

func (p packets) ReadFrom(b []byte) (int, net.Addr, error) {
	n, err := p.Read(b)
	return n, p.RemoteAddr(), err
}

func (p packets) WriteTo(b []byte, _ net.Addr) (int, error) { return p.Write(b) }

// TestAgain: a client that has lost its session begins another session at the same address.
func TestAgain(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{MaxSessions: 1})
	go echo(s)
	for n := range 3 {
		c := requireEnters(t, w, stranger(1))
		requireStats(t, s, func(s dtls.Stats) bool { return s.Opened == n+1 && s.Sessions == 1 })
		requireEcho(t, packets{c}, "here")
	}
}

// TestFull: if MaxSessions or MaxSessionsPerHost is reached, a new client gets no session until
// another session has ended.
func TestFull(t *testing.T) {
	for name, l := range map[string]dtls.Limits{
		"sessions": {MaxSessions: 1}, "host": {MaxSessionsPerHost: 1},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWire(t)
			s := w.serve(t, l)
			first := requireEnters(t, w, stranger(1))
			requireStats(t, s, func(s dtls.Stats) bool { return s.Sessions == 1 })
			second := netip.AddrPortFrom(stranger(1).Addr(), 99)
			w.put(second, firstHello(t))
			requireStats(t, s, func(s dtls.Stats) bool { return s.Refused == 1 })
			require.Zero(t, w.sent(second))

			require.NoError(t, first.Close())
			requireStats(t, s, func(s dtls.Stats) bool { return s.Sessions == 0 })
			requireEnters(t, w, second)
		})
	}
}

// TestIdle: a session ends if its client sends nothing for too long.
func TestIdle(t *testing.T) {
	w := newWire(t)
	s := w.serve(t, dtls.Limits{Idle: time.Millisecond})
	requireEnters(t, w, stranger(1))
	requireStats(t, s, func(s dtls.Stats) bool { return s.Opened == 1 && s.Sessions == 0 })
}
