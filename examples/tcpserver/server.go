package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
)

const ticks, speed = 20, 100.0 // a second; the way that a player walks in a second

var field = math.Rect2{Size: math.Vector2{X: 1000, Y: 1000}} // where players walk

// limits are what the server puts up with.
type limits struct {
	connections int           // at once
	perSecond   int           // messages of one client
	queue       int           // messages that wait until a client takes them
	patience    time.Duration // until a client takes a message, and from one that it sends to the next
}

var defaults = limits{connections: 256, perSecond: 40, queue: 32, patience: 10 * time.Second}

// A server holds the world.
type server struct {
	limits
	log     *slog.Logger
	in, out *codec.Codec // what clients send is short
	mux     *message.Mux[*client]

	mu      sync.Mutex        // for all below, and for clients
	clients map[int64]*client // that have joined
	lastID  int64
	world   state
}

type client struct {
	conn net.Conn
	out  chan []byte // frames to write
	id   int64       // 0 until it joins
	dir  math.Vector2
}

func newServer(d *variant.Dialect, l limits, log *slog.Logger) *server {
	s := &server{limits: l, log: log, clients: map[int64]*client{}, world: state{Players: map[int64]math.Vector2{}}}
	s.in = codec.MustNew(codec.Options{Dialect: d, Limits: codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}})
	s.out = codec.MustNew(codec.Options{Dialect: d})
	s.mux = message.New[*client](message.Options{Key: "op"})
	message.Handle(s.mux, "join", s.join)
	message.Handle(s.mux, "move", s.move)
	message.Handle(s.mux, "ping", func(c *client, m *ping) error { s.send(m, c); return nil })
	message.Register[welcome](s.mux, "welcome")
	message.Register[ping](s.mux, "pong")
	message.Register[state](s.mux, "state")
	return s
}

// serve plays until ctx is done, and returns why when all connections have ended.
func (s *server) serve(ctx context.Context, l net.Listener) error {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	go s.play(ctx)
	open := make(chan struct{}, s.connections)
	for {
		conn, err := l.Accept()
		if err != nil {
			for range cap(open) { // wait until none is open
				open <- struct{}{}
			}
			return err
		}
		select {
		case open <- struct{}{}:
			go func() { s.attend(ctx, conn); <-open }()
		default:
			conn.Close()
		}
	}
}

// play moves the players and tells everybody, tick by tick.
func (s *server) play(ctx context.Context) {
	for tick := time.Tick(time.Second / ticks); ctx.Err() == nil; <-tick {
		s.mu.Lock()
		s.world.Tick++
		for id, c := range s.clients {
			s.world.Players[id] = s.world.Players[id].Add(c.dir.Mulf(speed/ticks)).Clamp(field.Position, field.End())
		}
		s.send(&s.world, slices.Collect(maps.Values(s.clients))...)
		s.mu.Unlock()
	}
}

// attend serves one connection to its end. Messages that are in its queue then are still written.
func (s *server) attend(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	c := &client{conn: conn, out: make(chan []byte, s.queue)}
	go func() {
		err := s.read(c)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.log.Info("gone", "addr", conn.RemoteAddr(), "id", c.id, "why", err)
		delete(s.clients, c.id)
		delete(s.world.Players, c.id)
		close(c.out)
	}()
	for frame := range c.out {
		conn.SetWriteDeadline(time.Now().Add(s.patience))
		if _, err := conn.Write(frame); err != nil {
			conn.Close() // then reading ends, too, and with it the queue
		}
	}
}

// read reads what a client sends. Any error is the end: no honest game causes one.
func (s *server) read(c *client) error {
	dec := s.in.NewDecoder(bufio.NewReader(c.conn), codec.FrameU32)
	for second, n := time.Now(), 0; n < s.perSecond; n++ {
		c.conn.SetReadDeadline(time.Now().Add(s.patience)) // for all of a message, however slowly it comes
		if err := s.mux.Receive(c, dec); err != nil {
			return err
		}
		if time.Since(second) > time.Second {
			second, n = time.Now(), 0
		}
	}
	return errors.New("it sends too much")
}

// send encodes a message once, and queues it for clients. One whose queue is full loses its connection, no message is left out.
// The caller holds mu, or is the client's reader: the queue is open.
func (s *server) send(m any, to ...*client) {
	var frame bytes.Buffer
	if err := s.mux.Send(s.out.NewEncoder(&frame, codec.FrameU32), m); err != nil {
		s.log.Error("send", "err", err)
		return
	}
	for _, c := range to {
		select {
		case c.out <- frame.Bytes():
		default:
			c.conn.Close()
		}
	}
}
