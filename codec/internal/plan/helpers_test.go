package plan_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

type (
	Int    = variant.Int
	Float  = variant.Float
	String = variant.String
	Value  = variant.Variant
)

var (
	list = variant.NewArray
	dict = variant.NewDictionary
	kv   = variant.KV

	nan = math.NaN()
	inf = math.Inf(1)
)

// standard is the codec that the functions of package codec use, such as codec.Marshal.
var standard *codec.Codec

var (
	full  = codec.MustNew(codec.Options{FullObjects: true})
	whole = codec.MustNew(codec.Options{WholeFloats: true})
)

// planCodecs write numbers in different widths. Some of them use the fast functions of package
// wire, such as PutWordFast, and the others do not.
var planCodecs = []*codec.Codec{
	codec.MustNew(codec.Options{}), codec.MustNew(codec.Options{Precision: variant.Double}),
	codec.MustNew(codec.Options{Mode: codec.Strict}),
	codec.MustNew(codec.Options{Dialect: codec.Godot3}),
}

func ptr[T any](v T) *T { return &v }

func of(t variant.Type) variant.ElementType { return variant.ElementType{Type: t} }

// comesBack checks that v becomes the wanted value when it is read into a T. It reads v as a value
// into a new T. It reads the packet of v twice into a new T, and twice into each of the targets. If
// T is a slice, it also reads the packet into a shorter slice and into a longer one.
func comesBack[T any](t *testing.T, c *codec.Codec, v Value, want T, targets ...T) {
	t.Helper()
	name := fmt.Sprintf("%v into a %T, %s", v, want, c.Dialect().Name())
	packet := testkit.Encode(t, c, v)
	var converted T
	require.NoError(t, c.FromVariant(testkit.Decode(t, c, packet), &converted), name)
	require.Equal(t, want, converted, name)

	targets = append(targets, *new(T))
	if typ := reflect.TypeFor[T](); typ.Kind() == reflect.Slice {
		targets = append(targets, reflect.MakeSlice(typ, 1, 1).Interface().(T),
			reflect.MakeSlice(typ, 100, 100).Interface().(T))
	}

	for _, got := range targets {
		for range 2 {
			require.NoError(t, c.Unmarshal(packet, &got), name)
			require.Equal(t, want, got, name)
		}
	}
}

// refused checks that v can't be read into a T, neither from a value nor from a packet. It returns
// the error for the packet, which must be of the given kind.
func refused[T any](t *testing.T, c *codec.Codec, v Value, kind error) *variant.Error {
	t.Helper()
	packet := testkit.Encode(t, c, v)
	from := testkit.Fault(t, c.FromVariant(testkit.Decode(t, c, packet), new(T)), kind)
	require.Equal(t, variant.OpConvert, from.Op)

	read := testkit.Fault(t, c.Unmarshal(packet, new(T)), kind)
	require.Equal(t, variant.OpDecode, read.Op)
	require.Equal(t, from.Path, read.Path)
	return read
}

// marshal returns the packet of a Go value.
func marshal(t *testing.T, c *codec.Codec, v any) []byte {
	t.Helper()
	packet, err := c.Marshal(v)
	require.NoError(t, err, "%#v", v)
	return packet
}

// goText returns the constructor text of a Go value. It requires that Marshal and ToVariant return
// the same value.
func goText(t *testing.T, v any) string {
	t.Helper()
	c := codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})
	value, err := c.ToVariant(v)
	require.NoError(t, err)
	require.Equal(t, testkit.Encode(t, c, value), marshal(t, c, v))
	return variant.Text(value)
}

// level is written and read as text, by MarshalText and UnmarshalText.
type level int

func (l level) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "level %d", int(l)), nil }

func (l *level) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "level %d", (*int)(l))
	return err
}

// celsius is written as an Array, by MarshalVariant, and read by UnmarshalVariant. Both methods can
// fail.
type celsius float64

var errCold = errors.New("colder than cold")

func (c celsius) MarshalVariant() (Value, error) {
	if c < -273.15 {
		return nil, errCold
	}
	return list(Float(c), String("°C")), nil
}

func (c *celsius) UnmarshalVariant(v Value) error {
	f, err := tree.Lookup(v, "[0]")
	if err != nil {
		return errCold
	}
	return codec.FromVariant(f, (*float64)(c))
}

// fragile appends the text that it reads to its old text. If its text is "fail", it can't be
// written.
type fragile struct{ text string }

var errFragile = errors.New("fragile")

func (f *fragile) MarshalText() ([]byte, error) {
	if f.text == "fail" {
		return nil, errFragile
	}
	return []byte(f.text), nil
}

func (f *fragile) UnmarshalText(b []byte) error {
	f.text += string(b)
	return nil
}

// A field is a field of a struct that structOf makes, with its value.
type field struct {
	reflect.StructField
	value any
}

// structOf returns a struct that has these fields with their values.
func structOf(fields ...field) any {
	types := make([]reflect.StructField, len(fields))
	for i, f := range fields {
		types[i] = f.StructField
	}

	v := reflect.New(reflect.StructOf(types)).Elem()
	for i, f := range fields {
		if f.value != nil {
			v.Field(i).Set(reflect.ValueOf(f.value))
		}
	}

	return v.Interface()
}

// with returns a field with a tag. Without the argument value, the value of the field is zero.
func with[T any](name, tag string, value ...T) field {
	f := field{StructField: reflect.StructField{Name: name, Type: reflect.TypeFor[T]()}}
	if tag != "" {
		f.Tag = reflect.StructTag(`godot:"` + tag + `"`)
	}
	if len(value) > 0 {
		f.value = value[0]
	}
	return f
}

// embed returns an embedded field. Its name is the name of the type.
func embed[T any](name string, value ...T) field {
	f := with(name, "", value...)
	f.Anonymous = true
	return f
}

// blank returns a blank field with a tag.
func blank(tag string) field {
	f := with[struct{}]("_", tag)
	f.PkgPath = "plan_test"
	return f
}

// tagged returns a struct of one field D with a tag.
func tagged[T any](tag string, value ...T) any { return structOf(with("D", tag, value...)) }
