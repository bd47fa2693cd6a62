package packet

import (
	"strings"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// A Command is the form of the packets of one command.
type Command int

// The commands. The comment of the struct of each has the table of its bytes.
const (
	CommandRPC           Command = iota // [RPC]
	CommandSimplify                     // [SimplifyPath] with a checksum
	CommandConfirmNumber                // [ConfirmPath] with a number
	CommandConfirmPath                  // [ConfirmPath] with a path
	CommandRaw                          // [Raw]
	CommandSpawn                        // [Spawn]
	CommandDespawn                      // [Despawn]
	CommandSync                         // [Sync], and [Delta] if bit 4 is set
	CommandSyncOnly                     // [Sync]
	CommandSys                          // [Auth], [AddPeer], [DelPeer] and [Relay]
	CommandCall                         // [Call], of Godot 3
	CommandSet                          // [Set], of Godot 3
	CommandSimplifyBare                 // [SimplifyPath] without a checksum, of Godot 3
	CommandConfirmBare                  // [ConfirmPath] that is only a path, of Godot 3
)

// A Protocol is what the multiplayer of one family of engines has on the wire. It is data: write a
// literal for an engine of your own.
type Protocol struct {
	// Name is what errors and logs call it.
	Name string

	// Dialect is the format of values.
	Dialect *variant.Dialect

	// Commands are the commands by their number, and CommandBits the bits of the first byte
	// that have the number.
	Commands    []Command
	CommandBits byte

	// Reserved are the bytes that no node name has. Engines replace them.
	Reserved string

	// Renumbers says that a number which a peer gives to another path is that of the other path
	// from then on. If it is false, a number is given once.
	Renumbers bool

	// Broadcasts says that a call to several peers goes out as one message to the target, as soon
	// as all of them have confirmed the node. If it is false, each peer gets a message.
	Broadcasts bool

	// Masters says that a call to all of a method with OnAuthority is made only here, if this side
	// is the authority; and that one of a method with ByAuthority is made here too, if it is not.
	Masters bool

	// Sorted says that messages go to peers in the order of their IDs. If it is false, they go in
	// the order in which the peers came; the last takes the turn of one that leaves.
	Sorted bool
}

// The commands of Godot 4 by number, since 4.3.
var commands4 = []Command{
	CommandRPC, CommandSimplify, CommandConfirmNumber, CommandRaw,
	CommandSpawn, CommandDespawn, CommandSync, CommandSys,
}

// The bytes that no node name has. Godot: String::invalid_node_name_characters.
const (
	reserved4 = `.:@/"%`
	reserved3 = `.:@/"`
)

// Godot4 is the protocol of Godot 4.4 and later, the default.
var Godot4 = &Protocol{
	Name: "Godot4", Dialect: codec.Godot4,
	Commands: commands4, CommandBits: 7, Reserved: reserved4,
}

// Godot43 is the protocol of Godot 4.3: that of [Godot4] without typed dictionaries.
var Godot43 = &Protocol{
	Name: "Godot43", Dialect: codec.Godot43,
	Commands: commands4, CommandBits: 7, Reserved: reserved4,
}

// Godot41 is the protocol of Godot 4.1 and 4.2, whose CONFIRM_PATH has a path.
var Godot41 = &Protocol{
	Name: "Godot41", Dialect: codec.Godot40,
	Commands: []Command{
		CommandRPC, CommandSimplify, CommandConfirmPath, CommandRaw,
		CommandSpawn, CommandDespawn, CommandSync, CommandSys,
	},
	CommandBits: 7, Reserved: reserved4, Renumbers: true,
}

// Godot40 is the protocol of Godot 4.0, which has no DELTA.
var Godot40 = &Protocol{
	Name: "Godot40", Dialect: codec.Godot40,
	Commands: []Command{
		CommandRPC, CommandSimplify, CommandConfirmPath, CommandRaw,
		CommandSpawn, CommandDespawn, CommandSyncOnly, CommandSys,
	},
	CommandBits: 7, Reserved: reserved4, Renumbers: true,
}

// Godot3 is the protocol of Godot 3.1 to 3.6.
var Godot3 = &Protocol{
	Name: "Godot3", Dialect: codec.Godot3,
	Commands: []Command{
		CommandCall, CommandSet, CommandSimplifyBare, CommandConfirmBare, CommandRaw,
	},
	CommandBits: 0xff, Reserved: reserved3,
	Renumbers: true, Broadcasts: true, Masters: true, Sorted: true,
}

// Godot30 is the protocol of Godot 3.0, in its dialect. Only the source of a later fork of
// Godot 3 was read for it.
var Godot30 = &Protocol{
	Name: "Godot30", Dialect: codec.Godot30,
	Commands:    Godot3.Commands,
	CommandBits: 0xff, Reserved: reserved3,
	Renumbers: true, Broadcasts: true, Masters: true, Sorted: true,
}

// Pandemonium is the protocol of Pandemonium 5: that of [Godot3] without SET. For earlier
// versions copy it and change the dialect.
var Pandemonium = &Protocol{
	Name: "Pandemonium", Dialect: codec.Pandemonium5,
	Commands:    []Command{CommandCall, CommandSimplifyBare, CommandConfirmBare, CommandRaw},
	CommandBits: 0xff, Reserved: reserved3,
	Renumbers: true, Broadcasts: true, Masters: true, Sorted: true,
}

// Protocols returns all protocols of the package.
func Protocols() []*Protocol {
	return []*Protocol{Godot4, Godot43, Godot41, Godot40, Godot3, Godot30, Pandemonium}
}

// Has reports whether the protocol has a command.
func (p *Protocol) Has(c Command) bool {
	_, ok := p.number(c)
	return ok
}

// number returns the number of the first of the commands that the protocol has.
func (p *Protocol) number(commands ...Command) (number byte, ok bool) {
	for i, c := range p.Commands {
		for _, wanted := range commands {
			if c == wanted {
				return byte(i), true
			}
		}
	}
	return 0, false
}

// maxPath is the length of the longest path in bytes.
const maxPath = 4096

// CheckPath returns an [ErrPath] unless the path is "." or node names between slashes: neither
// absolute, nor with "..", a property, a unique name or another form of NodePath.
func (p *Protocol) CheckPath(path string) error {
	if path == "." {
		return nil
	}
	if len(path) > maxPath {
		return reason.Of(ErrPath, "%d bytes are more than %d", len(path), maxPath)
	}

	for name := range strings.SplitSeq(path, "/") {
		if name == "" || strings.ContainsAny(name, strings.ReplaceAll(p.Reserved, "@", "")) {
			return reason.Of(ErrPath, "%q", path)
		}
	}
	return nil
}

// CheckName returns an [ErrName] or variant.ErrUTF8 unless a node that is spawned may have the
// name. The engine names nodes without a name @Node@2, and refuses such names.
func (p *Protocol) CheckName(name string) error {
	if name == "" || len(name) > maxPath || strings.ContainsAny(name, p.Reserved+"\x00") {
		return reason.Of(ErrName, "%q", name)
	}
	if !utf8.ValidString(name) {
		return reason.Of(variant.ErrUTF8, "name %q", name)
	}
	return nil
}
