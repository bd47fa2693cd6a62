package multiplayer

// A Peer is one of the others: a game, or a server. It is there from [Connected] or
// [Authenticating] to [Disconnected] or [AuthFailed].
type Peer struct {
	// Value is for the program.
	Value any

	id    int32
	stage stage
	room  string // see World.Join
}

// A stage says how far a peer has come.
type stage int

const (
	authenticating stage = iota
	connected
	gone
)

// ID returns the peer's ID. The server is 1.
func (p *Peer) ID() int32 { return p.id }

// Connected reports whether the peer is connected and has authenticated itself.
func (p *Peer) Connected() bool { return p.stage == connected }

// Room returns the room that [World.Join] put the peer in.
func (p *Peer) Room() string { return p.room }
