package jsonvar

import (
	"strconv"

	"godotvariant/codec"
	"godotvariant/codec/internal/compiled"
	"godotvariant/codec/internal/parse"
	"godotvariant/internal/token"
	"godotvariant/variant"
)

// A Form is a form of JSON. The functions Format, Append and Parse are for Canonical.
type Form uint8

const (
	// Canonical is the form of Godot's JSON.from_native. It includes the type of every value:
	//
	//	null, true, false        themselves
	//	"i:5" "f:1.5" "s:text"   int, float, String
	//	"sn:name" "np:a/b"       StringName, NodePath
	//	[…]                      untyped Array
	//	{"type": …, "args": […]} all other types, with elem_type, key_type and value_type
	//	                         for typed containers and props for objects
	Canonical Form = iota

	// Relaxed is the JSON that people and web tools expect. A number is a number, text of all kinds
	// is a string, and a vector is {"x": 1, "y": 2}. A dictionary is an object in the order of its
	// pairs, and an object is {"class": "Timer", "properties": {…}}. The JSON can't be read back,
	// because some types have the same JSON: an int and a float of the same value, a String and a
	// StringName, or a Vector2 and a Vector2i.
	//
	// A dictionary key that is not text is written as constructor text, so the keys 1 and "1" have
	// the same name. Infinite numbers and NaN are the strings "inf", "-inf" and "nan". A
	// PackedByteArray is base64, as in encoding/json. An int greater than 2^53 keeps its digits,
	// but JSON.parse in JavaScript rounds it. A value of a custom type is written as canonical
	// JSON: {"args": ["1"], "type": "SubResource"}.
	Relaxed
)

// String returns "canonical" or "relaxed".
func (f Form) String() string {
	switch f {
	case Canonical:
		return "canonical"
	case Relaxed:
		return "relaxed"
	default:
		return "Form(" + strconv.Itoa(int(f)) + ")"
	}
}

// Format returns v as canonical JSON. It calls Canonical.Format, whose comment lists the errors.
func Format(v variant.Variant, c *codec.Codec) ([]byte, error) { return Canonical.Format(v, c) }

// Append is like [Format] but appends the JSON to dst. After an error it returns dst unchanged.
func Append(dst []byte, v variant.Variant, c *codec.Codec) ([]byte, error) {
	return Canonical.Append(dst, v, c)
}

// Format returns v as JSON in the form f. A nil codec means the codec of codec.Options{}. Format
// obeys the options Precision, Exact, Finite and Limits of the codec. The components of vectors and
// similar types are rounded to the precision. In single precision they are written with the fewest
// digits that are read back as the same number in single precision. Objects are written with their
// properties, even without the option FullObjects.
//
// The error is an [*variant.Error]. Its kind is variant.ErrDepth, variant.ErrLimit,
// variant.ErrInexact, variant.ErrNotFinite, in canonical JSON variant.ErrUTF8, or
// variant.ErrUnsupported for a nil pointer and for a type that has no JSON.
func (f Form) Format(v variant.Variant, c *codec.Codec) ([]byte, error) {
	return token.Bytes(func(dst []byte) ([]byte, error) { return f.Append(dst, v, c) })
}

// Append is like [Form.Format] but appends the JSON to dst. After an error it returns dst
// unchanged.
func (f Form) Append(dst []byte, v variant.Variant, c *codec.Codec) ([]byte, error) {
	format := (*compiled.Codec)(c).Rules().Format
	if f == Relaxed {
		return appendRelaxed(dst, v, format)
	}
	return variant.AppendJSON(dst, v, format)
}

// Parse returns the value of canonical JSON. [Format] and Godot's
// JSON.stringify(JSON.from_native(v)) write this form. A nil codec means the codec of
// codec.Options{}.
//
// In a list "args" Parse also reads Godot's forms of infinite numbers and NaN: 1e99999, -1e99999
// and null. Older builds wrote inf, -inf and nan without quotes, which is not JSON. Parse reads
// these forms too.
//
// These options of the codec matter:
//
//   - Precision: Single, the zero value, rounds the components of vectors and similar types, so
//     that the JSON of an engine that is not built with precision=double is read as the value that
//     the engine had.
//   - FullObjects accepts full objects, {"type": "Timer", "props": […]}. They are data: no object
//     is made. Without this option only EncodedObjectAsID is accepted, which has an instance ID.
//   - Finite refuses NaN and infinities.
//   - Mode: Strict refuses numbers that do not fit their type.
//   - Limits: MaxDepth, and MaxSize for the length of the JSON.
//   - Registry: registered types that are a variant.Constructible are read by their names.
//
// The error is a [*variant.Error] with line, column and path.
func Parse(data []byte, c *codec.Codec) (variant.Variant, error) {
	return parse.JSON(string(data), &(*compiled.Codec)(c).Rules().Parse)
}
