package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/math"
)

// A client is a game that calls ping, and waits for pong.
type client struct {
	*multiplayer.Client
	node *multiplayer.Node
	conn *transport.Peer // counts bytes
	tally
	calling map[int]call // calls without an answer yet, by number
}

// A call is one call of ping that has no answer yet. The field due is the time at which the client
// planned to make the call.
type call struct {
	due time.Time
	at  math.Vector2
}

// A tally has the counts and times of one or more clients.
type tally struct {
	calls, wrong, faults int
	answers              []time.Duration // from the planned time of the call to the answer
}

// dial connects to a server at an address of the form ws://host:port or enet://host:port.
func dial(ctx context.Context, url string, p *packet.Protocol) (transport.Conn, error) {
	address, overENet := strings.CutPrefix(url, "enet://")
	if !overENet {
		return websocket.Dial(ctx, url)
	}

	o := enet.Options{Layer: enet.Godot4}
	if p == packet.Godot3 {
		o.Layer = enet.Godot3
	}
	return enet.Dial(ctx, address, o)
}

// join returns a client that is connected to the server at the address url.
func join(ctx context.Context, url string, p *packet.Protocol) (*client, error) {
	conn, err := dial(ctx, url, p)
	if err != nil {
		return nil, err
	}

	c := &client{
		Client:  multiplayer.NewClient(conn, multiplayer.Options{Protocol: p}),
		calling: map[int]call{},
	}
	c.node = c.World().Node("Main")
	c.node.Declare(multiplayer.Method{Name: "ping", Access: multiplayer.ByAnyPeer})
	c.node.Handle(multiplayer.Method{Name: "pong"}, c.pong)

	connected, ended := make(chan bool), make(chan error, 1)
	c.Event = func(e multiplayer.Event) {
		if e, ok := e.(multiplayer.Connected); ok && e.Peer.ID() == 1 {
			c.conn = e.Peer.Conn()
			close(connected)
		}
	}
	c.Fault = func(*multiplayer.Peer, *multiplayer.Error) error {
		c.faults++
		return nil
	}
	go func() { ended <- c.Run(ctx) }()
	select {
	case <-connected:
		return c, nil
	case err := <-ended:
		return nil, err
	}
}

// pong handles the answer to a call.
func (c *client) pong(number int, at math.Vector2) {
	was, ok := c.calling[number]
	if !ok || at != was.at.Add(step) {
		c.wrong++
		return
	}
	c.answers = append(c.answers, time.Since(was.due))
	delete(c.calling, number)
}

// play calls ping at a rate, in calls per second, for a time span.
func (c *client) play(rate int, span time.Duration) {
	every := time.Second / time.Duration(rate)
	begin := time.Now().Add(rand.N(every))
	for i := range int(span / every) {
		due := begin.Add(time.Duration(i) * every)
		time.Sleep(time.Until(due))
		c.ping(i, due)
	}
}

func (c *client) ping(number int, due time.Time) {
	c.Do(func(*multiplayer.World) { c.pingNow(number, due) })
}

func (c *client) pingNow(number int, due time.Time) {
	at := math.V2(float64(rand.IntN(1000)), float64(rand.IntN(1000)))
	c.calls++
	c.calling[number] = call{due, at}
	if err := c.node.Call(1, "ping", number, at); err != nil {
		c.faults++
	}
}

// waits reports whether the client waits for answers.
func (c *client) waits() (waits bool) {
	c.Do(func(*multiplayer.World) { waits = len(c.calling) > 0 })
	return waits
}
