package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/views"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/large"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// testWindow is so small that most containers of randomRoot are read in place.
const testWindow = 40

// The forms of JSON that gdvar prints.
var (
	canonical = views.MarshalJSON("canonical")
	relaxed   = views.MarshalJSON("relaxed")
)

// TestLargeViews: what is printed of a packet in place is what is printed of its value.
func TestLargeViews(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(1, seed))
		root := randomRoot(random)
		d := documentOf(t, root)
		p := packetOf(t, d)
		plain := func(s string) string { return s }
		colors := views.Colors{Offset: plain, Label: plain, Type: plain}
		var got, want bytes.Buffer

		inPlace, built := views.NewTree(&got, colors), views.NewTree(&want, colors)

		for name, print := range map[string][2]func() error{
			"json": {func() error { return p.JSON(&got, canonical) },
				func() error { return marshalTo(&want, root, canonical) }},
			"relaxed json": {func() error { return p.JSON(&got, relaxed) },
				func() error { return marshalTo(&want, root, relaxed) }},
			"tree": {func() error { return inPlace.PrintLarge(p, 4) },
				func() error { built.Print(d.Codec(), d.Records[0].Packet, 4); return nil }},
			"flat": {func() error { return views.FlatLarge(&got, &d.Format, nil, p) },
				func() error { return views.Flat(&want, &d.Format, nil, root) }},
		} {
			got.Reset()
			want.Reset()
			require.NoError(t, print[0](), name)
			require.NoError(t, print[1](), name)
			require.Equal(t, want.String(), got.String(), "%s, seed %d", name, seed)
		}
	}
}

// TestLargeDiff: the changes between two packets in place make one of the other.
func TestLargeDiff(t *testing.T) {
	compared := 0

	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(2, seed))
		before := randomRoot(random)
		after := before
		for range 1 + random.IntN(4) {
			after = changedSomewhere(t, random, after)
		}

		if variant.Equal(after, variant.Dictionary{}) {
			continue
		}

		a, b := documentOf(t, before), documentOf(t, after)
		patch, err := views.DiffLarge(packetOf(t, a), packetOf(t, b), tree.DiffOptions{})
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
		root := randomRoot(random)
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

// TestLargeDamage: a packet with wrong bytes is refused, or read as its value is. Nothing panics.
func TestLargeDamage(t *testing.T) {
	read := 0

	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(4, seed))
		c := codec.MustNew(codec.Options{FullObjects: true})
		packet := must(c.Encode(randomRoot(random)))

		for range 1 + random.IntN(3) {
			packet[random.IntN(len(packet))] = byte(random.Uint32())
		}
		p, err := large.NewWindow(c, packet, testWindow)
		if err != nil {
			continue
		}

		v := must(c.Decode(packet))
		want, err := canonical(v)

		var got bytes.Buffer
		failed := p.JSON(&got, canonical)
		require.Equal(t, err == nil, failed == nil, "seed %d", seed)

		if err == nil {
			require.Equal(t, string(want), got.String(), "seed %d", seed)
			read++
		}
	}

	require.Greater(t, read, 500)
}

func marshalTo(
	b *bytes.Buffer, v variant.Variant, marshal func(variant.Variant) ([]byte, error),
) error {
	out, err := marshal(v)
	b.Write(out)
	return err
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

// randomRoot returns a Dictionary with values of many types, some levels deep.
func randomRoot(random *rand.Rand) variant.Variant {
	return randomDictionary(random, 1+random.IntN(6), 4)
}

func randomDictionary(random *rand.Rand, pairs, depth int) variant.Dictionary {
	d := variant.Dictionary{}
	for i := range pairs {
		d.Pairs = append(d.Pairs,
			variant.Pair{Key: randomKey(random, i), Value: randomValue(random, depth)})
	}

	return d
}

func randomKey(random *rand.Rand, i int) variant.Variant {
	name := fmt.Sprintf("key %d", i)
	return []variant.Variant{
		variant.String(name), variant.StringName(name), variant.Int(i),
		math.Vector2i{X: int32(i), Y: 1},
	}[random.IntN(4)]
}

// randomValue returns a value whose parts are nested to a depth.
func randomValue(random *rand.Rand, depth int) variant.Variant {
	if depth == 0 || random.IntN(3) > 0 {
		return []variant.Variant{
			variant.Nil{}, variant.Bool(random.IntN(2) == 0), variant.Int(random.IntN(1000)),
			variant.Float(random.IntN(1000)) / 8,
			variant.String(strings.Repeat("ü", random.IntN(40))),
			math.Vector2{X: float64(random.IntN(9)), Y: 2},
			packed.PackedInt32Array(make([]int32, random.IntN(30))),
			objects.MustParseNodePath("a/b:c"),
		}[random.IntN(8)]
	}

	switch random.IntN(4) {
	case 0:
		sevens := slices.Repeat([]variant.Variant{variant.Int(7)}, random.IntN(20))
		return variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, sevens...)
	case 1:
		return objects.NewObject("Timer", objects.Prop("wait", randomValue(random, depth-1)))
	case 2:
		a := variant.Array{}
		for range random.IntN(8) {
			a.Items = append(a.Items, randomValue(random, depth-1))
		}
		return a
	default:
		return randomDictionary(random, random.IntN(8), depth-1)
	}
}
