//go:build go1.25

package transport_test

import (
	"bytes"
	"crypto/tls"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
)

// A modelNet is the network on which TestModel plays a schedule: it connects clients to a server.
type modelNet struct {
	listeners []Listener
	kinds     []string // kinds of clients
	connect   func(kind string, i int) (modelClient, error)
}

// modelHosts is the number of hosts of the clients.
const modelHosts = 5

// host returns the address of client i.
func (m *model) host(network byte, i int) netip.AddrPort {
	host := byte(1 + m.number(modelHosts))
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{network, 0, 0, host}), uint16(i))
}

// A countedListener is a listener that counts its connections, and records their kind.
type countedListener struct {
	Listener
	m    *model
	kind string
}

func (l countedListener) Accept() (Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.m.came.Add(1)
		l.m.kinds.Store(c, l.kind)
	}
	return c, err
}

// socketNet listens on sockets of the machine.
func (m *model) socketNet() modelNet {
	// A small buffer lets the server notice clients that do not read.
	slow := StreamOptions{SendBuffer: 4 << 10}
	open := func(network, address string) net.Listener {
		l, err := net.Listen(network, address)
		require.NoError(m.t, err)
		return l
	}

	const loopback = "127.0.0.1:0"
	tcp := open("tcp", loopback)
	secure := open("tcp", loopback)
	unix := open("unix", filepath.Join(m.t.TempDir(), "s"))
	udp, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(m.t, err)

	// Package udp reads a *net.UDPConn with a method that a *watchedSocket does not have. So the
	// schedules use both kinds of sockets.
	var datagrams net.PacketConn = udp
	if m.draw(2) {
		datagrams = m.watch(udp)
	}

	return modelNet{
		listeners: []Listener{
			countedListener{Stream(tcp, slow), m, "tcp"},
			countedListener{Stream(tls.NewListener(secure, certified(m.t)), slow), m, "tls"},
			countedListener{Stream(unix, slow), m, "unix"},
			countedListener{Datagrams(datagrams, DatagramOptions{}), m, "udp"},
		},
		kinds: []string{"tcp", "tls", "unix", "udp", "pipe"},
		connect: func(kind string, _ int) (modelClient, error) {
			if kind == "pipe" {
				return m.pipeClient(), nil
			}

			at := map[string]net.Addr{
				"tcp": tcp.Addr(), "tls": secure.Addr(),
				"unix": unix.Addr(), "udp": udp.LocalAddr(),
			}[kind]
			c, err := m.dialFrom(at)
			if err != nil {
				return modelClient{}, err // the server has closed
			}

			switch kind {
			case "udp":
				return m.datagramClient(c), nil
			case "tls":
				c = tls.Client(c, &tls.Config{InsecureSkipVerify: true})
			}
			return m.streamClient(c), nil
		},
	}
}

// dialFrom connects to an address, from one of several hosts if the machine has several addresses.
func (m *model) dialFrom(at net.Addr) (net.Conn, error) {
	var d net.Dialer
	from := m.host(127, 0)
	if runtime.GOOS == "linux" {
		switch at.Network() {
		case "tcp":
			d.LocalAddr = net.TCPAddrFromAddrPort(from)
		case "udp":
			d.LocalAddr = net.UDPAddrFromAddrPort(from)
		}
	}
	return d.Dial(at.Network(), at.String())
}

// memoryNet listens in memory.
func (m *model) memoryNet() modelNet {
	streams := &memoryListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	socket := newMemorySocket()
	return modelNet{
		listeners: []Listener{
			countedListener{Stream(streams, StreamOptions{}), m, "stream"},
			countedListener{Datagrams(m.watch(socket), DatagramOptions{}), m, "datagrams"},
		},
		kinds: []string{"stream", "datagrams", "pipe"},
		connect: func(kind string, i int) (modelClient, error) {
			from := m.host(10, i+1)
			switch kind {
			case "pipe":
				return m.pipeClient(), nil
			case "datagrams":
				return m.datagramClient(socket.dial(from)), nil
			}

			c, err := streams.dial(from)
			if err != nil {
				return modelClient{}, err
			}
			return m.streamClient(c), nil
		},
	}
}

// A memoryListener accepts net.Pipes.
type memoryListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *memoryListener) dial(from netip.AddrPort) (net.Conn, error) {
	far, near := net.Pipe()
	select {
	case l.conns <- hostedConn{far, net.TCPAddrFromAddrPort(from)}:
		return near, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
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

// A hostedConn is one end of a net.Pipe with an address.
type hostedConn struct {
	net.Conn
	addr net.Addr
}

func (c hostedConn) RemoteAddr() net.Addr { return c.addr }

// A watchedSocket counts the bytes that a socket sends to strangers. It loses some datagrams.
type watchedSocket struct {
	net.PacketConn
	m *model

	mu    sync.Mutex
	known map[string]*watchedAddress
}

// A watchedAddress records the datagrams between a socket and an address.
type watchedAddress struct {
	received, sent int // bytes before the proof
	question       []byte
	proven         bool
}

func (m *model) watch(c net.PacketConn) *watchedSocket {
	return &watchedSocket{PacketConn: c, m: m, known: map[string]*watchedAddress{}}
}

func (s *watchedSocket) ReadFrom(b []byte) (int, net.Addr, error) {
	n, from, err := s.PacketConn.ReadFrom(b)
	if err != nil {
		return n, from, err
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.known[from.String()]
	if a == nil {
		a = new(watchedAddress)
		s.known[from.String()] = a
	}

	a.received += n
	if a.question != nil && bytes.Equal(b[:n], a.question) {
		a.proven = true
	}
	return n, from, nil
}

func (s *watchedSocket) WriteTo(b []byte, to net.Addr) (int, error) {
	s.mu.Lock()
	a := s.known[to.String()]
	if !a.proven {
		a.sent += len(b)
		a.question = bytes.Clone(b)
		assert.LessOrEqual(s.m.t, a.sent, a.received, "bytes to an address without proof")
	}
	s.mu.Unlock()

	if s.m.draw(10) {
		return len(b), nil // the datagram is lost
	}
	return s.PacketConn.WriteTo(b, to)
}

// A memorySocket is a net.PacketConn in memory.
type memorySocket struct {
	in     chan memoryDatagram
	wake   chan struct{}
	closed chan struct{}
	once   sync.Once

	mu      sync.Mutex
	clients map[string]*memoryConn
}

func newMemorySocket() *memorySocket {
	return &memorySocket{
		in: make(chan memoryDatagram), wake: make(chan struct{}),
		closed: make(chan struct{}), clients: map[string]*memoryConn{},
	}
}

type memoryDatagram struct {
	data []byte
	from net.Addr
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
	c := s.clients[to.String()]
	s.mu.Unlock()

	select {
	case c.in <- bytes.Clone(b):
	default: // a full buffer
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

// A memoryConn is a client of a memorySocket.
type memoryConn struct {
	net.Conn // nil: only the methods below are called
	socket   *memorySocket
	addr     net.Addr
	in       chan []byte
	readBy   time.Time
	gone     chan struct{}
	once     sync.Once
}

// dial connects an address.
func (s *memorySocket) dial(from netip.AddrPort) *memoryConn {
	c := &memoryConn{
		socket: s, addr: net.UDPAddrFromAddrPort(from),
		in: make(chan []byte, 64), gone: make(chan struct{}),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clients[from.String()] = c
	return c
}

func (c *memoryConn) Write(b []byte) (int, error) {
	select {
	case c.socket.in <- memoryDatagram{bytes.Clone(b), c.addr}:
	case <-c.socket.closed:
		return 0, net.ErrClosed
	case <-time.After(time.Second): // a full buffer
	}
	return len(b), nil
}

func (c *memoryConn) Read(b []byte) (int, error) {
	var late <-chan time.Time
	if !c.readBy.IsZero() {
		late = time.After(time.Until(c.readBy))
	}

	select {
	case d := <-c.in:
		return copy(b, d), nil
	case <-c.gone:
		return 0, net.ErrClosed
	case <-late:
		return 0, os.ErrDeadlineExceeded
	}
}

func (c *memoryConn) SetReadDeadline(by time.Time) error {
	c.readBy = by
	return nil
}

func (c *memoryConn) Close() error {
	c.once.Do(func() { close(c.gone) })
	return nil
}
