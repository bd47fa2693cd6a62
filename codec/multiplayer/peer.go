package multiplayer

import "godotvariant/codec/transport"

// A Peer is another participant of the session: a game or a server. It exists from the event
// [Connected] or [Authenticating] until the event [Disconnected] or [AuthFailed].
type Peer struct {
	// Value is for the program, and may be any value. The package does not use it.
	Value any

	id    int32
	stage stage
	room  string          // see World.Join
	conn  *transport.Peer // see Conn
}

// A stage is the progress of a peer from its connection to its end.
type stage int

const (
	authenticating stage = iota
	connected
	gone
)

// ID returns the peer's ID. The server is 1.
func (p *Peer) ID() int32 { return p.id }

// Conn returns the connection of the peer. Use it for the peer's address, for counts of its
// messages, or to end the connection. The result is nil for a peer whose packets a server relays,
// and for a World without a [Server] or [Client].
func (p *Peer) Conn() *transport.Peer { return p.conn }

// Connected reports whether the peer is connected and has authenticated itself.
func (p *Peer) Connected() bool { return p.stage == connected }

// Room returns the room of the peer. [World.Join] sets it.
func (p *Peer) Room() string { return p.room }
