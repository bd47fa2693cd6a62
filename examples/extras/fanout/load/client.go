package main

import (
	"net"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/math"
)

var wire = codec.MustNew(codec.Options{Dialect: codec.Godot3})

// message is the message of a client, or the report of a relay about lost messages.
type message struct {
	From   int          `godot:"from"`
	Number int          `godot:"number"` // from 1 in each client, 0 before measuring
	Sent   int          `godot:"sent"`   // the planned time, in nanoseconds from the start
	At     math.Vector3 `godot:"at"`

	Event string `godot:"event,omitempty"`
	Count int    `godot:"count,omitempty"`
}

// client is a player in a room.
type client struct {
	id    int // from 0 in each room
	conn  net.Conn
	start time.Time // of measuring

	mu    sync.Mutex
	heard []int // the last number of each client
	tally
}

// tally counts the messages that a client has received since the start.
type tally struct {
	times      []time.Duration // from the planned time of a message to its arrival
	last       time.Duration   // arrival of the last message
	said       int             // lost messages, as the relay reported
	disordered int             // messages out of order
	err        error           // that ended the connection
}

// newClient starts to read from conn.
func newClient(id, room int, conn net.Conn) *client {
	c := &client{id: id, conn: conn, start: time.Now(), heard: make([]int, room)}
	for i := range c.heard {
		c.heard[i] = -1
	}
	go c.read()
	return c
}

func (c *client) read() {
	dec := wire.NewDecoder(c.conn, codec.FrameU32)
	for {
		var m message
		_, err := dec.DecodeRaw()
		if err == nil {
			err = wire.Unmarshal(dec.Packet(), &m)
		}

		if err != nil {
			c.mu.Lock()
			c.err = err
			c.mu.Unlock()
			return
		}

		c.take(m)
	}
}

func (c *client) take(m message) {
	c.mu.Lock()
	defer c.mu.Unlock()

	switch {
	case m.Event != "":
		c.said += m.Count
		return

	case m.From < 0 || m.From >= len(c.heard):
		return // it is not of this program

	case m.Number == 0:
		c.heard[m.From] = 0
		return
	}

	if m.Number <= c.heard[m.From] {
		c.disordered++
	}

	c.heard[m.From] = m.Number
	c.last = time.Since(c.start)
	c.times = append(c.times, c.last-time.Duration(m.Sent))
}

// talk sends messages, one in each period, the first after delay.
func (c *client) talk(messages int, delay, period time.Duration) error {
	enc := wire.NewEncoder(c.conn, codec.FrameU32)
	for n := range messages {
		at := delay + time.Duration(n)*period
		time.Sleep(time.Until(c.start.Add(at)))

		m := message{From: c.id, Number: 1 + n, Sent: int(at), At: math.Vector3{X: float64(n)}}
		if err := c.say(enc, m); err != nil {
			return err
		}
	}

	return nil
}

func (c *client) say(enc *codec.Encoder, m message) error {
	v, err := wire.ToVariant(m)
	if err != nil {
		return err
	}
	return enc.Encode(v)
}

// greet sends a message with the number 0, and reports whether those of all others have arrived.
func (c *client) greet() (bool, error) {
	if err := c.say(wire.NewEncoder(c.conn, codec.FrameU32), message{From: c.id}); err != nil {
		return false, err
	}

	c.mu.Lock()
	defer c.mu.Unlock()

	for id, number := range c.heard {
		if number < 0 && id != c.id {
			return false, nil
		}
	}

	return true, nil
}

// reset sets the start, and forgets the messages before it.
func (c *client) reset(start time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.start = start
	c.tally = tally{}
}

// get returns the tally up to now.
func (c *client) get() tally {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tally
}
