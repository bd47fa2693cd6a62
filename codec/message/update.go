package message

import (
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An Update is the message of a [Feed] to a client. It has the changes between a state that the
// client already has and a newer state. Register it under a name of the game's choice, such as
// "state".
type Update struct {
	// Seq is the number of the new state.
	Seq int `godot:"seq"`
	// Base is the number of the state that Delta changes. State 0 is an empty Dictionary, which
	// every client has.
	Base int `godot:"base"`
	// Delta has the changes, as tree.Patch.Delta returns them. [Replica.Apply] applies them in Go,
	// and examples/deltas/delta.gd applies them in GDScript.
	Delta variant.Array `godot:"delta"`
}

// An Ack is the answer of a client to an [Update]. [Feed.Ack] is its handler.
type Ack struct {
	// Seq is the number of the newest state that the client has. It is 0 if the client has none.
	Seq int `godot:"seq,required"`
}

// updates has the messages that bring clients to the newest state of a history. All clients that
// have the same state get the same message. Each message is made once, and encoded once in each
// format.
type updates struct {
	states history
	from   map[int]*update // messages; the key is the number of the client's state
	last   tree.Patch      // changes since the previous state; nil if they are not known
}

type update struct {
	message Update
	packets packets
}

// of returns the packet for clients that have the state with the number base. It returns the packet
// with the whole state if the history does not have that state, or if the packet with the changes
// is not shorter.
func (all *updates) of(f format, base int) packetOf {
	whole := all.packet(f, 0)
	if _, known := all.states.find(base); base == 0 || !known {
		return whole
	}

	change := all.packet(f, base)
	if whole.err == nil && (change.err != nil || len(whole.bytes) <= len(change.bytes)) {
		return whole
	}
	return change
}

// packet returns the packet of the update from a state to the newest state.
func (all *updates) packet(f format, base int) packetOf {
	u, ok := all.from[base]
	if !ok {
		u = &update{message: all.update(base)}
		all.from[base] = u
	}
	return u.packets.of(f, &u.message)
}

// update returns the message with the changes from a state to the newest state.
func (all *updates) update(base int) Update {
	newest := all.states.newest()
	if delta, ok := all.delta(base); ok {
		return Update{Seq: newest.seq, Base: base, Delta: delta}
	}

	// A path without steps leads to the whole state.
	change := variant.NewArray(variant.NewArray(), newest.state)
	return Update{Seq: newest.seq, Delta: variant.NewArray(change)}
}

// delta returns the changes from a state to the newest state. It returns false if the changes can't
// be written as a delta, or if base is 0.
func (all *updates) delta(base int) (variant.Array, bool) {
	if base == 0 {
		return variant.Array{}, false
	}

	patch, err := all.patch(base)
	if err != nil {
		return variant.Array{}, false
	}

	delta, err := patch.Delta()
	return delta, err == nil
}

// patch returns the changes from a state of the history to the newest state.
func (all *updates) patch(base int) (tree.Patch, error) {
	before := max(0, len(all.states)-2)
	if all.last != nil && all.states[before].seq == base {
		return all.last, nil
	}

	from, _ := all.states.find(base)
	return tree.Diff(from, all.states.newest().state, sameState)
}

// sameState compares states without the order of keys, because a delta does not keep this order for
// clients.
var sameState = tree.DiffOptions{AnyKeyOrder: true}
