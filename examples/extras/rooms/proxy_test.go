package main

import (
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A proxy stands between a process and NATS, and lets nothing pass while it is cut.
type proxy struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	open  chan struct{} // closed while all passes
	conns []net.Conn
}

func startProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{listener: l, target: target, open: make(chan struct{})}
	close(p.open)
	go p.accept()

	t.Cleanup(func() {
		l.Close()
		p.drop()
	})

	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		near, err := p.listener.Accept()
		if err != nil {
			return
		}

		far, err := net.Dial("tcp", p.target)
		if err != nil {
			near.Close()
			continue
		}

		p.mu.Lock()
		p.conns = append(p.conns, near, far)
		p.mu.Unlock()

		go p.carry(near, far)
		go p.carry(far, near)
	}
}

// carry carries bytes one way. What it holds during a cut it delivers late.
func (p *proxy) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 64<<10)

	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}

		<-p.gate()
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) gate() chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open
}

// cut lets nothing pass any more. Nobody is told.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = make(chan struct{})
}

// heal delivers what was held, late, and lets all pass again.
func (p *proxy) heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.open)
}

// drop loses what was held, and all connections.
func (p *proxy) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}
