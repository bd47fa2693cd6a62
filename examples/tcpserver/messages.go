package main

import (
	"errors"

	"godotvariant/math"
	"godotvariant/variant"
)

type (
	join struct { // {"op": "join", "name": String}, first of all
		Name string `godot:"name"`
	}
	welcome struct { // {"op": "welcome", "id": int, "ticks": int}, the answer
		ID    int64 `godot:"id"`
		Ticks int   `godot:"ticks"`
	}
	move struct { // {"op": "move", "dir": Vector2}, until the next
		Dir math.Vector2 `godot:"dir"`
	}
	ping struct { // {"op": "ping", "t": any value}, answered by {"op": "pong", "t": the same}
		T variant.Variant `godot:"t"`
	}
	state struct { // {"op": "state", "tick": int, "players": {id: Vector2, …}}, to all in every tick
		Tick    int64                  `godot:"tick"`
		Players map[int64]math.Vector2 `godot:"players"`
	}
)

func (s *server) join(c *client, m *join) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.id != 0 || len(m.Name) > 32 {
		return errors.New("it joins twice, or with a long name")
	}
	s.lastID++
	c.id = s.lastID
	s.clients[c.id] = c
	s.world.Players[c.id] = field.Center()
	s.log.Info("joined", "addr", c.conn.RemoteAddr(), "id", c.id, "name", m.Name)
	s.send(&welcome{c.id, ticks}, c)
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
