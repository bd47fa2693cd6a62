package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"sync"
	"time"
)

// A replay sends the client side of a capture to a server, and compares the answers with
// the recorded ones.
type replay struct {
	to    string
	speed float64       // 2 is twice as fast as recorded, 0 at once
	wait  time.Duration // for an answer, when all is sent
	print *printer
	all   bool // print all answers, and not only those that differ

	mu    sync.Mutex // for print and total
	total tally
}

// A tally counts answers.
type tally struct {
	conns, sent                   int
	equal, differ, missing, extra int
	lost                          int // records that the capture lacks
}

func (t tally) same() bool { return t.differ+t.missing+t.extra == 0 }

func (t tally) String() string {
	return fmt.Sprintf("%d connections, %d packets sent; answers: %d equal, %d differ, %d missing, %d more than recorded",
		t.conns, t.sent, t.equal, t.differ, t.missing, t.extra)
}

// run replays all connections, each beginning when it did in the capture.
func (r *replay) run(ctx context.Context, h header, records []record) (tally, error) {
	conns := map[int][]record{}
	for _, rec := range records {
		r.total.lost += rec.Lost
		if rec.Conn > 0 {
			conns[rec.Conn] = append(conns[rec.Conn], rec)
		}
	}
	r.total.conns = len(conns)
	start := time.Now()
	errs := make(chan error, len(conns))
	for id, records := range conns {
		go func() {
			c := replayed{replay: r, id: id, transport: h.Transport, start: start}
			errs <- c.run(ctx, records)
		}()
	}
	var err error
	for range conns {
		if e := <-errs; e != nil && err == nil {
			err = e
		}
	}
	return r.total, err
}

// replayed is one connection of a replay.
type replayed struct {
	*replay
	id        int
	transport string
	start     time.Time
	conn      net.Conn
	count     int // of the answers so far
}

func (c *replayed) run(ctx context.Context, records []record) error {
	var send, expected []record
	for _, r := range records {
		switch {
		case r.Kind != kindPacket && r.Kind != kindBytes:
		case r.From == client:
			send = append(send, r)
		default:
			expected = append(expected, r)
		}
	}
	if err := c.until(ctx, records[0].T); err != nil {
		return err
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, c.transport, c.to)
	if err != nil {
		return err
	}
	c.conn = conn
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	answers := make(chan record)
	go c.read(ctx, answers)
	sent := make(chan error, 1)
	go func() { sent <- c.send(ctx, send) }()
	return c.compare(ctx, sent, answers, expected)
}

// until waits for the time that was t microseconds after the start of the capture.
func (c *replayed) until(ctx context.Context, t int64) error {
	if c.speed <= 0 {
		return ctx.Err()
	}
	at := c.start.Add(time.Duration(float64(t) / c.speed * float64(time.Microsecond)))
	select {
	case <-time.After(time.Until(at)):
	case <-ctx.Done():
	}
	return ctx.Err()
}

// send sends what the client sent.
func (c *replayed) send(ctx context.Context, records []record) error {
	for _, r := range records {
		if err := c.until(ctx, r.T); err != nil {
			return err
		}
		b := r.Packet
		if c.transport == "tcp" {
			b = wire(r)
		}
		if _, err := c.conn.Write(b); err != nil {
			return err
		}
		c.mu.Lock()
		c.total.sent++
		c.mu.Unlock()
	}
	return nil
}

// read emits what the server answers, split as the tap does.
func (c *replayed) read(ctx context.Context, answers chan<- record) {
	defer close(answers)
	emit := func(kind string, part []byte) {
		select {
		case answers <- record{T: time.Since(c.start).Microseconds(), Conn: c.id, From: server, Kind: kind, Packet: part}:
		case <-ctx.Done():
		}
	}
	frames := splitter{max: mostFrame, emit: emit}
	buf := make([]byte, maxDatagram)
	for {
		n, err := c.conn.Read(buf)
		switch {
		case err != nil:
			frames.end()
			return
		case c.transport == "udp":
			emit(kindPacket, bytes.Clone(buf[:n]))
		default:
			frames.feed(buf[:n])
		}
	}
}

// compare compares the answers with the expected ones. When everything is sent and
// answered, or the server is silent for too long, the sending side is closed, and what the
// server has to say to that still counts.
func (c *replayed) compare(ctx context.Context, sent <-chan error, answers <-chan record, expected []record) error {
	defer func() {
		c.mu.Lock()
		c.total.missing += len(expected) - min(c.count, len(expected))
		c.mu.Unlock()
	}()
	silence := time.NewTimer(c.wait)
	defer silence.Stop()
	allSent, closed := false, false
	var fault error
	for {
		if allSent && !closed && c.count >= len(expected) {
			closed = c.closeWrite()
			silence.Reset(c.wait)
		}
		select {
		case r, ok := <-answers:
			if !ok {
				return fault
			}
			c.answer(r, expected)
			silence.Reset(c.wait)
		case fault = <-sent:
			allSent, sent = true, nil
			silence.Reset(c.wait)
		case <-silence.C:
			switch {
			case closed || allSent && !c.closeWrite():
				return fault
			case allSent:
				closed = true
			}
			silence.Reset(c.wait)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// closeWrite ends the sending side, if the transport has such a thing.
func (c *replayed) closeWrite() bool {
	conn, ok := c.conn.(*net.TCPConn)
	return ok && conn.CloseWrite() == nil
}

// answer counts an answer.
func (c *replayed) answer(r record, expected []record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.print.flush()
	i := c.count
	c.count++
	if i < len(expected) && expected[i].Kind == r.Kind && bytes.Equal(expected[i].Packet, r.Packet) {
		c.total.equal++
		if c.all {
			c.print.print(r)
		}
		return
	}
	c.print.print(r)
	if i >= len(expected) {
		c.total.extra++
		return
	}
	c.total.differ++
	fmt.Fprintf(c.print.out, "   recorded: %s\n", c.print.text(expected[i]))
}
