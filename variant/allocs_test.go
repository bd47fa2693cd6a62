//go:build !race

package variant_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestAllocations: a check of data in order allocates nothing, whatever the type.
// The race detector would have the readers made anew.
func TestAllocations(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *variant.Settings) { s.Mode = variant.Strict }))
	values := []variant.Variant{
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, one),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: "Node"}),
		variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}, Pairs: []variant.Pair{variant.KV("a", one), variant.KV("b", str("é"))}},
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

// TestDecodeAllocations: a container costs a slice and its boxing, and what lies inside
// makes none grow.
func TestDecodeAllocations(t *testing.T) {
	f := format(t, everyType(nil))
	items, keys := make([]variant.Variant, 100), make([]variant.Pair, 20)
	for i := range items {
		items[i] = variant.Int(i) // numbers below 256 are boxed without cost
	}
	for i := range keys {
		keys[i] = pair(variant.Int(i), one)
	}
	for most, v := range map[float64]variant.Variant{2: variant.NewArray(items...), 2.5: variant.NewDictionary(keys...)} {
		packet, err := f.Append(nil, v)
		require.NoError(t, err)
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = f.Decode(packet) }), most, "%v", v.Type())
	}
}
