package rooms

import "godotvariant/variant"

// Messages of a client. The first message is a Join. Over UDP the client repeats it until a State
// arrives.
type (
	// Join is "join": a client enters a room. A client that is in the room gets the State again.
	Join struct {
		Room  string `godot:"room,required"`
		Token string `godot:"token,required"`
	}
	// Do is "do": a message to the game. Number counts the messages of the player in the room, from
	// 1. A client repeats the message after some time until it gets an Ack or Refused.
	Do struct {
		Number int64           `godot:"number,required,whole"`
		Body   variant.Variant `godot:"body"`
	}
	// Sync is "sync": a client asks for the State, because the field From of a Tick is not its
	// Version.
	Sync struct{}
	// Ping is "ping". A client sends it at least every 10 seconds, and gets it back as "pong".
	Ping struct {
		T variant.Variant `godot:"t"`
	}
)

// Messages to a client.
type (
	// State is "state": the complete state, as the answer to a Join or a Sync.
	State struct {
		Version int64           `godot:"version"` // of the state, at this gateway
		Tick    int64           `godot:"tick"`    // of the room
		Last    int64           `godot:"last"`    // number of the player's last accepted message
		State   variant.Variant `godot:"state"`
	}
	// Tick is "tick": the changes since the state with the version From. Changes is a
	// tree.Patch.Delta.
	Tick struct {
		From    int64         `godot:"from"`
		Version int64         `godot:"version"`
		Tick    int64         `godot:"tick"`
		Changes variant.Array `godot:"changes"`
	}
	// Ack is "ack": all messages of the player up to Number are accepted.
	Ack struct {
		Number int64 `godot:"number"`
	}
	// Refused is "refused": the game has refused the message Number. The client must not repeat it.
	Refused struct {
		Number int64  `godot:"number"`
		Why    string `godot:"why"`
	}
	// Goodbye is "goodbye", the last message of a gateway. A client connects to another gateway,
	// unless its token was refused, which other gateways would do too.
	Goodbye struct {
		Why string `godot:"why"`
	}
)
