package rooms

import "godotvariant/variant"

// Messages of a client. Its first one is a Join, which it repeats over UDP until a State comes.
type (
	// Join is "join": enter a room. Who is in it gets the State again.
	Join struct {
		Room  string `godot:"room,required"`
		Token string `godot:"token,required"`
	}
	// Do is "do": a message to the game. Number counts those of the player in the room, from 1.
	// A client sends each again after some time until its Ack or Refused has come.
	Do struct {
		Number int64           `godot:"number,required,whole"`
		Body   variant.Variant `godot:"body"`
	}
	// Sync is "sync": a client asks for the State, since the From of a Tick is not its Version.
	Sync struct{}
	// Ping is "ping", to be sent at least every 10 seconds, and comes back as "pong".
	Ping struct {
		T variant.Variant `godot:"t"`
	}
)

// Messages to a client.
type (
	// State is "state": the whole state, after a Join or a Sync.
	State struct {
		Version int64           `godot:"version"` // of the state, at this gateway
		Tick    int64           `godot:"tick"`    // of the room
		Last    int64           `godot:"last"`    // the player's last message that was accepted
		State   variant.Variant `godot:"state"`
	}
	// Tick is "tick": what has changed since the state From. Changes are a tree.Patch.Delta.
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
	// Refused is "refused": the game does not want the message Number, and will not see it again.
	Refused struct {
		Number int64  `godot:"number"`
		Why    string `godot:"why"`
	}
	// Goodbye is "goodbye", the last message. A client goes to another gateway, unless its token is
	// refused there, too.
	Goodbye struct {
		Why string `godot:"why"`
	}
)
