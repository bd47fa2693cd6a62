//go:build !race

package packets_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// TestValidationAllocatesNothing: valid data of any type is validated without an allocation. The
// race detector empties the pools.
func TestValidationAllocatesNothing(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Mode = dialect.Strict }))
	values := []variant.Variant{
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, one),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: "Node"}),
		variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString},
			Pairs: []variant.Pair{variant.KV("a", one), variant.KV("b", str("é"))}},
	}

	for _, v := range allTypes {
		values = append(values, v)
	}

	for _, v := range values {
		packet, err := f.Append(nil, v)
		require.NoError(t, err)
		require.NoError(t, f.Valid(packet))
		assert.Zero(t, testing.AllocsPerRun(100, func() { _ = f.Valid(packet) }), "%#v", v)
		buf := make([]byte, 0, 256)
		assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = f.Append(buf, v) }), "%#v", v)
	}
}

// TestDecodeAllocatesOneSlice: a container costs one slice and its interface, and none of its
// parts makes the slice grow.
func TestDecodeAllocatesOneSlice(t *testing.T) {
	f := format(t, everyType(nil))
	items, keys := make([]variant.Variant, 100), make([]variant.Pair, 20)
	for i := range items {
		items[i] = variant.Int(i) // numbers below 256 are boxed without cost
	}

	for i := range keys {
		keys[i] = pair(variant.Int(i), one)
	}

	for most, v := range map[float64]variant.Variant{2: variant.NewArray(items...),
		2.5: variant.NewDictionary(keys...)} {
		packet, err := f.Append(nil, v)
		require.NoError(t, err)
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() {
			_, _ = f.Decode(packet)
		}), most, "%v", v.Type())
	}
}

// TestRepeatedKeysCostNothing: the keys that the dictionary before had cost nothing: up to 32 of
// them, of 32 bytes each, 8 levels deep.
func TestRepeatedKeysCostNothing(t *testing.T) {
	f := format(t, everyType(nil))
	dictionary := func(n, size int) variant.Variant {
		d := variant.NewDictionary()
		for i := range n {
			d.Pairs = append(d.Pairs, variant.KV(strings.Repeat(string(rune('!'+i)), size), one))
		}
		return d
	}

	deep := func(levels int) variant.Variant {
		v := variant.Variant(variant.NewDictionary(variant.KV("key", one)))
		for range levels - 1 {
			v = variant.NewDictionary(variant.KV("key", v))
		}
		return v
	}

	typed := dictionary(10, 3).(variant.Dictionary)
	typed.Key = &variant.ElementType{Type: variant.TypeString}
	for _, c := range []struct {
		v         variant.Variant
		dicts     float64 // slice and boxing each
		forgotten float64 // texts of keys and their boxing
	}{
		{dictionary(10, 3), 1, 0}, {dictionary(32, 32), 1, 0}, {dictionary(33, 3), 1, 2},
		{dictionary(1, 36), 1, 2}, {typed, 1.5, 0}, {deep(8), 8, 0}, {deep(9), 9, 2},
	} {
		packet, err := f.Append(nil, c.v)
		require.NoError(t, err)
		for range 2 {
			_, err = f.Decode(packet)
			require.NoError(t, err)
		}

		assert.Equal(t, 2*c.dicts+c.forgotten, testing.AllocsPerRun(100, func() {
			_, _ = f.Decode(packet)
		}), "%v", c.v)
	}
}
