package rooms

import "godotvariant/variant"

// Messages of a client. The first message is a Join. Over UDP the client repeats the Join until a
// State arrives.
type (
	// Join is "join": a client enters a room. If the client is already in the room, it gets the
	// State again.
	Join struct {
		Room  string `godot:"room,required"`
		Token string `godot:"token,required"`
		// Session is a random number above 0 that the client has chosen when it was started, or
		// after a Goodbye of the kind "forgotten".
		Session int64 `godot:"session,required,whole"`
		Try     int64 `godot:"try,required,whole"` // counts the session's connections, from 1
		Known   bool  `godot:"known"`              // the client has a State of this session
	}
	// Do is "do": a message to the game. Number counts the messages of the session, from 1. A
	// client repeats the message at intervals until it gets an Ack. At most 64 messages may wait
	// for their Ack.
	Do struct {
		Number int64           `godot:"number,required,whole"`
		Body   variant.Variant `godot:"body"`
	}
	// Sync is "sync": a client asks for the State, because a Tick has changes of a state that the
	// client does not have.
	Sync struct{}
	// Ping is "ping". A client sends it at least every 10 seconds, and gets the same message back
	// as "pong".
	Ping struct {
		T variant.Variant `godot:"t"`
	}
	// Leave is "leave": the player leaves the room, and does not come back with this session.
	Leave struct{}
)

// Messages to a client.
type (
	// State is "state": the complete state, as the answer to a Join or a Sync. If Last is less than
	// the number of an acknowledged message, NATS has lost messages. The client then begins a new
	// session, as after a Goodbye of the kind "forgotten".
	State struct {
		Version int64           `godot:"version"` // number of the state, counted by this gateway
		Tick    int64           `godot:"tick"`    // tick of the room
		Last    int64           `godot:"last"`    // number of the session's last accepted message
		Refused variant.Array   `godot:"refused"` // as in an Ack
		Birth   int64           `godot:"birth"`   // random number, chosen when the room was made
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
	// Ack is "ack": all messages of the session up to Number are in the log. Refused has the
	// messages among the session's last 64 that the game has refused. Each item is an Array with
	// the number and the reason.
	Ack struct {
		Number  int64         `godot:"number"`
		Refused variant.Array `godot:"refused"`
	}
	// Mail is "letter": a message of the game to this player, see [Letter].
	Mail struct {
		Body variant.Variant `godot:"body"`
	}
	// Waiting is "waiting": the room has no owner at the moment. The client stays connected.
	Waiting struct {
		Why string `godot:"why"`
	}
	// Goodbye is "goodbye", the last message of a gateway. If Last is greater than 0, the messages
	// of the session up to Last are in the log. Kind says what the client has to do:
	//
	//	again       the client connects to another gateway
	//	forgotten   the client begins a new session. The messages up to Last are in the log. If Last
	//	            is 0, none are in the log. If Last is -1, the room knows nothing of the session.
	//	replaced    the player has joined with another client, and this client ends
	//	full        the room is full
	//	refused     the token or the game refuses the player, or the gateway can't read a message
	//	quit        the player has left
	//	kicked      the server has ended the session with Host.Kick
	//	deleted     the room is deleted
	Goodbye struct {
		Kind    string        `godot:"kind"`
		Why     string        `godot:"why"`
		Last    int64         `godot:"last"`
		Refused variant.Array `godot:"refused"`
		Birth   int64         `godot:"birth"` // Birth of the room; 0 if it is not known
	}
)

// Error returns a text with the Kind, so that a Goodbye can be the error of [Client.Run].
func (g *Goodbye) Error() string { return "rooms: " + g.Kind + ": " + g.Why }

// Unwrap returns the error of the Kind, such as [ErrReplaced].
func (g *Goodbye) Unwrap() error { return goodbyes[g.Kind] }

// refusals returns the refused messages as clients get them: for each message an Array with its
// number and the reason.
func refusals(all []Refusal) variant.Array {
	var a variant.Array
	for _, r := range all {
		a.Items = append(a.Items, variant.NewArray(variant.Int(r.Number), variant.String(r.Why)))
	}
	return a
}
