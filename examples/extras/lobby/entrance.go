package main

import (
	"errors"
	"fmt"
	"log"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/examples/extras/wsconn"
)

// An entrance serves the games of one family of engines.
type entrance struct {
	lobby  *lobby
	server *sockets.Server
}

// open returns a new entrance for games of a protocol.
func (l *lobby) open(p *packet.Protocol) *entrance {
	format, err := packet.NewFormat(p, codec.Options{Limits: codec.Limits{MaxDepth: 8}})
	if err != nil {
		panic(err) // the options are wrong
	}

	limits := multiplayer.Limits{MaxPeers: 100, PerSecond: 200, BytesPerSecond: 1 << 17}
	server := sockets.New(multiplayer.Options{Format: format, Limits: limits})
	l.worlds = append(l.worlds, server.World())

	d := &desk{l, server.World().Node("Lobby")}
	d.node.Bind(d, multiplayer.Method{Access: multiplayer.ByAnyPeer})
	for _, name := range ofGames {
		d.node.Declare(multiplayer.Method{Name: name})
	}
	return &entrance{l, server}
}

// serve serves a game until its connection ends.
func (e *entrance) serve(conn message.Conn) error {
	e.lobby.visits.Add(1)
	defer e.lobby.visits.Done()
	queue := wsconn.NewQueue(conn, 256)
	defer queue.Close()

	id := e.lobby.clients.Add(1) + 1 // 1 is the server
	defer e.take(func() ([]multiplayer.Event, error) { return e.server.Disconnect(id) })
	err := e.take(func() ([]multiplayer.Event, error) { return e.server.Connect(id, queue) })
	if err != nil {
		return err
	}

	for {
		packet, err := conn.ReadPacket()
		if err != nil {
			return err
		}
		// After an error in a packet the game stays connected, as with a server in Godot.
		_ = e.take(func() ([]multiplayer.Event, error) { return e.server.Receive(id, packet) })
	}
}

// take calls a function that uses the server, and handles its events. It logs the error.
func (e *entrance) take(do func() ([]multiplayer.Event, error)) error {
	e.lobby.mu.Lock()
	defer e.lobby.mu.Unlock()

	events, err := do()
	for _, event := range events {
		switch event := event.(type) {
		case multiplayer.Disconnected:
			err = errors.Join(err, e.lobby.leave(event.Peer))
		case multiplayer.Differs:
			err = fmt.Errorf("a game has other methods than %v", event.Node.Signature().Names())
		}
	}

	if err != nil {
		log.Print(err)
	}
	return err
}
