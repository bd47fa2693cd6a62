package values_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/values"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestParts: each container and packed array has its parts with their steps. Vectors have none.
func TestParts(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.NewArray(variant.Int(7), nil),
		variant.NewDictionary(variant.KV("a", variant.Int(7)), variant.KV("b", variant.Nil{})),
		objects.Object{Class: "A", Properties: []objects.Property{
			objects.Prop("a", variant.Int(7)), objects.Prop("b", variant.Nil{})}},
	} {
		parts := values.Of(v)
		require.Equal(t, 2, parts.N)
		require.Equal(t, variant.Int(7), parts.At(0).Value)
		require.Equal(t, variant.Nil{}, parts.At(1).Value)
	}

	list := values.Of(packed.PackedVector2Array{{X: 1}, {X: 2}})
	require.Equal(t, 2, list.N)
	require.Equal(t, variant.Step{Kind: variant.StepIndex, Index: 1}, list.At(1).Step)
	require.Equal(t, math.Vector2{X: 2}, list.At(1).Value)
	require.Zero(t, values.Of(math.Vector2{X: 1}).N)
}

// TestTypes: TypeOf and ElementType return the names of types as GDScript writes them.
func TestTypes(t *testing.T) {
	typed := variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt})
	require.Equal(t, "Array[int]", values.TypeOf(typed))
	require.Equal(t, "Dictionary[Variant, int]",
		values.TypeOf(variant.Dictionary{Value: &variant.ElementType{Type: variant.TypeInt}}))
	require.Equal(t, "Array", values.TypeOf(variant.NewArray()))

	require.Equal(t, "int", values.ElementType(typed))
	require.Equal(t, "Vector2", values.ElementType(packed.PackedVector2Array{}))
	require.Empty(t, values.ElementType(variant.Int(1)))
	require.Empty(t, values.ElementType(nil))
}

// TestLine: a text becomes one line, and is cut between two characters.
func TestLine(t *testing.T) {
	require.Equal(t, "abc", values.Line("abc", 3))
	require.Equal(t, "ab…", values.Line("abc", 2))
	require.Equal(t, "a…", values.Line("aé", 2))
	require.Equal(t, "a\ufffdb\ufffd…", values.Line("a\nb\u0085cd", 5))
}
