package main

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// costItem returns a value of about 200 bytes.
func costItem(i int) variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("id", variant.Int(i)), variant.KV("name", variant.String("an item of a bag")),
		variant.KV("at", math.Vector2{X: float64(i), Y: 1}),
		variant.KV("notes", variant.String("something to read something to read")),
		variant.KV("tags", variant.NewArray(variant.Int(1))))
}

// costSaves returns two saves of 2 MB. The first has one record with many items, the second one
// record for each item. The item with the number changed has another id.
func costSaves(changed int) (one, many []byte) {
	items := make([]variant.Variant, 11_000)
	for i := range items {
		v := costItem(i)
		if i == changed {
			v = costItem(-1)
		}

		items[i] = v
		many = frame.U32.Append(many, must(codec.Encode(v)))
	}

	return frame.U32.Append(nil, must(codec.Encode(variant.NewArray(items...)))), many
}

// costs are the edits and views whose memory is limited. Each has two limits, for the save with one
// record and for the save with many records: the number of bytes that it may allocate for each byte
// of the save.
var costs = []struct {
	name      string
	run       func(t *testing.T, c *costCase)
	one, many float64
}{
	{"set", func(t *testing.T, c *costCase) {
		c.do(t, must(edit.ParseSet("[9000].id+=1")))
	}, 3.2, 2.3},
	{"set [*]", func(t *testing.T, c *costCase) {
		c.do(t, must(edit.ParseSet("[*].id+=1")))
	}, 6.2, 5.4},
	{"rename", func(t *testing.T, c *costCase) {
		c.do(t, &edit.Rename{Path: must(variant.ParsePath("[9000].id")), Name: "number"})
	}, 3.2, 2.3},
	{"delete", func(t *testing.T, c *costCase) {
		c.do(t, must(edit.ParseDelete([]string{"[9000].tags"})))
	}, 3.2, 2.3},
	{"patch", func(t *testing.T, c *costCase) { c.patch(t) }, 3.2, 2.3},
	{"diff", func(t *testing.T, c *costCase) { c.diff(t) }, 8.2, 7.5},
	{"query", func(t *testing.T, c *costCase) { c.query(t) }, 10, 10},
}

// TestCost: edits in the bytes of a save, its differences and the values for jq take little memory
// in addition to the bytes of the save.
func TestCost(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	one, many := costSaves(-1)
	otherOne, otherMany := costSaves(9000)
	require.InDelta(t, 2e6, len(many), 0.2e6)

	for _, cost := range costs {
		for _, c := range []struct {
			name string
			costCase
			most float64
		}{
			{"one record", costCase{one, otherOne}, cost.one},
			{"many records", costCase{many, otherMany}, cost.many},
		} {
			most := uint64(c.most * float64(len(c.save)))
			n := testkit.LeastAllocated(most, func() { cost.run(t, &c.costCase) })
			t.Logf("%s, %s: %.2f", cost.name, c.name, float64(n)/float64(len(c.save)))
			require.LessOrEqual(t, n, most, "%s of %s", cost.name, c.name)
		}
	}
}

// A costCase is a save, and the same save with a changed item.
type costCase struct{ save, other []byte }

var costOptions = document.Options{Options: probe.Options{Dialect: codec.Godot4}}

// do makes an edit, and writes the save.
func (c *costCase) do(t *testing.T, op edit.Operation) {
	f := must(document.ReadInPlace(c.save, costOptions))
	require.NoError(t, f.Do(op, func(done []edit.Done) { require.Len(t, done, 1) }))
	must(must(f.Writer()).WriteTo(io.Discard))
}

func (c *costCase) patch(t *testing.T) {
	f := must(document.ReadInPlace(c.save, costOptions))
	patch := tree.Patch{{
		Path: must(variant.ParsePath("[9000].id")), Old: variant.Int(9000), New: variant.Int(1),
	}}

	made := must(f.Patch(patch, func(a, b variant.Variant) (tree.Patch, error) {
		return view.Diff(a, b, tree.DiffOptions{})
	}))
	require.Len(t, made, 1)
	must(must(f.Writer()).WriteTo(io.Discard))
}

func (c *costCase) diff(t *testing.T) {
	f := must(document.ReadInPlace(c.save, costOptions))
	other := must(document.Open(bytes.NewReader(c.other), costOptions))
	patch := must(view.DiffRecords(f.File, other, tree.DiffOptions{}))
	require.Equal(t, "@ $[9000][\"id\"]\n- 9000\n+ -1\n@ $[9000][\"at\"]\n- Vector2(9000, 1)\n"+
		"+ Vector2(-1, 1)\n", patch.String())
}

func (c *costCase) query(t *testing.T) {
	var jq view.JQ
	var all []any
	r := must(document.Open(bytes.NewReader(c.save), costOptions))
	for record, err := range r.All() {
		require.NoError(t, err)
		all = append(all, must(jq.Value(sourceOf(r, record))))
	}
	require.NotEmpty(t, all)
}
