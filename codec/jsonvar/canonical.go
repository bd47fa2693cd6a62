package jsonvar

import (
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Options say what [Unmarshal] takes. The zero value is right for JSON from
// anywhere.
type Options struct {
	// Objects accepts full objects, {"type": "Timer", "props": […]}. They are
	// data: nothing is made. Without it only the EncodedObjectAsID that stands for
	// an instance ID is accepted.
	Objects bool
	// Single rounds the components of vectors and the like to single precision, as
	// engines do that are not built with precision=double. What such an engine has
	// written is then read as the very value.
	Single bool
	// MaxDepth is how deep values may nest. 0: 1024, which is also the most.
	MaxDepth int
	// MaxSize is how long the JSON may be, in bytes. 0: 256 MiB.
	MaxSize int
}

const defaultMaxSize = 256 << 20

// Marshal returns v as canonical JSON. It is what the MarshalJSON methods of all
// types return.
//
// Errors are [*variant.Error]s that wrap variant.ErrDepth, variant.ErrUTF8 or
// variant.ErrUnsupported.
func Marshal(v variant.Variant) ([]byte, error) { return variant.MarshalJSON(v) }

// Unmarshal returns the value of canonical JSON, as [Marshal] and Godot's
// JSON.stringify(JSON.from_native(v)) write it. That includes what Godot writes and
// JSON does not have: bare inf, -inf and nan.
//
// The error is a [*variant.TextError] with line and column.
func Unmarshal(data []byte, o Options) (variant.Variant, error) {
	if o.MaxSize == 0 || o.MaxSize > 1<<31-1 {
		o.MaxSize = defaultMaxSize
	}
	if len(data) > o.MaxSize {
		return nil, &variant.TextError{Line: 1, Column: 1, Err: variant.Because(variant.ErrLimit, "the JSON is longer than MaxSize")}
	}
	settings := text.ParseOptions{Objects: o.Objects, Single: o.Single, MaxDepth: o.MaxDepth}.Settings()
	r := variant.NewJSONReader(string(data), settings)
	v := r.JSON()
	r.End()
	if r.Failed() {
		return nil, r.Err()
	}
	return v, nil
}

// Value is a value of any type for fields of structs that encoding/json reads and
// writes: canonical JSON with Options{}. encoding/json itself refuses bare inf,
// -inf and nan before it asks.
type Value struct{ variant.Variant }

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) { return Marshal(v.Variant) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(data []byte) error {
	x, err := Unmarshal(data, Options{})
	if err == nil {
		v.Variant = x
	}
	return err
}
