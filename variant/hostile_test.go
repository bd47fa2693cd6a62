package variant_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"

	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Values that no packet makes: those that have themselves inside, and nil pointers.

// twice returns arrays that contain themselves twice, in every way.
func twice() map[string]variant.Variant {
	a := variant.NewArray(nil, nil)
	a.Items[0] = a
	a.Items[1] = a
	pointer := &variant.Array{Items: make([]variant.Variant, 2)}
	pointer.Items[0] = pointer
	pointer.Items[1] = pointer
	typed := variant.TypedArray{Items: make([]variant.Variant, 2)}
	typed.Items[0] = variant.PackedTypedArray(typed)
	typed.Items[1] = &typed
	d := variant.NewDictionary(variant.KV("a", nil), variant.KV("b", nil))
	d.Pairs[0].Value = d
	d.Pairs[1].Key = &d
	o := objects.NewObject("Node", objects.Prop("a", nil), objects.Prop("b", nil))
	o.Properties[0].Value = o
	o.Properties[1].Value = &o

	return map[string]variant.Variant{"array": a, "pointer": pointer, "typed": typed,
		"dictionary": d, "object": o}
}

// doubling returns a value whose parts are 2^n, in memory n.
func doubling(n int, leaf variant.Variant) variant.Variant {
	for range n {
		leaf = variant.NewArray(leaf, leaf)
	}
	return leaf
}

// TestSelfContainingValuesAreBounded: what is bounded without work is so in every build.
func TestSelfContainingValuesAreBounded(t *testing.T) {
	for _, v := range twice() {
		_, err := variant.JSON(v)
		assert.ErrorIs(t, err, variant.ErrDepth)
		assert.Less(t, len(slog.AnyValue(v).Resolve().String()), 1<<20)
		_, err = tree.Path{{Kind: variant.StepKey, Key: v}}.Lookup(variant.NewArray())
		assert.ErrorIs(t, err, variant.ErrNotFound)
		assert.Less(t, len(err.Error()), 200)
	}
	_, err := variant.NewArray(noJSON{}).MarshalText()
	assert.ErrorIs(t, err, variant.ErrUnsupported)
}

// TestNilPointersHaveNoValue: a nil pointer has no value. It is printed as what it is, and an
// error where a value is needed, as in Encode.
func TestNilPointersHaveNoValue(t *testing.T) {
	for _, none := range []variant.Variant{
		(*gdmath.Vector2)(nil), (*variant.Int)(nil), (*variant.Array)(nil),
		(*variant.Dictionary)(nil), (*objects.Object)(nil),
		(*objects.NodePath)(nil), (*packed.PackedByteArray)(nil), (*noJSON)(nil), (*ownJSON)(nil),
	} {
		name := fmt.Sprintf("%T", none)
		v := variant.NewArray(none, one)
		assert.Equal(t, "<nil>", variant.Text(none), name)
		assert.Equal(t, "[<nil>, 1]", v.String(), name)
		assert.Contains(t, fmt.Sprintf("%#v", v), "nil /* a nil pointer */", name)
		_, err := v.MarshalText()
		assert.ErrorIs(t, err, variant.ErrUnsupported, name)
		_, err = variant.JSON(v)
		assert.ErrorIs(t, err, variant.ErrUnsupported, name)
		_, err = variant.JSON(none)
		assert.ErrorIs(t, err, variant.ErrUnsupported, name)
		assert.Contains(t, v.LogValue().String(), "<nil>", name)

		n := 0
		for range tree.Walk(v) {
			n++
		}

		assert.Equal(t, 3, n, "the array and its items: %s", name)
		_, err = tree.Lookup(v, "[0].x")
		assert.ErrorIs(t, err, variant.ErrWrongType, name)
		_, err = tree.Lookup(none, "[0]")
		assert.ErrorIs(t, err, variant.ErrWrongType, name)
		_, err = tree.Get[variant.Int](none, "x")
		assert.ErrorIs(t, err, variant.ErrWrongType, name)
		_, err = tree.Get[variant.Int](variant.NewDictionary(variant.KV("x", none)), "x")
		assert.ErrorIs(t, err, variant.ErrWrongType, name)
		assert.Equal(t, "$[?]", tree.Path{{Kind: variant.StepKey, Key: none}}.String(), name)
	}
}

// panicking is a type whose String method is wrong, which is not for the library to hide.
type panicking struct{ noJSON }

func (panicking) String() string { panic("wrong") }

// TestPanicsOfOtherMethodsGoOn: only a nil pointer is a reason to hide a panic.
func TestPanicsOfOtherMethodsGoOn(t *testing.T) {
	assert.PanicsWithValue(t, "wrong", func() { _ = variant.Text(variant.NewArray(panicking{})) })
}
