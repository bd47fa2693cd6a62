package wsconn

import (
	"context"
	"net/http"
	"sync"
	"time"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/codec/transport"
)

// A Gate connects games over WebSockets with sockets.Servers: with one, or with one for each family
// of engines. Each game has another ID.
type Gate struct {
	sync.Mutex // held during each call of a server

	// Take handles the events and errors of packets. It may use the servers. After an error the
	// game stays connected, as with a server in Godot.
	Take func(events []multiplayer.Event, err error)

	games  map[int32]*sockets.Server
	lastID int32
	visits sync.WaitGroup
}

// Handler serves the games of a server. The origins are those of the function [Handler].
func (g *Gate) Handler(s *sockets.Server, origins ...string) http.Handler {
	return Handler(func(conn transport.Conn) error { return g.Serve(s, conn) }, origins...)
}

// Serve serves a game of a server until its connection ends.
func (g *Gate) Serve(s *sockets.Server, conn transport.Conn) error {
	g.visits.Add(1)
	defer g.visits.Done()

	queue := NewQueue(conn, 1024)
	defer queue.Close()

	var id int32
	g.Do(func() ([]multiplayer.Event, error) {
		id = g.enter(s)
		return s.Connect(id, queue)
	})
	defer g.Do(func() ([]multiplayer.Event, error) {
		delete(g.games, id)
		return s.Disconnect(id)
	})

	for g.has(id) {
		m, err := conn.Receive()
		if err != nil {
			return err
		}
		g.Do(func() ([]multiplayer.Event, error) { return s.Receive(id, m.Data) })
	}
	return nil
}

// enter returns the ID of a new game of a server.
func (g *Gate) enter(s *sockets.Server) int32 {
	if g.games == nil {
		g.games = map[int32]*sockets.Server{}
		g.lastID = 1 // the server
	}

	g.lastID++
	g.games[g.lastID] = s
	return g.lastID
}

// has reports whether a game is connected. It is not if its server refused or kicked it.
func (g *Gate) has(id int32) bool {
	g.Lock()
	defer g.Unlock()
	return g.games[id].World().Peer(id) != nil
}

// Do calls a function that uses a server, and Take with its events and error.
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
	for id, server := range g.games {
		_, _ = server.World().Kick(id) // nothing is sent that matters
	}
	g.Unlock()

	g.visits.Wait()
}
