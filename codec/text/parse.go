package text

import (
	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// ParseOptions say what [Parse] takes. The zero value is right for text from
// anywhere.
type ParseOptions struct {
	// Objects accepts full objects, Object(Timer,"wait_time":1.0), and
	// Resource("res://icon.png"), an object of class Resource with the property
	// resource_path. They are data: nothing is made or loaded. Without this option only
	// EncodedObjectAsID is accepted, which stands for an instance ID.
	Objects bool
	// Single rounds the components of vectors and the like to single precision, as engines do
	// unless they are built with precision=double. Text that such an engine has printed then gives
	// the same value.
	Single bool
	// Strict refuses a number that does not fit its type, with variant.ErrRange: an integer of more
	// than 64 bits, and a number beyond the greatest float. Without it 9223372036854775808 is
	// 9223372036854775807, and 1e400 is inf. Set it if a person has typed the number.
	Strict bool
	// MaxDepth is how deep values may nest. 0 means 1024, which is also the maximum.
	MaxDepth int
	// MaxSize is the greatest length of the text in bytes. 0 means 256 MiB.
	MaxSize int
	// Types has one value of each type of your own. Parse reads these types by their names.
	Types []variant.Constructible
}

// Error is the error of [Parse].
type Error = notation.Error

// Parse returns the value of constructor text, which var_to_str and var2str print, and str_to_var
// and str2var read. It also reads the names that types had in Godot 2 and 3. Space and comments,
// from a semicolon to the end of the line, may stand between its parts, and a comma after the last
// part. Godot: str_to_var; Godot 3: str2var.
//
// It is stricter than engines where engines lose data. These are errors: an integer that does not
// fit a component or element of 32 bits or less, text after the value, and an odd number of
// arguments of a PackedVector2Array. An integer that does not fit 64 bits becomes the nearest one
// that does, unless ParseOptions.Strict is set.
//
// The error is an [*Error] with line, column and path.
func Parse(s string, o ParseOptions) (variant.Variant, error) {
	return parse.Text(s, parse.Options(o))
}
