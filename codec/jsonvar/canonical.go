package jsonvar

import (
	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
)

// Options are the options of [Unmarshal]. The zero value is safe for untrusted JSON.
type Options struct {
	// Objects accepts full objects, {"type": "Timer", "props": […]}. Unmarshal returns them as data
	// and never creates an instance of their class. Without this option, EncodedObjectAsID is the
	// only accepted object. It stands for an instance ID.
	Objects bool
	// Single rounds the components of vectors and other types of package math to single precision,
	// like engines that are not built with precision=double. With this option, the JSON of such an
	// engine is read as the value that the engine had.
	Single bool
	// MaxDepth limits the depth of nested values. 0 selects 1024, which is also the maximum.
	MaxDepth int
	// MaxSize limits the length of the JSON in bytes. 0 selects 256 MiB.
	MaxSize int
	// Types has one value of each custom type that Unmarshal reads by its name.
	Types []variant.Constructible
}

// Marshal returns v as canonical JSON.
//
// The error is an [*variant.Error]. Its kind is variant.ErrDepth, variant.ErrUTF8, variant.ErrLimit
// for JSON of more than 256 MiB, or variant.ErrUnsupported for a nil pointer and for a type that
// has no JSON.
func Marshal(v variant.Variant) ([]byte, error) { return variant.JSON(v) }

// Append is like [Marshal] but appends the JSON to dst. After an error it returns dst unchanged.
func Append(dst []byte, v variant.Variant) ([]byte, error) { return variant.AppendJSON(dst, v) }

// Unmarshal returns the value of canonical JSON. [Marshal] and Godot's
// JSON.stringify(JSON.from_native(v)) write this form:
//
//	null, true, false        themselves
//	"i:5" "f:1.5" "s:text"   int, float, String
//	"sn:name" "np:a/b"       StringName, NodePath
//	[…]                      untyped Array
//	{"type": …, "args": […]} all other types, with elem_type, key_type and value_type
//	                         for typed containers and props for objects
//
// Among args it also reads Godot's forms of infinite numbers and NaN: 1e99999, -1e99999 and
// null, and the bare inf, -inf and nan of older builds, which are not JSON.
//
// The error is a *notation.Error with line, column and path.
func Unmarshal(data []byte, o Options) (variant.Variant, error) {
	return parse.JSON(string(data), parse.Options{Objects: o.Objects, Single: o.Single,
		MaxDepth: o.MaxDepth, MaxSize: o.MaxSize, Types: o.Types})
}

// JSON is the type for a struct field with a value of any type. Package encoding/json reads and
// writes it as canonical JSON with Options{}, but rejects bare inf, -inf and nan before it calls
// UnmarshalJSON.
type JSON struct{ variant.Variant }

// MarshalJSON implements json.Marshaler.
func (v JSON) MarshalJSON() ([]byte, error) { return Marshal(v.Variant) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *JSON) UnmarshalJSON(data []byte) error {
	x, err := Unmarshal(data, Options{})
	if err == nil {
		v.Variant = x
	}
	return err
}
