//go:build go1.25

package transport_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
)

// modelRuns is how many schedules TestModel plays. Each takes a minute of its own clock.
var modelRuns = flag.Int("modelruns", 4, "schedules of TestModel")

// modelLimits are small, so that clients come to all of them.
var modelLimits = Limits{
	MaxPeers: 20, MaxPerHost: 8, MaxRate: 30, MaxByteRate: 8 << 10, MaxFrame: 512,
	MaxQueue: 16, MaxQueueBytes: 2 << 10, Idle: 10 * time.Second, Patience: 3 * time.Second,
}

// busyTime is the longest time that a function of the model waits.
const busyTime = time.Second

// A model is a server and what must always hold for it.
type model struct {
	t      *testing.T
	server *Server
	lock   sync.Mutex // the server's, or not
	came   atomic.Int64

	mu     sync.Mutex
	random *rand.Rand
}

// draw returns true once in n times.
func (m *model) draw(n int) bool { return m.number(n) == 0 }

func (m *model) number(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.random.IntN(n)
}

// A modelPeer is the Value of a peer: what has happened to it.
type modelPeer struct {
	busy     atomic.Bool // a function runs for it
	entered  time.Time
	received int
	bytes    int
	last     bool // Farewell or Refused was called
	left     bool
	ended    time.Time // when Receive has called End
}

// enter begins a function for a peer. The result ends it.
func (m *model) enter(p *Peer, what string) (*modelPeer, func()) {
	v, ok := p.Value.(*modelPeer)
	if !ok {
		v = new(modelPeer)
		p.Value = v
	}

	assert.False(m.t, v.busy.Swap(true), "%s while another function runs", what)
	assert.False(m.t, v.left, "%s after Leave", what)
	return v, func() {
		v.busy.Store(false)
		if m.draw(100) {
			panic(what)
		}
	}
}

func newModel(t *testing.T, seed uint64) *model {
	m := &model{t: t, random: rand.New(rand.NewPCG(seed, 38))}
	s := &Server{Limits: modelLimits, Log: quiet}
	m.server = s
	if m.draw(2) {
		s.Lock = &m.lock
	}
	if m.draw(2) {
		s.First = func(p *Peer, _ Message) error {
			v, done := m.enter(p, "First")
			defer done()
			assert.Zero(t, v.entered, "First comes before Enter")
			return m.fails("First")
		}
	}
	if m.draw(2) {
		s.Fault = func(p *Peer, _ Message, err error) error {
			_, done := m.enter(p, "Fault")
			defer done()
			if m.draw(2) {
				return nil
			}
			return err
		}
	}
	if m.draw(2) {
		s.Tap = func(p *Peer, _ Direction, _ Message) {
			if m.draw(500) {
				panic("Tap")
			}
		}
	}

	s.Enter = m.enters
	s.Receive = m.receives
	s.Leave = m.leaves
	s.Farewell = func(p *Peer, why error) []byte {
		v, done := m.enter(p, "Farewell")
		defer done()
		assert.NotZero(t, v.entered)
		return m.sayLast(v, why)
	}
	s.Refused = func(p *Peer, why error) []byte {
		v, done := m.enter(p, "Refused")
		defer done()
		return m.sayLast(v, why)
	}
	return m
}

func (m *model) fails(what string) error {
	if m.draw(20) {
		return errors.New(what)
	}
	return nil
}

func (m *model) enters(p *Peer) error {
	v, done := m.enter(p, "Enter")
	defer done()
	assert.Zero(m.t, v.entered, "Enter is called once")
	if err := m.fails("Enter"); err != nil {
		return err
	}
	v.entered = time.Now()
	_ = p.Send(Message{Data: []byte("welcome")}) // it may have ended
	return nil
}

func (m *model) receives(p *Peer, msg Message) error {
	v, done := m.enter(p, "Receive")
	defer done()
	assert.NotZero(m.t, v.entered, "Receive before Enter")
	assert.Zero(m.t, v.ended, "Receive after End")
	assert.LessOrEqual(m.t, len(msg.Data), modelLimits.MaxFrame)

	v.received++
	v.bytes += len(msg.Data)
	seconds := 1 + time.Since(v.entered).Seconds()
	assert.LessOrEqual(m.t, float64(v.received), float64(modelLimits.MaxRate)*seconds+1e-6)
	assert.LessOrEqual(m.t, float64(v.bytes), float64(modelLimits.MaxByteRate)*seconds+1e-6)

	switch m.number(100) {
	case 0:
		v.ended = time.Now()
		p.End(errors.New("banned"))
	case 1:
		for range 2 * modelLimits.MaxQueue {
			_ = p.Send(Message{Data: make([]byte, m.number(400))}) // until it is slow
		}
	case 2:
		_ = p.Send(Message{Data: make([]byte, 2*modelLimits.MaxQueueBytes)}) // alone it may wait
	case 3:
		m.wait()
	case 4:
		return errors.New("a fault")
	case 5, 6, 7, 8, 9:
		_ = p.Send(Message{Data: bytes.Clone(msg.Data)})
	}
	return nil
}

// wait is a function that waits for something else, without the lock.
func (m *model) wait() {
	if m.server.Lock != nil {
		m.lock.Unlock()
		defer m.lock.Lock()
	}
	time.Sleep(time.Duration(m.number(int(busyTime))))
}

func (m *model) sayLast(v *modelPeer, why error) []byte {
	assert.Error(m.t, why)
	assert.False(m.t, v.last, "one last message")
	v.last = true
	return []byte("bye")
}

func (m *model) leaves(p *Peer, why error) {
	v, done := m.enter(p, "Leave")
	defer done()
	assert.Error(m.t, why)
	assert.NotZero(m.t, v.entered)
	v.left = true

	if !v.ended.IsZero() {
		took := time.Since(v.ended)
		assert.LessOrEqual(m.t, took, modelLimits.Patience+2*busyTime, "from End to Leave")
	}
}

// check holds the server against its bounds until done is closed.
func (m *model) check(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(37 * time.Millisecond):
		}

		peers := m.server.Peers()
		assert.LessOrEqual(m.t, len(peers), modelLimits.MaxPeers)
		assert.LessOrEqual(m.t, m.server.Totals().Peers, modelLimits.MaxPeers+16)
		for _, p := range peers {
			s := p.Stats()
			assert.LessOrEqual(m.t, s.Queue, modelLimits.MaxQueue)
			assert.LessOrEqual(m.t, s.QueueBytes, 2*modelLimits.MaxQueueBytes, "the longest message")
		}

		if len(peers) > 0 && m.draw(50) {
			peers[m.number(len(peers))].End(nil)
		}
	}
}

// A modelClient is the far end of a client: what it writes, and what it reads.
type modelClient struct {
	write func(data []byte, bad bool) error
	read  func() error // one message, or bytes
	close func()
}

// A counted listener counts its connections.
type counted struct {
	Listener
	came *atomic.Int64
}

func (l counted) Accept() (Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.came.Add(1)
	}
	return c, err
}

// pipe connects a client by a Pipe.
func (m *model) pipe() modelClient {
	far, near := Pipe()
	m.came.Add(1)
	go m.server.ServeConn(far)
	return modelClient{
		write: func(data []byte, _ bool) error { return near.Send(Message{Data: data}) },
		read:  func() error { _, err := near.Receive(); return err },
		close: func() { near.Close(nil) },
	}
}

// streamClient returns a client that writes frames, and sometimes something else.
func (m *model) streamClient(c net.Conn) modelClient {
	buf := make([]byte, 300)
	return modelClient{
		write: func(data []byte, bad bool) error {
			frame := append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), data...)
			if bad {
				frame = [][]byte{frame[:len(frame)/2], []byte("GET / HTTP/1.1\r\n\r\n"),
					{255, 255, 255, 127}, {22, 3, 1, 0}}[m.number(4)]
			}
			_ = c.SetWriteDeadline(time.Now().Add(5 * time.Second))
			_, err := c.Write(frame)
			return err
		},
		read:  func() error { _, err := c.Read(buf); return err },
		close: func() { c.Close() },
	}
}

// A memoryListener accepts net.Pipes.
type memoryListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *memoryListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *memoryListener) Addr() net.Addr { return &net.TCPAddr{} }

// A hosted is one end of a net.Pipe with an address.
type hosted struct {
	net.Conn
	addr net.Addr
}

func (c hosted) RemoteAddr() net.Addr { return c.addr }

// A memorySocket is a net.PacketConn in memory. It loses datagrams, and holds the server against what
// it may send to strangers.
type memorySocket struct {
	m      *model
	in     chan memoryDatagram
	wake   chan struct{}
	closed chan struct{}
	once   sync.Once

	mu      sync.Mutex
	clients map[string]*memoryAddress
}

type memoryDatagram struct {
	data []byte
	from net.Addr
}

// A memoryAddress is a client of a memorySocket.
type memoryAddress struct {
	in             chan []byte
	received, sent int // bytes, before the proof
	question       []byte
	proven         bool
}

func (s *memorySocket) ReadFrom(b []byte) (int, net.Addr, error) {
	select {
	case d := <-s.in:
		return copy(b, d.data), d.from, nil
	case <-s.wake:
		return 0, nil, net.ErrClosed
	case <-s.closed:
		return 0, nil, net.ErrClosed
	}
}

func (s *memorySocket) WriteTo(b []byte, to net.Addr) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	c := s.clients[to.String()]
	if c == nil {
		return len(b), nil
	}
	if !c.proven {
		c.sent += len(b)
		c.question = append([]byte(nil), b...)
		assert.LessOrEqual(s.m.t, c.sent, c.received, "bytes to an address without proof")
	}

	if !s.m.draw(10) {
		select {
		case c.in <- append([]byte(nil), b...):
		default:
		}
	}
	return len(b), nil
}

func (s *memorySocket) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

func (s *memorySocket) SetReadDeadline(time.Time) error  { close(s.wake); return nil }
func (s *memorySocket) SetDeadline(time.Time) error      { return nil }
func (s *memorySocket) SetWriteDeadline(time.Time) error { return nil }
func (s *memorySocket) LocalAddr() net.Addr              { return &net.UDPAddr{} }

// client connects an address.
func (s *memorySocket) client(addr netip.AddrPort) modelClient {
	c := &memoryAddress{in: make(chan []byte, 64)}
	from := net.UDPAddrFromAddrPort(addr)
	s.mu.Lock()
	s.clients[addr.String()] = c
	s.mu.Unlock()
	gone := make(chan struct{})

	put := func(data []byte) error {
		s.mu.Lock()
		c.received += len(data)
		if c.question != nil && string(data) == string(c.question) {
			c.proven = true
		}
		s.mu.Unlock()

		select {
		case s.in <- memoryDatagram{data, from}:
			return nil
		case <-s.closed:
			return net.ErrClosed
		case <-time.After(time.Second):
			return nil
		}
	}

	return modelClient{
		write: func(data []byte, bad bool) error {
			s.mu.Lock()
			question := c.question
			proven := c.proven
			s.mu.Unlock()

			if question != nil && (!proven || s.m.draw(10)) && !bad {
				if err := put(question); err != nil {
					return err
				}
			}
			return put(data)
		},
		read: func() error {
			select {
			case <-c.in:
				return nil
			case <-gone:
				return net.ErrClosed
			}
		},
		close: sync.OnceFunc(func() { close(gone) }),
	}
}

// play plays one client: how it reads, what it sends, and how it goes are drawn.
func (m *model) play(c modelClient) {
	pause := []time.Duration{0, 10 * time.Millisecond, time.Second, time.Hour}[m.number(4)]
	gone := make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() {
		for {
			select {
			case <-time.After(pause):
			case <-gone:
				return
			}
			if c.read() != nil {
				return
			}
		}
	})

	flood := m.draw(4)
	for range m.number(80) {
		if !flood {
			time.Sleep(time.Duration(m.number(300)) * time.Millisecond)
		}
		size := 12 + m.number(200)
		if m.draw(30) {
			size = modelLimits.MaxFrame + 1
		}
		if c.write(make([]byte, size), m.draw(30)) != nil {
			break
		}
	}

	if m.draw(2) {
		time.Sleep(time.Duration(m.number(20)) * time.Second)
	}
	close(gone)
	c.close()
	reading.Wait()
}

// TestModel plays random schedules with clients of every transport: they flood, say nothing, read
// slowly or not at all, send garbage and half of a frame, and functions of the program fail, wait and
// panic. All that the page of the package says must hold. The clock is that of the test.
func TestModel(t *testing.T) {
	for seed := range *modelRuns {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { schedule(t, uint64(seed)) })
		})
	}
}

// schedule plays one schedule.
func schedule(t *testing.T, seed uint64) {
	m := newModel(t, seed)
	streams := &memoryListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	socket := &memorySocket{
		m: m, in: make(chan memoryDatagram), wake: make(chan struct{}),
		closed: make(chan struct{}), clients: map[string]*memoryAddress{},
	}
	served := make(chan error, 1)
	go func() {
		served <- m.server.Serve(
			counted{Stream(streams, StreamOptions{}), &m.came},
			counted{Datagrams(socket, DatagramOptions{}), &m.came})
	}()

	done := make(chan struct{})
	go m.check(done)

	var all sync.WaitGroup
	for i := range 400 {
		addr := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(m.number(5))}), uint16(i+1))
		start := time.Duration(m.number(60_000)) * time.Millisecond
		kind := m.number(3)
		all.Go(func() {
			time.Sleep(start)
			switch kind {
			case 0:
				m.play(m.pipe())
			case 1:
				far, near := net.Pipe()
				select {
				case streams.conns <- hosted{far, net.TCPAddrFromAddrPort(addr)}:
					m.play(m.streamClient(near))
				case <-streams.closed:
				}
			default:
				m.play(socket.client(addr))
			}
		})
	}

	early := seed%2 == 1
	if early {
		time.Sleep(30 * time.Second)
	} else {
		all.Wait()
		time.Sleep(modelLimits.Idle + modelLimits.Patience + 2*busyTime)
		assert.Zero(t, m.server.Totals().Peers, "all have gone: silence ends the visits over UDP")
	}

	began := time.Now()
	require.NoError(t, m.server.Shutdown(context.Background()))
	assert.LessOrEqual(t, time.Since(began), modelLimits.Patience+2*busyTime, "Shutdown")
	require.ErrorIs(t, <-served, ErrClosed)
	assert.Empty(t, m.server.Peers())
	close(done)
	all.Wait()
	synctest.Wait()

	totals := m.server.Totals()
	assert.Equal(t, totals.Entered, sum(totals.Left))
	if !early {
		assert.EqualValues(t, m.came.Load(),
			totals.Entered+sum(totals.Refused)+sum(totals.Dropped), "%+v", totals)
	}
	assert.Greater(t, totals.Entered, 20)
	t.Logf("%+v", totals)
}

func sum(counts map[string]int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}
