package convert

import (
	"maps"
	stdmath "math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	vartext "godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// allDigits is a codec that accepts full objects and does not round components.
var allDigits = codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})

// converted returns the result of Value and the texts of its notes.
func converted(t testing.TB, c *codec.Codec, v variant.Variant) (variant.Variant, []string) {
	t.Helper()
	var notes []string
	out, err := Value(v, c, func(n Note) { notes = append(notes, n.String()) })
	require.NoError(t, err, "%s: %#v", c.Dialect().Name(), v)
	return out, notes
}

func in(d *variant.Dialect) *codec.Codec { return codec.MustNew(codec.Options{Dialect: d}) }

func objectElem(class string) variant.ElementType {
	return variant.ElementType{Type: variant.TypeObject, Class: class}
}

// oddType is a type that no codec knows.
type oddType struct{ variant.Nil }

func (oddType) Type() variant.Type { return variant.TypeCustom }

// TestValue converts the values of testdata/convert.txt, and values that have no text: typed
// arrays of Pandemonium, pointers, objects with class and ID, and dictionaries with equal keys.
func TestValue(t *testing.T) {
	check := func(c *codec.Codec, v, want variant.Variant, notes ...string) {
		got, gotNotes := converted(t, c, v)
		assert.True(t, variant.Equal(want, got), "%v\nwant %#v\ngot  %#v", v, want, got)
		assert.Equal(t, strings.Join(notes, "\n"), strings.Join(gotNotes, "\n"), "%v", v)
	}

	parse := func(s string) variant.Variant {
		v, err := vartext.Parse(s, allDigits)
		require.NoError(t, err, s)
		return v
	}

	data, err := os.ReadFile("testdata/convert.txt")
	require.NoError(t, err)
	for _, row := range strings.Split(string(data), "\n== ")[1:] {
		lines := strings.Split(strings.TrimSpace(row), "\n")
		dialect, value, _ := strings.Cut(lines[0], ": ")
		name, full := strings.CutSuffix(dialect, " full")
		c := codec.MustNew(codec.Options{Dialect: codec.DialectByName(name), FullObjects: full})
		check(c, parse(value), parse(lines[1]), lines[2:]...)
	}

	five := in(codec.Pandemonium5)
	fullFive := codec.MustNew(codec.Options{Dialect: codec.Pandemonium5, FullObjects: true})
	ints, array := variant.ElementType{Type: variant.TypeInt}, variant.NewArray
	items := []variant.Variant{objects.Object{ID: 5}}
	empty := variant.Dictionary{}
	lost := "$[key 1]: lost: an equal key comes before it, whose value is lost"
	for _, row := range []struct {
		to      *codec.Codec
		v, want variant.Variant
		notes   []string
	}{
		{three, nil, nil, nil},
		{three, variant.NewDictionary(variant.KV("a", variant.Int(1)),
			variant.Pair{Key: variant.StringName("a"), Value: variant.Int(2)}),
			variant.NewDictionary(variant.KV("a", variant.Int(2))),
			[]string{"$[key 1]: replaced: StringName → String", lost}},
		{four, variant.NewDictionary(variant.Pair{Key: empty, Value: variant.Int(1)},
			variant.Pair{Key: empty, Value: variant.Int(2)}),
			variant.NewDictionary(variant.Pair{Key: empty, Value: variant.Int(2)}), []string{lost}},
		{four, variant.TypedArray{Elem: ints, Items: []variant.Variant{variant.Int(1)}},
			variant.NewTypedArray(ints, variant.Int(1)),
			[]string{"$: replaced: TypedArray → Array"}},
		{five, variant.TypedArray{Elem: objectElem("Node"), Items: items},
			variant.TypedArray{Elem: objectElem("EncodedObjectAsID"), Items: items},
			[]string{"$: replaced: Array[Node] → Array[EncodedObjectAsID]"}},
		{four, objects.Object{Class: "Node", ID: 5}, objects.Object{ID: 5},
			[]string{"$: lost: Node → Object: " +
				"without Options.FullObjects only its instance ID is written"}},
		{fullFive,
			variant.PackedTypedArray{Elem: variant.ElementType{Type: variant.TypeObject,
				Class: "Node", Script: "res://a.gd"}},
			variant.PackedTypedArray{Elem: objectElem("")},
			[]string{`$: replaced: Array[Resource("res://a.gd")] → Array[Object]`}},
		{three, &variant.Array{Elem: &ints}, array(), []string{"$: replaced: Array[int] → Array"}},
		{three, &variant.Dictionary{Key: &ints}, empty,
			[]string{"$: replaced: Dictionary[int, Variant] → Dictionary"}},
		{three, &variant.TypedArray{}, array(), []string{"$: replaced: TypedArray → Array"}},
		{three, &variant.PackedTypedArray{}, array(),
			[]string{"$: replaced: PackedTypedArray → Array"}},
	} {
		check(row.to, row.v, row.want, row.notes...)
	}
}

// TestValueOfRaw: a Raw of another dialect is converted like its value.
func TestValueOfRaw(t *testing.T) {
	raw, err := three.Raw(testkit.Encode(t, three, math.V2(1, 2)))
	require.NoError(t, err)
	got, notes := converted(t, four, variant.NewArray(raw))
	testkit.RequireEqual(t, variant.NewArray(math.V2(1, 2)), got)
	require.Empty(t, notes)
}

// TestValueErrors: Value refuses cycles, values with too many parts, and unknown types.
func TestValueErrors(t *testing.T) {
	small := codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 1 << 16}})
	for kind, v := range map[error]variant.Variant{
		variant.ErrDepth:       testkit.SelfContaining()["array"],
		variant.ErrLimit:       testkit.Doubling(60, variant.Int(1)),
		variant.ErrUnsupported: variant.NewArray(oddType{}),
	} {
		_, err := Value(v, small, nil)
		require.ErrorIs(t, err, kind)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, variant.OpConvert, e.Op)
	}

	keys := variant.Variant(variant.Int(0))
	for range 1000 { // the limit counts an inner key again for each key that contains it
		keys = variant.NewDictionary(variant.Pair{Key: keys},
			variant.Pair{Key: variant.String(strings.Repeat("a", 56))})
	}

	_, err := Value(keys, small, nil)
	require.ErrorIs(t, err, variant.ErrLimit)
}

// TestValueSharesMemory: Value does not copy parts that do not change, and does not change its
// argument.
func TestValueSharesMemory(t *testing.T) {
	kept := variant.NewArray(variant.Int(1))
	v := variant.NewArray(kept, variant.StringName("a"))
	got, _ := converted(t, three, v)
	require.Same(t, &kept.Items[0], &got.(variant.Array).Items[0].(variant.Array).Items[0])
	testkit.RequireEqual(t, variant.NewArray(kept, variant.StringName("a")), v)
}

// TestValueOwnDialect: a dialect that the program defines may lack any type, and may have any
// fallbacks.
func TestValueOwnDialect(t *testing.T) {
	small := dialect.MustNew(dialect.Spec{Name: "small",
		Types:    []variant.Type{variant.TypeNil, variant.TypeString},
		Fallback: map[variant.Type]variant.Type{variant.TypeStringName: variant.TypeString}})

	c := in(small)
	for _, v := range []variant.Variant{
		variant.Int(1), math.Vector2i{}, objects.NewObject("Node"), objects.Object{ID: 1},
		packed.PackedInt64Array{1},
	} {
		_, err := Value(v, c, nil)
		require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
	}

	got, notes := converted(t, c, variant.StringName("a"))
	require.Equal(t, variant.String("a"), got)
	require.Len(t, notes, 1)
}

// TestLiveClasses: each engine has the new class names in the list for its family, and does not
// have the old names.
func TestLiveClasses(t *testing.T) {
	since35 := []string{"NavigationAgent", "NavigationObstacle"} // Godot 3.2 does not have these

	live.Each(t, func(t *testing.T, e live.Engine) {
		e = e.Official(t)
		own := slices.Sorted(maps.Values(classNames[e.Dialect.Family()]))
		foreign := slices.Collect(maps.Keys(classNames[e.Dialect.Family()]))
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

// TestLiveForeignText: an engine reads the constructor texts of all types, except for the texts
// that foreignText lists for the family of the engine.
func TestLiveForeignText(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		dir := t.TempDir()
		var lines, want []string
		for name, args := range namedTexts {
			v, err := vartext.Parse(name+"("+args+")", nil)
			require.NoError(t, err)
			for _, d := range []*variant.Dialect{codec.Godot3, codec.Godot4} {
				s, err := vartext.Format(v, in(d))
				if err != nil {
					continue // Godot 3 has no text for this type
				}

				s = strings.ReplaceAll(s, "\n", "")
				lines = append(lines, s)

				_, notes := converted(t, in(e.Dialect), variant.String(s))
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
		require.Equal(t, len(foreignText[e.Dialect.Family()]) > 0, len(foreign) > 0)
	})
}

// namedTexts has the constructor texts that begin with a name. The keys are the names, and the
// values are the arguments in parentheses.
var namedTexts = map[string]string{
	"Array[int]": "[1]", "Dictionary[int, int]": "{}", "NodePath": `"a"`,
	"Vector2": "0, 0", "Vector2i": "0, 0", "Rect2": "0, 0, 0, 0", "Rect2i": "0, 0, 0, 0",
	"Vector3": "0, 0, 0", "Vector3i": "0, 0, 0", "Transform2D": "0, 0, 0, 0, 0, 0",
	"Vector4": "0, 0, 0, 0", "Vector4i": "0, 0, 0, 0", "Plane": "0, 0, 0, 0",
	"Quaternion": "0, 0, 0, 1", "AABB": "0, 0, 0, 0, 0, 0", "Color": "0, 0, 0, 0",
	"Basis": "0, 0, 0, 0, 0, 0, 0, 0, 0", "Transform3D": "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0",
	"Projection":      "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0",
	"PackedByteArray": "1", "PackedInt32Array": "1", "PackedInt64Array": "1",
	"PackedFloat32Array": "1", "PackedFloat64Array": "1", "PackedStringArray": `"a"`,
	"PackedVector2Array": "0, 0", "PackedVector3Array": "0, 0, 0",
	"PackedColorArray": "0, 0, 0, 0", "PackedVector4Array": "0, 0, 0, 0",
}

// TestValueToStrict: a codec in strict mode encodes the result of Value, even for an object with
// two properties of one name and for a Dictionary with equal keys.
func TestValueToStrict(t *testing.T) {
	twice := objects.NewObject("Node", objects.Prop("hp", variant.Int(1)),
		objects.Prop("name", variant.String("a")), objects.Prop("hp", variant.Int(2)))
	keys := variant.NewDictionary(variant.KV("a", variant.Int(1)), variant.KV("a", twice))
	c := codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict})
	once, _ := converted(t, c, keys)
	testkit.Encode(t, c, once)

	got, _ := converted(t, c, twice)
	testkit.Encode(t, c, got)
	testkit.RequireEqual(t, objects.NewObject("Node", objects.Prop("hp", variant.Int(2)),
		objects.Prop("name", variant.String("a"))), got)
	require.Len(t, twice.Properties, 3)
	require.Equal(t, variant.Variant(variant.Int(1)), twice.Properties[0].Value, "not changed")
}

// TestValueErrorsInParts: an error in a part of any container ends the conversion, and the path of
// the error leads to the part.
func TestValueErrorsInParts(t *testing.T) {
	full := codec.MustNew(codec.Options{FullObjects: true})
	five := in(codec.Pandemonium5)
	items := []variant.Variant{variant.Int(1), oddType{}}
	node := objects.NewObject("Node",
		objects.Prop("hp", variant.Int(1)), objects.Prop("odd", oddType{}))
	ints := variant.ElementType{Type: variant.TypeInt}

	for _, c := range []struct {
		codec *codec.Codec
		v     variant.Variant
		path  string
	}{
		{four, variant.NewArray(items...), "$[1]"},
		{four, variant.NewTypedArray(ints, items...), "$[1]"},
		{five, variant.TypedArray{Elem: ints, Items: items}, "$[1]"},
		{five, variant.PackedTypedArray{Elem: ints, Items: items}, "$[1]"},
		{four, variant.NewDictionary(variant.KV("a", oddType{})), `$["a"]`},
		{four, variant.NewDictionary(variant.Pair{Key: oddType{}}), "$[key 0]"},
		{four, node, "$.odd"},
		{full, node, "$.odd"},
	} {
		_, err := Value(c.v, c.codec, nil)
		var e *variant.Error
		require.ErrorAs(t, err, &e, "%v", c.v)
		require.Equal(t, c.path, e.Path.String())
		require.ErrorIs(t, err, variant.ErrUnsupported)
	}
}

// TestValueOfElementTypes: a container keeps its element type if the dialect has this type and all
// converted parts have it.
func TestValueOfElementTypes(t *testing.T) {
	full := codec.MustNew(codec.Options{FullObjects: true})
	names := variant.ElementType{Type: variant.TypeStringName}
	vectors := variant.ElementType{Type: variant.TypePackedVector4Array}
	five := in(codec.Pandemonium5)
	docs := in(codec.DocsGodot4)
	null := objects.Object{}

	for _, c := range []struct {
		codec   *codec.Codec
		v, want variant.Variant
		notes   []string
	}{
		{five, variant.TypedArray{Elem: variant.ElementType{Type: variant.TypePackedInt64Array}},
			variant.NewArray(),
			[]string{"$: replaced: TypedArray → Array"}},
		{five, variant.TypedArray{Elem: names, Items: []variant.Variant{variant.Int(1)}},
			variant.NewArray(variant.Int(1)), []string{"$: replaced: TypedArray → Array"}},
		{in(codec.Godot43), variant.NewTypedArray(vectors), variant.NewTypedArray(vectors), nil},
		{in(codec.Godot40), variant.NewTypedArray(vectors), variant.NewArray(),
			[]string{"$: replaced: Array[PackedVector4Array] → Array"}},
		{full, variant.NewTypedArray(objectElem(""), nil, null),
			variant.NewTypedArray(objectElem("Object"), nil, variant.Nil{}), nil},
		{four, variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject,
			Class: "EncodedObjectAsID", Script: "res://a.gd"}),
			variant.NewTypedArray(objectElem("EncodedObjectAsID")),
			[]string{`$: replaced: Array[Resource("res://a.gd")] → Array[EncodedObjectAsID]`}},
		{five, variant.NewArray(variant.PackedTypedArray{
			Elem: variant.ElementType{Type: variant.TypeObject, Class: "Node"}}),
			variant.NewArray(variant.PackedTypedArray{Elem: objectElem("EncodedObjectAsID")}),
			[]string{"$[0]: replaced: Array[Node] → Array[EncodedObjectAsID]"}},
		{three, variant.String("aVector2i(1, 2)"), variant.String("aVector2i(1, 2)"), nil},
		{four, variant.NewArray(null), variant.NewArray(variant.Nil{}), nil},
		{docs, objects.Object{ID: 1<<32 | 1}, objects.Object{ID: 1<<32 | 1}, nil},
		{docs, objects.Object{ID: 1 << 32}, variant.Int(1 << 32), // the low 4 bytes would mean null
			[]string{"$: replaced: Object → int: its instance ID"}},
		{full, objects.Object{ID: 5}, objects.Object{ID: 5}, nil},
		{full, objects.Object{Class: "Node", ID: 5}, objects.NewObject("Node"),
			[]string{"$: lost: its instance ID, because it is written as a full object"}},
		{three, variant.NewDictionary(variant.Pair{Value: variant.StringName("a")}),
			variant.NewDictionary(variant.Pair{Value: variant.String("a")}),
			[]string{"$[null]: replaced: StringName → String"}},
	} {
		got, notes := converted(t, c.codec, c.v)
		assert.True(t, variant.Equal(c.want, got), "%#v\nwant %#v\ngot  %#v", c.v, c.want, got)
		assert.Equal(t, c.notes, notes, "%#v", c.v)
	}
}

// TestValueOfSignallingNaN: in a dialect with floats of 4 bytes, a signalling NaN becomes a quiet
// NaN. A note reports this, although the value is a NaN before and afterwards.
func TestValueOfSignallingNaN(t *testing.T) {
	const bits = 0x7ff4000000000000 // a NaN; its payload fits into 4 bytes
	docs := in(codec.DocsGodot32)
	got, notes := converted(t, docs, variant.Float(stdmath.Float64frombits(bits)))
	require.Equal(t, uint64(0x7ffc000000000000), stdmath.Float64bits(float64(got.(variant.Float))))
	require.Equal(t, []string{"$: rounded: nan → single payload of NaN cut"}, notes)
}

// TestValueOfOwnRegistry: a program's own type is converted if the codec has it.
func TestValueOfOwnRegistry(t *testing.T) {
	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(oddType{}, 100))
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3, Registry: registry})
	got, notes := converted(t, c, variant.NewArray(oddType{}))
	require.Equal(t, variant.Variant(oddType{}), got.(variant.Array).Items[0])
	require.Empty(t, notes)
}

func TestNoteKinds(t *testing.T) {
	require.Equal(t, "note of kind 99", NoteKind(99).String())
}
