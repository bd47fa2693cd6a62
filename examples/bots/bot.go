package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/math"
)

// A message goes from a bot to the server.
type message struct {
	Bot  int          `godot:"bot"`
	Seq  int          `godot:"seq"`
	At   math.Vector2 `godot:"at"`
	Step math.Vector2 `godot:"step"`
}

// A reply goes from the server to a bot.
type reply struct {
	Bot int          `godot:"bot"`
	Seq int          `godot:"seq"`
	At  math.Vector2 `godot:"at"`
}

// ask returns the message with a number. The function answer returns the right reply to it. All
// components are small integers, which single precision holds.
func ask(bot, seq int) message {
	return message{
		Bot:  bot,
		Seq:  seq,
		At:   math.Vector2{X: float64(seq % 1000), Y: float64(bot)},
		Step: math.Vector2{X: 1, Y: float64(seq % 7)},
	}
}

func answer(bot, seq int) reply {
	m := ask(bot, seq)
	return reply{Bot: bot, Seq: seq, At: m.At.Add(m.Step)}
}

// A bot is one client. Its connection and framing are set by connect.
type bot struct {
	load
	id      int
	codec   *codec.Codec
	conn    net.Conn
	framing codec.Framing

	mu   sync.Mutex
	due  map[int]time.Time // when each message without an answer was due, by number
	over bool              // the last message is sent
	tally
}

// A tally counts the replies that a bot has seen.
type tally struct {
	sent    int
	wrong   int
	lost    int
	answers []time.Duration // how long each took
	err     error
}

// connect connects the bot with the server.
func (b *bot) connect(ctx context.Context) {
	b.due = map[int]time.Time{}
	if b.network == "udp" {
		b.framing = codec.FrameNone // the encoder makes one Write of a value, which is one datagram
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, b.network, b.addr)
	b.conn = conn
	b.fail(err)
}

// run plays until ctx is done, and waits for the last answers.
func (b *bot) run(ctx context.Context) {
	if b.conn == nil {
		return
	}
	defer b.conn.Close()

	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.fail(b.read())
	}()

	if err := b.send(ctx, ended); ctx.Err() == nil {
		b.fail(err)
	}

	b.finish()
	<-ended
	b.lost = len(b.due)
}

// fail keeps the first error.
func (b *bot) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil && err != nil {
		b.err = fmt.Errorf("bot %d: %w", b.id, err)
	}
}

// finish allows the server some time for the answers that are still to come.
func (b *bot) finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	wait := b.patience
	if len(b.due) == 0 {
		wait = 0
	}
	_ = b.conn.SetReadDeadline(time.Now().Add(wait))
}

// send sends messages at the rate, until ctx is done or nothing more can be read. If a server
// does not take them, the bot is late and catches up afterwards.
func (b *bot) send(ctx context.Context, ended <-chan struct{}) error {
	stop := context.AfterFunc(ctx, func() { _ = b.conn.SetWriteDeadline(time.Unix(1, 0)) })
	defer stop()

	enc := b.codec.NewEncoder(b.conn, b.framing)
	interval := time.Second / time.Duration(b.rate)
	first := interval * time.Duration(b.id) / time.Duration(b.bots) // bots take turns
	start := time.Now().Add(first)
	timer := time.NewTimer(0)
	defer timer.Stop()

	for seq := 0; ; seq++ {
		due := start.Add(time.Duration(seq) * interval)
		timer.Reset(time.Until(due))
		select {
		case <-timer.C:
		case <-ctx.Done():
			return nil
		case <-ended:
			return nil
		}

		v, err := b.codec.ToVariant(ask(b.id, seq))
		if err != nil {
			return err
		}

		b.expect(seq, due)
		if err := enc.Encode(v); err != nil {
			b.forget(seq)
			return err
		}
	}
}

func (b *bot) expect(seq int, due time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.due[seq] = due
	b.sent++
}

// forget is called for a message that could not be sent.
func (b *bot) forget(seq int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.due, seq)
	b.sent--
}

// read takes answers until the last has come or the time is over.
func (b *bot) read() error {
	next := b.packets()
	for {
		packet, err := next()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil
		}
		if err != nil {
			return err
		}

		var r reply
		if err := b.codec.Unmarshal(packet, &r); err != nil {
			return err
		}
		if b.take(r, time.Now()) {
			return nil
		}
	}
}

// packets returns a function that reads the next packet, which is valid until the call
// after that.
func (b *bot) packets() func() ([]byte, error) {
	if b.network == "udp" {
		buf := make([]byte, 2048)
		return func() ([]byte, error) {
			n, err := b.conn.Read(buf)
			return buf[:n], err
		}
	}
	dec := b.codec.NewDecoder(bufio.NewReader(b.conn), b.framing)
	return func() ([]byte, error) {
		_, err := dec.DecodeRaw()
		return dec.Packet(), err
	}
}

// take counts an answer, and reports whether it was the last.
func (b *bot) take(r reply, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()

	due, ok := b.due[r.Seq]
	if !ok || r != answer(b.id, r.Seq) { // on UDP an answer may also come twice
		b.wrong++
	}
	if ok {
		delete(b.due, r.Seq)
		b.answers = append(b.answers, now.Sub(due))
	}
	return b.over && len(b.due) == 0
}
