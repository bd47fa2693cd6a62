package rooms

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/variant"
)

// An EntryKind is the kind of an [Entry].
type EntryKind uint8

const (
	EntryMessage EntryKind = iota + 1 // a message of a player
	EntryJoin                         // a session begins
	EntryBack                         // the session has a new connection
	EntryAway                         // the session has lost its connection
	EntryLeave                        // the session ends
)

// String returns the name of the kind, such as "message".
func (k EntryKind) String() string {
	return [...]string{"nothing", "message", "join", "back", "away", "leave"}[min(int(k), 5)]
}

// An Entry is an event in the log of a room. It belongs to a session. A session is a player
// together with a nonce, a random number that the client chooses for the session.
type Entry struct {
	Kind    EntryKind
	Player  string
	Session int64 // nonce of the session

	// Number is the number of a message, from 1 in each session. In an EntryAway it is the tick at
	// which the session ends if the player has not come back.
	Number  int64
	Dialect string // name of the packet's dialect
	Packet  []byte // the body of a message, or the Player.Data of an EntryJoin

	Try     int64  // for EntryJoin, EntryBack, EntryAway: which connection of the session, from 1
	Gateway string // for EntryJoin and EntryBack: the host with the connection
	Why     Why    // for EntryLeave
}

// Bits of the byte that begins an entry.
const (
	kindBits   = 0x0f
	godot3Flag = 0x10
)

// appendTo appends the encoded entry to b.
func (e Entry) appendTo(b []byte) []byte {
	kind := byte(e.Kind)
	if codecOf(e.Dialect) == godot3 {
		kind |= godot3Flag
	}

	b = append(b, kind)
	b = appendText(b, e.Player)
	b = appendFixed(b, e.Session)

	switch e.Kind {
	case EntryMessage:
		b = appendInt(b, e.Number)
		b = appendText(b, string(e.Packet))
	case EntryJoin, EntryBack:
		b = appendInt(b, e.Number)
		b = appendInt(b, e.Try)
		b = appendText(b, e.Gateway)
		b = appendText(b, string(e.Packet))
	case EntryAway:
		b = appendInt(b, e.Number)
		b = appendInt(b, e.Try)
	case EntryLeave:
		b = append(b, byte(e.Why))
	}

	return b
}

// entry reads an entry that appendTo has written.
func (r *bits) entry() (e Entry) {
	kind := r.byte()
	e.Kind = EntryKind(kind & kindBits)
	e.Dialect = codec.Godot4.Name()
	if kind&godot3Flag != 0 {
		e.Dialect = codec.Godot3.Name()
	}

	e.Player = r.text()
	e.Session = r.fixed()

	switch e.Kind {
	case EntryMessage:
		e.Number = r.int()
		e.Packet = r.bytes()
	case EntryJoin, EntryBack:
		e.Number = r.int()
		e.Try = r.int()
		e.Gateway = r.text()
		e.Packet = r.bytes()
	case EntryAway:
		e.Number = r.int()
		e.Try = r.int()
	case EntryLeave:
		e.Why = Why(r.byte())
	default:
		r.fail(fmt.Errorf("rooms: unknown kind of entry %d", kind))
	}

	return e
}

// size returns the greatest number of bytes of the entry in a record.
func (e Entry) size() int { return 64 + len(e.Player) + len(e.Gateway) + len(e.Packet) }

// Body decodes the packet of the entry.
func (e Entry) Body() (variant.Variant, error) {
	return codecOf(e.Dialect).Decode(e.Packet)
}

// codecOf returns the codec of the dialect with a name. An unknown name means Godot 4.
func codecOf(dialect string) *codec.Codec {
	if dialect == codec.Godot3.Name() {
		return godot3
	}
	return godot4
}

var (
	godot3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})
	godot4 = codec.MustNew(codec.Options{Dialect: codec.Godot4})
)
