package view_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/span"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// saveOf returns a save with some records.
func saveOf(t *testing.T, records ...variant.Variant) (b []byte) {
	for _, v := range records {
		b = frame.U32.Append(b, testkit.Encode(t, full, v))
	}
	return b
}

// diffOf compares two saves. The window is only 40 bytes, so most containers in the records are
// longer. Such containers are compared by their bytes, without building their values.
func diffOf(t *testing.T, a, b []byte) (tree.Patch, error) {
	const window = 40
	file, err := span.Open(a, 0, frame.U32, full, window)
	require.NoError(t, err)

	framing := frame.U32
	o := document.Options{Options: probe.Options{Dialect: codec.Godot4, Framing: &framing}}
	r, err := document.Open(bytes.NewReader(b), o)
	require.NoError(t, err)

	return view.DiffRecords(file, r, tree.DiffOptions{})
}

// TestDiffRecords: the changes between two saves turn the first save into the second. The saves
// have one record or several.
func TestDiffRecords(t *testing.T) {
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

		patch, err := diffOf(t, saveOf(t, before...), saveOf(t, after...))
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

// pathsIn returns the paths of all parts of a value, without keys and without the root.
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

// TestDiffRecordsWhole: DiffRecords returns an error if a record of the second save can't be read
// or repeats a key, or if only the second save has a single record. The command diff then compares
// the values in memory.
func TestDiffRecordsWhole(t *testing.T) {
	mp := variant.KV("mp", variant.Int(7))
	one := variant.NewDictionary(variant.KV("hp", variant.Int(7)), mp)
	other := variant.NewDictionary(variant.KV("hp", variant.Int(8)), mp)
	a := saveOf(t, one, one)
	b := saveOf(t, one, other)

	patch, err := diffOf(t, a, b)
	require.NoError(t, err)
	require.Equal(t, "@ $[1][\"hp\"]\n- 7\n+ 8\n", patch.String())

	damaged := bytes.Clone(b)
	damaged[len(saveOf(t, one))+4] = 0xFF
	repeated := bytes.ReplaceAll(saveOf(t, other), []byte("mp"), []byte("hp"))
	twice := append(saveOf(t, one), repeated...)

	for name, b := range map[string][]byte{
		"damaged": damaged, "twice": twice, "cut": b[:len(b)-1], "one record": saveOf(t, one),
	} {
		_, err := diffOf(t, a, b)
		require.Error(t, err, name)
	}
}

// TestDiffRecordsLong: a short change in a long value is found without building the other parts of
// the value.
func TestDiffRecordsLong(t *testing.T) {
	save := func(n int) []byte {
		list := variant.NewArray(packed.PackedByteArray(make([]byte, 5<<20)), variant.Int(n))
		return saveOf(t, variant.NewDictionary(variant.KV("list", list)))
	}

	patch, err := diffOf(t, save(7), save(8))
	require.NoError(t, err)
	require.Equal(t, "@ $[\"list\"][1]\n- 7\n+ 8\n", patch.String())
}

// TestDiffRecordsOfEngines: saves of two engines, or of two precisions, are compared in memory.
func TestDiffRecordsOfEngines(t *testing.T) {
	v := variant.NewDictionary(variant.KV("hp", variant.Int(7)), variant.KV("mp", variant.Int(8)))
	a := saveOf(t, v)
	file, err := span.Open(a, 0, frame.U32, full, 40)
	require.NoError(t, err)

	framing, single, double := frame.U32, variant.Single, variant.Double
	for _, c := range []struct {
		engine    *variant.Dialect
		precision *variant.Precision
		whole     bool
	}{
		{codec.Godot4, &single, false},
		{codec.Godot4, &double, true},
		{codec.Godot43, &single, true},
	} {
		o := document.Options{Options: probe.Options{
			Dialect: c.engine, Framing: &framing, Precision: c.precision,
		}}
		r, err := document.Open(bytes.NewReader(a), o)
		require.NoError(t, err)

		_, err = view.DiffRecords(file, r, tree.DiffOptions{})
		require.Equal(t, c.whole, errors.Is(err, span.ErrWhole), c.engine.Name())
	}
}
