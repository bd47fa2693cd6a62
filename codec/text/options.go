package text

import "godotvariant/variant"

// Version is the engine whose text [Format] writes.
type Version uint8

const (
	Version4 Version = iota // as Godot 4.6
	Version3                // as Godot 3.2
)

// Options say which text [Format] writes. The zero value is Godot 4's var_to_str.
type Options struct {
	// Version is the engine whose text is written.
	Version Version
	// Str writes what str() and print() show. Such text can't be parsed.
	Str bool
	// Precision is the precision of the engine, which decides the digits of Vector2
	// and the like in str(). Godot 3 has only single.
	Precision variant.Precision
	// Lossless writes var_to_str's form with everything that the engine drops: every number as a
	// double, in the fewest digits, -0.0, the bits of a NaN, the IDs of RID and Signal, the order
	// of a dictionary, control characters. [Parse] reads the same value back. Format checks that,
	// and otherwise returns an error that wraps variant.ErrUnsupported: for example for an object
	// with both a class and an ID.
	//
	// Engines can't read nan(0x…), Signal(1, "a") and NodePath(0, 1, "a/b"), and read the NUL
	// of "\u0000" as another character. Godot 3 can't read RID(1), nor inf and nan as components.
	Lossless bool
	// MaxSize is the greatest length of the text in bytes. 0 means 256 MiB.
	MaxSize int
}

const (
	maxDepth       = 1024
	defaultMaxSize = 256 << 20
)
