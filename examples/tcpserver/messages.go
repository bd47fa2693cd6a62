package main

import (
	"errors"

	"godotvariant/math"
	"godotvariant/variant"
)

type (
	// {"op": "join", "name": String} is the first message of a client.
	join struct {
		Name string `godot:"name"`
	}

	// {"op": "welcome", "id": int, "ticks": int} is the answer.
	welcome struct {
		ID    int64 `godot:"id"`
		Ticks int   `godot:"ticks"`
	}

	// {"op": "move", "dir": Vector2} holds until the next one.
	move struct {
		Dir math.Vector2 `godot:"dir"`
	}

	// {"op": "ping", "t": any value} is answered by {"op": "pong", "t": the same value}.
	ping struct {
		T variant.Variant `godot:"t"`
	}

	// {"op": "state", "tick": int, "players": {id: Vector2, …}} goes to all in every tick.
	state struct {
		Tick    int64                  `godot:"tick"`
		Players map[int64]math.Vector2 `godot:"players"`
	}
)

const maxName = 32 // bytes

func (s *server) join(c *client, m *join) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	if c.id != 0 {
		return errors.New("already joined")
	}
	if len(m.Name) > maxName {
		return errors.New("the name is too long")
	}

	s.lastID++
	c.id = s.lastID
	s.clients[c.id] = c
	s.world.Players[c.id] = field.Center()
	s.log.Info("joined", "addr", c.conn.RemoteAddr(), "id", c.id, "name", m.Name)
	s.send(&welcome{ID: c.id, Ticks: ticks}, c)
	return nil
}

func (s *server) move(c *client, m *move) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	if !m.Dir.IsFinite() {
		return errors.New("the direction is not finite")
	}
	c.dir = m.Dir.LimitLength(1)
	return nil
}

func (s *server) ping(c *client, m *ping) error {
	s.send(m, c)
	return nil
}
