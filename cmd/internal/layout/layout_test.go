package layout_test

import (
	"fmt"
	stdmath "math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/layout"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// indexOf returns the index of a file's bytes.
func indexOf(d *document.Document) *layout.Index {
	x := layout.New(d, d.Plain)
	for !x.Done() {
		x.Grow(7)
	}
	return x
}

// fieldsOf returns all fields.
func fieldsOf(x *layout.Index) []layout.Field { return x.Fields(0, stdmath.MaxInt) }

// TestFields: the first field of a save begins at its first byte, the fields follow each other, and
// the last field ends at the last byte. Each field has a meaning. No field has the kind FieldFault,
// FieldStray or FieldRaw.
func TestFields(t *testing.T) {
	files, err := filepath.Glob("../../gdvar/testdata/saves/godot*/*")
	require.NoError(t, err)
	count := 0

	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		d, err := document.Read(data, document.Options{})
		if err != nil {
			continue // the save is encrypted or compressed with Zstandard
		}
		count++

		fields := fieldsOf(indexOf(d))
		at := 0

		for _, f := range fields {
			require.Equal(t, at, f.From, name)
			require.Greater(t, f.To, f.From, name)
			require.Less(t, f.Kind, layout.FieldFault, name)
			require.NotEmpty(t, f.Meaning(d.Plain[f.From:f.To]), name)
			at = f.To
		}

		require.Equal(t, len(d.Plain), at, name)
	}

	require.Greater(t, count, 10)
}

// TestMeanings: the text of a field shows its content, such as a count, a text, or the numbers of a
// value as the engine writes them.
func TestMeanings(t *testing.T) {
	for _, c := range []struct {
		value     variant.Variant
		precision variant.Precision
		want      string
	}{
		{variant.Int(-5), variant.Single, "int|-5"},
		{variant.Int(1 << 40), variant.Single, "int|1099511627776"},
		{variant.Float(0.1), variant.Single, "float|0.1"},
		{variant.Bool(true), variant.Single, "bool|1"},
		{math.Vector2{X: 1.5, Y: 2}, variant.Single, "Vector2|1.5, 2"},
		{math.Vector2{X: 0.1, Y: 2}, variant.Double, "Vector2|0.1, 2"},
		{math.Vector2i{X: 1, Y: -2}, variant.Double, "Vector2i|1, -2"},
		{math.Color{R: 0.5, A: 1}, variant.Double, "Color|0.5, 0, 0, 1"},
		{packed.PackedInt64Array{1, 2}, variant.Single, "PackedInt64Array|2|1, 2"},
		{make(packed.PackedInt32Array, 20), variant.Single,
			"PackedInt32Array|20|" + strings.Repeat("0, ", 16) + "…"},
		{variant.String("text!"), variant.Single, "String|5|text!|padding"},
	} {
		used := codec.MustNew(codec.Options{Precision: c.precision})
		packet, err := used.Encode(c.value)
		require.NoError(t, err)
		framing := frame.None
		d, err := document.Read(packet, document.Options{Options: probe.Options{
			Dialect: codec.Godot4, Framing: &framing, Precision: &c.precision,
		}})
		require.NoError(t, err)

		var got []string
		for _, f := range fieldsOf(indexOf(d)) {
			got = append(got, f.Meaning(d.Plain[f.From:f.To]))
		}
		require.Equal(t, c.want, strings.Join(got, "|"))
	}
}

// TestFaults: bytes that can't be read have their own fields. Bytes after the last record have
// their own fields, too.
func TestFaults(t *testing.T) {
	data, err := os.ReadFile("../../gdvar/testdata/saves/godot4/two.save")
	require.NoError(t, err)

	d, err := document.Read(data[:len(data)-6], document.Options{})
	require.Error(t, err)
	fields := fieldsOf(indexOf(d))
	require.Equal(t, layout.FieldFault, fields[len(fields)-1].Kind)

	d, err = document.Read(append(data[:len(data):len(data)], "stray"...), document.Options{})
	require.Error(t, err)
	require.Equal(t, 5, d.CutTail())
	fields = fieldsOf(indexOf(d))
	last := fields[len(fields)-1]
	require.Equal(t, layout.FieldStray, last.Kind)
	require.Equal(t, "stray", string(d.Plain[last.From:]))
	require.Equal(t, "stray", last.Kind.Name())
}

// many returns a document with a record of many values.
func many(t *testing.T) *document.Document {
	items := make([]variant.Variant, 5000)
	for i := range items {
		items[i] = variant.NewDictionary(variant.KV("id", variant.Int(i)),
			variant.KV("tags", variant.NewArray(variant.Int(1), variant.String("text"))))
	}

	c := codec.MustNew(codec.Options{FullObjects: true})
	packet, err := c.Encode(variant.NewDictionary(variant.KV("items", variant.NewArray(items...)),
		variant.KV("object", objects.NewObject("Node", objects.Prop("hp", variant.Int(3))))))
	require.NoError(t, err)

	d, err := document.Read(codec.FrameU32.Append(nil, packet), document.Options{})
	require.NoError(t, err)
	return d
}

// TestOnDemand: the first fields need an index of only the first values. An incomplete index has
// the same fields and values as the first part of the whole index.
func TestOnDemand(t *testing.T) {
	d := many(t)
	whole := indexOf(d)
	all := fieldsOf(whole)

	x := layout.New(d, d.Plain)
	for !x.Has(0, 200) {
		x.Grow(64)
	}
	require.Less(t, x.Nodes(), 300)
	require.Equal(t, all[:200], x.Fields(0, 200))

	for i := 300; i < len(all)-200; i += 4001 {
		for at := all[i].From; !x.Has(at, 50); {
			x.Grow(64)
		}
		require.Equal(t, all[i:i+50], x.Fields(all[i].From, 50), i)
		require.Equal(t, all[i:i+1], x.Fields(all[i].To-1, 1), i)
	}

	x = layout.New(d, d.Plain)
	for _, p := range []outline.Place{{0, 0}, {0, 7, 1, 1}, {0, 7}, {0, 4999, 1}, {0}, {1, 0}, {}} {
		for !x.HasPlace(p) {
			x.Grow(64)
		}
		from, to := x.Span(p)
		first, last := whole.Span(p)
		require.Equal(t, []int{first, last}, []int{from, to}, p)
	}
}

// TestSpan: the fields of a value are inside the bytes of the value. Only the field of the value's
// key is in front of these bytes.
func TestSpan(t *testing.T) {
	x := indexOf(many(t))
	for _, f := range x.Fields(0, 500) {
		from, to := x.Span(f.Place)
		// The field of a key has the place of the key's value.
		isKey := f.From < from
		require.True(t, isKey || f.To <= to, f.From)
	}
}

// TestPlaces: the bytes at a place are the packet of the value at this place. Each value has a
// field with its place.
func TestPlaces(t *testing.T) {
	list := variant.NewArray(variant.Int(1), variant.String("x"))
	more := variant.NewArray(variant.Int(4))
	node := objects.NewObject("Node", objects.Prop("hp", variant.Int(3)), objects.Prop("mp", more))
	root := variant.NewDictionary(variant.KV("a", list), variant.KV("b", variant.Int(2)),
		variant.KV("node", node))

	used := codec.MustNew(codec.Options{FullObjects: true})
	packet, err := used.Encode(root)
	require.NoError(t, err)
	framing := frame.None
	d, err := document.Read(packet, document.Options{Options: probe.Options{
		Dialect: codec.Godot4, Framing: &framing,
	}})
	require.NoError(t, err)
	x := indexOf(d)

	places := map[string]bool{}
	for _, f := range fieldsOf(x) {
		require.False(t, f.Outside)
		places[fmt.Sprint(f.Place)] = true
	}

	for _, c := range []struct {
		place outline.Place
		value variant.Variant
	}{
		{nil, root}, {outline.Place{0}, list}, {outline.Place{0, 0}, list.Items[0]},
		{outline.Place{0, 1}, list.Items[1]}, {outline.Place{1}, variant.Int(2)},
		{outline.Place{2}, node}, {outline.Place{2, 0}, variant.Int(3)},
		{outline.Place{2, 1}, more}, {outline.Place{2, 1, 0}, variant.Int(4)},
	} {
		from, to := x.Span(c.place)
		v, err := used.Decode(d.Plain[from:to])
		require.NoError(t, err, c.place)
		require.True(t, variant.Equal(c.value, v), c.place)

		require.True(t, places[fmt.Sprint(c.place)], c.place)
		delete(places, fmt.Sprint(c.place))
	}
	require.Empty(t, places)
}

// TestRaw: a file without packets is one field.
func TestRaw(t *testing.T) {
	const text = "[a]\nb=1\n"
	d, err := document.Read([]byte(text), document.Options{Kinds: kinds.All(kinds.Settings{})})
	require.NoError(t, err)

	x := layout.New(d, d.Plain)
	require.True(t, x.Done())
	fields := fieldsOf(x)
	require.Len(t, fields, 1)
	require.Equal(t, layout.FieldRaw, fields[0].Kind)
	require.Equal(t, len(text), fields[0].To)
}
