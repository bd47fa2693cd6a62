package multiplayer

import "godotvariant/codec/transport"

// A Sender carries the messages of a [World] to its peers, over WebSocket, ENet or WebRTC. A
// [Server] and a [Client] have their own Sender. The methods of a Sender only add a message to a
// queue. They must not wait, and they must not call the World.
//
//	           channel and delivery                                how the transport carries them
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
// Messages of one reliable channel arrive in order. Messages of different channels may overtake
// each other. A World sends calls with the delivery and channel of the method, states on channel 0
// unreliably, and all other packets on channel 0 reliably.
type Sender interface {
	// Send sends a message to a peer. In Godot 3 the target may stand for several peers: 0 for all
	// peers, and a negative number for all peers except -target.
	Send(target int32, m transport.Message) error
	// Disconnect ends the connection of a peer that the World has removed.
	Disconnect(peer int32)
}

// A Router is a [Sender] that can send a client the messages of other clients. The packets of
// Godot 3 contain neither their sender nor their target. So a server with Options.Relay needs a
// Router for clients of Godot 3. Give the messages between clients to [World.Route].
type Router interface {
	Sender
	// Pass sends a client a message of another client.
	Pass(from, to int32, m transport.Message) error
	// Add tells a client that another client is connected. Del tells a client that another client
	// has left.
	Add(to, peer int32) error
	Del(to, peer int32) error
}
