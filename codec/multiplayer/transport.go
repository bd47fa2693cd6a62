package multiplayer

// Mode is how a transport delivers a message. Godot: MultiplayerPeer.TransferMode, whose numbers
// are others: 2, 1 and 0.
type Mode int

// The modes.
const (
	Reliable          Mode = iota // arrives, in order, once
	UnreliableOrdered             // may be lost; one that a later one has overtaken is dropped
	Unreliable                    // may be lost, arrive twice, or out of order
)

// A Message is a packet and how it travels.
type Message struct {
	Mode    Mode
	Channel int    // of the transport; 0 is the default channel
	Data    []byte // one packet, which nobody changes afterwards
}

// A Transport carries messages between peers. It is what a [World] needs of WebSocket, ENet or
// WebRTC. The functions only queue: they don't wait, and don't call the World.
//
//	           channel and mode                                    how the transport carries them
//	WebSocket  all                                                 one connection
//	ENet       0, reliable                                         channel 0, RELIABLE
//	           0, ordered                                          channel 1, UNRELIABLE_FRAGMENT
//	           0, unreliable                                       channel 1, also UNSEQUENCED
//	           n > 0                                               channel 1 + n, flags as above
//	WebRTC     0, reliable                                         data channel 1
//	           0, ordered                                          data channel 2
//	           0, unreliable                                       data channel 3
//	           n > 0                                               data channel 3 + n
//
// Messages of one reliable channel arrive in order. Those of different channels may overtake each
// other. A World sends everything but calls on channel 0, reliably; states unreliably.
type Transport interface {
	// Send sends a message to a peer. In Godot 3 the target may be several peers: 0 for all, or
	// < 0 for all but -to.
	Send(to int32, m Message) error
	// Disconnect ends the connection of a peer. The World knows already.
	Disconnect(peer int32)
}

// A Router is a [Transport] whose messages name their sender and their target, as those of Godot 3
// do. A server with Options.Relay needs one for clients of Godot 3, whose packets don't say for
// whom they are: give it what clients send to each other by [World.Route].
type Router interface {
	Transport
	// Pass sends a client a message of another one.
	Pass(from, to int32, m Message) error
	// Add tells a client that another one is there, and Del that it is not.
	Add(to, peer int32) error
	Del(to, peer int32) error
}
