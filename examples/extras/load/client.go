package main

import (
	"context"
	"math/rand/v2"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/examples/extras/wsclient"
	"godotvariant/math"
)

// A client is a game in Go, which calls ping and handles pong.
type client struct {
	*wsclient.Game
	node *multiplayer.Node
	tally
	calling map[int]call // without an answer yet
}

// A call is a call of ping.
type call struct {
	due time.Time
	at  math.Vector2
}

// A tally has the counts and times of clients.
type tally struct {
	calls, wrong, faults int
	answers              []time.Duration // the times from when a call was due
}

// join connects a client to a server.
func join(ctx context.Context, url string, p *packet.Protocol) (*client, error) {
	format, err := packet.NewFormat(p, codec.Options{})
	if err != nil {
		return nil, err
	}
	game, err := wsclient.Join(ctx, url, multiplayer.Options{Format: format})
	if err != nil {
		return nil, err
	}

	c := &client{Game: game, calling: map[int]call{}}
	c.node = c.World.Node("Main")
	c.node.Declare(multiplayer.Method{Name: "ping", Access: multiplayer.ByAnyPeer})
	c.node.Handle(multiplayer.Method{Name: "pong"}, c.pong)
	return c, nil
}

// listen takes answers, until the connection ends.
func (c *client) listen() {
	_ = c.Listen(func(error) { // calls without an answer are counted
		c.Lock()
		defer c.Unlock()
		c.faults++
	})
}

// pong handles the answer of a call.
func (c *client) pong(number int, at math.Vector2) {
	was, ok := c.calling[number]
	if !ok || at != was.at.Add(step) {
		c.wrong++
		return
	}
	c.answers = append(c.answers, time.Since(was.due))
	delete(c.calling, number)
}

// play calls the server some times a second.
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
	c.Lock()
	defer c.Unlock()
	at := math.V2(float64(rand.IntN(1000)), float64(rand.IntN(1000)))
	c.calls++
	c.calling[number] = call{due, at}
	if err := c.node.Call(1, "ping", number, at); err != nil {
		c.faults++
	}
}

// waits reports whether the client waits for answers.
func (c *client) waits() bool {
	c.Lock()
	defer c.Unlock()
	return len(c.calling) > 0
}
