package plan_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A goDice generates random Go types and fills them with values. The test writes and reads them in
// every dialect.

type goDice struct{ *rand.Rand }

// typesOf returns the types of values.
func typesOf(values ...any) (types []reflect.Type) {
	for _, v := range values {
		types = append(types, reflect.TypeOf(v))
	}
	return types
}

var (
	goKeys = typesOf("", int16(0), uint(0), 0.0, false, level(0), math.Vector2i{}, [2]int8{})

	goLeaves = typesOf(false, int8(0), 0, int64(0), uint16(0), uint64(0), float32(0), 0.0, "",
		time.Duration(0), time.Time{}, level(0), decimal.Decimal{}, math.Vector2{}, math.Vector3{},
		math.Vector4{}, math.Vector2i{}, math.Vector3i{}, math.Rect2{}, math.Plane{},
		math.Quaternion{}, math.Color{}, math.Basis{}, math.Transform3D{}, math.Projection{},
		objects.NodePath{}, Int(0), String(""))
)

func (d goDice) of(types []reflect.Type) reflect.Type { return types[d.IntN(len(types))] }

func (d goDice) typ(depth int) reflect.Type {
	if depth == 0 {
		return d.of(goLeaves)
	}

	switch d.IntN(8) {
	case 0, 1:
		return reflect.SliceOf(d.typ(depth - 1))
	case 2:
		return reflect.ArrayOf(d.IntN(3), d.typ(depth-1))
	case 3:
		return reflect.MapOf(d.of(goKeys), d.typ(depth-1))
	case 4:
		if t := d.typ(depth - 1); t.Kind() != reflect.Pointer {
			return reflect.PointerTo(t)
		}
	case 5, 6:
		return d.structure(depth - 1)
	}

	return d.of(goLeaves)
}

func (d goDice) structure(depth int) reflect.Type {
	fields := make([]reflect.StructField, d.IntN(8))
	for i := range fields {
		t := d.typ(depth)
		options := ""
		switch kind := t.Kind(); {
		case d.IntN(4) == 0 && kind <= reflect.Float64 && kind != reflect.Invalid &&
			!t.Implements(reflect.TypeFor[Value]()):
			options = ",string"

		case d.IntN(4) == 0 && t == reflect.TypeFor[decimal.Decimal]():
			options = ",scale=3"
		case d.IntN(4) == 0 && kind == reflect.Slice:
			options = ",array"
		case d.IntN(6) == 0:
			options = ",omitzero"
		case d.IntN(6) == 0:
			options = ",stringname"
		}

		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: t,
			Tag: reflect.StructTag(fmt.Sprintf(`godot:"k%d%s"`, i, options)),
		}
	}

	return reflect.StructOf(fields)
}

// fill sets v to a value that every precision holds. It uses no nil slices and maps, because they
// are read back as empty ones.
func (d goDice) fill(v reflect.Value) {
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = time.Unix(d.Int64N(1<<33), d.Int64N(1e9)).UTC()
		return

	case *decimal.Decimal:
		*p = decimal.NewFromFloat(float64(2*d.IntN(1000)-999) / 8) // this has three decimal places
		return

	case *objects.NodePath:
		*p = objects.NodePath{Names: []string{"a"}, Absolute: true}
		return
	}

	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.IntN(2) == 0)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int, reflect.Int64:
		v.SetInt(int64(d.Uint64()) >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(d.Uint64() >> (65 - v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(d.IntN(2001)-1000) / 8)
	case reflect.String:
		v.SetString("héllo"[:[]int{0, 1, 3, 6}[d.IntN(4)]])

	case reflect.Slice:
		n := d.IntN(4)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			d.fill(v.Index(i))
		}

	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range d.IntN(4) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			d.fill(key)
			d.fill(value)
			v.SetMapIndex(key, value)
		}

	case reflect.Pointer:
		if d.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			d.fill(v.Elem())
		}

	case reflect.Struct:
		for i := range v.NumField() {
			d.fill(v.Field(i))
		}
	}
}

func TestMarshalRoundTrips(t *testing.T) {
	d := goDice{rand.New(rand.NewPCG(3, 4))}
	written := 0
	for range 400 {
		in := reflect.New(d.structure(3))
		d.fill(in.Elem())
		for i, dialect := range codec.Dialects() {
			if i != 0 && d.IntN(6) > 0 {
				continue
			}

			c := codec.MustNew(codec.Options{Dialect: dialect, FullObjects: d.IntN(2) > 0,
				Mode: codec.Mode(d.IntN(3))})
			if checkRoundTrip(t, c, in) {
				written++
			}
		}
	}

	require.Greater(t, written, 500)
}

// checkRoundTrip writes the struct that original points to, and reads it back. It reports whether
// the codec has a form for all parts of the struct.
func checkRoundTrip(t *testing.T, c *codec.Codec, original reflect.Value) bool {
	t.Helper()
	v, err := c.ToVariant(original.Interface())
	require.NoError(t, err, "%#v", original.Elem())
	want, err := c.Encode(v)
	got, marshalErr := c.Marshal(original.Interface())
	require.Equal(t, err, marshalErr)

	if err != nil {
		require.ErrorIs(t, err, variant.ErrUnsupported)
		return false
	}

	require.Equal(t, want, got)
	again, err := c.Marshal(original.Elem().Interface())
	require.NoError(t, err)
	require.Equal(t, got, again, "by value, and always the same bytes")

	out, back := reflect.New(original.Type().Elem()), reflect.New(original.Type().Elem())
	for range 2 { // the second call reads into the result of the first
		require.NoError(t, c.Unmarshal(got, out.Interface()))
		require.True(t, reflect.DeepEqual(original.Interface(), out.Interface()), "%+v\n%+v",
			original, out)
	}

	require.NoError(t, c.FromVariant(v, back.Interface()))
	require.True(t, reflect.DeepEqual(original.Interface(), back.Interface()), "%+v\n%+v",
		original, back)
	return true
}
