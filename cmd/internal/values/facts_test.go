package values_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/values"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestComponents: the components of vectors and matrices have the names that Godot's editor shows.
// Containers and packed arrays have no components.
func TestComponents(t *testing.T) {
	for _, c := range []struct {
		value variant.Variant
		want  string
	}{
		{math.Vector2{X: 1, Y: 2}, "x=1.0 y=2.0"},
		{math.Rect2i{Size: math.Vector2i{X: 3}}, "position.x=0 position.y=0 size.x=3 size.y=0"},
		{math.Plane{D: 5}, "normal.x=0.0 normal.y=0.0 normal.z=0.0 d=5.0"},
		{variant.Int(1), ""},
		{variant.NewArray(variant.Int(1)), ""},
		{packed.PackedInt32Array{1}, ""},
	} {
		var got []string
		for _, part := range values.Components(c.value) {
			got = append(got, fmt.Sprintf("%s=%v", part.Name, part.Value))
		}
		require.Equal(t, c.want, strings.Join(got, " "), "%v", c.value)
		require.Equal(t, c.want != "", values.HasComponents(c.value), "%v", c.value)
	}
}

// TestZeros: each type that a new value may have has a zero, and each packed array has an element
// type.
func TestZeros(t *testing.T) {
	for _, name := range values.ZeroTypes() {
		require.NotEmpty(t, values.ZeroText(name), name)
		require.Empty(t, values.ZeroOfPacked(name), name)
	}

	require.Equal(t, "Vector2(0, 0)", values.ZeroText("Vector2"))
	require.Empty(t, values.ZeroText("Callable"))
	require.Equal(t, "PackedColorArray()", values.ZeroOfPacked("PackedColorArray"))
	require.Equal(t, variant.TypeColor, values.PackedElementType(variant.TypePackedColorArray))
	require.Equal(t, "Color", values.PackedElement(variant.TypePackedColorArray))
	require.Equal(t, variant.TypeNil, values.PackedElementType(variant.TypeArray))
	require.True(t, values.IsPacked(variant.TypePackedColorArray))
	require.False(t, values.IsPacked(variant.TypeColor))
}

// TestTextOf: a String, StringName and NodePath have a text. All other values have none.
func TestTextOf(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.String("a/b"), variant.StringName("a/b"), objects.MustParseNodePath("a/b"),
	} {
		s, ok := values.Text(v)
		require.True(t, ok)
		require.Equal(t, "a/b", s)
	}

	for _, v := range []variant.Variant{nil, variant.Nil{}, variant.Int(1), variant.NewArray()} {
		_, ok := values.Text(v)
		require.False(t, ok, "%v", v)
	}
}

// TestFew: Few returns false for a value that consists of 64 values or more.
func TestFew(t *testing.T) {
	list := func(n int) variant.Variant { return variant.NewArray(make([]variant.Variant, n)...) }
	require.True(t, values.Few(variant.Int(1)))
	require.True(t, values.Few(list(62)))
	require.False(t, values.Few(list(64)))
	require.False(t, values.Few(variant.NewArray(list(30), list(40))))
	require.True(t, values.Few(variant.NewDictionary(variant.KV("a", list(30)))))
	require.False(t, values.Few(variant.NewDictionary(variant.KV("a", list(64)))))

	pairs := func(n int) variant.Variant {
		return variant.Dictionary{Pairs: make([]variant.Pair, n)}
	}
	require.True(t, values.Few(pairs(31)))
	require.False(t, values.Few(pairs(32)))
}

// TestLeads: the step .name leads to the value of the key "name", which may be a String or a
// StringName.
func TestLeads(t *testing.T) {
	step := func(path string) variant.Step {
		parsed, err := variant.ParsePath(path)
		require.NoError(t, err)
		return parsed[0]
	}

	require.True(t, values.Leads(step("name"), variant.String("name")))
	require.True(t, values.Leads(step("name"), variant.StringName("name")))
	require.False(t, values.Leads(step("name"), variant.String("other")))
	require.False(t, values.Leads(step("name"), nil))
}
