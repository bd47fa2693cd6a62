package variant_test

import (
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/internal/test/parsed"
	"godotvariant/internal/test/testkit"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
	"godotvariant/variant/tree"
)

var (
	null = variant.Nil{}
	one  = variant.Int(1)
	two  = variant.Int(2)
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// allDigits reads full objects, and rounds no component.
var allDigits = codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})

// firstOf returns the first value that a sequence yields. The sequence must end when the loop
// breaks.
func firstOf[K, V any](all iter.Seq2[K, V]) (k K, v V) {
	for k, v = range all {
		break
	}
	return k, v
}

// TestContainersYieldTheirParts: containers yield their parts in order, until the loop is left.
func TestContainersYieldTheirParts(t *testing.T) {
	a := variant.NewArray(one, str("b"), nil)
	assert.Equal(t, 3, a.Len())
	assert.Equal(t, map[int]variant.Variant{0: one, 1: str("b"), 2: nil}, maps.Collect(a.All()))
	i, item := firstOf(a.All())
	assert.Equal(t, []any{0, one}, []any{i, item})

	d := variant.NewDictionary(variant.KV("a", one), pair(two, nil))
	assert.Equal(t, []variant.Variant{str("a"), two}, slices.Collect(d.Keys()))
	assert.Equal(t, []variant.Variant{one, nil}, slices.Collect(d.Values()))
	assert.Equal(t, map[variant.Variant]variant.Variant{str("a"): one, two: nil},
		maps.Collect(d.All()))
	key, value := firstOf(d.All())
	assert.Equal(t, []any{str("a"), one}, []any{key, value})

	_, key = firstOf(d.Parts())
	assert.Equal(t, str("a"), key)
	for range d.Keys() {
		break
	}
	for range d.Values() {
		break
	}

	typed := variant.TypedArray{Items: []variant.Variant{one}}
	for _, c := range []variant.Container{typed, variant.PackedTypedArray(typed)} {
		_, item := firstOf(c.Parts())
		assert.Equal(t, one, item)
	}
}

// TestDictionary: keys are compared as in Godot 4. If keys are equal, the dictionary keeps the
// first key with the last value.
func TestDictionary(t *testing.T) {
	d := variant.NewDictionary(variant.KV("a", one), pair(two, str("two")))
	get := func(key variant.Variant) variant.Variant { v, _ := d.Get(key); return v }
	d.Set(variant.StringName("a"), two)
	assert.Equal(t, pair(str("a"), two), d.Pairs[0], "the first key stays")
	d.Set(str("c"), null)
	assert.Equal(t, 3, d.Len())
	assert.Equal(t, str("c"), d.Pairs[2].Key)

	d.Pairs = append(d.Pairs, variant.KV("a", str("last")))
	assert.Equal(t, str("last"), get(str("a")), "of two equal keys the last counts")
	assert.True(t, d.Delete(str("a")))
	assert.Equal(t, []variant.Pair{pair(two, str("two")), variant.KV("c", null)}, d.Pairs)
	assert.False(t, d.Delete(str("a")))
	assert.False(t, d.Has(variant.Float(2)), "an int is not a float")
}

// An equality has two values, and says whether they are equal and whether they are the same key.
type equality struct {
	a, b       variant.Variant
	equal, key bool
}

// equalities returns the values in equal.txt, and some values that have no text.
func equalities(t *testing.T) []equality {
	all := []equality{
		{nil, null, true, true},
		{nil, str(""), false, false},
		{str("\xff"), str("\xff"), true, true},
		{variant.NewArray(), variant.Array{Shared: true}, false, false},
		{variant.TypedArray{}, variant.PackedTypedArray{}, false, false},
		{objects.Object{}, objects.Object{}, true, true},
		{(*variant.Int)(nil), (*variant.Int)(nil), false, false}, // a nil pointer has no value
	}

	for _, row := range testkit.Rows(t, "testdata/equal.txt") {
		a, b := parsed.Value(t, row[0]), parsed.Value(t, row[1])
		all = append(all, equality{a, b, row[2] == "both", row[2] != "neither"})
	}

	return all
}

// alone has keys that are equal to no key, not even to themselves.
var alone = []variant.Variant{
	objects.Object{ID: 1}, objects.NewObject("Node"), variant.NewArray(variant.Float(math.NaN())),
	variant.NewArray(objects.Object{ID: 1}),
	variant.NewDictionary(variant.KV("a", variant.Float(math.NaN()))),
}

// TestEqual: values are equal if their packets are equal. Keys are compared as in Godot 4, also in
// the look-ups of a Dictionary.
func TestEqual(t *testing.T) {
	for _, c := range equalities(t) {
		name := fmt.Sprintf("%#v and %#v", c.a, c.b)
		assert.Equal(t, c.equal, variant.Equal(c.a, c.b), name)
		assert.Equal(t, c.equal, variant.Equal(c.b, c.a), name)
		assert.Equal(t, c.key, variant.KeyEqual(c.a, c.b), "as keys: %s", name)
		assert.Equal(t, c.key, variant.KeyEqual(c.b, c.a), "as keys: %s", name)

		d := variant.NewDictionary(pair(c.a, one), variant.KV("another", two))
		assert.Equal(t, c.key, d.Has(c.b), "in a dictionary: %s", name)
		if own, ok := c.a.(interface{ Equal(variant.Variant) bool }); ok {
			assert.Equal(t, c.equal, own.Equal(c.b), name)
		}

		if _, broken := c.a.(*variant.Int); !broken {
			assert.True(t, variant.Equal(c.a, c.a) && variant.KeyEqual(c.a, c.a), name)
		}
	}

	for _, v := range alone {
		assert.True(t, variant.Equal(v, v), "%v", v)
		assert.False(t, variant.KeyEqual(v, v), "%v", v)
	}

	assert.True(t, variant.KeyEqual(objects.Object{}, objects.Object{}), "null is one key")
	assert.False(t, variant.KeyEqual(objects.Object{}, nil))

	items := make([]variant.Variant, 1)
	items[0] = variant.Array{Items: items}
	assert.False(t, variant.Equal(items[0], items[0]), "what holds itself equals nothing")
}

func TestAs(t *testing.T) {
	i, ok := variant.As[variant.Int](one)
	assert.True(t, ok)
	assert.Equal(t, one, i)
	for _, v := range []variant.Variant{nil, variant.Float(1)} {
		_, ok = variant.As[variant.Int](v)
		assert.False(t, ok)
	}
}

func TestTypeNames(t *testing.T) {
	for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
		got, ok := dialect.ByName(typ.String())
		require.True(t, ok, "%v", typ)
		require.Equal(t, typ, got)
	}

	_, ok := dialect.ByName("Quat")
	assert.False(t, ok)
	for typ, want := range map[variant.Type][2]string{
		variant.TypeInt:                  {"int", "TypeInt"},
		variant.TypePackedByteArray:      {"PackedByteArray", "TypePackedByteArray"},
		variant.TypeCustom:               {"custom type 0", "Type(128)"},
		variant.TypeCustom + 3:           {"custom type 3", "Type(131)"},
		variant.TypeUnsupported:          {"unsupported type", "TypeUnsupported"},
		variant.TypeUnsupported - 1:      {"custom type 126", "Type(254)"},
		variant.TypePackedTypedArray + 1: {"unsupported type", "Type(44)"},
	} {
		assert.Equal(t, want, [2]string{typ.String(), typ.GoString()})
	}

	assert.Equal(t, "single double", fmt.Sprint(variant.Single, " ", variant.Double))
}

func TestElementTypeText(t *testing.T) {
	e := variant.ElementType{Type: variant.TypeObject, Class: "Node"}
	assert.Equal(t, "Node", e.String())
	e.Script = "res://a.gd"
	assert.Equal(t, "res://a.gd", e.String())
	assert.Equal(t, "int", variant.ElementType{Type: variant.TypeInt}.String())
}

// TestElementTypesConvert: Convert makes the conversions that the engine also makes and that lose
// no data.
func TestElementTypesConvert(t *testing.T) {
	for _, row := range testkit.Rows(t, "testdata/convert.txt") {
		typ, _ := dialect.ByName(row[0])
		got, err := (&variant.ElementType{Type: typ}).Convert(parsed.Value(t, row[1]))
		if row[2] == "none" {
			assert.ErrorIs(t, err, variant.ErrElementType, row)
			assert.Nil(t, got, row)
			continue
		}
		assert.Equal(t, parsed.Value(t, row[2]), got, row)
	}

	var anyType *variant.ElementType
	assert.Equal(t, variant.Variant(two), testkit.Must(anyType.Convert(two)))
	object := &variant.ElementType{Type: variant.TypeObject}
	assert.Equal(t, variant.Variant(noJSON{}), testkit.Must(object.Convert(noJSON{})))
	_, err := (&variant.ElementType{Type: variant.TypeInt}).Convert(noJSON{})
	assert.ErrorIs(t, err, variant.ErrElementType)
}

// TestSelfContainingValuesAreBounded: for a value that contains itself, every function ends, with
// an error or a limited text.
func TestSelfContainingValuesAreBounded(t *testing.T) {
	for _, v := range testkit.SelfContaining() {
		_, err := variant.JSON(v)
		assert.ErrorIs(t, err, variant.ErrDepth)
		assert.Less(t, len(slog.AnyValue(v).Resolve().String()), 1<<20)
		_, err = tree.Lookup(variant.NewArray(), variant.Path{{Kind: variant.StepKey, Key: v}})
		assert.ErrorIs(t, err, variant.ErrNotFound)
		assert.Less(t, len(err.Error()), 200)
	}
	_, err := variant.NewArray(noJSON{}).MarshalText()
	assert.ErrorIs(t, err, variant.ErrUnsupported)
}

// TestNilPointersHaveNoValue: a nil pointer can be printed. Functions that need a value, such as
// Encode, return an error.
func TestNilPointersHaveNoValue(t *testing.T) {
	for _, none := range []variant.Variant{
		(*gdmath.Vector2)(nil), (*variant.Int)(nil), (*variant.Array)(nil),
		(*variant.Dictionary)(nil), (*objects.Object)(nil),
		(*objects.NodePath)(nil), (*packed.PackedByteArray)(nil), (*noJSON)(nil), (*ownJSON)(nil),
	} {
		name := fmt.Sprintf("%T", none)
		v := variant.NewArray(none, one)
		assert.Equal(t, "<nil>", variant.Text(none), name)
		assert.Equal(t, "[<nil>, 1]", v.String(), name)
		assert.Contains(t, fmt.Sprintf("%#v", v), "nil /* a nil pointer */", name)
		assert.Contains(t, v.LogValue().String(), "<nil>", name)
		n := 0
		for range tree.Walk(v) {
			n++
		}
		assert.Equal(t, 3, n, "the array and its items: %s", name)

		_, errText := v.MarshalText()
		_, errJSON := variant.JSON(v)
		_, errAlone := variant.JSON(none)
		for _, err := range []error{errText, errJSON, errAlone} {
			assert.ErrorIs(t, err, variant.ErrUnsupported, name)
		}

		_, errPart := tree.Lookup(v, "[0].x")
		_, errItem := tree.Lookup(none, "[0]")
		_, errGet := tree.Get[variant.Int](none, "x")
		_, errType := tree.Get[variant.Int](variant.NewDictionary(variant.KV("x", none)), "x")
		for _, err := range []error{errPart, errItem, errGet, errType} {
			assert.ErrorIs(t, err, variant.ErrWrongType, name)
		}

		assert.Equal(t, "$[?]", variant.Path{{Kind: variant.StepKey, Key: none}}.String(), name)
	}
}

// panicking is a type whose String method panics. The library must not hide the panic.
type panicking struct{ noJSON }

func (panicking) String() string { panic("wrong") }

// TestPanicsOfOtherMethodsGoOn: the library hides a panic only for a nil pointer.
func TestPanicsOfOtherMethodsGoOn(t *testing.T) {
	assert.PanicsWithValue(t, "wrong", func() { _ = variant.Text(variant.NewArray(panicking{})) })
}

// hostile are names that would end the text around them, or change how a terminal shows it.
var hostile = []string{
	`Node]([]), Object(Node,"script":Object(GDScript,"script/source":"print('run')")), Array[Node`,
	`A,"x":1`, "int", "PackedFloat32Array", "Variant", "null", "", "9lives", "a b", `"`, `\`,
	"Tür",
	"\x1b]0;title\a", "\r\nline", "\u009b31m", "\u202eabc", "\x9b",
}

// everywhere returns values that have the name in every place in which a value can have a name.
func everywhere(name string) []variant.Variant {
	elem := &variant.ElementType{Type: variant.TypeObject, Class: name}
	script := &variant.ElementType{Type: variant.TypeObject, Script: name}
	return []variant.Variant{
		variant.Array{Elem: elem},
		variant.Array{Elem: script},
		variant.TypedArray{Elem: *elem},
		variant.Dictionary{Key: elem, Value: script},
		objects.NewObject(name, objects.Prop(name, variant.Int(1))),
		objects.Signal{Name: name, Object: 1},
		objects.NodePath{Names: []string{name}},
		variant.NewArray(variant.String(name), variant.StringName(name)),
	}
}

// TestHostileNamesAreShownSafely: the text of a value with a hostile name is read as the same
// value, or reading it is an error. Errors, paths, texts and Go source never contain characters
// from data that control a terminal or a log.
func TestHostileNamesAreShownSafely(t *testing.T) {
	for _, name := range hostile {
		for _, v := range everywhere(name) {
			s := variant.Text(v)
			back, err := text.Parse(s, allDigits)
			assert.True(t, err != nil || variant.Text(back) == s, "%s\nis read as\n%v", s, back)
			assert.Zero(t, strings.Count(s, "GDScript")-strings.Count(s, `Object(GDScript,\"`), s)

			d := variant.NewDictionary(pair(v, one))
			path := variant.Path{{Kind: variant.StepKey, Key: v},
				{Kind: variant.StepProperty, Name: name}}
			_, missing := tree.Lookup(d, "missing")
			_, deep := tree.Lookup(d, path)
			shown := []string{fmt.Sprintf("%#v", v), missing.Error(), deep.Error(),
				deep.(*variant.Error).Path.Short()}
			if !strings.Contains(name, "\x9b") { // only errors and paths escape bytes outside UTF-8
				shown = append(shown, s, path.String())
			}

			for _, s := range shown {
				assert.False(t, strings.ContainsFunc(s, obeyed), "%q", s)
			}
		}

		for _, data := range []string{name + "[", `{"type":"` + name + `"}`, `{"` + name + `":1}`} {
			_, errText := text.Parse(data, nil)
			_, errJSON := jsonvar.Parse([]byte(data), nil)
			assert.False(t, strings.ContainsFunc(fmt.Sprint(errText, errJSON), obeyed), data)
		}
	}
}

// obeyed reports whether c is a character that controls a terminal or a log.
func obeyed(c rune) bool { return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// distinct returns different values with the names in hostile. Without quotes, some of them would
// have the same text or JSON.
func distinct() (values []variant.Variant) {
	for _, name := range hostile {
		if name == "" || !utf8.ValidString(name) {
			continue
		}
		values = append(values, everywhere(name)...)
	}

	for _, s := range []string{"null", `"s:"`, `"s"`, "[]", "Array[int]([])", "{}"} {
		values = append(values, testkit.Must(text.Parse(s, nil)))
	}

	ints := &variant.ElementType{Type: variant.TypeInt}
	object := func(class, script string) *variant.ElementType {
		return &variant.ElementType{Type: variant.TypeObject, Class: class, Script: script}
	}
	return append(values,
		objects.Object{},
		variant.Array{Shared: true},
		variant.Array{Elem: ints, Shared: true},
		variant.Array{Elem: object("class:a", "")},
		variant.Array{Elem: object("a/b", "")},
		variant.Array{Elem: object("", "a/b")},
		variant.Dictionary{Shared: true},
	)
}

// TestHostileNamesStayApart: for all names of classes, scripts and keys, canonical JSON is read
// back as the same value, and paths to different keys have different texts.
func TestHostileNamesStayApart(t *testing.T) {
	seen := map[string]variant.Variant{}
	for _, v := range distinct() {
		// A TypedArray has the JSON of an Array, and a null object has the JSON of Nil. So their
		// JSON is read as another value.
		if v.Type() != variant.TypeTypedArray && variant.Text(v) != "null" {
			data := testkit.Must(jsonvar.Format(v, allDigits))
			back := testkit.Must(jsonvar.Parse(data, allDigits))
			assert.True(t, variant.Equal(v, back), "%s\n%#v\n%#v", data, v, back)
		}

		path := variant.Path{{Kind: variant.StepKey, Key: v}}.String()
		if before, ok := seen[path]; ok {
			assert.True(t, variant.Equal(before, v), "%s\n%#v\n%#v", path, before, v)
		}

		seen[path] = v
		found := testkit.Must(tree.Lookup(variant.NewDictionary(pair(v, one)), path))
		assert.Equal(t, variant.Variant(one), found, path)
	}
}
