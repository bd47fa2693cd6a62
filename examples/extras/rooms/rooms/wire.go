package rooms

import (
	"godotvariant/codec"
	"godotvariant/variant"
)

// All that processes write for each other is a packet of Godot 4: gdvar shows it.

// A Record is the messages of one tick, as the log of a room has them. The first record of an owner
// has no entries.
type Record struct {
	Epoch   int64   `godot:"epoch"` // of the owner: a newer owner has a greater one
	Tick    int64   `godot:"tick"`
	Index   int64   `godot:"index"` // counts the records of the room, from 1
	Entries []Entry `godot:"entries"`
}

// An Entry is a message of a player.
type Entry struct {
	Player  string `godot:"player"`
	Number  int64  `godot:"number"`  // counts the messages of the player in the room, from 1
	Dialect string `godot:"dialect"` // of the packet
	Packet  []byte `godot:"packet"`  // the body of the message
}

// ReadRecord reads a message of the stream [LogStream].
func ReadRecord(packet []byte) (r Record, err error) {
	err = codec.Unmarshal(packet, &r)
	return r, err
}

// body decodes the packet of an entry.
func (e Entry) body() (variant.Variant, error) {
	return codecOf(e.Dialect).Decode(e.Packet)
}

// codecOf returns the codec of a dialect by its name; Godot 4 is that of any other name.
func codecOf(dialect string) *codec.Codec {
	if dialect == codec.Godot3.Name {
		return godot3
	}
	return godot4
}

var (
	godot3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})
	godot4 = codec.MustNew(codec.Options{Dialect: codec.Godot4})
)

// A snapshot is the state of a room after a record, in the bucket of snapshots.
type snapshot struct {
	Sequence int64           `godot:"sequence"` // of the record in the stream
	Epoch    int64           `godot:"epoch"`    // of the record, and so on
	Tick     int64           `godot:"tick"`
	Index    int64           `godot:"index"`
	State    variant.Variant `godot:"state"`
	Players  []lastOf        `godot:"players"`
}

// lastOf is what a room remembers of a player.
type lastOf struct {
	Player string `godot:"player"`
	Number int64  `godot:"number"` // of its last message
	Tick   int64  `godot:"tick"`   // of that
}

// A question asks the owner of a room for what a gateway lacks. The answer is an out.
type question struct {
	Player string `godot:"player"` // whose last number is asked for; "" for nobody's
	Full   bool   `godot:"full"`   // ask for the state, too
}

// An out is what an owner says to the gateways of its room: to all of them after a tick, and to one
// as an answer. State is in answers only.
type out struct {
	Epoch   int64           `godot:"epoch"`
	From    int64           `godot:"from"` // the tick of the state before
	Tick    int64           `godot:"tick"`
	Changes variant.Array   `godot:"changes,omitempty"` // see tree.Patch.Delta
	State   variant.Variant `godot:"state,omitempty"`
	Acks    []ack           `godot:"acks,omitempty"`
}

// An ack says that all messages of a player up to a number are in the log.
type ack struct {
	Player string `godot:"player"`
	Number int64  `godot:"number"`
	Why    string `godot:"why,omitempty"` // the game has refused the one with this number
}

// Subjects of the messages between processes.
func doSubject(room string) string  { return "rooms.do." + room }
func askSubject(room string) string { return "rooms.ask." + room }
func outSubject(room string) string { return "rooms.out." + room }

// openSubject is asked for a room that nobody owns. One of the processes opens it.
const openSubject = "rooms.open"
