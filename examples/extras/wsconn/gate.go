package wsconn

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/sockets"
)

// A Gate connects games over WebSockets with a sockets.Server.
type Gate struct {
	sync.Mutex // held during each call of the server
	Server     *sockets.Server

	// Take handles the events and errors of packets. It may use the server. After an error the game
	// stays connected, as with a server in Godot.
	Take func(events []multiplayer.Event, err error)

	ids    atomic.Int32
	visits sync.WaitGroup
}

// Serve serves a game until its connection ends.
func (g *Gate) Serve(conn message.Conn) error {
	g.visits.Add(1)
	defer g.visits.Done()
	queue := NewQueue(conn, 1024)
	defer queue.Close()

	id := g.ids.Add(1) + 1 // 1 is the server
	defer g.Do(func() ([]multiplayer.Event, error) { return g.Server.Disconnect(id) })
	g.Do(func() ([]multiplayer.Event, error) { return g.Server.Connect(id, queue) })

	for g.has(id) {
		packet, err := conn.ReadPacket()
		if err != nil {
			return err
		}
		g.Do(func() ([]multiplayer.Event, error) { return g.Server.Receive(id, packet) })
	}
	return nil
}

// has reports whether the server has a game. It has not if it refused or kicked the game.
func (g *Gate) has(id int32) bool {
	g.Lock()
	defer g.Unlock()
	return g.Server.World().Peer(id) != nil
}

// Do calls a function that uses the server, and Take with its events and error.
func (g *Gate) Do(do func() ([]multiplayer.Event, error)) {
	g.Lock()
	defer g.Unlock()
	if events, err := do(); len(events) > 0 || err != nil {
		g.Take(events, err)
	}
}

// Run calls step like [Gate.Do] at an interval, until ctx ends. Then it closes the gate.
func (g *Gate) Run(
	ctx context.Context, interval time.Duration, step func() ([]multiplayer.Event, error),
) {
	clock := time.NewTicker(interval)
	defer clock.Stop()

	for {
		select {
		case <-ctx.Done():
			g.Close()
			return
		case <-clock.C:
			g.Do(step)
		}
	}
}

// Close disconnects all games, and waits until they are gone.
func (g *Gate) Close() {
	g.Lock()
	world := g.Server.World()
	for _, peer := range append(world.Peers(), world.Authenticating()...) {
		_, _ = world.Kick(peer.ID()) // nothing is sent that matters
	}
	g.Unlock()

	g.visits.Wait()
}
