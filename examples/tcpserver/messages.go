package main

import (
	"errors"

	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
)

// What clients send, see the page of the command.
type (
	join struct {
		Name string `godot:"name"`
	}
	move struct {
		Dir *math.Vector2 `godot:"dir"` // nil without the key
	}
	ping struct {
		T variant.Variant `godot:"t"`
	}
	leave struct{}
)

// What they get.
type (
	welcome struct {
		ID    int64 `godot:"id"`
		Ticks int   `godot:"ticks"`
	}
	state struct {
		Tick    int64                  `godot:"tick"`
		Players map[int64]math.Vector2 `godot:"players"`
	}
	left struct {
		ID   int64  `godot:"id"`
		Name string `godot:"name"`
	}
	pong ping
)

// messages returns the messages of the game.
func (s *server) messages() *message.Mux[*client] {
	mux := message.New[*client](message.Options{Codec: s.out, Key: "op"})
	message.Handle(mux, "join", s.join)
	message.Handle(mux, "move", playing(s, s.move))
	message.Handle(mux, "ping", playing(s, s.ping))
	message.Handle(mux, "leave", playing(s, s.leave))
	message.Register[welcome](mux, "welcome")
	message.Register[state](mux, "state")
	message.Register[left](mux, "left")
	message.Register[pong](mux, "pong")
	return mux
}

// playing makes a handler of one that holds mu, for clients that have joined.
func playing[M any](s *server, handle func(*client, *M) error) func(*client, *M) error {
	return func(c *client, m *M) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if c.id == 0 {
			return errors.New("it did not join")
		}
		if c.credit--; c.credit < 0 {
			return errors.New("it sends too much")
		}
		return handle(c, m)
	}
}

func (s *server) join(c *client, m *join) error {
	if c.id != 0 || len(m.Name) > 32 {
		return errors.New("it joined twice, or with a long name")
	}
	if err := s.enter(c, m.Name); err != nil {
		return err
	}
	s.log.Info("joined", "addr", c.conn.RemoteAddr(), "id", c.id, "name", c.name)
	return nil
}

func (s *server) move(c *client, m *move) error {
	if m.Dir == nil || !m.Dir.IsFinite() {
		return errors.New("a move without direction")
	}
	c.dir = m.Dir.LimitLength(1)
	return nil
}

func (s *server) ping(c *client, m *ping) error { return s.send((*pong)(m), c) }

var errLeft = errors.New("it left")

func (s *server) leave(*client, *leave) error { return errLeft }
