package jsonvar_test

import (
	"encoding/json"
	stdmath "math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// TestContainersReadBack: encoding/json reads the containers and objects that it writes, or its
// error names the function that does.
func TestContainersReadBack(t *testing.T) {
	type save struct {
		A variant.Array
		D variant.Dictionary
		T variant.TypedArray
		P variant.PackedTypedArray
		O objects.Object
	}

	elem := variant.ElementType{Type: variant.TypeInt}
	inner := variant.NewArray(variant.Nil{}, variant.Bool(true), variant.Int(5),
		variant.Float(1.5), variant.String("s:"), variant.StringName("n"),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: "Node"}))

	in := save{
		A: variant.NewTypedArray(elem, variant.Int(1)),
		D: variant.Dictionary{Pairs: []variant.Pair{variant.KV("a", inner),
			{Key: inner, Value: variant.NewDictionary()}}, Key: nil},
		T: variant.TypedArray{Items: []variant.Variant{variant.Int(1)}, Elem: elem},
		P: variant.PackedTypedArray{Items: []variant.Variant{variant.Int(2)}, Elem: elem},
		O: objects.NewObject("Node", objects.Prop("path", objects.NodePath{Names: []string{"a"}}),
			objects.Prop("child", objects.NewObject("Timer")),
			objects.Prop("id", objects.Object{ID: 7}), objects.Prop("all",
				variant.NewArray(objects.RID(1), objects.Callable{}, objects.Signal{Name: "hit"}))),
	}

	b, err := json.Marshal(in)
	require.NoError(t, err)
	var out save
	require.NoError(t, json.Unmarshal(b, &out))

	for name, v := range map[string][2]variant.Variant{
		"A": {in.A, out.A}, "D": {in.D, out.D}, "T": {in.T, out.T}, "P": {in.P, out.P},
		"O": {in.O, out.O},
	} {
		assert.True(t, variant.Equal(v[0], v[1]), "%s: %v", name, v[1])
	}

	kept := out
	require.NoError(t, json.Unmarshal([]byte(`{"A":null,"D":null,"T":null,"P":null,"O":null}`),
		&out))
	assert.Equal(t, kept, out, "null changes nothing")

	for _, field := range []string{
		`"A":{"args":[],"type":"Dictionary"}`, `"D":[]`, `"T":"i:1"`, `"O":[]`,
		`"A":{"type":"Array","elem_type":"int","args":["s:a"]}`, `"A":[1]`,
	} {
		assert.Error(t, json.Unmarshal([]byte("{"+field+"}"), &out), field)
		assert.Equal(t, kept, out, "an error changes nothing")
	}
}

// TestUnknownTypesNameTheWay: the error for an unknown type names the function that reads it.
func TestUnknownTypesNameTheWay(t *testing.T) {
	for _, v := range []variant.Variant{math.V2(1, 2), packed.PackedByteArray{1},
		objects.NodePath{}, objects.NewObject("Node")} {
		b, err := json.Marshal(variant.NewArray(v))
		require.NoError(t, err)
		var a variant.Array
		err = json.Unmarshal(b, &a)
		assert.ErrorIs(t, err, variant.ErrUnsupported, "%s", b)
		assert.ErrorContains(t, err,
			v.Type().String()+" is read by codec.Value or jsonvar.Unmarshal")
		assert.Equal(t, variant.Array{}, a)

		value := codec.Value{Codec: codec.MustNew(codec.Options{FullObjects: true})}
		require.NoError(t, json.Unmarshal(b, &value))
		assert.True(t, variant.Equal(variant.NewArray(v), value.V))
	}

	b, err := json.Marshal(objects.NewObject("Node", objects.Prop("at", math.V2(1, 2))))
	require.NoError(t, err)
	var o objects.Object
	assert.ErrorIs(t, json.Unmarshal(b, &o), variant.ErrUnsupported)
	assert.Equal(t, objects.Object{}, o)
	var d variant.Dictionary
	err = json.Unmarshal([]byte(`{"type":"Health","args":[1]}`), &d)
	assert.ErrorIs(t, err, variant.ErrSyntax)
	var place *notation.Error
	require.ErrorAs(t, err, &place)
}

// TestKeysOfMapsReadBack: keys of maps come back, of every type that can be one.
func TestKeysOfMapsReadBack(t *testing.T) {
	checkKeys(t, map[math.Vector2i]int{{X: 1, Y: 2}: 3}, `{"Vector2i(1, 2)":3}`)
	checkKeys(t, map[math.Vector2]int{{X: 0.1, Y: -2}: 3}, `{"Vector2(0.1, -2)":3}`)
	checkKeys(t, map[math.Color]int{{R: 1, A: 1}: 3}, `{"Color(1, 0, 0, 1)":3}`)
	checkKeys(t, map[math.Transform3D]int{math.Transform3DIdentity: 3},
		`{"Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)":3}`)
	checkKeys(t, map[variant.Int]int{-5: 3}, `{"-5":3}`)
	checkKeys(t, map[variant.Float]int{1: 3, 0.5: 4}, `{"0.5":4,"1.0":3}`)
	checkKeys(t, map[variant.Bool]int{true: 3, false: 4}, `{"false":4,"true":3}`)
	checkKeys(t, map[variant.Nil]int{{}: 3}, `{"null":3}`)
	checkKeys(t, map[variant.String]int{"": 1, "a": 2, `"q"`: 3, "s:1": 4, "5": 5},
		`{"":1,"\"q\"":3,"5":5,"a":2,"s:1":4}`)
	checkKeys(t, map[variant.StringName]int{"": 1, "a": 2, `&"n"`: 3},
		`{"":1,"\u0026\"n\"":3,"a":2}`)
	checkKeys(t, map[objects.RID]int{5: 3}, `{"RID(5)":3}`)
	checkKeys(t, map[objects.Signal]int{{Name: "hit", Object: 5}: 3}, `{"Signal(5, \"hit\")":3}`)
	checkKeys(t, map[objects.Callable]int{{}: 3}, `{"Callable()":3}`)

	var ints map[variant.Int]int
	for _, key := range []string{"1.5", "a", "5 5", "f:1.0"} {
		assert.ErrorIs(t, json.Unmarshal([]byte(`{"`+key+`":1}`), &ints), variant.ErrSyntax, key)
	}

	var vectors map[math.Vector2]int
	assert.ErrorIs(t, json.Unmarshal([]byte(`{"Vector2(1)":1}`), &vectors), variant.ErrSyntax)
}

func checkKeys[K comparable](t *testing.T, m map[K]int, want string) {
	t.Helper()
	b, err := json.Marshal(m)
	require.NoError(t, err)
	assert.Equal(t, want, string(b))
	var back map[K]int
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, m, back)
}

// TestFieldsReadBack: a field of a scalar type is a JSON value of its kind, and reads
// back. Tags are for values of any type.
func TestFieldsReadBack(t *testing.T) {
	type fields struct {
		B variant.Bool
		I variant.Int
		F []variant.Float
		S variant.String
		N variant.StringName
	}

	in := fields{true, stdmath.MaxInt64, []variant.Float{1, 0.1, variant.Float(stdmath.Inf(-1)),
		stdmath.Pi * 1e300}, "s:a\n", "sn:b"}
	b, err := json.Marshal(in)
	require.NoError(t, err)
	assert.Equal(t, `{"B":true,"I":9223372036854775807,`+
		`"F":[1.0,0.1,"f:-inf",3.141592653589793e+300],"S":"s:a\n","N":"sn:b"}`, string(b))
	var back fields
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, in, back)

	// parts of the canonical form
	require.NoError(t, json.Unmarshal([]byte(`{"I":"i:5","F":["f:0.5",1]}`), &back))
	assert.Equal(t, variant.Int(5), back.I)
	assert.Equal(t, []variant.Float{0.5, 1}, back.F)

	for _, bad := range []string{`{"I":1.5}`, `{"I":true}`, `{"F":["a"]}`, `{"S":5}`,
		`{"N":null,"S":[]}`} {
		var e *notation.Error
		require.ErrorAs(t, json.Unmarshal([]byte(bad), &back), &e, bad)
	}

	_, err = json.Marshal(variant.String("\xff"))
	assert.ErrorIs(t, err, variant.ErrUTF8)

	v := mustUnmarshal(t, []byte(`"s:s:a"`), jsonvar.Options{})
	assert.Equal(t, variant.String("s:a"), v)
}
