package jsonvar

import (
	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
)

// Options say what [Unmarshal] takes. The zero value is right for JSON from
// anywhere.
type Options struct {
	// Objects accepts full objects, {"type": "Timer", "props": […]}. They are
	// data: nothing is made. Without this option only EncodedObjectAsID is accepted,
	// which stands for an instance ID.
	Objects bool
	// Single rounds the components of vectors and the like to single precision, as
	// engines do unless they are built with precision=double. What such an engine has
	// written is then read as the same value.
	Single bool
	// MaxDepth limits how deep values nest. 0: 1024, which is also the maximum.
	MaxDepth int
	// MaxSize limits the length of the JSON, in bytes. 0: 256 MiB.
	MaxSize int
	// Types are types of your own that Unmarshal reads by their names: one value of each.
	Types []variant.Constructible
}

// Marshal returns v as canonical JSON. It is the form of the MarshalJSON methods of all
// types return.
//
// The error is an [*variant.Error] of kind variant.ErrDepth, variant.ErrUTF8,
// variant.ErrLimit for JSON of more than 256 MiB, or variant.ErrUnsupported for a nil pointer
// and for a type without JSON.
func Marshal(v variant.Variant) ([]byte, error) { return variant.JSON(v) }

// Unmarshal returns the value of canonical JSON, as [Marshal] and Godot's
// JSON.stringify(JSON.from_native(v)) write it:
//
//	null, true, false        themselves
//	"i:5" "f:1.5" "s:text"   int, float, String
//	"sn:name" "np:a/b"       StringName, NodePath
//	[…]                      untyped Array
//	{"type": …, "args": […]} all else, with elem_type, key_type and value_type
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

// JSON is a value of any type for fields of structs that encoding/json reads and
// writes: canonical JSON with Options{}. Package encoding/json refuses bare inf, -inf
// and nan before it calls UnmarshalJSON.
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
