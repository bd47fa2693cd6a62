package packet

import (
	"slices"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// A Spec lists the facts of a [Protocol]. Write a literal with the names of the fields, or change
// what [Protocol.Spec] returns, and give it to [NewProtocol].
type Spec struct {
	// Name is the name of the protocol in errors and logs. It must not be empty.
	Name string

	// Dialect is the format of values. Nil means codec.Godot4.
	Dialect *variant.Dialect

	// Commands has the command for each number. CommandBits are the bits of the first byte that
	// contain the number.
	Commands    []Command
	CommandBits byte

	// Reserved are the bytes that a node name can't have. Engines replace them.
	Reserved string

	// ReusesNumbers says that a peer may use a number again for another path, and that the number
	// then stands for the new path. If ReusesNumbers is false, using a number again is an error.
	ReusesNumbers bool

	// Broadcasts says that a call to several peers is sent as one message to a target that stands
	// for all these peers. This is done only if all of them have confirmed the number of the node.
	// If Broadcasts is false, each peer gets its own message.
	Broadcasts bool

	// MasterCalls says that a call to all peers may also run at the caller itself, as in Godot 3.
	// If the method has OnAuthority and the caller is the authority, the call runs only at the
	// caller. If the method has ByAuthority and the caller is not the authority, the call runs at
	// the caller and at its target.
	MasterCalls bool

	// Sorted says that messages to several peers are sent in the order of the IDs. If Sorted is
	// false, the messages are sent in the order in which the peers connected. When a peer leaves,
	// the last peer takes its position.
	Sorted bool
}

// clone returns a copy that shares no memory with s.
func (s Spec) clone() Spec {
	s.Commands = slices.Clone(s.Commands)
	return s
}

// check returns an error if no protocol can have these fields.
func (s Spec) check() error {
	if s.Name == "" {
		return reason.Of(variant.ErrUnsupported, "%s",
			"a protocol needs a name: Spec.Name is empty")
	}

	for i, c := range s.Commands {
		switch {
		case c >= commandCount:
			return reason.Of(variant.ErrUnsupported, "Spec.Commands of the protocol %s has %d, "+
				"which is no command", s.Name, int(c))
		case i&^int(s.CommandBits) != 0:
			return reason.Of(variant.ErrUnsupported, "Spec.CommandBits %#x of the protocol %s has "+
				"no room for the number %d", s.CommandBits, s.Name, i)
		}
	}

	return nil
}
