package enet

import (
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/core"
)

// A game is a connection of Godot's multiplayer. The client has chosen its ID.
type game struct {
	*conn
	own, other int32
}

// PeerID returns the ID of the other side. The ID 1 is the server.
func (g *game) PeerID() int32 { return g.other }

// LocalID returns the ID that this side has.
func (g *game) LocalID() int32 { return g.own }

// A game3 is a connection of Godot 3.
type game3 struct {
	*game
	header *godot3Layer
}

// CarryFrames makes each message a packet.Frame, with the sender and the target in the header of
// the packet.
func (g *game3) CarryFrames() {
	g.endpoint.mu.Lock()
	defer g.endpoint.mu.Unlock()
	g.header.frames = true
}

// withLayer returns a connection with a layer above ENet. The argument id is the ID of the client.
func withLayer(c *conn, l Layer, id int32) transport.Conn {
	if l == Godot {
		l = layerOf(c.peer)
	}

	if l == Raw {
		c.layer = rawLayer{c.peer.Channels()}
		return c
	}

	g := &game{conn: c, own: 1, other: id}
	if c.client {
		g.own = id
		g.other = 1
	}

	if l == Godot3 {
		header := &godot3Layer{own: g.own, other: g.other}
		c.layer = header
		return &game3{g, header}
	}

	c.layer = godot4Layer{c.peer.Channels()}
	return g
}

// layerOf returns Godot3 or Godot4, the layer of a client. It depends on the number of channels
// that the client requests.
func layerOf(p *core.Peer) Layer {
	if p.Channels() == channels3 {
		return Godot3
	}

	return Godot4
}

// validID reports whether a client may have an ID.
func validID(id int32) bool { return id > 1 }

// LayerOf returns the layer of a connection of this package: Godot4, Godot3 or Raw. For a
// connection of another package it returns the constant Godot.
func LayerOf(c transport.Conn) Layer {
	switch c.(type) {
	case *game3:
		return Godot3
	case *game:
		return Godot4
	case *conn:
		return Raw
	default:
		return Godot
	}
}
