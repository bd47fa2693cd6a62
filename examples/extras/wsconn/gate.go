package wsconn

import (
	"sync"
	"sync/atomic"

	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/sockets"
)

// A Gate is where games come in over WebSockets to a sockets.Server.
type Gate struct {
	sync.Mutex // held while something is done with the server
	Server     *sockets.Server

	// Take gets what games bring about. It may use the server. The error is that of one packet: the
	// game stays, as with a server that is a game.
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

// has reports whether the server knows a game: it has not refused or kicked it.
func (g *Gate) has(id int32) bool {
	g.Lock()
	defer g.Unlock()
	return g.Server.World().Peer(id) != nil
}

// Do does something with the server.
func (g *Gate) Do(do func() ([]multiplayer.Event, error)) {
	g.Lock()
	defer g.Unlock()
	if events, err := do(); len(events) > 0 || err != nil {
		g.Take(events, err)
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
