package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/large"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// testWindow is so small that most containers of randomRoot are read in place.
const testWindow = 40

// TestLargeDiff: the changes between two packets in place make one of the other.
func TestLargeDiff(t *testing.T) {
	compared := 0

	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(2, seed))
		before := valuestest.Root(random)
		after := before
		for range 1 + random.IntN(4) {
			after = changedSomewhere(t, random, after)
		}

		if variant.Equal(after, variant.Dictionary{}) {
			continue
		}

		a, b := documentOf(t, before), documentOf(t, after)
		patch, err := view.DiffLarge(packetOf(t, a), packetOf(t, b), tree.DiffOptions{})
		if errors.Is(err, large.ErrWhole) {
			continue
		}
		require.NoError(t, err)

		made, err := patch.Apply(before)
		require.NoError(t, err, "seed %d", seed)
		left := must(tree.Diff(made, after, tree.DiffOptions{AnyKeyOrder: true}))
		require.Empty(t, left, "seed %d", seed)
		compared++
	}

	require.Greater(t, compared, 200)
}

// changedSomewhere returns a root with a value set, deleted or added.
func changedSomewhere(
	t *testing.T, random *rand.Rand, root variant.Variant,
) variant.Variant {
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

// TestLargeEdits: an edit in place has the report and the values of the same edit of a built value.
func TestLargeEdits(t *testing.T) {
	made := 0

	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(3, seed))
		root := valuestest.Root(random)
		paths := pathsIn(root)
		path := paths[random.IntN(len(paths))].String()
		path = []string{path, path + ".fresh", path + "[0]", path + "[-1]"}[random.IntN(4)]

		var op edit.Operation
		var err error
		if random.IntN(4) == 0 {
			op, err = edit.ParseDelete([]string{path})
		} else {
			op, err = edit.ParseSet(path + []string{"=7", "+=1", `="text"`, "=[1, 2]",
				"={}"}[random.IntN(5)])
		}
		require.NoError(t, err)

		d := documentOf(t, root)
		data := must(d.Bytes())
		f, err := document.ReadInPlaceWindow(data, document.Options{Options: probe.Options{Dialect: codec.Godot4}},
			testWindow)
		if errors.Is(err, large.ErrWhole) {
			continue
		}
		require.NoError(t, err)

		var got, want strings.Builder
		done, err := editInPlace(f, op)
		if err != nil {
			continue
		}
		tell(&got, edit.NewReader(f.Codec()), done)

		plan, err := op.Plan(edit.NewReader(d.Codec()), root)
		require.NoError(t, err, path)
		tell(&want, edit.NewReader(d.Codec()), plan.Done)
		after, err := plan.Patch.Apply(root)
		require.NoError(t, err, path)
		require.Equal(t, want.String(), got.String())

		plain := must(f.PlainBytes())
		again := must(document.Read(plain, document.Options{Options: probe.Options{Dialect: codec.Godot4}}))
		require.True(t, variant.Equal(after, again.Root()), "seed %d: %s", seed, want.String())
		made++
	}

	require.Greater(t, made, 50)
}

// documentOf returns a file of Godot 4 with one record.
func documentOf(t *testing.T, root variant.Variant) *document.Document {
	var b bytes.Buffer
	require.NoError(t, codec.MustNew(codec.Options{FullObjects: true}).
		NewEncoder(&b, codec.FrameU32).Encode(root))

	d := must(document.Read(b.Bytes(), document.Options{Options: probe.Options{Dialect: codec.Godot4}}))

	return d
}

func packetOf(t *testing.T, d *document.Document) *large.Packet {
	p := must(large.NewWindow(d.Codec(), d.Records[0].Packet, testWindow))
	return p
}
