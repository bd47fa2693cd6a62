package packet

import (
	"strings"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// A Command is a command with the form of its packets. A command with two forms is two Commands.
type Command int

// The commands. The comment of each struct has the table of its bytes.
const (
	CommandRPC           Command = iota // [RPC]
	CommandSimplify                     // [SimplifyPath] with a checksum
	CommandConfirmNumber                // [ConfirmPath] with a number
	CommandConfirmPath                  // [ConfirmPath] with a path
	CommandRaw                          // [Bytes]
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

// A Protocol describes the multiplayer packets of one family of engines. It is only data: write a
// literal for an engine that this package does not have.
type Protocol struct {
	// Name is the name of the protocol in errors and logs.
	Name string

	// Dialect is the format of values.
	Dialect *variant.Dialect

	// Commands has the command for each number. CommandBits are the bits of the first byte that
	// contain the number.
	Commands    []Command
	CommandBits byte

	// Reserved are the bytes that a node name can't have. Engines replace them.
	Reserved string

	// Renumbers says that a peer may give a number to a second path, and that the number then
	// stands for the second path. If it is false, this is an error.
	Renumbers bool

	// Broadcasts says that a call to several peers is one message to the target if all these peers
	// have confirmed the node. If it is false, each peer gets a message.
	Broadcasts bool

	// Masters changes calls to all peers. If the method has OnAuthority and the caller is the
	// authority, the call is made only at the caller. If the method has ByAuthority and the caller
	// is not the authority, the call is also made at the caller.
	Masters bool

	// Sorted says that messages to several peers are sent in the order of the IDs. If it is false,
	// they are sent in the order in which the peers connected. When a peer leaves, the last peer
	// takes its position.
	Sorted bool
}

// The commands of Godot 4 by number, since 4.3.
var commands4 = []Command{
	CommandRPC, CommandSimplify, CommandConfirmNumber, CommandRaw,
	CommandSpawn, CommandDespawn, CommandSync, CommandSys,
}

// The bytes that a node name can't have. Godot: String::invalid_node_name_characters.
const (
	reserved4 = `.:@/"%`
	reserved3 = `.:@/"`
)

// Godot4 is the protocol of Godot 4.4 and later, the default.
var Godot4 = &Protocol{
	Name: "Godot4", Dialect: codec.Godot4,
	Commands: commands4, CommandBits: 7, Reserved: reserved4,
}

// Godot43 is the protocol of Godot 4.3: [Godot4] without typed dictionaries.
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

// Pandemonium is the protocol of Pandemonium 5: [Godot3] without SET. For earlier versions copy it
// and change the dialect.
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

// number returns the number of the first command in the list that the protocol has.
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

// CheckPath returns an error of kind [ErrPath] unless the path is plain: ".", or node names with
// slashes between them. Absolute paths, "..", properties, unique names and other forms of NodePath
// are not plain. Neither is a path with a byte order mark (U+FEFF) at its start, which engines
// drop, or with a NUL, where engines end it.
func (p *Protocol) CheckPath(path string) error {
	if path == "." {
		return nil
	}
	if len(path) > maxPath {
		return reason.Of(ErrPath, "%d bytes are more than %d", len(path), maxPath)
	}
	if fault := misread(path); fault != "" {
		return reason.Of(ErrPath, "%q has %s", path, fault)
	}

	for name := range strings.SplitSeq(path, "/") {
		if name == "" || strings.ContainsAny(name, strings.ReplaceAll(p.Reserved, "@", "")) {
			return reason.Of(ErrPath, "%q", path)
		}
	}
	return nil
}

// CheckName returns an error of kind [ErrName] or variant.ErrUTF8 unless a spawned node may have
// the name. Engines refuse names such as @Node@2, which they give to nodes without a name. A text
// that engines read as another name is refused too.
func (p *Protocol) CheckName(name string) error {
	if name == "" || len(name) > maxPath || strings.ContainsAny(name, p.Reserved+"\x00") {
		return reason.Of(ErrName, "%q", name)
	}
	if !utf8.ValidString(name) {
		return reason.Of(variant.ErrUTF8, "name %q", name)
	}
	return checkMember(name)
}

// checkMember returns an error of kind ErrName unless engines read the name of a node, method or
// property as it is.
func checkMember(name string) error {
	if name == "" {
		return reason.Of(ErrName, "no name")
	}
	if fault := misread(name); fault != "" {
		return reason.Of(ErrName, "%q has %s", name, fault)
	}
	return nil
}

// misread returns what makes engines read a text as another text, or "". They drop a byte order
// mark at the start of a text, and end it at a NUL.
func misread(text string) (fault string) {
	switch {
	case strings.HasPrefix(text, "\ufeff"):
		return "a byte order mark at the start"
	case strings.Contains(text, "\x00"):
		return "a NUL"
	}
	return ""
}
