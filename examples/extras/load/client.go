package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/examples/extras/wsconn"
	"godotvariant/math"
)

// A client is a game in Go. It is the Transport of its World.
type client struct {
	conn   message.Conn
	queue  *wsconn.Queue
	framed bool // each message is a packet.Frame, as in Godot 3
	id     int32

	mu    sync.Mutex // held while something is done with what follows
	world *multiplayer.World
	node  *multiplayer.Node
	tally
	due  map[int]time.Time    // of calls that have no answer yet
	sent map[int]math.Vector2 // with them
}

// A tally is what clients have seen.
type tally struct {
	calls, wrong, faults int
	bytesOut, bytesIn    int
	answers              []time.Duration // from when a call was due
}

// join connects a client to a server.
func join(ctx context.Context, url string, p *packet.Protocol) (*client, error) {
	format, err := packet.NewFormat(p, codec.Options{})
	if err != nil {
		return nil, err
	}
	conn, err := wsconn.Dial(ctx, url)
	if err != nil {
		return nil, err
	}

	c := &client{
		conn: conn, queue: wsconn.NewQueue(conn, 1024), framed: p == packet.Godot3,
		due: map[int]time.Time{}, sent: map[int]math.Vector2{},
	}
	if err := c.meet(); err != nil {
		c.leave()
		return nil, err
	}

	c.world = multiplayer.New(multiplayer.Options{Transport: c, Format: format, ID: c.id})
	c.node = c.world.Node("Main")
	c.node.Declare(multiplayer.Method{Name: "ping", Access: multiplayer.ByAnyPeer})
	c.node.Handle(multiplayer.Method{Name: "pong"}, c.pong)
	_, err = c.world.Connect(1)
	return c, err
}

// meet takes the first messages of the server: the ID, and in Godot 3 that the server is there.
func (c *client) meet() error {
	first, err := c.conn.ReadPacket()
	if err != nil {
		return err
	}
	if !c.framed {
		c.id, err = packet.ParseID(first)
		return err
	}

	id, err := packet.ParseFrame(first)
	if err != nil || id.Kind != packet.FrameID {
		return errors.Join(err, errors.New("the first message is not the ID"))
	}
	c.id = id.Peer
	_, err = c.conn.ReadPacket()
	return err
}

// Send implements multiplayer.Transport.
func (c *client) Send(to int32, m multiplayer.Message) (err error) {
	data := m.Data
	if c.framed {
		data, err = packet.Frame{From: c.id, To: to, Packet: data}.Append(nil)
		if err != nil {
			return err
		}
	}
	c.bytesOut += len(data)
	return c.queue.Send(data)
}

// Disconnect implements multiplayer.Transport.
func (c *client) Disconnect(int32) { c.leave() }

func (c *client) leave() { c.queue.Close() }

// listen takes what the server sends, until the connection ends.
func (c *client) listen() {
	for {
		data, err := c.conn.ReadPacket()
		if err != nil {
			return
		}
		c.take(data)
	}
}

// take takes a message of the server.
func (c *client) take(data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := multiplayer.Message{Data: data}
	if c.framed {
		frame, err := packet.ParseFrame(data)
		if err != nil || frame.Kind != packet.FramePacket {
			return // somebody else has come or left
		}
		m.Data = frame.Packet
	}

	c.bytesIn += len(data)
	if _, err := c.world.Receive(1, m); err != nil {
		c.faults++
	}
}

// pong handles the answer of a call.
func (c *client) pong(number int, at math.Vector2) {
	due, ok := c.due[number]
	if !ok || at != c.sent[number].Add(step) {
		c.wrong++
		return
	}
	c.answers = append(c.answers, time.Since(due))
	delete(c.due, number)
	delete(c.sent, number)
}

// play calls the server some times a second.
func (c *client) play(rate int, span time.Duration) {
	every := time.Second / time.Duration(rate)
	begin := time.Now().Add(rand.N(every))
	for i := range int(span / every) {
		due := begin.Add(time.Duration(i) * every)
		time.Sleep(time.Until(due))
		c.call(i, due)
	}
}

func (c *client) call(number int, due time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	c.due[number] = due
	c.sent[number] = math.V2(float64(rand.IntN(1000)), float64(rand.IntN(1000)))
	if err := c.node.Call(1, "ping", number, c.sent[number]); err != nil {
		c.faults++
	}
}

// waits reports whether the client waits for answers.
func (c *client) waits() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.due) > 0
}
