package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/math"
)

// moveInterval is the time between two moves of a client: 20 Hz.
const moveInterval = 50 * time.Millisecond

// A load has the figures that were measured for a server with some number of clients.
type load struct {
	messages  int // number of messages: each answer, and the move that it answers
	processor time.Duration
	span      time.Duration
	answered  float64 // answers for each move; less than 1 if the server is too slow
}

// A crowd has the clients of a server. Each client sends moves.
type crowd struct {
	server  *gameServer
	ctx     context.Context // its cause is the first error of a client
	fail    context.CancelCauseFunc
	running sync.WaitGroup

	entered       atomic.Int64 // number of clients that have received an answer
	moves, states atomic.Int64
}

// measure connects clients to the server, lets them play for the time span, and returns the
// figures.
func (s *gameServer) measure(ctx context.Context, clients int, span time.Duration) (load, error) {
	c := &crowd{server: s}
	c.ctx, c.fail = context.WithCancelCause(ctx)
	defer func() {
		c.fail(nil)
		c.running.Wait()
	}()

	for i := range clients {
		if err := c.connect(i, moveInterval*time.Duration(i)/time.Duration(clients)); err != nil {
			return load{}, err
		}
	}
	if err := c.wait(&c.entered, int64(clients)); err != nil {
		return load{}, err
	}

	before, err := processTime(s.pid)
	if err != nil {
		return load{}, err
	}
	began := time.Now()
	moves, states := c.moves.Load(), c.states.Load()

	select {
	case <-time.After(span):
	case <-c.ctx.Done():
	}
	if err := c.wait(&c.states, states+int64(clients)); err != nil {
		return load{}, err
	}

	after, err := processTime(s.pid)
	moves, states = c.moves.Load()-moves, c.states.Load()-states
	return load{
		messages: 2 * int(states), processor: after - before, span: time.Since(began),
		answered: float64(states) / float64(moves),
	}, err
}

// wait waits until the counter, which the clients increase, has reached the given number of
// answers.
func (c *crowd) wait(count *atomic.Int64, answers int64) error {
	deadline := time.Now().Add(time.Minute)
	for count.Load() < answers {
		if err := context.Cause(c.ctx); err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s does not answer", c.server.name)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return context.Cause(c.ctx)
}

// connect connects a client. The client makes its first move after the delay.
func (c *crowd) connect(i int, delay time.Duration) error {
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(c.server.port))
	conn, err := transport.Dial(c.ctx, "tcp", address)
	if err != nil {
		return err
	}
	context.AfterFunc(c.ctx, func() { conn.Close(nil) })

	m := move{
		ID: i, Pos: math.V3(float64(i), 1.5, -0.25), Vel: math.V3(0.5, 0, -1), Yaw: 1.25, HP: 100,
	}
	for _, run := range []func() error{
		func() error { return c.send(conn, m, delay) },
		func() error { return c.receive(conn, m) },
	} {
		c.running.Add(1)
		go func() {
			defer c.running.Done()
			if err := run(); err != nil {
				c.fail(fmt.Errorf("%s, client %d: %w", c.server.name, i, err))
			}
		}()
	}
	return nil
}

// send sends the same move every 50 ms, until the crowd ends. The first move comes after the delay.
func (c *crowd) send(conn transport.Conn, m move, delay time.Duration) error {
	packet, err := c.server.codec.Marshal(struct {
		Type string `godot:"type"`
		move
	}{"move", m})
	if err != nil {
		return err
	}

	select {
	case <-time.After(delay):
	case <-c.ctx.Done():
		return nil
	}

	clock := time.NewTicker(moveInterval)
	defer clock.Stop()
	for {
		if err := conn.Send(transport.Message{Data: packet}); err != nil {
			return err
		}
		c.moves.Add(1)

		select {
		case <-clock.C:
		case <-c.ctx.Done():
			return nil
		}
	}
}

// receive counts the answers, and checks the first answer.
func (c *crowd) receive(conn transport.Conn, m move) error {
	for checked := false; ; checked = true {
		answer, err := conn.Receive()
		if err != nil {
			return err
		}
		c.states.Add(1)
		if checked {
			continue
		}

		var s state
		if err := c.server.codec.Unmarshal(answer.Data, &s); err != nil {
			return err
		}
		if s.ID != m.ID || s.Pos != m.Pos {
			return errors.New("the answer is that to another move")
		}
		c.entered.Add(1)
	}
}
