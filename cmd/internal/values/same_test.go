package values_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestSame: Same returns the result of variant.Equal, whether the values share parts or not.
func TestSame(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))

	for range 100 {
		root := valuestest.Root(random)
		require.True(t, values.Same(root, root))
		other := valuestest.Root(random)
		require.Equal(t, variant.Equal(root, other), values.Same(root, other))

		for path := range tree.Walk(root) {
			changed, err := tree.Set(root, path, variant.String("another value"))
			if err != nil {
				continue
			}
			require.Equal(t, variant.Equal(root, changed), values.Same(root, changed), path)

			old, err := tree.Lookup(root, path)
			require.NoError(t, err)
			back, err := tree.Set(changed, path, old)
			require.NoError(t, err)
			require.Equal(t, variant.Equal(root, back), values.Same(root, back), path)
		}
	}

	number := variant.ElementType{Type: variant.TypeInt}
	for _, pair := range [][2]variant.Variant{
		{variant.Array{}, variant.NewTypedArray(number)},
		{variant.Array{}, variant.Array{Shared: true}},
		{variant.Dictionary{}, variant.Dictionary{Key: &number}},
		{variant.NewTypedArray(number), variant.NewTypedArray(number)},
		{packed.PackedByteArray{1}, packed.PackedByteArray{2}},
		{nil, variant.Nil{}}, {variant.Array{}, nil},
	} {
		require.Equal(t, variant.Equal(pair[0], pair[1]), values.Same(pair[0], pair[1]), pair)
	}
}
