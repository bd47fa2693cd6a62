package text

import (
	"godotvariant/variant"
)

// Text is a value of any type as constructor text, for fields of structs that packages
// for YAML, TOML, flags and the like read and write. It is written in the lossless form
// of Godot 4, and read by Parse with ParseOptions{}.
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
