package text

import (
	"strconv"

	"godotvariant/codec"
	"godotvariant/codec/internal/compiled"
	"godotvariant/codec/internal/parse"
	"godotvariant/codec/internal/print"
	"godotvariant/variant"
)

// A Form is a form of constructor text. The functions Format and Append write VarToStr. [Parse]
// reads VarToStr and Lossless.
type Form uint8

const (
	// VarToStr is the text of var_to_str in Godot 4, and of var2str in Godot 3.
	VarToStr Form = iota
	// Str is the text that str() and print() show. It can't be parsed. Its digits depend on the
	// precision of the codec.
	Str
	// Lossless is the text of var_to_str with all data that the engine leaves out: every number is
	// a double with the fewest digits, and the text keeps -0.0, the bits of a NaN, the IDs of RID
	// and Signal, the order of a dictionary and control characters. It does not depend on the
	// precision of the codec. [Parse] with a codec of double precision reads the same value back.
	// Format checks this. If the text would lose data, as for an object with both a class and an
	// ID, Format returns an error that wraps variant.ErrUnsupported.
	//
	// Engines can't read nan(0x…), Signal(1, "a") and NodePath(0, 1, "a/b"), and read the NUL of
	// "\u0000" as another character. Godot 3 can't read RID(1), and can't read inf and nan as
	// components.
	Lossless
)

// String returns "var_to_str", "str" or "lossless".
func (f Form) String() string {
	switch f {
	case VarToStr:
		return "var_to_str"
	case Str:
		return "str"
	case Lossless:
		return "lossless"
	default:
		return "Form(" + strconv.Itoa(int(f)) + ")"
	}
}

// Format returns the text of v, exactly as var_to_str(v) returns it in the engine of the codec. It
// calls VarToStr.Format, whose comment lists the errors. Godot: var_to_str; Godot 3: var2str.
func Format(v variant.Variant, c *codec.Codec) (string, error) { return VarToStr.Format(v, c) }

// Append is like [Format] but appends the text to dst. After an error it returns dst unchanged.
func Append(dst []byte, v variant.Variant, c *codec.Codec) ([]byte, error) {
	return VarToStr.Append(dst, v, c)
}

// Format returns the text of v in the form f, as the engine of the codec writes it. A nil codec
// means the codec of codec.Options{}: Godot 4 in single precision. Your own type is written with
// its name and arguments if it is a variant.Constructible. Objects are written with their
// properties, even without the option FullObjects.
//
// The components of vectors and similar types are rounded to the precision of the codec, which
// decides their digits. Numbers of your own types are not rounded.
//
// The error is an [*variant.Error] of one of these kinds:
//
//   - variant.ErrUnsupported for a type that the engine does not have, except that a StringName is
//     written as a String for Godot 3. The error is also of this kind for a class of an object that
//     is not an identifier, and for a name of a property that has a quote or backslash. An engine
//     would read such a class or name as something else, such as code to run. The form Lossless
//     allows every name of a property.
//   - variant.ErrNUL for text with a NUL, except in the forms Str and Lossless. Engines end a text
//     at a NUL.
//   - variant.ErrInexact and variant.ErrNotFinite for numbers that the options Exact and Finite
//     refuse.
//   - variant.ErrDepth and variant.ErrLimit.
func (f Form) Format(v variant.Variant, c *codec.Codec) (string, error) {
	return print.Text(v, (*compiled.Codec)(c).Rules().Format, print.Form(f))
}

// Append is like [Form.Format] but appends the text to dst. After an error it returns dst
// unchanged.
func (f Form) Append(dst []byte, v variant.Variant, c *codec.Codec) ([]byte, error) {
	return print.Append(dst, v, (*compiled.Codec)(c).Rules().Format, print.Form(f))
}

// Parse returns the value of constructor text, the text that var_to_str and var2str return. It
// reads the text of every engine, even if the codec has another dialect, and also the names that
// types had in Godot 2 and 3. Between the parts of the text there may be space and comments, which
// begin with a semicolon and end with the line. A comma may follow the last part. A nil codec means
// the codec of codec.Options{}. Godot: str_to_var; Godot 3: str2var.
//
// These options of the codec matter:
//
//   - Precision: Single, the zero value, rounds the components of vectors and similar types, as all
//     engines do except those built with precision=double. Then text that such an engine has
//     printed gives the same value.
//   - FullObjects accepts full objects, Object(Timer,"wait_time":1.0), and
//     Resource("res://icon.png"), an object of class Resource with the property resource_path.
//     These are data: nothing is made or loaded. Without this option only EncodedObjectAsID is
//     accepted, which has an instance ID.
//   - Finite refuses NaN and infinities.
//   - Mode: Strict refuses a number that does not fit its type, with variant.ErrRange: an integer
//     of more than 64 bits, and a number beyond the greatest float. Other modes read
//     9223372036854775808 as 9223372036854775807, and 1e400 as inf. Set Strict if a person has
//     entered the number.
//   - Limits: MaxDepth, and MaxSize for the length of the text.
//   - Registry: registered types that are a variant.Constructible are read by their names.
//
// In some cases in which engines lose data, Parse is stricter. These are errors: an integer that
// does not fit a component or element of 32 bits or less, text after the value, and an odd number
// of arguments of a PackedVector2Array.
//
// The error is a [*variant.Error] with line, column and path.
func Parse(s string, c *codec.Codec) (variant.Variant, error) {
	return parse.Text(s, &(*compiled.Codec)(c).Rules().Parse)
}
