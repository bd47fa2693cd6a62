package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// classes are names, and whether they are identifiers.
var classes = map[string]bool{
	"Node": true, "_Node3D": true, "Größe": true, "N\x00de": true,
	"3D": false, "A-B": false, "a b": false, "Node]([]), Object(Node": false, "\"": false,
	"a\x1b[0m": false,
}

// withClass are the values that name a class.
func withClass(name string) map[string]variant.Variant {
	elem := variant.ElementType{Type: variant.TypeObject, Class: name}
	typed := variant.Dictionary{Key: &elem}
	return map[string]variant.Variant{
		"Array":            variant.NewTypedArray(elem),
		"Dictionary":       typed,
		"TypedArray":       variant.TypedArray{Elem: elem},
		"PackedTypedArray": variant.PackedTypedArray{Elem: elem},
		"Object":           objects.NewObject(name),
		"key":              variant.NewDictionary(pair(typed, one)),
	}
}

// TestClassesAreIdentifiers: default and strict mode refuse a class that is no identifier, in both
// directions. Lenient mode accepts it. NUL is refused as in all text: in strict mode.
func TestClassesAreIdentifiers(t *testing.T) {
	in := func(mode dialect.Mode) *Format {
		return format(t, everyType(func(_ *variant.Dialect, s *Settings) {
			s.FullObjects = true
			s.Mode = mode
		}))
	}
	lenient := in(dialect.Lenient)

	for name, ok := range classes {
		for what, v := range withClass(name) {
			packet, err := lenient.Append(nil, v)
			require.NoError(t, err)
			got, err := lenient.Decode(packet)
			require.NoError(t, err)
			require.True(t, variant.Equal(v, got), "%s: %v is not %v", what, got, v)

			for _, mode := range []dialect.Mode{dialect.Default, dialect.Strict} {
				f := in(mode)
				_, encodeErr := f.Append(nil, v)
				_, decodeErr := f.Decode(packet)
				assert.Equal(t, decodeErr, f.Valid(packet), "%s %q", what, name)

				switch {
				case ok && (mode == dialect.Default || name != "N\x00de"):
					assert.NoError(t, encodeErr, "%s %q", what, name)
					assert.NoError(t, decodeErr, "%s %q", what, name)

				case ok:
					assert.ErrorIs(t, encodeErr, variant.ErrNUL)
					assert.ErrorIs(t, decodeErr, variant.ErrNUL)

				default:
					assert.ErrorIs(t, encodeErr, variant.ErrUnsupported, "%s %q", what, name)
					assert.ErrorIs(t, decodeErr, variant.ErrUnknownType, "%s %q", what, name)
					assert.ErrorContains(t, decodeErr, "is not an identifier", "%s %q", what, name)
					assert.NotContains(t, decodeErr.Error(), "\x1b")
				}
			}
		}
	}

	_, err := in(dialect.Default).Decode(words(0x20000|28, 3, "a-b", 0))
	require.EqualError(t, err, `godot: decode $ (Array) at offset 4: unknown type ID: `+
		`the class "a-b" is not an identifier (lenient mode accepts it)`)
}
