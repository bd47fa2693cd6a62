/*
Package proxy stands between a game and its server, and prints and records what they say to each
other. It is the ground of the commands proxy, tail and replay of gdvar.

Each packet is one line: the time in seconds, the number of the connection, the direction (> is to
the server), the value as text.

	1.039898 #1 > {"op": "join", "name": "Tia"}
	1.040219 #1 < {"op": "welcome", "id": 1, "ticks": 20}
	1.040459 #1 > {"op": "move", "dir": Vector2(2, 0)}
	2.706239 #2 > !! 48 bytes: godot: decode $["name"] (String) at offset 48: unexpected end of data: 12 00 …

A [Proxy] passes on all bytes as they are, damaged ones too, and never waits for the printer or
the disk. If one of them is too slow, records are dropped, counted, and mentioned in its output.
A frame or a message over MaxFrame is passed on too, and recorded in pieces.

A capture is a file of values that store_var would write, in the game's own dialect: a [Header], and
a [Record] for each line.

	{"tap": 1, "transport": "tcp", "dialect": "Godot3", "started": "2026-01-31T20:15:00Z"}
	{"t": 4163, "conn": 1, "from": "client", "kind": "packet", "packet": PackedByteArray(…)}

In Godot, get_var() of the file reads one after the other, and bytes_to_var(record.packet) the
message (Godot 3: bytes2var); testdata/read.gd does so.
*/
package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"godotvariant/variant"
)

// MaxFrame is the highest limit for frames and messages.
const MaxFrame = 64 << 20

// A Proxy passes on what clients and a server say to each other, and records it.
type Proxy struct {
	To       string        // address of the server; for WebSocket also a URL
	MaxFrame int           // longest TCP frame or WebSocket message to keep in memory
	Idle     time.Duration // of a UDP client, after which it is forgotten
	Sessions int           // UDP clients at once

	start   time.Time
	order   sync.Mutex // of records, which is one in all queues
	queues  []*queue
	lastID  atomic.Int64
	tasks   sync.WaitGroup
	capture *queue                // nil if there is none
	screen  *queue                // nil if there is none
	failed  atomic.Pointer[error] // the first error of the capture
}

// New returns a proxy for the server at an address, with the usual limits.
func New(to string) *Proxy {
	return &Proxy{To: to, MaxFrame: 1 << 20, Idle: time.Minute, Sessions: 1024, start: time.Now()}
}

// PrintTo prints records.
func (p *Proxy) PrintTo(printer *Printer) {
	// the game goes on without a terminal
	p.screen = newQueue(printer.Print, func() { _ = printer.Flush() })
	p.queues = append(p.queues, p.screen)
}

// RecordTo writes a capture. After an error nothing more is written, but the proxy passes on
// bytes as before.
func (p *Proxy) RecordTo(w io.Writer, d *variant.Dialect, transport string) error {
	c, err := newCapture(w, d, transport, p.start)
	if err != nil {
		return err
	}

	check := func(err error) {
		if err != nil {
			p.failed.CompareAndSwap(nil, &err)
		}
	}

	p.capture = newQueue(func(r Record) {
		if p.failed.Load() == nil {
			check(c.write(r))
		}
	}, func() { check(c.out.Flush()) })

	p.queues = append(p.queues, p.capture)
	return c.out.Flush()
}

// Serve listens on an address and passes on what comes, until ctx is done. The transport is "tcp",
// "udp" or "ws". Listening is called with the address, before the first client is served; its error
// ends the proxy.
func (p *Proxy) Serve(ctx context.Context, transport, listen string,
	listening func(net.Addr) error) error {
	switch transport {
	case "udp":
		addr, err := net.ResolveUDPAddr("udp", listen)
		if err != nil {
			return err
		}

		conn, err := net.ListenUDP("udp", addr)
		if err != nil {
			return err
		}

		if err := listening(conn.LocalAddr()); err != nil {
			return errors.Join(err, conn.Close())
		}

		return p.serveUDP(ctx, conn)

	case "tcp", "ws":
		l, err := net.Listen("tcp", listen)
		if err != nil {
			return err
		}

		if err := listening(l.Addr()); err != nil {
			return errors.Join(err, l.Close())
		}
		if transport == "ws" {
			return p.serveWS(ctx, l)
		}

		return p.serveTCP(ctx, l)
	}

	return fmt.Errorf("no such transport: %q: there are tcp, udp and ws", transport)
}

// add records something that has happened now. It does not wait for the printer or the disk.
func (p *Proxy) add(r Record) {
	p.order.Lock()
	defer p.order.Unlock()
	r.T = time.Since(p.start).Microseconds()
	r.Note, r.Path = valid(r.Note), valid(r.Path)
	for _, q := range p.queues {
		q.offer(r)
	}
}

// valid makes a String of what a client or a server has written in a header or a reason.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// A Summary is what a proxy has to say at its end.
type Summary struct {
	Unprinted, Unrecorded int   // records
	Err                   error // of the capture
}

// Close waits for the connections, the capture and, for a moment, the printer.
func (p *Proxy) Close() Summary {
	p.tasks.Wait()
	var s Summary

	if p.screen != nil {
		s.Unprinted = p.screen.close(time.Second)
	}
	if p.capture != nil {
		s.Unrecorded = p.capture.close(10 * time.Second)
	}
	if err := p.failed.Load(); err != nil {
		s.Err = *err
	}

	return s
}

func (p *Proxy) spawn(task func()) {
	p.tasks.Add(1)
	go func() {
		defer p.tasks.Done()
		task()
	}()
}
