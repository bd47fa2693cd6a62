package builtin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/dialects"
	"godotvariant/internal/forms"
	"godotvariant/math"
	"godotvariant/variant"
)

// flag stands for a type of a user's program that embeds Bool.
type flag struct{ variant.Bool }

// TestEveryTypeHasOnePrototype: each type of the engines has a prototype of that type, and there
// are no other prototypes.
func TestEveryTypeHasOnePrototype(t *testing.T) {
	table := New()
	for typ := range variant.TypePackedTypedArray + 1 {
		require.NotNil(t, table.Prototypes[typ], "%v", typ)
		require.Equal(t, typ, table.Prototypes[typ].Type())
	}

	require.Len(t, values, int(variant.TypePackedTypedArray)+1)
	require.Nil(t, table.Prototypes[variant.TypeCustom])
	require.Equal(t, [256]bool{}, table.Foreign)
}

// TestOwn: Own returns true for values of the library's types. It returns false for pointers to
// such values, and for types that embed such a type.
func TestOwn(t *testing.T) {
	require.True(t, Own(variant.Bool(true)))
	require.True(t, Own(math.Vector2{X: 1}))
	require.False(t, Own(&math.Vector2{X: 1}))
	require.False(t, Own(flag{true}))
	require.False(t, Own((*math.Vector2)(nil)))
}

// TestPutCopies: a format does not change when the table changes later.
func TestPutCopies(t *testing.T) {
	table := New()
	table.Prototypes[variant.TypeBool] = flag{}
	table.Foreign[variant.TypeBool] = true
	var s forms.Settings
	table.Put(&s)
	table.Prototypes[variant.TypeBool] = nil

	require.Equal(t, variant.Variant(flag{}),
		s.Prototypes.(*[256]variant.Variant)[variant.TypeBool])
	require.True(t, s.Types[variant.TypeBool].Foreign)
	require.False(t, s.Types[variant.TypeInt].Foreign)
}

// point is a Vector2 type of the program with its own name.
type point struct{ math.Vector2 }

func (point) TypeName() string { return "Point" }

// TestConstructibles: Constructibles returns the types in the table that the program defines and
// that have constructor text, and the types of its arguments.
func TestConstructibles(t *testing.T) {
	table := New()
	require.Empty(t, table.Constructibles())

	table.Prototypes[variant.TypeBool], table.Foreign[variant.TypeBool] = flag{}, true
	table.Prototypes[variant.TypeVector2], table.Foreign[variant.TypeVector2] = point{}, true
	require.Equal(t, map[string]variant.Constructible{"Point": point{}}, table.Constructibles())
	require.Equal(t, map[string]variant.Constructible{"Point": point{},
		"Vector3": math.Vector3{}}, table.Constructibles(math.Vector3{}))
}

// TestFormatDecodesToTypesOfOthers: a format decodes a type to the Go type of the given value, and
// every other type to the library's Go type.
func TestFormatDecodesToTypesOfOthers(t *testing.T) {
	f := Format(forms.Settings{Dialect: dialects.Godot4}, point{})
	prototypes := f.Prototypes.(*[256]variant.Variant)
	require.Equal(t, variant.Variant(point{}), prototypes[variant.TypeVector2])
	require.Equal(t, variant.Variant(math.Vector3{}), prototypes[variant.TypeVector3])
	require.Equal(t, forms.Method{Foreign: true, Name: "Point"}, f.Types[variant.TypeVector2])
	require.Equal(t, forms.Method{}, f.Types[variant.TypeVector3])
}

// TestFormatPanics: invalid settings cause a panic, because they are a mistake in this module.
func TestFormatPanics(t *testing.T) {
	require.Panics(t, func() { Format(forms.Settings{Dialect: dialects.Godot4, Mode: 99}) })
	require.NotPanics(t, func() { Format(forms.Settings{Dialect: dialects.Godot4}, flag{}) })
}
