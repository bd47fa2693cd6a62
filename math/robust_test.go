package math_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

// No number makes any method, constructor or scalar function panic.
func TestNothingPanics(t *testing.T) {
	operations := map[string]any{
		"Posmod": gm.Posmod, "Fposmod": gm.Fposmod, "Wrapi": gm.Wrapi, "Wrapf": gm.Wrapf,
		"NearestPo2": gm.NearestPo2,
		"PingPong":   gm.PingPong, "Ease": gm.Ease, "Snapped": gm.Snapped,
		"Smoothstep":             gm.Smoothstep,
		"CubicInterpolateAngle":  gm.CubicInterpolateAngle,
		"CubicInterpolateInTime": gm.CubicInterpolateInTime,
	}

	maps.Copy(operations, functions)
	for typeName, typ := range mathTypes {
		for i := range typ.NumMethod() {
			if m := typ.Method(i); takesNumbers(m.Type) {
				operations[typeName+"."+m.Name] = m.Func.Interface()
			}
		}
	}

	floats := []float64{0, -1, gm.NaN, gm.Inf, -gm.Inf, math.MaxFloat64,
		math.SmallestNonzeroFloat64, 1e19, -1e-6}
	ints := []int64{0, -1, 1, math.MinInt64, math.MaxInt64, math.MinInt32, math.MaxInt32, 7}
	texts := []string{"", "#", "é", "#fffffff", "\x00", "transparent"}

	calls := 0
	for name, f := range operations {
		typ := reflect.TypeOf(f)
		for round := range 40 {
			next := round
			in := make([]reflect.Value, typ.NumIn())
			for i := range in {
				in[i] = filled(typ.In(i), func() (float64, int64, string) {
					next++
					return floats[next*7%len(floats)], ints[next*5%len(ints)],
						texts[next%len(texts)]
				})
			}

			require.NotPanics(t, func() { reflect.ValueOf(f).Call(in) }, "%s%v", name, in)
			calls++
		}
	}

	require.Greater(t, calls, 25000)
}

// takesNumbers reports whether all arguments of a function can be filled with numbers and texts.
func takesNumbers(f reflect.Type) bool {
	for i := range f.NumIn() {
		switch in := f.In(i); in.Kind() {
		case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Func:
			return false
		case reflect.Struct:
			if mathTypes[in.Name()] != in {
				return false
			}
		}
	}
	return true
}

// filled returns a value of a type with all its numbers taken from next.
func filled(typ reflect.Type, next func() (float64, int64, string)) reflect.Value {
	v := reflect.New(typ).Elem()
	f, i, s := next()
	switch {
	case v.CanFloat():
		v.SetFloat(f)
	case v.CanInt():
		v.SetInt(i)
	case v.CanUint():
		v.SetUint(uint64(i))
	case v.Kind() == reflect.String:
		v.SetString(s)
	case v.Kind() == reflect.Bool:
		v.SetBool(i > 0)

	case v.Kind() == reflect.Struct:
		for field := range v.NumField() {
			v.Field(field).Set(filled(v.Field(field).Type(), next))
		}

	default:
		panic(fmt.Sprintf("no value for %v", typ))
	}

	return v
}
