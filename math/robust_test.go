package math_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
	gm "godotvariant/math"
)

// TestExamples: every type with methods has an Example, except those that are like another.
func TestExamples(t *testing.T) { testkit.RequireExamples(t, "Vector4", "Vector4i") }

// No number makes any method, constructor or scalar function panic.
func TestNothingPanics(t *testing.T) {
	operations := maps.Clone(functions)
	maps.Copy(operations, scalars)
	maps.Copy(operations, otherScalars)
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

// use keeps the compiler from leaving out what computes v.
//
//go:noinline
func use[T any](v T) { _ = v }

// No operation of the engine's list allocates, but for those with text.
func TestNothingAllocates(t *testing.T) {
	q, r := gm.QuaternionFromEuler(gm.V3(1, 2, 3)), gm.QuaternionFromEuler(gm.V3(3, 2, 1))
	a := gm.Transform3DFromBasis(gm.BasisFromQuaternion(q), gm.V3(1, 2, 3))
	b := gm.Transform3DFromBasis(gm.BasisFromQuaternion(r), gm.V3(1, 2, 3))
	box, plane, rect := gm.AABB{Size: gm.V3(1, 2, 3)}, gm.PlaneXZ, gm.NewRect2(1, 2, 3, 4)
	p, c := gm.ProjectionPerspective(75, 1.5, 0.1, 100, false), gm.RGB(0.25, 0.5, 0.75)
	hit := func(_ gm.Vector3, ok bool) bool { return ok }
	color := func(c gm.Color, _ bool) gm.Color { return c }

	for name, f := range map[string]func(){
		"dot":           func() { use(a.Origin.Dot(b.Origin)) },
		"cross":         func() { use(a.Origin.Cross(b.Origin)) },
		"slerp":         func() { use(a.Origin.Slerp(a.Basis.X, 0.3)) },
		"xform":         func() { use(a.Xform(b.Origin)) },
		"mul":           func() { use(a.Mul(b)) },
		"inverse":       func() { use(a.AffineInverse()) },
		"interpolate":   func() { use(a.InterpolateWith(b, 0.3)) },
		"quaternion":    func() { use(q.Slerp(r, 0.3)) },
		"cubic":         func() { use(q.SphericalCubicInterpolate(r, r, q, 0.3)) },
		"cubic in time": func() { use(q.SphericalCubicInterpolateInTime(r, r, q, 0.3, 1, -1, 2)) },
		"euler":         func() { use(a.Basis.Euler(gm.EulerOrderZXY)) },
		"from euler":    func() { use(gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrderXYZ)) },
		"box":           func() { use(hit(box.IntersectsRay(gm.V3(-1, -1, -1), gm.V3(1, 1, 1)))) },
		"box xform":     func() { use(a.XformAABB(box).Size) },
		"plane":         func() { use(box.IntersectsPlane(a.XformPlane(plane))) },
		"projection":    func() { use(p.Inverse()) },
		"array":         func() { use(gm.ProjectionFromArray(p.Array()).Determinant()) },
		"rect":          func() { use(gm.Transform2DFlipX.XformRect2(rect).Size) },
		"color":         func() { use(gm.ColorFromHSV(c.H(), c.S(), c.V(), 1)) },
		"okhsl":         func() { use(c.WithOKHSLH(0.3)) },
		"rgba32":        func() { use(gm.ColorFromRGBA32(c.RGBA32())) },
		"html":          func() { use(color(gm.ColorFromHTML("#ff8800"))) },
	} {
		require.Zero(t, testing.AllocsPerRun(50, f), name)
	}
}
