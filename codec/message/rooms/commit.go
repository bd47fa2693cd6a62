package rooms

import "godotvariant/variant"

// A Commit is a record that is in the log of a room, for Config.Committed.
type Commit struct {
	Room string
	// ID is the same whenever Committed is called for this record, and no other record of any room
	// has it. A database that ignores an ID that it knows stores each result once.
	ID    string
	Index int64 // as in Record
	Tick  int64
	// Entries are the events of the record, in their order. Messages that the game has refused are
	// among them. There are none if only Step has changed the state.
	Entries []Entry
	// Before is the state after the record before, and After the state after this one. They must
	// not be changed.
	Before, After variant.Variant
}
