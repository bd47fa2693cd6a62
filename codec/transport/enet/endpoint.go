package enet

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/compress"
	"godotvariant/codec/transport/enet/internal/core"
	"godotvariant/codec/transport/internal/udp"
)

// An endpoint is a socket with its Host. One goroutine reads datagrams, another one writes them,
// for all connections.
type endpoint struct {
	socket *udp.Socket
	began  time.Time
	wake   chan struct{} // has something if Poll may have something to do

	mu     sync.Mutex
	host   *core.Host
	handle func(core.Event) // called with mu
	last   bool             // the socket closes when the last connection has ended
	users  map[user]bool    // the connections that have not ended
	blocks map[user]bool    // those whose Send waits
	failed chan struct{}    // closed when the socket has failed, or was closed
	broken bool             // likewise
}

// A user of an endpoint is a connection. The endpoint holds its mutex during the calls.
type user interface {
	end(why error) // the socket has failed
	roomier()      // the queue may have become shorter
}

// newEndpoint returns an endpoint of a socket. It starts nothing.
func newEndpoint(c net.PacketConn, server bool, o Options) *endpoint {
	var coder compress.RangeCoder
	decompress := []core.Decompress{coder.Decode, compress.FastLZ, compress.Zlib}
	if o.Decompress != nil {
		decompress = append(decompress, o.Decompress)
	}

	return &endpoint{
		socket: udp.New(c),
		began:  time.Now(),
		wake:   make(chan struct{}, 1),
		users:  map[user]bool{},
		blocks: map[user]bool{},
		failed: make(chan struct{}),
		host: core.NewHost(core.Config{
			Server: server, Decompress: decompress, Random: random, Limits: o.Limits.core(),
		}),
	}
}

// random returns random bits that nobody can guess.
func random() uint32 {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint32(b[:])
}

// start starts the goroutines.
func (e *endpoint) start() {
	go e.readAll()
	go e.writeAll()
}

// now returns the time of the Host.
func (e *endpoint) now() uint32 { return uint32(time.Since(e.began).Milliseconds()) }

// poke makes the writer look.
func (e *endpoint) poke() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// readAll reads datagrams until the socket is closed.
func (e *endpoint) readAll() {
	err := e.socket.ReadAll(e.receive)
	e.fail(err)
}

func (e *endpoint) receive(from netip.AddrPort, datagram []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()

	e.host.Receive(from, datagram, e.now())
	e.takeEvents()
	e.poke()
}

// takeEvents handles what has happened. The caller holds mu.
func (e *endpoint) takeEvents() {
	for _, event := range e.host.Events() {
		e.handle(event)
	}

	for u := range e.blocks {
		u.roomier()
	}
}

// fail ends all connections after an error of the socket.
func (e *endpoint) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()

	e.broken = true
	close(e.failed)
	for u := range e.users {
		u.end(fmt.Errorf("%w: %w", transport.ErrLost, err))
	}

	e.poke()
}

// writeAll writes datagrams until the socket has failed or the last connection has ended.
func (e *endpoint) writeAll() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer e.socket.Close()

	for {
		select {
		case <-e.wake:
		case <-timer.C:
		}

		datagrams, wait, over := e.poll()
		for _, d := range datagrams {
			_ = e.socket.Write(d.Data, d.To) // it may be lost
		}
		if over {
			return
		}
		timer.Reset(wait)
	}
}

// poll returns the datagrams to write, and whether they are the last ones.
func (e *endpoint) poll() (datagrams []core.Datagram, wait time.Duration, over bool) {
	e.mu.Lock()
	defer e.mu.Unlock()

	datagrams, wait = e.host.Poll(e.now())
	e.takeEvents()
	over = e.broken || e.last && e.host.Peers() == 0
	return datagrams, wait, over
}

// closeAfterLast closes the socket as soon as there is no connection.
func (e *endpoint) closeAfterLast() {
	e.mu.Lock()
	defer e.mu.Unlock()

	e.last = true
	e.host.Refuse()
	e.poke()
}
