package variant_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/internal/testkit"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestSelfContainingValuesAreBounded: what is bounded without work is so in every build.
func TestSelfContainingValuesAreBounded(t *testing.T) {
	for _, v := range testkit.SelfContaining() {
		_, err := variant.JSON(v)
		assert.ErrorIs(t, err, variant.ErrDepth)
		assert.Less(t, len(slog.AnyValue(v).Resolve().String()), 1<<20)
		_, err = tree.Path{{Kind: variant.StepKey, Key: v}}.Lookup(variant.NewArray())
		assert.ErrorIs(t, err, variant.ErrNotFound)
		assert.Less(t, len(err.Error()), 200)
	}
	_, err := variant.NewArray(noJSON{}).MarshalText()
	assert.ErrorIs(t, err, variant.ErrUnsupported)
}

// TestNilPointersHaveNoValue: a nil pointer has no value. It is printed as what it is, and an
// error where a value is needed, as in Encode.
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

		assert.Equal(t, "$[?]", tree.Path{{Kind: variant.StepKey, Key: none}}.String(), name)
	}
}

// panicking is a type whose String method is wrong, which is not for the library to hide.
type panicking struct{ noJSON }

func (panicking) String() string { panic("wrong") }

// TestPanicsOfOtherMethodsGoOn: only a nil pointer is a reason to hide a panic.
func TestPanicsOfOtherMethodsGoOn(t *testing.T) {
	assert.PanicsWithValue(t, "wrong", func() { _ = variant.Text(variant.NewArray(panicking{})) })
}

// hostile are names that end the text that they stand in, or change how it is shown.
var hostile = []string{
	`Node]([]), Object(Node,"script":Object(GDScript,"script/source":"print('run')")), Array[Node`,
	`A,"x":1`, "int", "PackedFloat32Array", "Variant", "null", "", "9lives", "a b", `"`, `\`,
	"Tür",
	"\x1b]0;title\a", "\r\nline", "\u009b31m", "\u202eabc", "\x9b",
}

// everywhere returns values that have the name in each place that has a text of its own.
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

// TestHostileNamesAreShownSafely: whatever a name is, the text of a value is read as the same value
// or not at all, and errors, paths, texts and Go source have no character of data that a terminal
// or a log obeys.
func TestHostileNamesAreShownSafely(t *testing.T) {
	for _, name := range hostile {
		for _, v := range everywhere(name) {
			s := variant.Text(v)
			back, err := text.Parse(s, text.ParseOptions{Objects: true})
			assert.True(t, err != nil || variant.Text(back) == s, "%s\nis read as\n%v", s, back)
			assert.Zero(t, strings.Count(s, "GDScript")-strings.Count(s, `Object(GDScript,\"`), s)

			d := variant.NewDictionary(pair(v, one))
			path := tree.Path{{Kind: variant.StepKey, Key: v},
				{Kind: variant.StepProperty, Name: name}}
			_, missing := tree.Lookup(d, "missing")
			_, deep := path.Lookup(d)
			shown := []string{fmt.Sprintf("%#v", v), missing.Error(), deep.Error(),
				deep.(*variant.Error).Path}
			if !strings.Contains(name, "\x9b") { // only errors and paths escape what is not UTF-8
				shown = append(shown, s, path.String())
			}

			for _, s := range shown {
				assert.False(t, strings.ContainsFunc(s, obeyed), "%q", s)
			}
		}

		for _, data := range []string{name + "[", `{"type":"` + name + `"}`, `{"` + name + `":1}`} {
			_, errText := text.Parse(data, text.ParseOptions{})
			_, errJSON := jsonvar.Unmarshal([]byte(data), jsonvar.Options{})
			assert.False(t, strings.ContainsFunc(fmt.Sprint(errText, errJSON), obeyed), data)
		}
	}
}

// obeyed reports whether a terminal or a log does something with c, or shows a byte that is none.
func obeyed(c rune) bool { return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// distinct returns values that differ and that a careless text or JSON would make one, by the
// names in hostile.
func distinct() (values []variant.Variant) {
	for _, name := range hostile {
		if name == "" || !utf8.ValidString(name) {
			continue
		}
		values = append(values, everywhere(name)...)
	}

	for _, s := range []string{"null", `"s:"`, `"s"`, "[]", "Array[int]([])", "{}"} {
		values = append(values, must(text.Parse(s, text.ParseOptions{})))
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

// TestHostileNamesStayApart: canonical JSON reads back as the same value, and the texts of paths to
// different keys differ, whatever a class, a script or a key is called.
func TestHostileNamesStayApart(t *testing.T) {
	seen := map[string]variant.Variant{}
	for _, v := range distinct() {
		if v.Type() != variant.TypeTypedArray && variant.Text(v) != "null" { // an Array and null
			data := must(jsonvar.Marshal(v))
			back := must(jsonvar.Unmarshal(data, jsonvar.Options{Objects: true}))
			assert.True(t, variant.Equal(v, back), "%s\n%#v\n%#v", data, v, back)
		}

		path := tree.Path{{Kind: variant.StepKey, Key: v}}.String()
		if before, ok := seen[path]; ok {
			assert.True(t, variant.Equal(before, v), "%s\n%#v\n%#v", path, before, v)
		}

		seen[path] = v
		found := must(tree.Lookup(variant.NewDictionary(pair(v, one)), path))
		assert.Equal(t, variant.Variant(one), found, path)
	}
}
