package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// A client is one connection. id, name and conn stay what they are once it has
// joined; the rest belongs to the server's mu.
type client struct {
	conn net.Conn
	id   int64
	name string

	out     chan variant.Variant // to be written
	at, dir math.Vector2
	credit  int // messages it may send; every tick brings more
}

// send queues v, and ends the connection of a client whose queue is full.
func (c *client) send(v variant.Variant) {
	select {
	case c.out <- v:
	default:
		c.conn.Close()
	}
}

// attend serves one connection to its end.
func (s *server) attend(ctx context.Context, conn net.Conn) {
	c := &client{conn: conn, out: make(chan variant.Variant, s.queue)}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	s.spawn(func() { s.write(c) })
	err := s.listen(c)
	s.leave(c)
	s.log.Info("gone", "addr", conn.RemoteAddr(), "id", c.id, "name", c.name, "why", err)
}

// write writes what is sent to a client, each message in good time.
func (s *server) write(c *client) {
	defer c.conn.Close()
	enc := s.out.NewEncoder(c.conn, codec.FrameU32)
	for v := range c.out {
		c.conn.SetWriteDeadline(time.Now().Add(s.patience))
		if err := enc.Encode(v); err != nil {
			c.conn.Close() // which the other side of this client sees too
		}
	}
}

var errLeft = errors.New("it left")

// listen reads what a client sends until that, or the client, ends. Bad
// messages are an end as well: no honest game sends them.
func (s *server) listen(c *client) error {
	dec := s.in.NewDecoder(bufio.NewReader(c.conn), codec.FrameU32)
	for {
		if err := c.conn.SetReadDeadline(time.Now().Add(s.idle)); err != nil {
			return err
		}
		v, err := dec.Decode()
		if err != nil {
			return err
		}
		if err := s.handle(c, v); err != nil {
			return err
		}
	}
}

func (s *server) handle(c *client, v variant.Variant) error {
	message, _ := v.(variant.Dictionary)
	op, _ := field[variant.String](message, "op")
	if c.id == 0 {
		name, ok := field[variant.String](message, "name")
		if op != "join" || !ok || len(name) > 32 {
			return fmt.Errorf("it did not join but sent %s", variant.Text(v))
		}
		if !s.enter(c, string(name)) {
			return errors.New("the server is full")
		}
		s.log.Info("joined", "addr", c.conn.RemoteAddr(), "id", c.id, "name", c.name)
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.credit--; c.credit < 0 {
		return errors.New("it sends too much")
	}
	switch op {
	case "move":
		dir, ok := field[math.Vector2](message, "dir")
		if !ok || !dir.IsFinite() {
			return errors.New("a move without direction")
		}
		c.dir = dir.LimitLength(1)
	case "ping":
		t, _ := message.Get(variant.String("t"))
		c.send(variant.NewDictionary(variant.KV("op", variant.String("pong")), variant.KV("t", t)))
	case "leave":
		return errLeft
	default:
		return fmt.Errorf("unknown message %s", variant.Text(v))
	}
	return nil
}

// field returns the value of a key, if it is a T.
func field[T variant.Variant](d variant.Dictionary, key variant.String) (T, bool) {
	v, _ := d.Get(key)
	return variant.As[T](v)
}
