package rooms

import (
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// Reasons why a gateway disconnects a client. A [Goodbye] wraps one of these errors. The field Kind
// of the Goodbye says which one. So errors.Is finds the reason in the error of [Client.Run], and
// variant.KindOf returns a short name of the reason. If the room is full, the reason is
// transport.ErrFull.
var (
	// ErrAway is for a gateway that can't serve the client any more, because the gateway does not
	// reach NATS or its process ends. The client then connects to another gateway. Client.Run does
	// not return this error.
	ErrAway = variant.NewKind("away", "rooms: this gateway is cut off, try another one")
	// ErrForgotten is for a session that the room does not know. The client then begins a new
	// session. Client.Run does not return this error.
	ErrForgotten = variant.NewKind("forgotten", "rooms: the room does not know the session")
	// ErrReplaced is for a client whose player has joined with another client.
	ErrReplaced = variant.NewKind("replaced", "rooms: the player has joined with another client")
	// ErrRefused is for a token that Verify refuses, for a player whom the game refuses, and for a
	// client whose messages the gateway can't read, such as a message over Config.MaxMessage.
	ErrRefused = variant.NewKind("player_refused", "rooms: the player may not join")
	// ErrQuit is for a client that has sent Leave.
	ErrQuit = variant.NewKind("quit", "rooms: the player has left")
	// ErrKicked is for a player after Host.Kick.
	ErrKicked = variant.NewKind("kicked", "rooms: the player was told to go")
	// ErrDeleted is for the players of a room after Host.Delete.
	ErrDeleted = variant.NewKind("deleted", "rooms: the room is deleted")
)

// Errors of functions.
var (
	// ErrDraining is the error of Host.Ready after Host.Drain has begun.
	ErrDraining = variant.NewKind("draining", "rooms: the process is draining")
	// ErrName is for a text that is not the name of a room. A name has 1 to 32 characters: letters
	// a-z, digits, "-" and "_".
	ErrName = variant.NewKind("room_name",
		"rooms: not a name of 1 to 32 letters a-z, digits, - and _")
	// ErrExists is the error of Host.Create for a room that exists.
	ErrExists = variant.NewKind("exists", "rooms: the room exists")
	// ErrNotOpen is the error of Host.Kick for a room that is closed or does not exist.
	ErrNotOpen = variant.NewKind("not_open", "rooms: the room is not open")
	// ErrNewer is for a record or settings that a newer version of this package has written.
	ErrNewer = variant.NewKind("newer", "rooms: a newer version of this package has written it")
	// ErrRecord is for bytes that are not a record.
	ErrRecord = variant.NewKind("record", "rooms: not a record")
	// ErrSound is the error of Repair for a log that can be read.
	ErrSound = variant.NewKind("sound", "rooms: the log is sound")
)

// Kinds of a [Goodbye]. A client comes back after "again" and "forgotten", and not after the other
// kinds.
const (
	byeAgain     = "again"     // go to another gateway
	byeForgotten = "forgotten" // come back with a new session
	byeReplaced  = "replaced"  // the player has joined with another client
	byeFull      = "full"      // the room has the greatest number of players
	byeRefused   = "refused"   // the token or the game refuses the client
	byeQuit      = "quit"      // the client has sent Leave
	byeKicked    = "kicked"    // Host.Kick was called
	byeDeleted   = "deleted"   // the room is deleted
)

// goodbyes has the error of each kind of a Goodbye.
var goodbyes = map[string]error{
	byeAgain:     ErrAway,
	byeForgotten: ErrForgotten,
	byeReplaced:  ErrReplaced,
	byeFull:      transport.ErrFull,
	byeRefused:   ErrRefused,
	byeQuit:      ErrQuit,
	byeKicked:    ErrKicked,
	byeDeleted:   ErrDeleted,
}
