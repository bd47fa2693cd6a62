package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestEditsInPlace: an edit in the bytes of a save has the same report and the same result as the
// edit of the value in memory. The saves have one record or several, with long or short values.
func TestEditsInPlace(t *testing.T) {
	made := map[string]int{}
	godot4 := document.Options{Options: probe.Options{Dialect: codec.Godot4}}

	for seed := range uint64(1500) {
		random := rand.New(rand.NewPCG(3, seed))
		data := randomSave(random)
		d := must(document.Read(data, godot4))
		ops := []edit.Operation{randomEdit(t, random, d.Root())}
		for range random.IntN(4) {
			ops = append(ops, randomEdit(t, random, d.Root()))
		}

		f, err := document.ReadInPlaceWindow(bytes.Clone(data), godot4, 1+random.IntN(60))
		require.NoError(t, err)

		var got, want strings.Builder
		root := d.Root()
		reader := edit.NewReader(d.Codec())
		for _, op := range ops {
			err = f.Do(op, func(done []edit.Done) { tell(&got, reader, done) })
			if err != nil {
				break
			}

			plan, err := op.Plan(reader, root)
			require.NoError(t, err, "seed %d", seed)
			tell(&want, reader, plan.Done)
			root = must(plan.Patch.Apply(root))
			made[fmt.Sprintf("%T", op)]++
		}
		if err != nil {
			continue // the edit is not possible in place, or not possible at all
		}

		require.Equal(t, want.String(), got.String(), "seed %d", seed)
		require.NoError(t, d.SetRoot(root))

		var b bytes.Buffer
		n, err := must(f.Writer()).WriteTo(&b)
		require.NoError(t, err)
		require.EqualValues(t, b.Len(), n)
		require.Equal(t, must(d.PlainBytes()), b.Bytes(), "seed %d: %s", seed, want.String())
	}

	t.Log(made)
	for _, op := range []edit.Operation{&edit.Set{}, &edit.Delete{}, &edit.Rename{}} {
		require.Greater(t, made[fmt.Sprintf("%T", op)], 20, "%T", op)
	}
}

// TestPatchesInPlace: a patch in the bytes of a save has the same result and the same report as the
// patch of the values in memory. The test takes patches that the command diff prints, and the same
// patches in another order.
func TestPatchesInPlace(t *testing.T) {
	made := map[bool]int{}
	godot4 := document.Options{Options: probe.Options{Dialect: codec.Godot4}}
	diff := func(a, b variant.Variant) (tree.Patch, error) {
		return view.Diff(a, b, tree.DiffOptions{})
	}

	for seed := range uint64(1500) {
		random := rand.New(rand.NewPCG(4, seed))
		data := randomSave(random)
		d := must(document.Read(data, godot4))
		patch, err := diff(d.Root(), randomlyEdited(t, random, d.Root()))
		require.NoError(t, err)

		printed := seed%2 == 0
		if !printed {
			patch = disordered(random, patch)
		}

		f, err := document.ReadInPlaceWindow(bytes.Clone(data), godot4, 1+random.IntN(60))
		require.NoError(t, err)
		got, err := f.Patch(patch, diff)
		if err != nil {
			continue // the patch does not fit the save, or can't be made in its bytes
		}

		root, err := patch.Apply(d.Root())
		require.NoError(t, err, "seed %d: %v", seed, patch)
		want, err := diff(d.Root(), root)
		require.NoError(t, err)
		require.Equal(t, lines(t, &d.Format, want), lines(t, &d.Format, got), "seed %d", seed)

		var b bytes.Buffer
		must(must(f.Writer()).WriteTo(&b))
		require.NoError(t, d.SetRoot(root))
		require.Equal(t, must(d.PlainBytes()), b.Bytes(), "seed %d: %v", seed, patch)
		made[printed]++
	}

	t.Log(made)
	require.Greater(t, made[true], 500)
	require.Greater(t, made[false], 200)
}

// lines returns a patch as lines that the command diff prints.
func lines(t *testing.T, f *document.Format, patch tree.Patch) string {
	var out strings.Builder
	plain := func(s string) string { return s }
	colors := view.ChangeColors{Path: plain, Old: plain, New: plain}
	require.NoError(t, view.PrintPatch(&out, colors, patch, f, f))
	return out.String()
}

// randomlyEdited returns a root after random edits, which set, delete, insert and copy values.
func randomlyEdited(t *testing.T, random *rand.Rand, root variant.Variant) variant.Variant {
	for range 1 + random.IntN(5) {
		paths := pathsIn(root)
		if len(paths) == 0 {
			break
		}

		at := paths[random.IntN(len(paths))]
		change := tree.Change{Path: at, Kind: tree.Changed, Old: must(tree.Lookup(root, at)),
			New: must(tree.Lookup(root, paths[random.IntN(len(paths))]))}

		switch random.IntN(5) {
		case 0:
			change.New = variant.Int(random.IntN(1000))
		case 1:
			change.Kind = tree.Removed
		case 2:
			change.Kind = tree.Added
			change.Position = random.IntN(3) - 1
			if step := &at[len(at)-1]; step.Kind != variant.StepIndex {
				step.Key = variant.String(fmt.Sprint("fresh ", random.IntN(5)))
			}
		}

		if after, err := (tree.Patch{change}).Apply(root); err == nil {
			root = after
		}
	}

	if a, ok := root.(variant.Array); ok && len(a.Items) == 0 {
		return variant.NewArray(variant.Int(7)) // a file has at least one record
	}
	return root
}

// disordered returns a patch without some of its changes, or in another order.
func disordered(random *rand.Rand, patch tree.Patch) tree.Patch {
	patch = slices.Clone(patch)
	if len(patch) > 1 && random.IntN(2) == 0 {
		i := random.IntN(len(patch))
		return slices.Delete(patch, i, i+1)
	}

	random.Shuffle(len(patch), func(i, j int) { patch[i], patch[j] = patch[j], patch[i] })
	return patch
}

// randomSave returns a save of one to four records.
func randomSave(random *rand.Rand) (b []byte) {
	c := codec.MustNew(codec.Options{FullObjects: true})
	for range 1 + random.IntN(4) {
		b = frame.U32.Append(b, must(c.Encode(valuestest.Root(random))))
	}
	return b
}

// randomEdit returns an edit of a value somewhere in a root, or of the parts of a value.
func randomEdit(t *testing.T, random *rand.Rand, root variant.Variant) edit.Operation {
	paths := pathsIn(root)
	at := paths[random.IntN(len(paths))]
	path := at.String()

	if random.IntN(4) == 0 {
		return &edit.Rename{Path: at, Name: "new name"}
	}

	path = []string{path, path + ".fresh", path + ".fresh.deep", path + "[0]", path + "[-1]",
		path + "[*]", "$[*]", path + "[*].fresh"}[random.IntN(8)]
	if random.IntN(4) == 0 {
		return must(edit.ParseDelete([]string{path}))
	}

	set := must(edit.ParseSet(path + []string{"=7", "+=1", `="text"`, "=[1, 2]",
		"={}"}[random.IntN(5)]))
	set.Retype = random.IntN(3) == 0
	set.Parents = random.IntN(3) == 0
	return set
}

// pathsIn returns the paths of all parts of a value, without the root and without the paths of keys
// and their parts.
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
