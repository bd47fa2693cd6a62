package testkit

import (
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// CheckDiff requires that the patch from a to b turns a into b. It also requires that a and b do
// not change.
func CheckDiff(t require.TestingT, a, b variant.Variant) {
	before, err := tree.Clone(a)
	require.NoError(t, err)
	p, err := tree.Diff(a, b, tree.DiffOptions{})
	require.NoError(t, err)
	require.Equal(t, len(p) == 0, variant.Equal(a, b), "%v\n%v\n%v", a, b, p)
	got, err := p.Apply(a)
	require.NoError(t, err, "%v\n%v\n%v", a, b, p)
	require.True(t, variant.Equal(got, b), "%v\n%v\n%v\n%v", a, b, p, got)
	require.True(t, variant.Equal(before, a))

	for i, c := range p {
		steps, err := variant.ParsePath(c.Path.String())
		require.NoError(t, err)
		require.Equal(t, c.Path.String(), steps.String())

		if i == 0 && c.Kind != tree.Added {
			old, err := tree.Lookup(a, c.Path)
			require.NoError(t, err)
			require.True(t, variant.Equal(old, c.Old))
		}
	}

	free, err := tree.Diff(a, b, tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true})
	require.NoError(t, err)
	got, err = free.Apply(a)
	require.NoError(t, err, "%v\n%v\n%v", a, b, free)
	again, err := tree.Diff(got, b, tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true})
	require.NoError(t, err)
	require.Empty(t, again, "%v\n%v\n%v\n%v", a, b, free, got)
}
