package rooms

import (
	"godotvariant/codec"
	"godotvariant/variant"
)

// All messages between processes are packets of Godot 4, which gdvar can show.

// A Record has the messages of one tick in the log of a room. The first record of an owner does not
// have entries.
type Record struct {
	Epoch   int64   `godot:"epoch"` // epoch of the owner: a newer owner has a greater one
	Tick    int64   `godot:"tick"`
	Index   int64   `godot:"index"` // counts the records of the room, from 1
	Entries []Entry `godot:"entries"`
}

// An Entry is a message of a player.
type Entry struct {
	Player  string `godot:"player"`
	Number  int64  `godot:"number"`  // counts the messages of the player in the room, from 1
	Dialect string `godot:"dialect"` // name of the packet's dialect
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

// A snapshot is the state of a room after a record, stored in snapshotBucket.
type snapshot struct {
	Sequence int64           `godot:"sequence"` // number of the record in the stream
	Epoch    int64           `godot:"epoch"`    // of the record, as the following fields
	Tick     int64           `godot:"tick"`
	Index    int64           `godot:"index"`
	State    variant.Variant `godot:"state"`
	Players  []lastOf        `godot:"players"`
}

// lastOf is the last message of a player, as a room remembers it.
type lastOf struct {
	Player string `godot:"player"`
	Number int64  `godot:"number"` // number of the message
	Tick   int64  `godot:"tick"`   // tick of the message
}

// A question of a gateway asks the owner of a room for missing information. The answer is an out.
type question struct {
	Player string `godot:"player"` // the player whose last number is asked for; "" for none
	Full   bool   `godot:"full"`   // also ask for the state
}

// An out is a message of an owner to all gateways of its room after a tick, or the answer to a
// question of one gateway. Only an answer may have State.
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
	Why    string `godot:"why,omitempty"` // why the game has refused the message Number
}

// Subjects of the messages between processes.
func doSubject(room string) string  { return "rooms.do." + room }
func askSubject(room string) string { return "rooms.ask." + room }
func outSubject(room string) string { return "rooms.out." + room }

// openSubject gets the name of a room that no process owns. One of the processes opens the room.
const openSubject = "rooms.open"
