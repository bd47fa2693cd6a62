package packet

import (
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// The commands of Godot 4.3 and later, by their numbers.
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
var Godot4 = mustProtocol(Spec{
	Name: "Godot4", Dialect: codec.Godot4,
	Commands: commands4, CommandBits: 7, Reserved: reserved4,
})

// Godot43 is the protocol of Godot 4.3: [Godot4] without typed dictionaries.
var Godot43 = mustProtocol(Spec{
	Name: "Godot43", Dialect: codec.Godot43,
	Commands: commands4, CommandBits: 7, Reserved: reserved4,
})

// Godot41 is the protocol of Godot 4.1 and 4.2, whose CONFIRM_PATH has a path.
var Godot41 = mustProtocol(Spec{
	Name: "Godot41", Dialect: codec.Godot40,
	Commands: []Command{
		CommandRPC, CommandSimplify, CommandConfirmPath, CommandRaw,
		CommandSpawn, CommandDespawn, CommandSync, CommandSys,
	},
	CommandBits: 7, Reserved: reserved4, ReusesNumbers: true,
})

// Godot40 is the protocol of Godot 4.0, which has no DELTA.
var Godot40 = mustProtocol(Spec{
	Name: "Godot40", Dialect: codec.Godot40,
	Commands: []Command{
		CommandRPC, CommandSimplify, CommandConfirmPath, CommandRaw,
		CommandSpawn, CommandDespawn, CommandSyncOnly, CommandSys,
	},
	CommandBits: 7, Reserved: reserved4, ReusesNumbers: true,
})

// The commands of Godot 3 by number.
var commands3 = []Command{
	CommandCall, CommandSet, CommandSimplifyBare, CommandConfirmBare, CommandRaw,
}

// Godot3 is the protocol of Godot 3.1 to 3.6.
var Godot3 = mustProtocol(Spec{
	Name: "Godot3", Dialect: codec.Godot3,
	Commands:    commands3,
	CommandBits: 0xff, Reserved: reserved3,
	ReusesNumbers: true, Broadcasts: true, MasterCalls: true, Sorted: true,
})

// Godot30 is the protocol of Godot 3.0, with its dialect. It follows the source of a later fork of
// Godot 3, and was not tried with Godot 3.0 itself.
var Godot30 = mustProtocol(Spec{
	Name: "Godot30", Dialect: codec.Godot30,
	Commands:    commands3,
	CommandBits: 0xff, Reserved: reserved3,
	ReusesNumbers: true, Broadcasts: true, MasterCalls: true, Sorted: true,
})

// Pandemonium is the protocol of Pandemonium 5: [Godot3] without SET. For earlier versions see
// [ProtocolOf].
var Pandemonium = mustProtocol(Spec{
	Name: "Pandemonium", Dialect: codec.Pandemonium5,
	Commands:    []Command{CommandCall, CommandSimplifyBare, CommandConfirmBare, CommandRaw},
	CommandBits: 0xff, Reserved: reserved3,
	ReusesNumbers: true, Broadcasts: true, MasterCalls: true, Sorted: true,
})

func mustProtocol(s Spec) *Protocol {
	p, err := NewProtocol(s)
	if err != nil {
		panic(err)
	}
	return p
}

// Protocols returns all protocols of the package.
func Protocols() []*Protocol {
	return []*Protocol{Godot4, Godot43, Godot41, Godot40, Godot3, Godot30, Pandemonium}
}

// ProtocolOf returns the protocol of a dialect, and [Godot4] for nil. For codec.Godot40, which is
// Godot 4.0 to 4.2, it returns [Godot41]. If the package has no protocol for the dialect, for
// example for a dialect of your own, ProtocolOf copies the newest protocol of the dialect's family.
// The copy has your dialect.
func ProtocolOf(d *variant.Dialect) *Protocol {
	if d == nil {
		return Godot4
	}

	for _, p := range Protocols() {
		if p.spec.Dialect == d {
			return p
		}
	}

	spec := newest(d.Family()).Spec()
	spec.Name = d.Name()
	spec.Dialect = d
	return mustProtocol(spec)
}

func newest(f dialect.Family) *Protocol {
	switch f {
	case dialect.FamilyGodot3:
		return Godot3
	case dialect.FamilyPandemonium:
		return Pandemonium
	default:
		return Godot4
	}
}
