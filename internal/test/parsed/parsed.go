// Package parsed parses values that tests contain as Godot's text.
package parsed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Value returns the value of a text. It reads full objects, and rounds no component.
func Value(t testing.TB, s string) variant.Variant {
	t.Helper()
	c := codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})
	v, err := text.Parse(s, c)
	require.NoError(t, err, s)
	return v
}
