package sliced_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

// many returns a value with many parts, some levels deep.
func many(random *rand.Rand) variant.Variant {
	items := make([]variant.Variant, 80)
	pairs := make([]variant.Pair, 80)
	for i := range items {
		items[i] = valuestest.Root(random)
		pairs[i] = variant.Pair{Key: variant.Int(i), Value: valuestest.Root(random)}
	}

	return variant.NewDictionary(variant.KV("items", variant.NewArray(items...)),
		variant.KV("pairs", variant.NewDictionary(pairs...)),
		variant.Pair{Key: nil, Value: variant.NewArray(nil, variant.NewArray(items...))},
		variant.KV("typed", variant.NewTypedArray(variant.ElementType{Type: variant.TypeDictionary},
			items...)))
}

// TestEncode: the packet is that of the codec, in all dialects, and so is the error.
func TestEncode(t *testing.T) {
	written := 0

	for i, d := range codec.Dialects() {
		for _, p := range []variant.Precision{codec.Single, codec.Double} {
			c, err := codec.New(codec.Options{Dialect: d, Precision: p, FullObjects: true})
			if err != nil {
				continue
			}

			random := rand.New(rand.NewPCG(7, uint64(i)))
			for _, v := range []variant.Variant{many(random), valuestest.Root(random), variant.Nil{}} {
				want, wantErr := c.Encode(v)
				done := 0
				got, err := sliced.Encode(c, v, func(now int) {
					require.Greater(t, now, done)
					done = now
				})

				require.Equal(t, wantErr, err)
				require.Equal(t, want, got)
				if wantErr == nil {
					written++
				}
			}
		}
	}

	require.Greater(t, written, 10)
}

// TestLimits: the limits for depth and size hold for the whole value.
func TestLimits(t *testing.T) {
	v := variant.Variant(variant.Int(1))
	wide := make([]variant.Variant, 100)
	for range 40 {
		wide[0] = v
		v = variant.NewArray(append([]variant.Variant(nil), wide...)...)
	}

	for _, limits := range []codec.Limits{{MaxDepth: 39}, {MaxDepth: 40}, {MaxDepth: 41},
		{MaxSize: 10_000}, {MaxSize: 20_000}} {
		c := codec.MustNew(codec.Options{Limits: limits})
		want, wantErr := c.Encode(v)
		got, err := sliced.Encode(c, v, func(int) {})
		require.Equal(t, wantErr, err, limits)
		require.Equal(t, want, got, limits)
	}

	c := codec.MustNew(codec.Options{})
	_, err := sliced.Encode(c, variant.NewArray(v, objects.NewObject("Node")), func(int) {})
	require.ErrorContains(t, err, "$[1]")
}
