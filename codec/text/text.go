package text

import (
	"godotvariant/variant"
)

// Text is a value of any type that is written as constructor text. It is for fields of structs in
// YAML, TOML, flags and the like, whose packages use encoding.TextMarshaler. The text is in the
// lossless form of Godot 4. Parse with ParseOptions{} reads it.
type Text struct{ variant.Variant }

// MarshalText implements encoding.TextMarshaler.
func (v Text) MarshalText() ([]byte, error) {
	return Append(nil, v.Variant, Options{Lossless: true})
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Text) UnmarshalText(data []byte) error {
	x, err := Parse(string(data), ParseOptions{})
	if err == nil {
		v.Variant = x
	}
	return err
}
