package variant_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestScalarVerbs: %v, %s and %#v print Godot's text and Go source, and every other verb prints
// what it prints for the Go value.
func TestScalarVerbs(t *testing.T) {
	verbs := strings.Fields("%d %5d %-5d| %+d %05d %x %X %#x %6x %b %08b %o %#o %O %c %q %U %e " +
		"%E %f %.2f %8.3f %g %G %t %6t %T|%v %z")
	for _, c := range []struct {
		v  variant.Variant
		of any
	}{
		{variant.Int(255), int64(255)}, {variant.Int(-7), int64(-7)},
		{variant.Float(1.5), 1.5}, {variant.Float(-0.1), -0.1},
		{variant.Float(math.Inf(1)), math.Inf(1)},
	} {
		for _, verb := range verbs {
			if strings.HasPrefix(verb, "%T") {
				continue // of the Variant
			}
			assert.Equal(t, fmt.Sprintf(verb, c.of), fmt.Sprintf(verb, c.v), "%s of %#v", verb, c.v)
		}
	}

	i, f, hi := variant.Int(255), variant.Float(1), variant.String("hi")
	for _, c := range []struct {
		format string
		of     any
		want   string
	}{
		{"%v", i, "255"}, {"%s", i, "255"}, {"%6v|", i, "   255|"}, {"%-6s|", i, "255   |"},
		{"%+v", i, "255"}, {"%#v", i, "variant.Int(255)"}, {"%v", f, "1.0"}, {"%s", f, "1.0"},
		{"%5v", f, "  1.0"}, {"%#v", f, "variant.Float(1)"}, {"%t", variant.Bool(true), "true"},
		{"%5v", variant.Bool(true), " true"}, {"%q", hi, `"hi"`}, {"%x", hi, "6869"},
		{"%s", hi, "hi"}, {"%5v", hi, "   hi"}, {"%x", []variant.Int{255, 1}, "[ff 1]"},
		{"%x", struct{ V variant.Variant }{i}, "{ff}"}, {"%v", variant.NewArray(i, f), "[255, 1.0]"},
	} {
		assert.Equal(t, c.want, fmt.Sprintf(c.format, c.of), c.format)
	}
}

// TestVerbs: %v and %+v print text, %#v Go source, and all end where a value contains itself.
func TestVerbs(t *testing.T) {
	list := variant.NewArray(variant.Int(1),
		variant.NewDictionary(variant.KV("a\n", variant.StringName("b"))), variant.NewArray())
	assert.Equal(t, `[1, {"a\n": &"b"}, []]`, fmt.Sprint(list))
	assert.Equal(t, `[1, {"a\n": &"b"}, []]`, fmt.Sprintf("%s", list))
	assert.Equal(t, "[1, {\"a\\n\": &\"b\"}, []]     |", fmt.Sprintf("%-27v|", list))
	assert.Equal(t, "[\n\t1,\n\t{\n\t\t\"a\\n\": &\"b\"\n\t},\n\t[]\n]", fmt.Sprintf("%+v", list))
	assert.Equal(t, `variant.Array{Items: []variant.Variant{}}`,
		fmt.Sprintf("%#v", variant.Array{Items: []variant.Variant{}}))
	assert.Equal(t, `"[]"`, fmt.Sprintf("%q", variant.Array{}))

	assert.Equal(t, `Array[int]([1])`,
		fmt.Sprint(variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt},
			variant.Int(1))))

	script := variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}
	assert.Equal(t, `Array[Resource("res://a.gd")]([])`, fmt.Sprint(variant.NewTypedArray(script)))
	assert.Equal(t, `Dictionary[String, Variant]({})`,
		fmt.Sprint(variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}}))

	self := variant.NewArray(nil)
	self.Items[0] = self
	assert.Equal(t, strings.Repeat("[", 1025)+"…"+strings.Repeat("]", 1025), self.String())
	deep := strings.Repeat("variant.Array{Items: []variant.Variant{", 1025) +
		"nil /* too deep */" + strings.Repeat("}}", 1025)
	assert.Equal(t, deep, fmt.Sprintf("%#v", self))
}

// TestGoString: %#v prints an expression of Go.
func TestGoString(t *testing.T) {
	for want, v := range map[string]variant.Variant{
		"variant.Nil{}":                       null,
		"variant.Bool(true)":                  variant.Bool(true),
		"variant.Int(-5)":                     variant.Int(-5),
		"variant.Float(0.1)":                  variant.Float(0.1),
		"variant.Float(-0.1)":                 variant.Float(-0.1),
		"variant.Float(0.12345)":              variant.Float(0.12345),
		"variant.Float(0)":                    variant.Float(0),
		"variant.Float(math.Inf(1))":          variant.Float(math.Inf(1)),
		"variant.Float(math.Inf(-1))":         variant.Float(math.Inf(-1)),
		"variant.Float(math.Copysign(0, -1))": variant.Float(math.Copysign(0, -1)),
		"variant.Float(math.Float64frombits(0x7ff8000000000001))":      variant.Float(math.NaN()),
		`variant.String("a\n")`:                                        str("a\n"),
		`variant.StringName("n")`:                                      variant.StringName("n"),
		`variant.Array{Items: []variant.Variant{variant.Int(1), nil}}`: variant.NewArray(one, nil),
		`variant.Array{Items: []variant.Variant{}, Elem: &variant.ElementType{Type: ` +
			`variant.TypeInt}, Shared: true}`: variant.Array{
			Elem: &variant.ElementType{Type: variant.TypeInt}, Shared: true},
		`variant.Dictionary{Pairs: []variant.Pair{{Key: variant.Int(1), Value: variant.Nil{}}, ` +
			`{Key: variant.String("a"), Value: nil}}}`: variant.NewDictionary(
			pair(one, null), variant.KV("a", nil)),
		`variant.Dictionary{Pairs: []variant.Pair{}, Key: &variant.ElementType{Type: ` +
			`variant.TypeObject, Class: "Node"}, Value: &variant.ElementType{Type: ` +
			`variant.TypeObject, Script: "res://a.gd"}}`: variant.Dictionary{
			Key:   &variant.ElementType{Type: variant.TypeObject, Class: "Node"},
			Value: &variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}},
		`variant.TypedArray{Items: []variant.Variant{variant.Int(1)}, Elem: ` +
			`variant.ElementType{Type: variant.Type(130)}}`: variant.TypedArray{
			Items: []variant.Variant{one}, Elem: variant.ElementType{Type: 130}},
		`variant.PackedTypedArray{Items: []variant.Variant{}, Elem: variant.ElementType{Type: ` +
			`variant.TypeNil}}`: variant.PackedTypedArray{},
	} {
		assert.Equal(t, want, fmt.Sprintf("%#v", v))
	}

	assert.Equal(t, "variant.Array{Items: []variant.Variant{bare}}",
		fmt.Sprintf("%#v", variant.NewArray(bare{})))
}

// bare is a user's type with a String method and no other.
type bare struct{ variant.Nil }

func (bare) String() string   { return "bare" }
func (bare) GoString() string { return "bare" }

// TestTextOfCustomTypes: without a text of its own a value has the name of its type.
func TestTextOfCustomTypes(t *testing.T) {
	assert.Equal(t, "[custom type 0(…), custom type 0(…)]",
		variant.NewArray(noJSON{}, ownJSON{}).String())
}

// TestScalarText sends each scalar through the standard library's text and JSON.
func TestScalarText(t *testing.T) {
	type scalars struct {
		N variant.Nil
		B variant.Bool
		I variant.Int
		F variant.Float
		S variant.String
		M variant.StringName
	}

	want := scalars{null, true, -5, 2, "a\n", "n"}
	b, err := json.Marshal(want)
	require.NoError(t, err)
	var got scalars
	require.NoError(t, json.Unmarshal(b, &got))
	assert.Equal(t, want, got)
	assert.Error(t, json.Unmarshal([]byte(`{"B":"i:1"}`), &got))
	require.NoError(t, json.Unmarshal([]byte(`{"I":null}`), &got))
	assert.Equal(t, want, got)

	var i variant.Int
	var f variant.Float
	for text, dst := range map[string]interface {
		UnmarshalText([]byte) error
		MarshalText() ([]byte, error)
	}{"null": new(variant.Nil), "true": new(variant.Bool), "7": &i, "1.5": &f,
		`"a"`: new(variant.String), `&"b"`: new(variant.StringName)} {
		require.NoError(t, dst.UnmarshalText([]byte(text)))
		for _, other := range []string{"[]", "", "null 1", "&", "RID()"} {
			assert.Error(t, dst.UnmarshalText([]byte(other)), other)
		}
		out, err := dst.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, text, string(out), "an error changes nothing")
	}

	require.NoError(t, f.UnmarshalText([]byte("3")))
	assert.Equal(t, variant.Float(3), f)
	for _, text := range []string{"1.5", "2.0", "nan", `"7"`} {
		assert.ErrorIs(t, i.UnmarshalText([]byte(text)), variant.ErrSyntax, "not an int: %s", text)
	}

	assert.EqualError(t, new(variant.String).UnmarshalText([]byte(" 5")),
		"godot: text at 1:1: syntax error: expected String, found int")
	typed := variant.TypedArray{Items: []variant.Variant{one},
		Elem: variant.ElementType{Type: variant.TypeInt}}
	for v, want := range map[interface{ MarshalText() ([]byte, error) }]string{
		&typed: "Array[int]([1])", (*variant.PackedTypedArray)(&typed): "Array[int]([1])",
		&variant.Array{Items: typed.Items}:                               "[1]",
		&variant.Dictionary{Pairs: []variant.Pair{variant.KV("a", one)}}: `{"a": 1}`,
	} {
		out, err := v.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, want, string(out))
	}
}
