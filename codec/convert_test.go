package codec_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/live"
	vartext "godotvariant/codec/text"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// converted returns the result of Convert and the texts of its notes.
func converted(t testing.TB, c *codec.Codec, v variant.Variant) (variant.Variant, []string) {
	t.Helper()
	var notes []string
	out, err := c.Convert(v, func(n codec.Note) { notes = append(notes, n.String()) })
	require.NoError(t, err, "%s: %#v", c.Dialect().Name, v)
	return out, notes
}

// TestConvert: what each value becomes, and the notes.
func TestConvert(t *testing.T) {
	text := variant.String("a")
	array := variant.NewArray
	ints := variant.ElementType{Type: variant.TypeInt}

	node := objects.NewObject("Spatial", objects.Prop("name", variant.StringName("a")))
	for _, row := range []struct {
		to    *variant.Dialect
		full  bool
		v     variant.Variant
		want  variant.Variant
		notes []string
	}{
		{codec.Godot3, false, nil, nil, nil},
		{codec.Godot3, false, variant.StringName("a"), text,
			[]string{"$: replaced: StringName → String"}},
		{codec.Godot3, false, variant.String("[Quaternion(0, 0, 0, 1)]"),
			variant.String("[Quaternion(0, 0, 0, 1)]"),
			[]string{"$: foreign text: the engine does not read Quaternion in text"}},
		{codec.Godot3, false, variant.StringName("Rect2i(0, 0, 1, 1)"),
			variant.String("Rect2i(0, 0, 1, 1)"),
			[]string{"$: replaced: StringName → String",
				"$: foreign text: the engine does not read Rect2i in text"}},
		{codec.Godot3, false, packed.PackedStringArray{"Quat(0, 0, 0, 1)", "Array[int]([])"},
			packed.PackedStringArray{"Quat(0, 0, 0, 1)", "Array[int]([])"},
			[]string{"$[1]: foreign text: the engine does not read Array in text"}},
		{codec.Godot3, false, variant.String("MyVector2i() in Quaternion"),
			variant.String("MyVector2i() in Quaternion"), nil},
		{codec.Godot4, false, variant.String("Quat(0, 0, 0, 1)"),
			variant.String("Quat(0, 0, 0, 1)"), nil},
		{codec.Godot3, false, math.Vector2i{X: 1, Y: -2}, math.V2(1, -2),
			[]string{"$: replaced: Vector2i → Vector2"}},
		{codec.Godot3, false, math.Vector2i{X: 16777217}, math.V2(16777216, 0), []string{
			"$: replaced: Vector2i → Vector2",
			"$.x: rounded: 16777217 → single 16777216 (error -1)"}},
		{codec.Godot3, false, math.Vector3i{X: 1, Y: 2, Z: 3}, math.V3(1, 2, 3),
			[]string{"$: replaced: Vector3i → Vector3"}},
		{codec.Godot3, false, math.Rect2i{Position: math.Vector2i{X: 1, Y: 2},
			Size: math.Vector2i{X: 3, Y: 4}},
			math.Rect2{Position: math.V2(1, 2), Size: math.V2(3, 4)},
			[]string{"$: replaced: Rect2i → Rect2"}},
		{codec.Godot3, false, math.Vector4{X: 0.1, W: 2},
			array(variant.Float(0.1), variant.Float(0), variant.Float(0), variant.Float(2)),
			[]string{"$: replaced: Vector4 → Array"}},
		{codec.Godot3, false, math.Vector4i{X: 1}, array(variant.Int(1), variant.Int(0),
			variant.Int(0), variant.Int(0)),
			[]string{"$: replaced: Vector4i → Array"}},
		{codec.Godot3, false, packed.PackedInt64Array{1 << 40}, array(variant.Int(1 << 40)),
			[]string{"$: replaced: PackedInt64Array → Array"}},
		{codec.Godot3, false, packed.PackedFloat64Array{0.1}, array(variant.Float(0.1)),
			[]string{"$: replaced: PackedFloat64Array → Array"}},
		{codec.Godot40, false, packed.PackedVector4Array{{X: 1}}, array(math.Vector4{X: 1}),
			[]string{"$: replaced: PackedVector4Array → Array"}},
		{codec.Godot3, false, packed.PackedVector4Array{{X: 1}},
			array(array(variant.Float(1), variant.Float(0), variant.Float(0), variant.Float(0))),
			[]string{"$: replaced: PackedVector4Array → Array"}},
		{codec.Godot4, false, packed.PackedVector2iArray{{X: 1}}, array(math.Vector2i{X: 1}),
			[]string{"$: replaced: PackedVector2iArray → Array"}},
		{codec.Godot3, false, objects.Callable{}, variant.Nil{},
			[]string{"$: lost: Callable → Nil: it has no meaning outside its engine"}},
		{codec.Godot3, false, objects.RID(0), objects.RID(0), nil},
		{codec.Godot3, false, objects.RID(7), variant.Int(7), []string{"$: replaced: RID → int"}},
		{codec.DocsGodot4, false, objects.RID(7), variant.Int(7),
			[]string{"$: replaced: RID → int"}},
		{codec.Godot3, false, variant.NewTypedArray(ints, variant.Int(1)), array(variant.Int(1)),
			[]string{"$: replaced: Array[int] → Array"}},
		{codec.Godot43, false, variant.Dictionary{Key: &ints}, variant.Dictionary{},
			[]string{"$: replaced: Dictionary[int, Variant] → Dictionary"}},
		{codec.Godot4, false,
			variant.TypedArray{Elem: ints, Items: []variant.Variant{variant.Int(1)}},
			variant.NewTypedArray(ints, variant.Int(1)),
			[]string{"$: replaced: TypedArray → Array"}},
		{codec.Godot4, false, variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject,
			Class: "Node"}, objects.Object{ID: 5}),
			variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject,
				Class: "EncodedObjectAsID"}, objects.Object{ID: 5}),
			[]string{"$: replaced: Array[Node] → Array[EncodedObjectAsID]"}},
		{codec.Godot4, true, node,
			objects.NewObject("Node3D", objects.Prop("name", variant.StringName("a"))),
			[]string{"$: renamed: Spatial → Node3D"}},
		{codec.Godot3, true, objects.NewObject("Node3D",
			objects.Prop("name", variant.StringName("a"))),
			objects.NewObject("Spatial", objects.Prop("name", text)),
			[]string{"$: renamed: Node3D → Spatial", "$.name: replaced: StringName → String"}},
		{codec.Godot4, false, node,
			variant.NewDictionary(variant.KV("name", variant.StringName("a"))),
			[]string{"$: replaced: Spatial → Dictionary: of its properties"}},
		{codec.Godot4, false, objects.Object{Class: "Node", ID: 5}, objects.Object{ID: 5},
			[]string{"$: lost: Node → Object: without Options.FullObjects only its instance ID is written"}},
		{codec.DocsGodot4, true, objects.Object{ID: 5}, variant.Int(5),
			[]string{"$: replaced: Object → int: its instance ID"}},
		{codec.Godot3, false, variant.NewDictionary(
			variant.KV("a", variant.Int(1)), variant.Pair{Key: variant.StringName("a"),
				Value: variant.Int(2)}),
			variant.NewDictionary(variant.KV("a", variant.Int(2))),
			[]string{"$[key 1]: replaced: StringName → String",
				"$[key 1]: lost: an equal key comes before it, whose value is lost"}},
		{codec.Godot4, false, variant.NewDictionary(
			variant.Pair{Key: variant.Dictionary{}, Value: variant.Int(1)},
			variant.Pair{Key: variant.Dictionary{}, Value: variant.Int(2)}),
			variant.NewDictionary(variant.Pair{Key: variant.Dictionary{}, Value: variant.Int(2)}),
			[]string{"$[key 1]: lost: an equal key comes before it, whose value is lost"}},
		{codec.Pandemonium5, false, variant.TypedArray{Elem: objectElem("Node"),
			Items: []variant.Variant{objects.Object{ID: 5}}},
			variant.TypedArray{Elem: objectElem("EncodedObjectAsID"),
				Items: []variant.Variant{objects.Object{ID: 5}}},
			[]string{"$: replaced: Array[Node] → Array[EncodedObjectAsID]"}},
		{codec.Pandemonium5, true, variant.PackedTypedArray{Elem: variant.ElementType{
			Type: variant.TypeObject, Class: "Node", Script: "res://a.gd"}},
			variant.PackedTypedArray{Elem: objectElem("")},
			[]string{`$: replaced: Array[Resource("res://a.gd")] → Array[Object]`}},
		{codec.Godot3, false, &variant.Array{Elem: &ints}, array(),
			[]string{"$: replaced: Array[int] → Array"}},
		{codec.Godot3, false, &variant.Dictionary{Key: &ints}, variant.Dictionary{},
			[]string{"$: replaced: Dictionary[int, Variant] → Dictionary"}},
		{codec.Godot3, false, &variant.TypedArray{}, array(),
			[]string{"$: replaced: TypedArray → Array"}},
		{codec.Godot3, false, &variant.PackedTypedArray{}, array(),
			[]string{"$: replaced: PackedTypedArray → Array"}},
		{codec.Godot4, false, variant.NewDictionary(variant.KV("pos", array(math.V2(16777217, 1)))),
			variant.NewDictionary(variant.KV("pos", array(math.V2(16777216, 1)))),
			[]string{`$["pos"][0].x: rounded: 16777217 → single 16777216 (error -1)`}},
	} {
		c := settings{dialect: row.to, full: row.full}.in(codec.Default)
		got, notes := converted(t, c, row.v)
		assert.True(t, variant.Equal(row.want, got), "%v\nwant %#v\ngot  %#v", row.v, row.want, got)
		assert.Equal(t, row.notes, notes, "%v", row.v)
	}
}

// TestConvertOfRaw: a Raw of another dialect is converted by its value.
func TestConvertOfRaw(t *testing.T) {
	three := settings{dialect: codec.Godot3}.in(codec.Default)
	raw, err := three.Raw(testkit.Encode(t, three, math.V2(1, 2)))
	require.NoError(t, err)
	got, notes := converted(t, codec.MustNew(codec.Options{}), variant.NewArray(raw))
	testkit.RequireEqual(t, variant.NewArray(math.V2(1, 2)), got)
	require.Empty(t, notes)
}

// TestConvertErrors: cycles, values without end, and types that nothing is known of.
func TestConvertErrors(t *testing.T) {
	for kind, v := range map[error]variant.Variant{
		variant.ErrDepth:       endless(),
		variant.ErrLimit:       doubled(60, variant.Int(1)),
		variant.ErrUnsupported: variant.NewArray(odd{}),
	} {
		_, err := codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 1 << 20}}).Convert(v,
			nil)
		require.ErrorIs(t, err, kind)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, "convert", e.Op)
	}

	keys := variant.Variant(variant.Int(0))
	for range 1000 { // the bytes of the inner keys count for each key around them
		keys = variant.NewDictionary(variant.Pair{Key: keys},
			variant.Pair{Key: variant.String(long)})
	}

	_, err := codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 1 << 16}}).Convert(keys,
		nil)
	require.ErrorIs(t, err, variant.ErrLimit)
}

// TestConvertSharesMemory: what does not change is not copied, and what is given is not changed.
func TestConvertSharesMemory(t *testing.T) {
	kept := variant.NewArray(variant.Int(1))
	v := variant.NewArray(kept, variant.StringName("a"))
	got, _ := converted(t, settings{dialect: codec.Godot3}.in(codec.Default), v)
	require.Same(t, &kept.Items[0], &got.(variant.Array).Items[0].(variant.Array).Items[0])
	testkit.RequireEqual(t, variant.NewArray(kept, variant.StringName("a")), v)
}

// TestConvertOwnDialect: a dialect may lack anything, and have a fallback of its own.
func TestConvertOwnDialect(t *testing.T) {
	small := &variant.Dialect{Name: "small",
		Types:    []variant.Type{variant.TypeNil, variant.TypeString},
		Fallback: map[variant.Type]variant.Type{variant.TypeStringName: variant.TypeString}}

	c := codec.MustNew(codec.Options{Dialect: small})
	for _, v := range []variant.Variant{
		variant.Int(1), math.Vector2i{}, objects.NewObject("Node"), objects.Object{ID: 1},
		packed.PackedInt64Array{1},
	} {
		_, err := c.Convert(v, nil)
		require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
	}

	got, notes := converted(t, c, variant.StringName("a"))
	require.Equal(t, variant.String("a"), got)
	require.Len(t, notes, 1)
}

// TestLiveClasses: each engine has the new names of classes that its dialect lists, and none of the
// old names.
func TestLiveClasses(t *testing.T) {
	since35 := []string{"NavigationAgent", "NavigationObstacle"} // which 3.2 does not have

	live.Each(t, func(t *testing.T, e live.Engine) {
		own := slices.Sorted(maps.Values(e.Dialect.Classes))
		foreign := slices.Collect(maps.Keys(e.Dialect.Classes))
		dir := t.TempDir()
		names := strings.Join(append(foreign, own...), "\n")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "classes"), []byte(names), 0o600))

		var known []string
		for _, line := range e.Run(t, e.Script("testdata/live/classes"), dir) {
			if name, ok := strings.CutPrefix(line, "class "); ok {
				known = append(known, name)
			}
		}

		slices.Sort(known)
		if e.Dialect == codec.Godot3 {
			own = slices.DeleteFunc(own, func(name string) bool {
				return slices.Contains(since35, name) && !slices.Contains(known, name)
			})
		}

		require.Equal(t, own, known)
	})
}

// TestLiveForeignText: each engine reads no text of its dialect's ForeignText as the
// value that it is, and reads that of all other types.
func TestLiveForeignText(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		dir := t.TempDir()
		var lines, want []string
		for _, v := range samplesOfText() {
			for _, version := range []vartext.Version{vartext.Version3, vartext.Version4} {
				s, err := vartext.Format(v, vartext.Options{Version: version})
				if err != nil {
					continue // Godot 3 has no text for it
				}

				s = strings.ReplaceAll(s, "\n", "")
				lines = append(lines, s)

				_, notes := converted(t, codec.MustNew(codec.Options{Dialect: e.Dialect}),
					variant.String(s))
				if len(notes) > 0 {
					want = append(want, s)
				}
			}
		}

		require.NoError(t, os.WriteFile(filepath.Join(dir, "texts"),
			[]byte(strings.Join(lines, "\n")), 0o600))
		var foreign []string
		for _, line := range e.Run(t, e.Script("testdata/live/texts"), dir) {
			if s, ok := strings.CutPrefix(line, "foreign "); ok {
				foreign = append(foreign, s)
			}
		}

		require.Equal(t, want, foreign)
		require.Equal(t, len(e.Dialect.ForeignText) > 0, len(foreign) > 0)
	})
}

// samplesOfText has a value of each type whose text has a name.
func samplesOfText() []variant.Variant {
	ints := variant.ElementType{Type: variant.TypeInt}

	return []variant.Variant{
		variant.NewTypedArray(ints, variant.Int(1)), variant.Dictionary{Key: &ints, Value: &ints},
		math.Vector2{}, math.Vector2i{}, math.Rect2{}, math.Rect2i{}, math.Vector3{},
		math.Vector3i{}, math.Transform2D{}, math.Vector4{},
		math.Vector4i{}, math.Plane{}, math.Quaternion{W: 1}, math.AABB{}, math.Basis{},
		math.Transform3D{}, math.Projection{}, math.Color{},
		objects.NodePath{Names: []string{"a"}},
		packed.PackedByteArray{1}, packed.PackedInt32Array{1}, packed.PackedInt64Array{1},
		packed.PackedFloat32Array{1},
		packed.PackedFloat64Array{1}, packed.PackedStringArray{"a"}, packed.PackedVector2Array{{}},
		packed.PackedVector3Array{{}},
		packed.PackedColorArray{{}}, packed.PackedVector4Array{{}},
	}
}

// TestConvertToStrict: what Convert returns for a codec in strict mode is what that encodes, also of
// an object with two properties of one name and of a Dictionary with equal keys.
func TestConvertToStrict(t *testing.T) {
	twice := objects.NewObject("Node", objects.Prop("hp", variant.Int(1)),
		objects.Prop("name", variant.String("a")), objects.Prop("hp", variant.Int(2)))
	keys := variant.NewDictionary(variant.KV("a", variant.Int(1)), variant.KV("a", twice))

	for _, d := range []*variant.Dialect{codec.Godot4, codec.Godot3, codec.Pandemonium5} {
		for _, full := range []bool{false, true} {
			c := codec.MustNew(codec.Options{Dialect: d, Mode: codec.Strict, FullObjects: full})
			for _, v := range []variant.Variant{twice, keys, variant.NewArray(twice, keys)} {
				var notes []string
				got, err := c.Convert(v, func(n codec.Note) { notes = append(notes, n.String()) })
				require.NoError(t, err)
				require.NotEmpty(t, notes)
				testkit.Encode(t, c, got)

				again, err := c.Convert(got, nil)
				require.NoError(t, err)
				testkit.RequireEqual(t, got, again)
			}
		}
	}

	c := codec.MustNew(codec.Options{Mode: codec.Strict, FullObjects: true})
	got, err := c.Convert(twice, nil)
	require.NoError(t, err)
	testkit.RequireEqual(t, objects.NewObject("Node", objects.Prop("hp", variant.Int(2)),
		objects.Prop("name", variant.String("a"))), got)
	require.Len(t, twice.Properties, 3)
	require.Equal(t, variant.Variant(variant.Int(1)), twice.Properties[0].Value, "not changed")
}
