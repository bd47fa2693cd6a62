package plan_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// health is a Variant of no registry.
type health int

func (health) Type() variant.Type             { return variant.TypeCustom }
func (health) Encode(w *variant.Writer) error { return w.Fail(variant.ErrRange) }

func (health) Decode(r *variant.Reader) (Value, error) { return variant.Result(r, health(0)) }

// TestVariantsAreShared: a Variant in a Go value is that very Variant in the result of ToVariant
// and FromVariant, and never encoded.
func TestVariantsAreShared(t *testing.T) {
	type holder struct {
		Any   any
		Array variant.Array
		List  []Value
		Map   map[string]any
		H     health
	}

	items, ring := []Value{Int(1)}, list(nil)
	ring.Items[0] = ring
	v, err := codec.ToVariant(holder{
		health(1), list(items...), []Value{health(2), ring},
		map[string]any{"a": (*math.Vector2)(nil), "h": health(3)}, 4,
	})

	require.NoError(t, err)
	pairs := v.(variant.Dictionary).Pairs
	inner := pairs[2].Value.(variant.Array).Items
	assert.Equal(t, []Value{health(1), health(2), health(4)},
		[]Value{pairs[0].Value, inner[0], pairs[4].Value})
	assert.Same(t, &items[0], &pairs[1].Value.(variant.Array).Items[0])
	assert.Same(t, &ring.Items[0], &inner[1].(variant.Array).Items[0])

	var out holder
	require.NoError(t, codec.FromVariant(v, &out))
	assert.Same(t, &items[0], &out.Array.Items[0])
	assert.Same(t, &ring.Items[0], &out.List[1].(variant.Array).Items[0])
	assert.Equal(t, []any{health(1), health(3), health(4)}, []any{out.Any, out.Map["h"], out.H})

	type node struct {
		_ struct{} `godot:"object=Node"`
	}
	v, err = codec.ToVariant(tagged(",typed", []node{{}}))
	require.NoError(t, err)
	assert.Equal(t, &variant.ElementType{Type: variant.TypeObject, Class: "Node"},
		v.(variant.Dictionary).Pairs[0].Value.(variant.Array).Elem)

	for _, f := range []float64{0.1, 1e300} { // no number is rounded on the way
		v, err = codec.ToVariant(math.Color{R: f})
		require.NoError(t, err)
		assert.Equal(t, Value(math.Color{R: f}), v)
		var c [4]float64
		require.NoError(t, codec.FromVariant(v, &c))
		assert.Equal(t, [4]float64{f}, c)
	}
}

// TestValuesThatContainThemselves: a Go value or a Variant that contains itself is too deep. The
// error has the path to the depth.
func TestValuesThatContainThemselves(t *testing.T) {
	type items []any
	type lists []lists
	type kids struct {
		Kids []kids `godot:",typed"`
	}
	type object struct {
		_    struct{} `godot:"object=Node"`
		Kids []object
	}
	type self struct{ Next *self }

	l, nested, k, o := make(items, 100), make(lists, 1), make([]kids, 2), make([]object, 2)
	for i := range l {
		l[i] = l
	}
	nested[0] = nested
	k[0].Kids = k
	o[1].Kids = o
	loop := &self{}
	loop.Next = loop
	var knot any
	knot = &knot
	deep := map[string]any{}
	deep["m"] = deep

	for _, in := range []any{l, nested, k, o, loop, knot, deep} {
		_, err := full.Marshal(in)
		require.ErrorIs(t, err, variant.ErrDepth)
		_, err = codec.ToVariant(in)
		require.ErrorIs(t, err, variant.ErrDepth)
	}

	_, err := codec.Marshal(deep)
	assert.Regexp(t, `\["m"\]\["m"\]\[key 0\]$`, fault(t, err, nil).Path)
	_, err = codec.ToVariant(deep)
	assert.Regexp(t, `\["m"\]\["m"\]$`, fault(t, err, nil).Path)

	array, typed := list(nil), variant.TypedArray{Items: make([]Value, 1)}
	array.Items[0] = array
	typed.Items[0] = typed
	ofTyped := variant.TypedArray{Items: make([]Value, 1), Elem: of(variant.TypeTypedArray)}
	ofTyped.Items[0] = ofTyped
	dictionary := dict(kv("", nil))
	dictionary.Pairs[0].Value = dictionary

	type tree map[string]tree
	for _, c := range []struct {
		value Value
		dst   any
	}{
		{typed, new(lists)}, {ofTyped, new(lists)}, {variant.PackedTypedArray(ofTyped), new(lists)},
		{array, new(lists)}, {array, new([1]lists)}, {dictionary, new(tree)},
	} {
		assert.ErrorIs(t, codec.FromVariant(c.value, c.dst), variant.ErrDepth, "%T", c.value)
	}
}

// TestDepthIsBounded: a value may be 1024 deep, and have many parts of one depth.
func TestDepthIsBounded(t *testing.T) {
	type lists []lists
	deep := list()
	for range 1023 {
		deep = list(deep)
	}

	var l lists
	require.NoError(t, codec.FromVariant(deep, &l))
	require.ErrorIs(t, codec.FromVariant(list(deep), &l), variant.ErrDepth)

	siblings := make([]Value, 2000)
	for i := range siblings {
		siblings[i] = list()
	}
	require.NoError(t, codec.FromVariant(list(siblings...), &l))
}

// TestUnmarshalNestedClaims: of Arrays in each other, each of which claims all that is left, the
// second is an error already, whatever they are read into.
func TestUnmarshalNestedClaims(t *testing.T) {
	type lists []lists
	type table []map[string]table
	type big struct{ A, B, C, D, E, F, G, H []big }

	claims := func(head ...uint32) (b []byte) {
		const size = 1 << 16
		for len(b) < size {
			for _, word := range head {
				b = binary.LittleEndian.AppendUint32(b, word)
			}
			b = binary.LittleEndian.AppendUint32(b, uint32(size-len(b)-4)/4)
		}
		return b
	}

	arrays, dictionaries := claims(28), claims(27, 255, 4, 1, 'A', 28)
	for _, c := range []struct {
		packet []byte
		v      any
	}{
		{arrays, new(lists)}, {arrays, new([][][][]int64)}, {arrays, new([][1]lists)},
		{dictionaries, new(big)}, {dictionaries, new(map[string]table)},
	} {
		bytes := testkit.Allocated(func() {
			require.ErrorIs(t, codec.Unmarshal(c.packet, c.v), variant.ErrTruncated, "%T", c.v)
		})
		// most of it by Decode, which explains the error
		assert.Less(t, bytes, uint64(400_000), "%T", c.v)
	}
}
