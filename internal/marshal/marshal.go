// Package marshal has what the text and JSON methods of types made of arguments have in
// common. A value is unchanged after an error.
package marshal

import (
	"godotvariant/variant"
)

// JSON returns v as canonical JSON.
func JSON(v variant.Variant) ([]byte, error) { return variant.JSON(v) }

// UnmarshalText reads constructor text.
func UnmarshalText[T variant.Constructible](text []byte, dst *T) error {
	v, err := variant.ParseText(text, *dst)
	return assign(dst, v, err)
}

// UnmarshalJSON reads canonical JSON. null changes nothing, as in encoding/json.
func UnmarshalJSON[T variant.Constructible](data []byte, dst *T) error {
	if string(data) == "null" {
		return nil
	}
	v, err := variant.ParseJSON(data, *dst)
	return assign(dst, v, err)
}

func assign[T variant.Variant](dst *T, v variant.Variant, err error) error {
	if t, ok := v.(T); ok && err == nil {
		*dst = t
	}
	return err
}
