package rooms

import "godotvariant/variant"

// A Commit is a record that is in the log of a room, for Config.Committed.
type Commit struct {
	Room string
	// ID is the same in every call of Committed for this record, and no other record of any room
	// has the same ID. So a database that ignores a known ID stores each result once.
	ID    string
	Index int64 // as in Record
	Tick  int64
	// Entries are the events of the record, in their order. They include messages that the game has
	// refused. There are no Entries if only Step has changed the state.
	Entries []Entry
	// Before is the state after the previous record, and After is the state after this record. Do
	// not change them.
	Before, After variant.Variant
}
