package view_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/span"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// openSave returns the file of a save with some records. Most containers in them are read in place.
func openSave(t *testing.T, records ...variant.Variant) (*span.File, error) {
	const window = 40
	var b []byte
	for _, v := range records {
		b = frame.U32.Append(b, testkit.Encode(t, full, v))
	}
	return span.Open(b, 0, frame.U32, full, window)
}

// TestDiffFiles: the changes between two saves make one of the other, with one record and with
// several.
func TestDiffFiles(t *testing.T) {
	compared := 0

	for seed := range uint64(600) {
		random := rand.New(rand.NewPCG(2, seed))
		before := []variant.Variant{valuestest.Root(random)}
		for range random.IntN(4) {
			before = append(before, valuestest.Root(random))
		}

		after := slices.Clone(before)
		for range 1 + random.IntN(4) {
			i := random.IntN(len(after))
			after[i] = changedSomewhere(random, after[i])
		}
		if len(before) > 1 && random.IntN(4) == 0 {
			after = slices.Insert(after, random.IntN(len(after)), before[0])
		}

		a, errA := openSave(t, before...)
		b, errB := openSave(t, after...)
		require.NoError(t, errors.Join(errA, errB))

		patch, err := view.DiffFiles(a, b, tree.DiffOptions{})
		if errors.Is(err, span.ErrWhole) {
			continue
		}
		require.NoError(t, err)

		old, want := before[0], after[0]
		if len(before) > 1 {
			old, want = variant.NewArray(before...), variant.NewArray(after...)
		}

		made, err := patch.Apply(old)
		require.NoError(t, err, "seed %d", seed)
		left, err := tree.Diff(made, want, tree.DiffOptions{AnyKeyOrder: true})
		require.NoError(t, err)
		require.Empty(t, left, "seed %d", seed)
		compared++
	}

	require.Greater(t, compared, 400)
}

// changedSomewhere returns a root with a value set, deleted or added.
func changedSomewhere(random *rand.Rand, root variant.Variant) variant.Variant {
	paths := pathsIn(root)
	if len(paths) == 0 {
		return root
	}

	path := paths[random.IntN(len(paths))]
	if random.IntN(3) == 0 {
		if after, err := tree.Delete(root, path); err == nil {
			return after
		}
	}

	after, err := tree.Set(root, path, variant.Int(random.IntN(1000)))
	if err != nil {
		return root
	}
	return after
}

// pathsIn returns the paths of all parts of a value that are no keys, the root apart.
func pathsIn(root variant.Variant) (paths []variant.Path) {
	for path := range tree.Walk(root) {
		inKey := slices.ContainsFunc(path, func(s variant.Step) bool {
			return s.Kind == variant.StepPairKey
		})
		if len(path) > 0 && !inKey {
			paths = append(paths, slices.Clone(path))
		}
	}

	return paths
}
