package main

import (
	"bufio"
	"context"
	"net"
	"time"

	"godotvariant/codec"
	"godotvariant/math"
)

// A client is one connection. id, name and conn stay what they are once it has
// joined; the rest belongs to the server's mu.
type client struct {
	conn net.Conn
	id   int64
	name string

	out     chan codec.Raw // to be written
	at, dir math.Vector2
	credit  int // messages it may send; every tick brings more
}

// send queues a packet, and ends the connection of a client whose queue is full.
func (c *client) send(packet codec.Raw) {
	select {
	case c.out <- packet:
	default:
		c.conn.Close()
	}
}

// attend serves one connection to its end.
func (s *server) attend(ctx context.Context, conn net.Conn) {
	c := &client{conn: conn, out: make(chan codec.Raw, s.queue)}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	s.spawn(func() { s.write(c) })
	err := s.listen(c)
	s.remove(c)
	s.log.Info("gone", "addr", conn.RemoteAddr(), "id", c.id, "name", c.name, "why", err)
}

// write writes what is sent to a client, each message in good time.
func (s *server) write(c *client) {
	defer c.conn.Close()
	enc := s.out.NewEncoder(c.conn, codec.FrameU32)
	for packet := range c.out {
		c.conn.SetWriteDeadline(time.Now().Add(s.patience))
		if err := enc.Encode(packet); err != nil {
			c.conn.Close() // which the other side of this client sees too
		}
	}
}

// listen reads what a client sends until that, or the client, ends. Bad
// messages are an end as well: no honest game sends them.
func (s *server) listen(c *client) error {
	dec := s.in.NewDecoder(bufio.NewReader(c.conn), codec.FrameU32)
	for {
		if err := c.conn.SetReadDeadline(time.Now().Add(s.idle)); err != nil {
			return err
		}
		if err := s.mux.Receive(c, dec); err != nil {
			return err
		}
	}
}
