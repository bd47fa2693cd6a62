package main

import (
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
)

// config says how the server plays and what it puts up with.
type config struct {
	codec.Options
	ticks      int           // a second
	speed      float64       // of players, in units a second
	size       math.Rect2    // of the world
	maxClients int           // at once
	perSecond  int           // messages of one client
	idle       time.Duration // the longest silence of a client
	patience   time.Duration // with a client that does not take its messages
	queue      int           // messages that may wait for it
}

var defaults = config{
	Options:    codec.Options{Limits: codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}},
	ticks:      20,
	speed:      100,
	size:       math.Rect2{Size: math.Vector2{X: 1000, Y: 1000}},
	maxClients: 256,
	perSecond:  40,
	idle:       10 * time.Second,
	patience:   2 * time.Second,
	queue:      32,
}

// A server holds the world. Everything below mu is for those who hold it.
type server struct {
	config
	in, out *codec.Codec // what clients send is limited, what is sent to them is not
	mux     *message.Mux[*client]
	log     *slog.Logger
	tasks   sync.WaitGroup

	mu      sync.Mutex
	clients map[int64]*client
	lastID  int64
	tick    int64
}

func newServer(c config, log *slog.Logger) (*server, error) {
	in, err := codec.New(c.Options)
	if err != nil {
		return nil, err
	}
	c.Limits = codec.Limits{}
	out, err := codec.New(c.Options)
	if err != nil {
		return nil, err
	}
	s := &server{config: c, in: in, out: out, log: log, clients: map[int64]*client{}}
	s.mux = s.messages()
	return s, nil
}

// serve plays until ctx is done, then ends all connections and waits for what
// belongs to them.
func (s *server) serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer s.tasks.Wait()
	defer cancel()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	s.spawn(func() { s.play(ctx) })
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				conn.Close()
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // out of file descriptors, say: that passes
			s.log.Warn("accept", "err", err)
			time.Sleep(50 * time.Millisecond)
			continue
		}
		s.spawn(func() { s.attend(ctx, conn) })
	}
}

func (s *server) spawn(task func()) {
	s.tasks.Add(1)
	go func() {
		defer s.tasks.Done()
		task()
	}()
}

// play moves the players and tells everybody, tick by tick.
func (s *server) play(ctx context.Context) {
	ticker := time.NewTicker(time.Second / time.Duration(s.ticks))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := s.step(); err != nil {
				s.log.Error("tick", "err", err)
			}
		}
	}
}

// step is one tick.
func (s *server) step() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tick++
	players := make(map[int64]math.Vector2, len(s.clients))
	for id, c := range s.clients {
		c.at = c.at.Add(c.dir.Mulf(s.speed/float64(s.ticks))).Clamp(s.size.Position, s.size.End())
		players[id] = c.at
		c.credit = min(s.perSecond, c.credit+s.perSecond/s.ticks)
	}
	return s.broadcast(&state{s.tick, players})
}

// send sends a message to some clients. It is encoded once, and each gets the same bytes. For
// holders of mu.
func (s *server) send(m any, to ...*client) error {
	b, err := s.mux.Append(nil, m)
	if err != nil {
		return err
	}
	packet, err := s.out.Raw(b)
	if err != nil {
		return err
	}
	for _, c := range to {
		c.send(packet)
	}
	return nil
}

// broadcast sends a message to everybody. For holders of mu.
func (s *server) broadcast(m any) error { return s.send(m, slices.Collect(maps.Values(s.clients))...) }

// enter lets a client into the world, if there is room.
func (s *server) enter(c *client, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.clients) >= s.maxClients {
		return errors.New("the server is full")
	}
	s.lastID++
	c.id, c.name, c.at, c.credit = s.lastID, name, s.size.Center(), s.perSecond
	s.clients[c.id] = c
	return s.send(&welcome{c.id, s.ticks}, c)
}

// remove takes a client out of the world. Nothing is sent to it any more.
func (s *server) remove(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(c.out)
	if s.clients[c.id] != c {
		return
	}
	delete(s.clients, c.id)
	if err := s.broadcast(&left{c.id, c.name}); err != nil {
		s.log.Error("left", "err", err)
	}
}
