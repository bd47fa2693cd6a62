package multiplayer

// Mode is how a transport delivers a message. Godot: MultiplayerPeer.TransferMode, whose numbers
// are others: 2, 1 and 0.
type Mode int

// The modes.
const (
	Reliable          Mode = iota // arrives, in order, once
	UnreliableOrdered             // may be lost; an older one is dropped
	Unreliable                    // may be lost, arrive twice, or out of order
)

// A Message is a packet and how it travels.
type Message struct {
	Mode    Mode
	Channel int    // of the transport; 0 is the default channel
	Data    []byte // one packet
}
