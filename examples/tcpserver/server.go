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

const (
	ticks = 20    // a second
	speed = 100.0 // how far a player walks in a second
)

// field is where players walk.
var field = math.Rect2{Size: math.Vector2{X: 1000, Y: 1000}}

// limits bounds what clients may send. A client that does more is disconnected.
type limits struct {
	connections int           // at the same time
	perSecond   int           // messages from one client
	queue       int           // messages that wait until one client has read them
	patience    time.Duration // to write a message, and until the next message of a client
}

var defaults = limits{connections: 256, perSecond: 40, queue: 32, patience: 10 * time.Second}

// A server has the world and the clients.
type server struct {
	limits
	log *slog.Logger
	in  *codec.Codec // for messages of clients, which are short
	out *codec.Codec
	mux *message.Mux[*client]

	mu      sync.Mutex        // for the fields below, and for those of clients
	clients map[int64]*client // that have joined, by ID
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
	short := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}
	s := &server{
		limits:  l,
		log:     log,
		in:      codec.MustNew(codec.Options{Dialect: d, Limits: short}),
		out:     codec.MustNew(codec.Options{Dialect: d}),
		mux:     message.New[*client](message.Options{Key: "op"}),
		clients: map[int64]*client{},
		world:   state{Players: map[int64]math.Vector2{}},
	}

	message.Handle(s.mux, "join", s.join)
	message.Handle(s.mux, "move", s.move)
	message.Handle(s.mux, "ping", s.ping)

	message.Register[welcome](s.mux, "welcome")
	message.Register[ping](s.mux, "pong")
	message.Register[state](s.mux, "state")
	return s
}

// serve plays until ctx is done. It returns when all connections have ended.
func (s *server) serve(ctx context.Context, l net.Listener) error {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	go s.play(ctx)

	var clients sync.WaitGroup
	defer clients.Wait()
	slots := make(chan struct{}, s.connections)
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}

		select {
		case slots <- struct{}{}:
			clients.Add(1)
			go func() {
				defer clients.Done()
				s.attend(ctx, conn)
				<-slots
			}()
		default:
			conn.Close() // too many
		}
	}
}

// play moves the players and sends the state to all, tick by tick.
func (s *server) play(ctx context.Context) {
	ticker := time.NewTicker(time.Second / ticks)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.tick()
		}
	}
}

func (s *server) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.world.Tick++
	for id, c := range s.clients {
		at := s.world.Players[id].Add(c.dir.Mulf(speed / ticks))
		s.world.Players[id] = at.Clamp(field.Position, field.End())
	}
	s.send(&s.world, slices.Collect(maps.Values(s.clients))...)
}

// attend serves one connection. After the end of reading, it still writes the queued messages.
func (s *server) attend(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	c := &client{conn: conn, out: make(chan []byte, s.queue)}
	go func() {
		why := s.read(c)
		s.leave(c, why)
	}()

	for frame := range c.out {
		conn.SetWriteDeadline(time.Now().Add(s.patience))
		if _, err := conn.Write(frame); err != nil {
			conn.Close() // reading ends, and leave closes the queue
		}
	}
}

// leave forgets a client. Nothing is sent to it any more.
func (s *server) leave(c *client, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.log.Info("left", "addr", c.conn.RemoteAddr(), "id", c.id, "why", why)
	delete(s.clients, c.id)
	delete(s.world.Players, c.id)
	close(c.out)
}

// read handles the messages of a client. It ends with the first error, because a game causes none.
func (s *server) read(c *client) error {
	dec := s.in.NewDecoder(bufio.NewReader(c.conn), codec.FrameU32)
	second := time.Now()
	for n := 0; n < s.perSecond; n++ {
		c.conn.SetReadDeadline(time.Now().Add(s.patience)) // for all of a message
		if err := s.mux.Receive(c, dec); err != nil {
			return err
		}

		if time.Since(second) > time.Second {
			second = time.Now()
			n = 0
		}
	}
	return errors.New("too many messages")
}

// send encodes a message once, and queues it for clients. A client whose queue is full is
// disconnected, so no client misses a message. The caller holds mu or handles a message of the
// client: then its queue is not closed.
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
