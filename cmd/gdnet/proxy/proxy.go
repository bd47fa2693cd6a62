/*
Package proxy forwards the packets between a game and its server, and prints and records them. The
commands proxy, tail and replay of gdnet use it.

Each packet is printed on one line: the time in seconds, the number of the connection, the direction
(> is to the server), and the value as text.

	1.039898 #1 > {"op": "join", "name": "Tia"}
	1.040219 #1 < {"op": "welcome", "id": 1, "ticks": 20}
	1.040459 #1 > {"op": "move", "dir": Vector2(2, 0)}
	2.706239 #2 > !! 48 bytes: godot: decode $["name"] (String) at offset 48: unexpected end …

A [Proxy] forwards all bytes unchanged, also damaged packets. Over ENet it forwards each packet with
its delivery and its channel, in datagrams of its own. It never waits for the printer or the
disk. If one of them is too slow, records are dropped, and its output says how many. A frame or a
message over MaxFrame is forwarded, too, and recorded in pieces.

A capture is a file of values in the form of store_var, in the game's own dialect: a [Header], and
then a [Record] for each line.

	{"tap": 1, "transport": "tcp", "dialect": "Godot3", "started": "2026-01-31T20:15:00Z"}
	{"t": 4163, "conn": 1, "from": "client", "kind": "packet", "packet": PackedByteArray(…)}

In Godot, get_var() of the file reads one value after another, and bytes_to_var(record.packet) reads
the message (Godot 3: bytes2var). testdata/read.gd shows it.
*/
package proxy

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"godotvariant/codec/transport/enet"
	"godotvariant/variant"
)

// A Proxy forwards the messages between clients and a server, and records them.
type Proxy struct {
	To       string        // address of the server; for WebSocket it may be a URL
	MaxFrame int           // limit for the length of a TCP frame or WebSocket message in memory
	Idle     time.Duration // time without datagrams after which a UDP client is forgotten
	Sessions int           // largest number of UDP clients at the same time
	Layer    enet.Layer    // the protocol above ENet

	start   time.Time
	order   sync.Mutex // gives the records the same order in all queues
	queues  []*queue
	lastID  atomic.Int64
	tasks   sync.WaitGroup
	capture *queue                // nil without a capture
	screen  *queue                // nil without a printer
	failed  atomic.Pointer[error] // the first error of writing the capture
}

// New returns a proxy for the server at an address. It has the default limits.
func New(address string) *Proxy {
	return &Proxy{
		To: address, MaxFrame: 1 << 20, Idle: time.Minute, Sessions: 1024, start: time.Now(),
	}
}

// PrintTo makes the proxy print its records.
func (p *Proxy) PrintTo(printer *Printer) {
	// Ignore errors of the terminal, so that the game continues.
	p.screen = newQueue(printer.Print, func() { _ = printer.Flush() })
	p.queues = append(p.queues, p.screen)
}

// RecordTo makes the proxy write a capture. After an error it writes nothing more, but continues to
// forward bytes.
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

// add records an event at the current time. It does not wait for the printer or the disk.
func (p *Proxy) add(r Record) {
	p.order.Lock()
	defer p.order.Unlock()
	r.T = time.Since(p.start).Microseconds()
	r.Note, r.Path = valid(r.Note), valid(r.Path)
	for _, q := range p.queues {
		q.offer(r)
	}
}

// valid returns text from a header or a closing reason as valid UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// A Summary says how many records are missing after the last record in the output, and after the
// last record in the capture.
type Summary struct {
	Unprinted, Unrecorded int   // missing in the output, and in the capture
	Err                   error // the first error of writing the capture
}

// Close waits until the connections have ended and the capture is written. It waits only a short
// time for the printer.
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

// acceptAll serves the connections of a listener, each in a goroutine, until ctx is done. It
// returns after all connections have ended.
func acceptAll[C any](
	ctx context.Context, p *Proxy, l listener[C], serve func(context.Context, C),
) error {
	defer p.tasks.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()

	for {
		conn, err := l.Accept()
		switch {
		case err == nil:
			p.spawn(func() { serve(ctx, conn) })
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		default: // for example, the process has too many open files
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// A listener accepts connections.
type listener[C any] interface {
	Accept() (C, error)
	Close() error
}
