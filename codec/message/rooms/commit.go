package rooms

import "godotvariant/variant"

// A Commit is a record that is in the log of a room, for Config.Committed.
type Commit struct {
	Room string
	// ID is unique: no other record of any room has it, and every call of Committed for the same
	// record has it. So a database that ignores a known ID stores each result once.
	ID    string
	Index int64 // as in Record
	Tick  int64
	// Entries are the events of the record, in their order. Messages that the game has refused are
	// among them. There are none if only Step has changed the state.
	Entries []Entry
	// Before is the state after the record before, and After is the state after this record. Do not
	// change them.
	Before, After variant.Variant
}
