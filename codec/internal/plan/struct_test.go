package plan_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

type (
	// Inner lends its fields to the structs around.
	Inner struct{ A, B int }
	// Named has the key "A" by its tag.
	Named struct {
		X int `godot:"A"`
	}
	// Ring holds itself.
	Ring struct {
		N int
		*Ring
		Behind int
	}
	// Typed says of itself what the structs around do not inherit.
	Typed struct {
		_ struct{} `godot:"object=Node,keys=stringname"`
		C int
	}
	// Odd has a tag that counts only where the struct stands by itself.
	Odd struct {
		_ struct{} `godot:"nonsense"`
		D int
	}
)

// always is never zero, whatever it holds; never is zero always, by a method of its pointer.
type (
	always struct{ N int }
	never  struct{ N int }
)

func (always) IsZero() bool { return false }
func (*never) IsZero() bool { return true }

// TestFieldRules: which fields a struct has, by the rules of encoding/json.
func TestFieldRules(t *testing.T) {
	for name, c := range map[string]struct {
		in   any
		want string
	}{
		"the outer field, in front": {struct {
			A int
			Inner
		}{1, Inner{2, 3}}, `{"A": 1, "B": 3}`},
		"the outer field, behind": {struct {
			Inner
			A int
		}{Inner{2, 3}, 1}, `{"B": 3, "A": 1}`},
		"of one depth the tagged, in front": {struct {
			Named
			Inner
		}{Named{1}, Inner{2, 3}}, `{"A": 1, "B": 3}`},
		"of one depth the tagged, behind": {struct {
			Inner
			Named
		}{Inner{2, 3}, Named{1}}, `{"B": 3, "A": 1}`},
		"nothing of a nil pointer": {struct {
			N int
			*Inner
		}{N: 1}, `{"N": 1}`},
		"all of a pointer": {struct {
			N int
			*Inner
		}{1, &Inner{2, 3}}, `{"N": 1, "A": 2, "B": 3}`},
		"itself once":                     {Ring{1, &Ring{2, nil, 3}, 4}, `{"N": 1, "Behind": 4}`},
		"an inner struct's own options":   {struct{ Typed }{Typed{C: 1}}, `{"C": 1}`},
		"an inner struct's wrong options": {struct{ Odd }{Odd{D: 1}}, `{"D": 1}`},
		"a blank field without a tag": {struct {
			_ int
			A int
		}{A: 1}, `{"A": 1}`},
		"a name for an embedded struct": {struct {
			Inner `godot:"in"`
		}{Inner{1, 2}}, `{"in": {"A": 1, "B": 2}}`},
		"omitempty": {struct {
			A []int          `godot:",omitempty"`
			B map[string]int `godot:",omitempty"`
			C string         `godot:",omitempty"`
			D [0]int         `godot:",omitempty"`
			E Inner          `godot:",omitempty"`
			F int            `godot:",omitempty"`
			G *int           `godot:",omitempty"`
			H [1]int         `godot:",omitempty"`
		}{A: []int{}, B: map[string]int{}}, `{"E": {"A": 0, "B": 0}, "H": [0]}`},
		"omitzero": {struct {
			A []int           `godot:",omitzero"`
			B []int           `godot:",omitzero"`
			C Inner           `godot:",omitzero"`
			D always          `godot:",omitzero"`
			E never           `godot:",omitzero"`
			F *always         `godot:",omitzero"`
			G *always         `godot:",omitzero"`
			H *never          `godot:",omitzero"`
			I *int            `godot:",omitzero"`
			J any             `godot:",omitzero"`
			K variant.Variant `godot:",omitzero"`
		}{A: []int{}, E: never{1}, G: &always{}, H: &never{1}, K: variant.Nil{}},
			`{"A": [], "D": {"N": 0}, "G": {"N": 0}, "K": null}`},
		"both": {struct {
			A []int `godot:",omitempty,omitzero"`
			B never `godot:",omitempty,omitzero"`
			C Inner `godot:",omitempty,omitzero"`
			D int   `godot:",omitempty,omitzero"`
		}{A: []int{}, B: never{1}, D: 1}, `{"D": 1}`},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, goText(t, c.in)) })
	}
}

// tagged returns a struct of one field D with a tag. The field has the value, or its zero value.
func tagged[T any](tag string, value ...T) any {
	field := reflect.StructField{Name: "D", Type: reflect.TypeFor[T](),
		Tag: reflect.StructTag(`godot:"` + tag + `"`)}
	v := reflect.New(reflect.StructOf([]reflect.StructField{field})).Elem()
	if len(value) > 0 {
		v.Field(0).Set(reflect.ValueOf(value[0]))
	}
	return v.Interface()
}

// TestFieldTags: where options may stand.
func TestFieldTags(t *testing.T) {
	for name, c := range map[string]struct {
		in   any
		want string
	}{
		"scale 0": {tagged[decimal.Decimal](",scale=0", decimal.New(7, 0)), `{"D": 7}`},
		"scale 18": {tagged[decimal.Decimal](",scale=18", decimal.New(7, 0)),
			`{"D": 7000000000000000000}`},
		"scale of a slice": {tagged[[]decimal.Decimal](",scale=1", []decimal.Decimal{decimal.New(7, 0)}),
			`{"D": [70]}`},
		"array of an array": {tagged[[1]int32](",array"), `{"D": [0]}`},
		"typed of an array": {tagged[[1]int32](",typed"), `{"D": Array[int]([0])}`},
		"string of a float": {tagged[float64](",string", 0.5), `{"D": "0.5"}`},
		"string of a bool":  {tagged[bool](",string", true), `{"D": "true"}`},
		"string of a map's values": {tagged[map[string]int](",string", map[string]int{"a": 1}),
			`{"D": {"a": "1"}}`},
		"an array": {struct {
			_ struct{} `godot:"array"`
			N string   `godot:"name"`
			Inner
			P *int
		}{N: "a", Inner: Inner{1, 2}}, `["a", 1, 2, null]`},
		"an array of nothing": {struct {
			_ struct{} `godot:"array"`
		}{}, `[]`},
		"arrays in a typed array": {tagged[[]pairStruct](",typed", []pairStruct{{X: 1, Y: 2}}),
			`{"D": Array[Array]([[1, 2.0]])}`},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, goText(t, c.in)) })
	}
}

// TestWrongTags: mistakes in tags are errors, both ways, and name what is wrong.
func TestWrongTags(t *testing.T) {
	for name, c := range map[string]struct {
		in   any
		want string
	}{
		"scale 19":           {tagged[decimal.Decimal](",scale=19"), "scale=19 is not from 0 to 18"},
		"array of a decimal": {tagged[decimal.Decimal](",array"), "array and typed are for slices"},
		"typed of a decimal": {tagged[decimal.Decimal](",typed"), "array and typed are for slices"},
		"array of a map":     {tagged[map[string]int](",array"), "array and typed are for slices"},
		"array and typed":    {tagged[[]int](",array,typed"), "array and typed exclude each other"},
		"string of a complex number": {tagged[complex64](",string"),
			"string is for numbers and bools"},
		"string of a struct": {tagged[Inner](",string"), "string is for numbers and bools"},
		"inline with another option": {tagged[Inner](",inline,string"),
			"inline and options of values exclude each other"},
		"inline under a name": {tagged[Inner]("d,inline"), "a field that is inline has no name"},
		"two inline maps": {struct {
			D map[string]int `godot:",inline"`
			E map[string]int `godot:",inline"`
		}{}, "inline is for one map with keys of text in the outermost struct"},
		"an inline map further in": {struct {
			D struct {
				E map[string]int `godot:",inline"`
			} `godot:",inline"`
		}{}, "inline is for one map with keys of text in the outermost struct"},
		"an object of no class": {struct {
			_ struct{} `godot:"object="`
		}{}, `no such option of a blank field: "object="`},
		"an array with options of keys": {struct {
			_ struct{} `godot:"strict,array"`
		}{}, "array excludes the other options of a blank field"},
		"an array with a field that may be left out": {struct {
			_ struct{} `godot:"array"`
			A int      `godot:",omitzero"`
		}{}, "no fields that may be missing"},
		"an array with an embedded pointer": {struct {
			_ struct{} `godot:"array"`
			*Inner
		}{}, "no fields that may be missing"},
		"an array with an inline map": {struct {
			_ struct{}       `godot:"array"`
			A map[string]int `godot:",inline"`
		}{}, "no inline map"},
		"keys of no known type": {struct {
			_ struct{} `godot:"keys=nodepath"`
		}{}, "no such option of a blank field"},
		"a wrong option of a field inside": {struct {
			D struct {
				E int `godot:",nonsense"`
			} `godot:",inline"`
		}{}, `no such option: "nonsense"`},
		`no such option: "omitemtpy"`: {tagged[int]("a,omitemtpy"), `no such option: "omitemtpy"`},
		"scale=x is not from 0 to 18": {tagged[decimal.Decimal](",scale=x"),
			"scale=x is not from 0 to 18"},
		"string and scale exclude each other": {tagged[decimal.Decimal](",string,scale=2"),
			"string and scale exclude each other"},
		"scale is for decimal.Decimal":   {tagged[int](",scale=2"), "scale is for decimal.Decimal"},
		"array and typed are for slices": {tagged[int](",typed"), "array and typed are for slices"},
		"string is for numbers and bools": {tagged[string](",string"),
			"string is for numbers and bools"},
		"inline is for structs and maps": {tagged[int](",inline"),
			"inline is for structs and maps"},
		"inline is for one map": {tagged[map[int]int](",inline"), "inline is for one map"},
		"has no name":           {tagged[base]("a,inline"), "has no name"},
		"no such option of a blank field": {struct {
			_ struct{} `godot:"objekt=Node"`
		}{}, "no such option of a blank field"},
		"options that change values are not for Variants": {tagged[math.Vector2](",string"),
			"options that change values are not for Variants"},
		"invalid UTF-8":            {tagged[int](`\xff`), "invalid UTF-8"},
		"finite is for floats":     {tagged[int](",finite"), "finite is for floats"},
		"finite is for floats and": {tagged[string](",finite"), "finite is for floats and"},
		"string excludes whole and": {tagged[float64](",finite,string"),
			"string excludes whole and"},
		"string excludes whole":      {tagged[int](",whole,string"), "string excludes whole"},
		"whole is for integers":      {tagged[float64](",whole"), "whole is for integers"},
		"options that change values": {tagged[math.Basis](",whole"), "options that change values"},
		"max is for text, slices and maps": {tagged[int](",max=3"),
			"max is for text, slices and maps"},
		"max=0 is not from 1 to 2147483647": {tagged[string](",max=0"),
			"max=0 is not from 1 to 2147483647"},
		"required excludes omitempty, omitzero and inline": {tagged[string](",required,omitempty"),
			"required excludes omitempty, omitzero and inline"},
		"whole is for integers, vectors and Rects": {tagged[string](",whole"),
			"whole is for integers, vectors and Rects"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := codec.ToVariant(c.in)
			require.ErrorIs(t, err, codec.ErrGoType)
			assert.ErrorContains(t, err, c.want)

			one, into := variant.Int(1), reflect.New(reflect.TypeOf(c.in)).Interface()
			err = codec.FromVariant(variant.NewDictionary(variant.KV("A", one), variant.KV("D", one)),
				into)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// pairStruct is an Array of two.
type pairStruct struct {
	_ int `godot:"array"`
	X int8
	Y float32
}

// TestFieldsOfArrays: a struct that is an array takes as many items as it has fields, from any
// array.
func TestFieldsOfArrays(t *testing.T) {
	for _, c := range []struct {
		from variant.Variant
		want pairStruct
		err  string
	}{
		{variant.NewArray(variant.Int(1), variant.Float(0.5)), pairStruct{X: 1, Y: 0.5}, ""},
		{variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1),
			variant.Int(2)), pairStruct{X: 1, Y: 2}, ""},
		{packed.PackedInt64Array{3, 4}, pairStruct{X: 3, Y: 4}, ""},
		{variant.NewArray(variant.Int(1)), pairStruct{},
			"$ (Array) at offset 0: out of range: 1 items into the 2 of a Go plan_test.pairStruct"},
		{variant.NewArray(nil, nil, nil), pairStruct{}, "3 items into the 2"},
		{variant.NewArray(variant.Int(1), variant.Bool(true)), pairStruct{X: 1},
			"$[1] (bool) at offset 16: wrong type: bool into a Go float32"},
		{variant.NewArray(variant.Int(200), variant.Int(1)), pairStruct{},
			"$[0] (int) at offset 8: out of range"},
		{variant.Dictionary{}, pairStruct{},
			"wrong type: Dictionary into a Go plan_test.pairStruct"},
	} {
		packet, err := codec.Encode(c.from)
		require.NoError(t, err)
		var got, twin pairStruct
		err = codec.Unmarshal(packet, &got)
		twinErr := codec.FromVariant(c.from, &twin)

		if c.err == "" {
			require.NoError(t, errors.Join(err, twinErr))
			require.Equal(t, []pairStruct{c.want, c.want}, []pairStruct{got, twin})
			continue
		}

		require.ErrorContains(t, err, c.err)
		require.Error(t, twinErr)
	}

	used := []pairStruct{{X: 1}, {X: 2}}
	require.NoError(t, codec.FromVariant(variant.NewArray(packed.PackedByteArray{5, 6}), &used))
	require.Equal(t, []pairStruct{{X: 5, Y: 6}}, used)
	_, err := codec.Marshal(oneText("\xff"))
	require.EqualError(t, err, `godot: encode $[0] (String): invalid UTF-8: at byte 0 of the text`)
}

func oneText(text string) any {
	return struct {
		_ struct{} `godot:"array"`
		S string
	}{S: text}
}

// TestFieldKeys: keys of every length stand in packets as any text does.
func TestFieldKeys(t *testing.T) {
	in := struct {
		A int `godot:"a"`
		B int `godot:"bb"`
		C int `godot:"ccc"`
		D int `godot:"dddd"`
		E int `godot:"eeeee"`
		F int `godot:"é,stringname"`
	}{1, 2, 3, 4, 5, 6}

	want := variant.NewDictionary(
		variant.KV("a", variant.Int(1)), variant.KV("bb", variant.Int(2)),
		variant.KV("ccc", variant.Int(3)),
		variant.KV("dddd", variant.Int(4)), variant.KV("eeeee", variant.Int(5)),
		variant.Pair{Key: variant.StringName("é"), Value: variant.Int(6)},
	)

	packet, err := codec.Encode(want)
	require.NoError(t, err)
	got, err := codec.Marshal(in)
	require.NoError(t, err)
	assert.Equal(t, packet, got)
	out := in
	out.A = 0
	out.F = 0
	require.NoError(t, codec.Unmarshal(packet, &out))
	assert.Equal(t, in, out)
}

// TestFieldsOfReusedItems: an item of a slice is what its packet says, whatever the slice
// held, down to the pointers that the packet says nothing of.
func TestFieldsOfReusedItems(t *testing.T) {
	type item struct {
		N int
		*Inner
	}
	out := []item{{1, &Inner{2, 3}}, {4, &Inner{5, 6}}}
	packet, err := codec.Marshal([]map[string]int{{"N": 7}, {"B": 8}})
	require.NoError(t, err)
	require.NoError(t, codec.Unmarshal(packet, &out))
	assert.Equal(t, []item{{N: 7}, {Inner: &Inner{B: 8}}}, out)
}

// TestFieldsMany: the field without a key is found among any number of others, in whatever
// order the keys come, and alone is zeroed.
func TestFieldsMany(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 66, 70} {
		fields := make([]reflect.StructField, n)
		for i := range fields {
			fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i),
				Type: reflect.TypeFor[int]()}
		}

		typ := reflect.StructOf(fields)
		for missing := range n + 1 {
			for _, turn := range []func([]variant.Pair){func([]variant.Pair) {},
				slices.Reverse[[]variant.Pair], func(p []variant.Pair) {
					slices.Reverse(p[len(p)/2:])
				}} {
				var pairs []variant.Pair
				for i := range n {
					if i != missing {
						pairs = append(pairs, variant.KV(fields[i].Name, variant.Int(i+1)))
					}
				}

				turn(pairs)
				packet, err := codec.Encode(variant.NewArray(variant.NewDictionary(pairs...)))
				require.NoError(t, err)
				out := reflect.New(reflect.SliceOf(typ))
				out.Elem().Set(reflect.MakeSlice(out.Elem().Type(), 1, 1))

				item := out.Elem().Index(0)
				for i := range n {
					item.Field(i).SetInt(-1)
				}

				require.NoError(t, codec.Unmarshal(packet, out.Interface()))
				for i := range n {
					want := int64(i + 1)
					if i == missing {
						want = 0
					}
					require.Equal(t, want, out.Elem().Index(0).Field(i).Int(),
						"F%d of %d without F%d", i, n, missing)
				}
			}
		}
	}
}
