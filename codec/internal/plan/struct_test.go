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

// TestFieldTags: where options may stand.
func TestFieldTags(t *testing.T) {
	for name, c := range map[string]struct {
		in   any
		want string // or else the error is
		bad  string
	}{
		"scale 0": {in: struct {
			D decimal.Decimal `godot:",scale=0"`
		}{decimal.New(7, 0)}, want: `{"D": 7}`},
		"scale 18": {in: struct {
			D decimal.Decimal `godot:",scale=18"`
		}{decimal.New(7, 0)}, want: `{"D": 7000000000000000000}`},
		"scale 19": {in: struct {
			D decimal.Decimal `godot:",scale=19"`
		}{}, bad: "scale=19 is not from 0 to 18"},
		"scale of a slice": {in: struct {
			D []decimal.Decimal `godot:",scale=1"`
		}{[]decimal.Decimal{decimal.New(7, 0)}}, want: `{"D": [70]}`},
		"array of a decimal": {in: struct {
			D decimal.Decimal `godot:",array"`
		}{}, bad: "array and typed are for slices"},
		"typed of a decimal": {in: struct {
			D decimal.Decimal `godot:",typed"`
		}{}, bad: "array and typed are for slices"},
		"array of a map": {in: struct {
			D map[string]int `godot:",array"`
		}{}, bad: "array and typed are for slices"},
		"array of an array": {in: struct {
			D [1]int32 `godot:",array"`
		}{}, want: `{"D": [0]}`},
		"typed of an array": {in: struct {
			D [1]int32 `godot:",typed"`
		}{}, want: `{"D": Array[int]([0])}`},
		"array and typed": {in: struct {
			D []int `godot:",array,typed"`
		}{}, bad: "array and typed exclude each other"},
		"string of a float": {in: struct {
			D float64 `godot:",string"`
		}{0.5}, want: `{"D": "0.5"}`},
		"string of a bool": {in: struct {
			D bool `godot:",string"`
		}{true}, want: `{"D": "true"}`},
		"string of a complex number": {in: struct {
			D complex64 `godot:",string"`
		}{}, bad: "string is for numbers and bools"},
		"string of a struct": {in: struct {
			D Inner `godot:",string"`
		}{}, bad: "string is for numbers and bools"},
		"string of a map's values": {in: struct {
			D map[string]int `godot:",string"`
		}{map[string]int{"a": 1}}, want: `{"D": {"a": "1"}}`},
		"inline with another option": {in: struct {
			D Inner `godot:",inline,string"`
		}{}, bad: "inline and options of values exclude each other"},
		"inline under a name": {in: struct {
			D Inner `godot:"d,inline"`
		}{}, bad: "a field that is inline has no name"},
		"two inline maps": {in: struct {
			D map[string]int `godot:",inline"`
			E map[string]int `godot:",inline"`
		}{}, bad: "inline is for one map with keys of text in the outermost struct"},
		"an inline map further in": {in: struct {
			D struct {
				E map[string]int `godot:",inline"`
			} `godot:",inline"`
		}{}, bad: "inline is for one map with keys of text in the outermost struct"},
		"an object of no class": {in: struct {
			_ struct{} `godot:"object="`
		}{}, bad: `no such option of a blank field: "object="`},
		"an array": {in: struct {
			_ struct{} `godot:"array"`
			N string   `godot:"name"`
			Inner
			P *int
		}{N: "a", Inner: Inner{1, 2}}, want: `["a", 1, 2, null]`},
		"an array of nothing": {in: struct {
			_ struct{} `godot:"array"`
		}{}, want: `[]`},
		"arrays in a typed array": {in: struct {
			A []pairStruct `godot:",typed"`
		}{[]pairStruct{{X: 1, Y: 2}}}, want: `{"A": Array[Array]([[1, 2.0]])}`},
		"an array with options of keys": {in: struct {
			_ struct{} `godot:"strict,array"`
		}{}, bad: "array excludes the other options of a blank field"},
		"an array with a field that may be left out": {in: struct {
			_ struct{} `godot:"array"`
			A int      `godot:",omitzero"`
		}{}, bad: "no fields that may be missing"},
		"an array with an embedded pointer": {in: struct {
			_ struct{} `godot:"array"`
			*Inner
		}{}, bad: "no fields that may be missing"},
		"an array with an inline map": {in: struct {
			_ struct{}       `godot:"array"`
			A map[string]int `godot:",inline"`
		}{}, bad: "no inline map"},
		"keys of no known type": {in: struct {
			_ struct{} `godot:"keys=nodepath"`
		}{}, bad: "no such option of a blank field"},
		"a wrong option of a field inside": {in: struct {
			D struct {
				E int `godot:",nonsense"`
			} `godot:",inline"`
		}{}, bad: `no such option: "nonsense"`},
	} {
		t.Run(name, func(t *testing.T) {
			if c.bad == "" {
				assert.Equal(t, c.want, goText(t, c.in))
				return
			}
			_, err := codec.ToVariant(c.in)
			require.ErrorIs(t, err, codec.ErrGoType)
			assert.ErrorContains(t, err, c.bad)
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
