package plan_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

type (
	// Inner is embedded, so its fields belong to the structs around it.
	Inner struct{ A, B int }
	// Named has a field with the key "a" in its tag. The field A of Inner has the same key.
	Named struct {
		X int `godot:"a"`
	}
	// Ring embeds itself.
	Ring struct {
		N int
		*Ring
		Behind int
	}
	// Typed has options that the structs which embed it do not inherit.
	Typed struct {
		_ struct{} `godot:"object=Node,keys=stringname"`
		C int
	}
	// Odd has a tag that is ignored if the struct is embedded.
	Odd struct {
		_ struct{} `godot:"nonsense"`
		D int
	}
	// Left and Right have fields with the same name. The two fields of a struct of the type twice
	// have the same key.
	Left  struct{ HP int }
	Right struct{ HP int }
	twice struct {
		A int `godot:"hp"`
		B int `godot:"hp"`
	}
)

// These types have a method IsZero. (always).IsZero returns false, even for the zero value.
// (*never).IsZero returns true, even if N is not 0.
type (
	always struct{ N int }
	never  struct{ N int }
)

func (always) IsZero() bool { return false }
func (*never) IsZero() bool { return true }

// pairStruct becomes an Array of two items.
type pairStruct struct {
	_ int `godot:"array"`
	X int8
	Y float32
}

// TestFieldRules: a struct has the same fields as in encoding/json. Options are allowed only at
// certain places.
func TestFieldRules(t *testing.T) {
	const empty, zero, both = ",omitempty", ",omitzero", ",omitempty,omitzero"
	seven, one := decimal.New(7, 0), with("A", "", 1)
	inner, named := embed("Inner", Inner{2, 3}), embed("Named", Named{1})

	for name, c := range map[string]struct {
		in   any
		want string
	}{
		"the outer field, in front":   {structOf(one, inner), `{"a": 1, "b": 3}`},
		"the outer field, behind":     {structOf(inner, one), `{"b": 3, "a": 1}`},
		"the tagged, in front":        {structOf(named, inner), `{"a": 1, "b": 3}`},
		"the tagged, behind":          {structOf(inner, named), `{"b": 3, "a": 1}`},
		"none of one name":            {structOf(embed[Left]("Left"), embed[Right]("Right")), `{}`},
		"nothing of a nil pointer":    {structOf(one, embed[*Inner]("Inner")), `{"a": 1}`},
		"itself once":                 {Ring{1, &Ring{2, nil, 3}, 4}, `{"n": 1, "behind": 4}`},
		"itself, nil":                 {Ring{N: 1, Behind: 2}, `{"n": 1, "behind": 2}`},
		"its own options":             {struct{ Typed }{Typed{C: 1}}, `{"c": 1}`},
		"its wrong options":           {struct{ Odd }{Odd{D: 1}}, `{"d": 1}`},
		"a blank field without a tag": {structOf(blank(""), one), `{"a": 1}`},
		"all of a pointer": {structOf(with("N", "", 1), embed("Inner", &Inner{2, 3})),
			`{"n": 1, "a": 2, "b": 3}`},
		"a name for an embedded struct": {struct {
			Inner `godot:"in"`
		}{Inner{1, 2}}, `{"in": {"a": 1, "b": 2}}`},
		"omitempty": {structOf(with("A", empty, []int{}), with("B", empty, map[string]int{}),
			with[string]("C", empty), with[[0]int]("D", empty), with[Inner]("E", empty),
			with[int]("F", empty), with[*int]("G", empty), with[[1]int]("H", empty)),
			`{"e": {"a": 0, "b": 0}, "h": [0]}`},
		"omitzero": {structOf(with("A", zero, []int{}), with[[]int]("B", zero),
			with[Inner]("C", zero), with[always]("D", zero), with("E", zero, never{1}),
			with[*always]("F", zero), with("G", zero, &always{}), with("H", zero, &never{1}),
			with[*int]("I", zero), with[any]("J", zero), with("K", zero, Value(variant.Nil{}))),
			`{"a": [], "d": {"n": 0}, "g": {"n": 0}, "k": null}`},
		"both": {structOf(with("A", both, []int{}), with("B", both, never{1}),
			with[Inner]("C", both), with("D", both, 1)), `{"d": 1}`},
		"scale 0":             {tagged(",scale=0", seven), `{"d": 7}`},
		"scale 18":            {tagged(",scale=18", seven), `{"d": 7000000000000000000}`},
		"scale of a slice":    {tagged(",scale=1", []decimal.Decimal{seven}), `{"d": [70]}`},
		"array of an array":   {tagged[[1]int32](",array"), `{"d": [0]}`},
		"typed of an array":   {tagged[[1]int32](",typed"), `{"d": Array[int]([0])}`},
		"string of a float":   {tagged(",string", 0.5), `{"d": "0.5"}`},
		"string of a bool":    {tagged(",string", true), `{"d": "true"}`},
		"string of a map":     {tagged(",string", map[string]int{"a": 1}), `{"d": {"a": "1"}}`},
		"an array of nothing": {structOf(blank("array")), `[]`},
		"an array": {structOf(blank("array"), with("N", "name", "a"), inner, with[*int]("P", "")),
			`["a", 2, 3, null]`},
		"arrays in a typed array": {tagged(",typed", []pairStruct{{X: 1, Y: 2}}),
			`{"d": Array[Array]([[1, 2.0]])}`},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, goText(t, c.in)) })
	}
}

// TestWrongTags: a mistake in a tag is an error when reading and when writing. The error names the
// mistake.
func TestWrongTags(t *testing.T) {
	const slices, noOption = "array and typed are for slices", "no such option of a blank field"
	const outermost = "inline is for one map with keys of text in the outermost struct"
	entries := with[map[string]int]("D", ",inline")

	for _, c := range []struct {
		in   any
		want string
	}{
		{tagged[decimal.Decimal](",scale=19"), "scale=19 is not from 0 to 18"},
		{tagged[decimal.Decimal](",scale=x"), "scale=x is not from 0 to 18"},
		{tagged[decimal.Decimal](",array"), slices},
		{tagged[decimal.Decimal](",typed"), slices},
		{tagged[map[string]int](",array"), slices},
		{tagged[int](",typed"), slices},
		{tagged[[]int](",array,typed"), "array and typed exclude each other"},
		{tagged[complex64](",string"), "string is for numbers and bools"},
		{tagged[Inner](",string"), "string is for numbers and bools"},
		{tagged[string](",string"), "string is for numbers and bools"},
		{tagged[decimal.Decimal](",string,scale=2"), "string and scale exclude each other"},
		{tagged[float64](",finite,string"), "string excludes whole and finite"},
		{tagged[int](",whole,string"), "string excludes whole and finite"},
		{tagged[int](",scale=2"), "scale is for decimal.Decimal"},
		{tagged[int]("a,omitemtpy"), `no such option: "omitemtpy"`},
		{tagged[Inner](",inline,string"), "inline and options of values exclude each other"},
		{tagged[Inner]("d,inline"), "a field that is inline has no name"},
		{tagged[int](",inline"), "inline is for structs and maps"},
		{tagged[map[int]int](",inline"), "inline is for one map"},
		{tagged[math.Vector2](",string"), "a Variant can't have tags that change its value"},
		{tagged[math.Basis](",whole"), "tags that change its value"},
		{tagged[int](`\xff`), "invalid UTF-8"},
		{tagged[int](",finite"), "finite is for floats"},
		{tagged[string](",finite"), "finite is for floats and"},
		{tagged[float64](",whole"), "whole is for integers"},
		{tagged[string](",whole"), "whole is for integers, vectors and Rects"},
		{tagged[int](",max=3"), "max is for text, slices and maps"},
		{tagged[string](",max=0"), "max=0 is not from 1 to 2147483647"},
		{tagged[string](",required,omitempty"), "required excludes omitempty, omitzero and inline"},
		{twice{}, "two fields have this key"},
		{struct{ twice }{}, "two fields have this key"},
		{structOf(entries, with[map[string]int]("E", ",inline")), outermost},
		{structOf(with("D", ",inline", struct {
			E map[string]int `godot:",inline"`
		}{})), outermost},
		{structOf(with("D", ",inline", struct {
			E int `godot:",nonsense"`
		}{})), `no such option: "nonsense"`},
		{structOf(blank("object=")), noOption + `: "object="`},
		{structOf(blank("objekt=Node")), noOption},
		{structOf(blank("keys=nodepath")), noOption},
		{structOf(blank("names=go")), noOption},
		{structOf(blank("names=field,names=snake")), "names=field and names=snake exclude"},
		{structOf(blank("strict,array")), "array excludes the other options of a blank field"},
		{structOf(blank("array"), with[int]("A", ",omitzero")), "no fields that may be missing"},
		{structOf(blank("array"), embed[*Inner]("Inner")), "no fields that may be missing"},
		{structOf(blank("array"), entries), "no inline map"},
	} {
		_, err := codec.ToVariant(c.in)
		require.ErrorIs(t, err, codec.ErrGoType)
		assert.ErrorContains(t, err, c.want)

		into := reflect.New(reflect.TypeOf(c.in)).Interface()
		err = codec.FromVariant(dict(kv("a", Int(1)), kv("d", Int(1)), kv("hp", Int(1))), into)
		assert.ErrorContains(t, err, c.want)
	}
}

// TestFieldsOfArrays: a struct with the option array is read from an untyped, typed or packed
// array. The array must have exactly as many items as the struct has fields.
func TestFieldsOfArrays(t *testing.T) {
	c, one := planCodecs[0], Int(1)
	comesBack(t, c, list(one, Float(0.5)), pairStruct{X: 1, Y: 0.5})
	comesBack(t, c, variant.NewTypedArray(of(variant.TypeInt), one, Int(2)), pairStruct{X: 1, Y: 2})
	comesBack(t, c, packed.PackedInt64Array{3, 4}, pairStruct{X: 3, Y: 4})
	comesBack(t, c, list(packed.PackedByteArray{5, 6}), []pairStruct{{X: 5, Y: 6}})

	for _, c := range []struct {
		v    Value
		kind error
		want string
	}{
		{list(one), variant.ErrRange,
			"$ (Array) at offset 0: out of range: 1 items into the 2 of a Go plan_test.pairStruct"},
		{list(nil, nil, nil), variant.ErrRange, "3 items into the 2"},
		{list(one, variant.Bool(true)), variant.ErrWrongType,
			"$[1] (bool) at offset 16: wrong type: bool into a Go float32"},
		{list(Int(200), one), variant.ErrRange, "$[0] (int) at offset 8: out of range"},
		{dict(), variant.ErrWrongType, "wrong type: Dictionary into a Go plan_test.pairStruct"},
	} {
		assert.ErrorContains(t, refused[pairStruct](t, standard, c.v, c.kind), c.want)
	}

	_, err := codec.Marshal(structOf(blank("array"), with("S", "", "\xff")))
	require.EqualError(t, err, `godot: encode $[0] (String): invalid UTF-8: at byte 0 of the text`)
}

// TestFieldKeys: keys of every length are written like any other text.
func TestFieldKeys(t *testing.T) {
	in := struct {
		A int `godot:"a"`
		B int `godot:"bb"`
		C int `godot:"ccc"`
		D int `godot:"dddd"`
		E int `godot:"eeeee"`
		F int `godot:"é,stringname"`
	}{1, 2, 3, 4, 5, 6}

	v := dict(kv("a", Int(1)), kv("bb", Int(2)), kv("ccc", Int(3)), kv("dddd", Int(4)),
		kv("eeeee", Int(5)), variant.Pair{Key: variant.StringName("é"), Value: Int(6)})
	assert.Equal(t, testkit.Encode(t, standard, v), marshal(t, standard, in))
	comesBack(t, planCodecs[0], v, in)

	for n := range 40 { // the keys differ only at their end
		key := strings.Repeat("k", n)
		in := structOf(with("A", key+"a", 1), with("B", key+"b", 2), with("C", key+"ab", 3))
		v := dict(kv(key+"ab", Int(3)), kv(key+"b", Int(2)), kv(key, Int(4)), kv(key+"a", Int(1)))
		out := reflect.New(reflect.TypeOf(in))
		require.NoError(t, codec.Unmarshal(testkit.Encode(t, standard, v), out.Interface()))
		require.Equal(t, in, out.Elem().Interface())
	}
}

// TestFieldsOfReusedItems: a reused item of a slice has only the content of its packet. Nothing of
// the old item stays, not even behind a pointer whose key is missing in the packet.
func TestFieldsOfReusedItems(t *testing.T) {
	type item struct {
		N int
		*Inner
	}
	comesBack(t, planCodecs[0], list(dict(kv("n", Int(7))), dict(kv("b", Int(8)))),
		[]item{{N: 7}, {Inner: &Inner{B: 8}}}, []item{{1, &Inner{2, 3}}, {4, &Inner{5, 6}}})
}

// TestFieldsMany: a struct may have any number of fields, and the keys any order. Only a field
// whose key is missing is set to zero.
func TestFieldsMany(t *testing.T) {
	turns := []func([]variant.Pair){func([]variant.Pair) {}, slices.Reverse[[]variant.Pair],
		func(p []variant.Pair) { slices.Reverse(p[len(p)/2:]) }}

	for _, n := range []int{1, 2, 63, 64, 65, 66, 70} {
		fields := make([]reflect.StructField, n)
		for i := range fields {
			fields[i] = reflect.StructField{Name: fmt.Sprint("F", i), Type: reflect.TypeFor[int]()}
		}

		typ := reflect.SliceOf(reflect.StructOf(fields))
		for missing := range n + 1 {
			for _, turn := range turns {
				var pairs []variant.Pair
				out, want := reflect.New(typ), reflect.MakeSlice(typ, 1, 1)
				out.Elem().Set(reflect.MakeSlice(typ, 1, 1))

				for i := range n {
					out.Elem().Index(0).Field(i).SetInt(-1)
					if i != missing {
						pairs = append(pairs, kv(fmt.Sprint("f_", i), Int(i+1)))
						want.Index(0).Field(i).SetInt(int64(i + 1))
					}
				}

				turn(pairs)
				packet := testkit.Encode(t, standard, list(dict(pairs...)))
				require.NoError(t, codec.Unmarshal(packet, out.Interface()))
				require.Equal(t, want.Interface(), out.Elem().Interface(), "without F%d", missing)
			}
		}
	}
}

type (
	placed struct { // Marshal would write only the Vector2
		math.Vector2
		HP int
	}
	pointed struct {
		*math.Vector2
		Inner
	}
	anything struct {
		Value
		Rest map[string]int
	}
	deepest struct {
		placed
	}
	deepPointer struct {
		*placed
	}
	Loop struct { // it embeds itself, so its only part is the Vector2
		math.Vector2
		*Loop
	}
	onlyVector struct { // no other field is written
		math.Vector2
		_     struct{}
		cache int
		Note  string `godot:"-"`
	}
	ownCode struct { // its own method Encode decides which fields are written
		math.Vector2
		HP int
	}
	ownCodeOf[T any] struct {
		math.Vector2
		HP T
	}
)

func (v *ownCode) Encode(w *variant.Writer) error     { return v.Vector2.Encode(w) }
func (v ownCodeOf[T]) Encode(w *variant.Writer) error { return v.Vector2.Encode(w) }

// TestEmbeddedVariant: a struct that embeds a Variant is itself a Variant. If it has other fields,
// it is refused when reading and when writing, because these fields would be lost.
func TestEmbeddedVariant(t *testing.T) {
	at := math.Vector2{X: 1, Y: 2}
	for _, in := range []any{
		placed{at, 5}, &placed{at, 5}, pointed{&at, Inner{}}, anything{at, nil}, deepest{},
		deepPointer{new(placed)},
		[]placed{{at, 5}}, []any{placed{at, 5}}, map[string]placed{"a": {}},
		struct{ At placed }{}, struct{ At any }{placed{}},
	} {
		_, err := codec.Marshal(in)
		require.ErrorIs(t, err, codec.ErrGoType, "%T", in)
		require.ErrorContains(t, err, "give the embedded field a name")
		_, err = codec.ToVariant(in)
		require.ErrorIs(t, err, codec.ErrGoType, "%T", in)
	}

	vector := testkit.Encode(t, standard, at)
	for _, into := range []any{new(placed), new(pointed), new(anything), new(deepest)} {
		require.ErrorIs(t, codec.Unmarshal(vector, into), codec.ErrGoType, "%T", into)
		require.ErrorIs(t, codec.FromVariant(at, into), codec.ErrGoType, "%T", into)
	}

	for _, in := range []any{
		onlyVector{Vector2: at, cache: 5}, Loop{Vector2: at}, &ownCode{at, 5},
		ownCodeOf[int]{at, 5}, struct{ Value }{at}, []any{struct{ Value }{at}}[0],
	} {
		out, err := codec.Marshal(in)
		require.NoError(t, err, "%T", in)
		require.Equal(t, vector, out, "%T", in)
	}
}
