package proxy

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"godotvariant/cmd/gdnet/traffic"
)

// A Replay sends the client side of a capture to a server. It compares the server's answers with
// the recorded answers.
type Replay struct {
	To      string
	Speed   float64       // 2 is twice as fast as recorded; 0 means no pauses
	Wait    time.Duration // time to wait for an answer after everything is sent
	Printer *Printer
	All     bool // also print the answers that are equal to the recorded answers

	mu    sync.Mutex // guards Printer, total and ids
	total Tally
	ids   map[int32]int32 // the new ID of a peer, by the recorded ID
}

// A Tally counts answers.
type Tally struct {
	Conns, Sent                   int
	Equal, Differ, Missing, Extra int
	Lost                          int // records that are missing in the capture
}

// Same reports whether all answers are equal to the answers in the capture.
func (t Tally) Same() bool { return t.Differ+t.Missing+t.Extra == 0 }

func (t Tally) String() string {
	return fmt.Sprintf("%d connections, %d packets sent; "+
		"answers: %d equal, %d differ, %d missing, %d more than recorded",
		t.Conns, t.Sent, t.Equal, t.Differ, t.Missing, t.Extra)
}

// Run replays all connections. Each connection begins at its recorded time. Call Run only once.
func (r *Replay) Run(ctx context.Context, transport string, records []Record) (Tally, error) {
	conns := map[int][]Record{}
	for _, rec := range records {
		r.total.Lost += rec.Lost
		if rec.Conn > 0 {
			conns[rec.Conn] = append(conns[rec.Conn], rec)
		}
	}

	r.total.Conns = len(conns)
	start := time.Now()

	errs := make(chan error, len(conns))
	for id, records := range conns {
		go func() {
			c := replayedConn{Replay: r, id: id, start: start}
			errs <- c.run(ctx, transport, records)
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

// A replayedConn is one connection of a replay.
type replayedConn struct {
	*Replay
	id    int
	start time.Time
	link  link
	count int // number of answers so far
	game  *game
}

// A game is a connection of Godot's multiplayer. The first message of the server has the client's
// ID.
type game struct {
	recorded int32
	framed   bool
	known    chan struct{} // closed after the first answer
}

func (c *replayedConn) run(ctx context.Context, transport string, records []Record) error {
	var send, expected []Record
	for _, r := range records {
		switch {
		case !r.carriesData():
		case r.From == client:
			send = append(send, r)
		default:
			expected = append(expected, r)
		}
	}

	if transport == "ws" && len(expected) > 0 {
		if id, framed, ok := traffic.FirstID(expected[0].Packet); ok {
			c.game = &game{id, framed, make(chan struct{})}
		}
	}
	if err := c.until(ctx, records[0].T); err != nil {
		return err
	}

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	link, err := dial(ctx, transport, c.To, records[0])
	if err != nil {
		return err
	}

	c.link = link
	defer link.close()
	stop := context.AfterFunc(ctx, link.close)
	defer stop()

	answers := make(chan Record)
	go c.read(ctx, answers)
	sent := make(chan error, 1)
	go func() { sent <- c.send(ctx, send) }()

	return c.compare(ctx, sent, answers, expected)
}

// until waits until the replay reaches the time t of the capture, in microseconds since the start.
func (c *replayedConn) until(ctx context.Context, t int64) error {
	if c.Speed <= 0 {
		return ctx.Err()
	}

	at := c.start.Add(time.Duration(float64(t) / c.Speed * float64(time.Microsecond)))
	select {
	case <-time.After(time.Until(at)):
	case <-ctx.Done():
	}

	return ctx.Err()
}

// send sends the messages that the client sent in the capture.
func (c *replayedConn) send(ctx context.Context, records []Record) error {
	if c.game != nil {
		select {
		case <-c.game.known:
		case <-time.After(c.Wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}

	for _, r := range records {
		if err := c.until(ctx, r.T); err != nil {
			return err
		}
		if err := c.link.send(c.renumbered(r)); err != nil {
			return err
		}

		c.mu.Lock()
		c.total.Sent++
		c.Printer.skip(r)
		c.mu.Unlock()
	}

	return nil
}

// renumbered returns a record in which the new IDs of peers replace the recorded IDs. It does this
// only for packets of Godot's multiplayer.
func (c *replayedConn) renumbered(r Record) Record {
	if c.game == nil || r.Kind != kindPacket {
		return r
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r.Packet = traffic.Renumber(r.Packet, c.game.framed, func(id int32) int32 {
		if other, ok := c.ids[id]; ok {
			return other
		}
		return id
	})
	return r
}

// welcome handles the first answer of the server in Godot's multiplayer. It reports whether the
// answer has an ID.
func (c *replayedConn) welcome(r Record) bool {
	defer close(c.game.known)
	id, framed, ok := traffic.FirstID(r.Packet)
	if !ok || framed != c.game.framed {
		return false
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids == nil {
		c.ids = map[int32]int32{}
	}
	c.ids[c.game.recorded] = id
	return true
}

// read sends the server's answers to the channel answers. It splits them into records as the proxy
// does.
func (c *replayedConn) read(ctx context.Context, answers chan<- Record) {
	defer close(answers)

	c.link.receive(func(kind string, part []byte) {
		select {
		case answers <- Record{T: time.Since(c.start).Microseconds(), Conn: c.id, From: server,
			Kind: kind, Packet: part}:
		case <-ctx.Done():
		}
	})
}

// compare compares the answers with the expected answers. It calls the method closeWrite of the
// link when everything is sent and answered, or when the server has not answered for too long.
// Later answers still count.
func (c *replayedConn) compare(ctx context.Context, sent <-chan error, answers <-chan Record,
	expected []Record) error {
	defer func() {
		c.mu.Lock()
		c.total.Missing += len(expected) - min(c.count, len(expected))
		c.mu.Unlock()
	}()

	silence := time.NewTimer(c.Wait)
	defer silence.Stop()
	allSent, closed := false, false

	var fault error
	for {
		if allSent && !closed && c.count >= len(expected) {
			closed = c.link.closeWrite()
			silence.Reset(c.Wait)
		}

		select {
		case r, ok := <-answers:
			if !ok {
				return fault
			}
			c.answer(r, expected)
			silence.Reset(c.Wait)

		case fault = <-sent:
			allSent = true
			sent = nil
			silence.Reset(c.Wait)

		case <-silence.C:
			switch {
			case closed || allSent && !c.link.closeWrite():
				return fault
			case allSent:
				closed = true
			}

			silence.Reset(c.Wait)

		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// answer counts an answer. In Godot's multiplayer the first answer of the server counts as equal
// even if its ID differs from the recorded ID.
func (c *replayedConn) answer(r Record, expected []Record) {
	i := c.count
	c.count++
	equal := i == 0 && c.game != nil && c.welcome(r)
	if i < len(expected) {
		want := c.renumbered(expected[i])
		equal = equal || want.Kind == r.Kind && bytes.Equal(want.Packet, r.Packet)
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() { _ = c.Printer.Flush() }() // after an error, the next Flush returns it again
	if equal {
		c.total.Equal++
		if c.All {
			c.Printer.Print(r)
		} else {
			c.Printer.skip(r)
		}
		return
	}

	c.Printer.Print(r)

	if i >= len(expected) {
		c.total.Extra++
		return
	}

	c.total.Differ++
	fmt.Fprintf(c.Printer.out, "   recorded: %s\n", c.Printer.said(expected[i]))
}
