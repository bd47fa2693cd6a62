package main

import (
	"bytes"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/findings"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/codec/convert"
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

// costSaves returns two saves of 2 MB. The first save has one record with many items. The second
// has one record for each item. The argument changed is the index of an item that gets another
// value. If it is -1, all items have their usual values.
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

// A cost has limits for the work of a command: how many bytes the command may allocate, and how
// many instructions the processor may execute, for each byte of the save.
type cost struct {
	name string
	run  func(t *testing.T, c *costCase)

	one, many                   float64 // limits in bytes, for one record and for many records
	instructions, instructsMany int
}

// costs are the commands.
var costs = []cost{
	{"get", func(t *testing.T, c *costCase) { c.get(t) }, 1.6, 2.3, 82, 84},
	{"set", func(t *testing.T, c *costCase) {
		c.do(t, must(edit.ParseSet("[9000].id+=1")))
	}, 1.6, 2.3, 80, 84},
	{"set [*]", func(t *testing.T, c *costCase) {
		c.do(t, must(edit.ParseSet("[*].id+=1")))
	}, 4.4, 5.4, 190, 190},
	{"rename", func(t *testing.T, c *costCase) {
		c.do(t, &edit.Rename{Path: must(variant.ParsePath("[9000].id")), Name: "number"})
	}, 2, 2.3, 0, 0},
	{"delete", func(t *testing.T, c *costCase) {
		c.do(t, must(edit.ParseDelete([]string{"[9000].tags"})))
	}, 1.6, 2.3, 0, 0},
	{"patch", func(t *testing.T, c *costCase) { c.patch(t) }, 2, 2.3, 0, 0},
	{"edit", func(t *testing.T, c *costCase) { c.edit(t) }, 4, 5, 245, 260},
	{"diff", func(t *testing.T, c *costCase) { c.diff(t) }, 5.6, 8.2, 185, 158},
	{"convert", func(t *testing.T, c *costCase) { c.convert(t) }, 4.3, 4.3, 178, 125},
	{"check", func(t *testing.T, c *costCase) { c.check(t) }, 3.4, 5.6, 122, 98},
	{"query", func(t *testing.T, c *costCase) { c.query(t) }, 8.8, 10.8, 145, 192},
}

// costCases returns a save with one record and a save with many records, each with a changed copy.
func costCases(t *testing.T) (one, many *costCase) {
	oneSave, manySave := costSaves(-1)
	otherOne, otherMany := costSaves(9000)
	require.InDelta(t, 2e6, len(manySave), 0.2e6)

	return &costCase{oneSave, otherOne}, &costCase{manySave, otherMany}
}

// TestCost: each command allocates only a few bytes for each byte of the save.
func TestCost(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	one, many := costCases(t)
	for _, cost := range costs {
		cost.allocated(t, "one record", one, cost.one)
		cost.allocated(t, "many records", many, cost.many)
	}
}

// allocated tests that a command allocates at most a number of bytes for each byte of the save. The
// argument perByte is this number.
func (k *cost) allocated(t *testing.T, name string, c *costCase, perByte float64) {
	limit := uint64(perByte * float64(len(c.save)))
	n := testkit.LeastAllocated(limit, func() { k.run(t, c) })
	t.Logf("%s, %s: %.2f bytes", k.name, name, float64(n)/float64(len(c.save)))
	require.LessOrEqual(t, n, limit, "%s of %s", k.name, name)
}

// TestCostInstructions: the commands take few instructions for each byte of the save.
func TestCostInstructions(t *testing.T) {
	one, many := costCases(t)
	var work []func()
	counted := slices.DeleteFunc(slices.Clone(costs), func(c cost) bool {
		return c.instructions == 0
	})
	for _, cost := range counted {
		work = append(work, func() { cost.run(t, one) }, func() { cost.run(t, many) })
	}

	counts := testkit.Instructions(t, work...)
	for i, cost := range counted {
		n, ofMany := counts[2*i]/len(one.save), counts[2*i+1]/len(many.save)
		t.Logf("%s: %d instructions a byte, for many records %d", cost.name, n, ofMany)
		require.LessOrEqual(t, n, cost.instructions, cost.name)
		require.LessOrEqual(t, ofMany, cost.instructsMany, cost.name)
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

func (c *costCase) get(t *testing.T) {
	f := must(document.ReadInPlace(c.save, costOptions))
	place := must(f.File.Find(must(variant.ParsePath("[9000].id"))))
	require.NotNil(t, must(edit.Find(must(f.File.Around(place)), place.Rest[0])).Value)
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

// edit changes a number in the text of the save.
func (c *costCase) edit(t *testing.T) {
	f := must(document.ReadInPlace(c.save, costOptions))
	d := must(newDraft("save", &editedFile{format: &f.Format, inPlace: f}))
	text := must(os.OpenFile(d.path, os.O_WRONLY, 0))

	const before = "[\n\t{\n\t\t\"id\": "
	must(text.WriteAt([]byte("7"), d.head+int64(len(before))))
	require.NoError(t, text.Close())

	require.Equal(t, "@ $[0][\"id\"]\n- 0\n+ 7\n", must(d.patch()).String())
	require.NoError(t, d.close(nil))
}

func (c *costCase) convert(t *testing.T) {
	o := convert.Options{
		From: codec.MustNew(codec.Options{}),
		To:   codec.MustNew(codec.Options{Dialect: codec.Godot3}),
	}
	o.Inspect = findings.NewForeigner(o.From.Dialect(), o.To.Dialect()).Look

	info := must(convert.Stream(io.Discard, bytes.NewReader(c.save), o))
	require.NotZero(t, info.Records)
}

func (c *costCase) check(t *testing.T) {
	o := costOptions
	o.Mode = codec.Strict
	_, found := verify(bytes.NewReader(c.save), o)
	require.NoError(t, found.first)
}
