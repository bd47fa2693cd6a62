package math_test

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	gm "godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A sample is a value with its packet, its text, its arguments in JSON and its Go source.
type sample struct {
	value                      variant.Variant
	packet, text, args, source string
}

// samples returns the values of samples.txt. TestNumbers tests the text and JSON of further
// numbers.
func samples(t *testing.T) (all []sample) {
	data, err := os.ReadFile("testdata/samples.txt")
	require.NoError(t, err)

	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n")[1:] {
		lines := strings.Split(block, "\n")
		words := strings.Fields(lines[0])
		s := sample{packet: lines[1], text: lines[2], args: lines[3], source: lines[4]}
		if strings.HasSuffix(words[0], "i") {
			s.value = numbered[int32](t, words)
		} else {
			s.value = numbered[float64](t, words)
		}
		all = append(all, s)
	}

	require.Len(t, all, len(mathTypes))

	return all
}

// numbered returns the value that words describe. The first word is the type, and the other words
// are the numbers.
func numbered[T int32 | float64](t *testing.T, words []string) variant.Variant {
	var numbers []T
	for _, word := range words[1:] {
		x, err := strconv.ParseFloat(word, 64)
		require.NoError(t, err)
		numbers = append(numbers, T(x))
	}
	return ofNumbers(t, words[0], numbers).(variant.Variant)
}

// fromArrays are the inverses of the methods Array, in the order of the values of samples.txt.
var fromArrays = []any{
	gm.Vector2FromArray, gm.Vector2iFromArray, gm.Rect2FromArray, gm.Rect2iFromArray,
	gm.Vector3FromArray, gm.Vector3iFromArray,
	gm.Transform2DFromArray, gm.Vector4FromArray, gm.Vector4iFromArray, gm.PlaneFromArray,
	gm.QuaternionFromArray,
	gm.AABBFromArray, gm.BasisFromArray, gm.Transform3DFromArray, gm.ProjectionFromArray,
	gm.ColorFromArray,
}

// TestComponents: the methods Array, At, With and Compare agree with the fields.
func TestComponents(t *testing.T) {
	for i, c := range samples(t) {
		v := reflect.ValueOf(c.value)
		array := v.MethodByName("Array").Call(nil)
		numbers := numbersOf(v)
		require.Equal(t, len(numbers), array[0].Len())

		for i, n := range numbers {
			require.Equal(t, n, array[0].Index(i).Interface(), "%v", v)
		}

		require.Equal(t, c.value, reflect.ValueOf(fromArrays[i]).Call(array)[0].Interface())

		if !v.MethodByName("At").IsValid() {
			continue
		}

		at := func(v reflect.Value, i int) any {
			return v.MethodByName("At").Call([]reflect.Value{reflect.ValueOf(i)})[0].Interface()
		}

		with := func(i int, x reflect.Value) reflect.Value {
			return v.MethodByName("With").Call([]reflect.Value{reflect.ValueOf(i), x})[0]
		}

		fields := v.NumField()
		for i := range fields {
			other := v.Field((i + 1) % fields)
			require.Equal(t, v.Field(i).Interface(), at(v, i), "%v", v)
			require.Equal(t, other.Interface(), at(with(i, other), i), "%v", v)
		}

		if compare := v.MethodByName("Compare"); compare.IsValid() {
			number := func(v reflect.Value) float64 {
				return v.Convert(reflect.TypeFor[float64]()).Float()
			}

			for i := range fields {
				other := v.Field((i + 1) % fields)
				want := cmp.Compare(number(v.Field(i)), number(other))
				require.Equal(t, want,
					compare.Call([]reflect.Value{with(i, other)})[0].Interface(), "%v", v)
				require.Equal(t, 0, compare.Call([]reflect.Value{v})[0].Interface())
			}
		}

		for _, i := range []int{-1, fields} {
			require.Zero(t, at(v, i), "%v", v)
			require.Equal(t, c.value, with(i, v.Field(0)).Interface(),
				"an index out of range changes nothing")
		}
	}
}

// numbersOf returns the numbers of a struct of structs, in the order of the fields.
func numbersOf(v reflect.Value) (numbers []any) {
	if v.Kind() != reflect.Struct {
		return []any{v.Interface()}
	}
	for i := range v.NumField() {
		numbers = append(numbers, numbersOf(v.Field(i))...)
	}
	return numbers
}

// TestSettersOfProperties: the setters for OKHSL and rotation are not exact, so the test allows
// small differences.
func TestSettersOfProperties(t *testing.T) {
	red := gm.RGBA(1, 0, 0, 0.5)
	dark := red.WithOKHSLL(0.25)
	require.InDelta(t, 0.25, dark.OKHSLL(), 1e-3)
	require.InDelta(t, red.OKHSLH(), dark.OKHSLH(), 1e-2)
	require.Equal(t, 0.5, dark.A)
	require.InDelta(t, 0.4, red.WithOKHSLS(0.4).OKHSLS(), 1e-3)

	turned := gm.Transform2DFromRotationScaleSkew(1, gm.V2(2, 3), 0, gm.V2(5, 6)).WithRotation(0.5)
	require.InDelta(t, 0.5, turned.Rotation(), 1e-12)
	require.True(t, turned.Scale().IsEqualApprox(gm.V2(2, 3)))
	require.Equal(t, gm.V2(5, 6), turned.Origin)
	require.Equal(t, gm.NewRect2i(1, 2, 4, 6), gm.Rect2iFromPoints(gm.V2i(5, 2), gm.V2i(1, 8)))
}

func TestText(t *testing.T) {
	for _, c := range samples(t) {
		require.Equal(t, c.source, fmt.Sprintf("%#v", c.value))
		requireText(t, c.value, c.text, c.args)
	}
	require.Equal(t, "YXZ", gm.EulerOrderYXZ.String())
	require.Equal(t, "EulerOrder(unknown)", gm.EulerOrder(6).String())
}

func TestNumbers(t *testing.T) {
	requireText(t, gm.V2(0.1, -1), "Vector2(0.1, -1)", "[0.1,-1.0]")
	requireText(t, gm.V3(1, 2.5, gm.Inf), "Vector3(1, 2.5, inf)", `[1.0,2.5,"f:inf"]`)
	requireText(t, gm.V4(1, 2, 3, -1/gm.Inf), "Vector4(1, 2, 3, -0.0)", "[1.0,2.0,3.0,-0.0]")
	requireText(t, gm.V4(1, 2, 3, gm.NaN), "Vector4(1, 2, 3, nan)", `[1.0,2.0,3.0,"f:nan"]`)

	for want, v := range map[string]gm.Vector2{
		"math.Vector2{X: 0.1, Y: 2.5}":                gm.V2(0.1, 2.5),
		"math.Vector2{X: -math.Inf, Y: math.NaN}":     gm.V2(-gm.Inf, gm.NaN),
		"math.Vector2{X: math.Inf, Y: -1 / math.Inf}": gm.V2(gm.Inf, -1/gm.Inf),
	} {
		require.Equal(t, want, fmt.Sprintf("%#v", v))
	}

	odd := gm.V2(math.Float64frombits(0xfff8000000000000), 1) // the result of 0/0 on x86-64
	require.Equal(t, "math.Vector2{X: stdmath.Float64frombits(0xfff8000000000000), Y: 1}",
		fmt.Sprintf("%#v", odd))
}

// TestConstants: the constants are equal to the constants in Godot's class reference.
func TestConstants(t *testing.T) {
	for text, constants := range map[string][]fmt.Stringer{
		"Vector2(0, 0)":     {gm.Vector2Zero},
		"Vector2(1, 1)":     {gm.Vector2One},
		"Vector2(inf, inf)": {gm.Vector2Inf},
		"Vector2(-1, 0)":    {gm.Vector2Left},
		"Vector2(1, 0)":     {gm.Vector2Right},
		"Vector2(0, -1)":    {gm.Vector2Up},
		"Vector2(0, 1)":     {gm.Vector2Down},

		"Vector2i(0, 0)":                     {gm.Vector2iZero},
		"Vector2i(1, 1)":                     {gm.Vector2iOne},
		"Vector2i(-2147483648, -2147483648)": {gm.Vector2iMin},
		"Vector2i(2147483647, 2147483647)":   {gm.Vector2iMax},
		"Vector2i(-1, 0)":                    {gm.Vector2iLeft},
		"Vector2i(1, 0)":                     {gm.Vector2iRight},
		"Vector2i(0, -1)":                    {gm.Vector2iUp},
		"Vector2i(0, 1)":                     {gm.Vector2iDown},

		"Vector3(0, 0, 0)":       {gm.Vector3Zero},
		"Vector3(1, 1, 1)":       {gm.Vector3One},
		"Vector3(inf, inf, inf)": {gm.Vector3Inf},
		"Vector3(-1, 0, 0)":      {gm.Vector3Left, gm.Vector3ModelRight},
		"Vector3(1, 0, 0)":       {gm.Vector3Right, gm.Vector3ModelLeft},
		"Vector3(0, 1, 0)":       {gm.Vector3Up, gm.Vector3ModelTop},
		"Vector3(0, -1, 0)":      {gm.Vector3Down, gm.Vector3ModelBottom},
		"Vector3(0, 0, -1)":      {gm.Vector3Forward, gm.Vector3ModelRear},
		"Vector3(0, 0, 1)":       {gm.Vector3Back, gm.Vector3ModelFront},

		"Vector3i(0, 0, 0)": {gm.Vector3iZero},
		"Vector3i(1, 1, 1)": {gm.Vector3iOne},
		"Vector3i(-2147483648, -2147483648, -2147483648)": {gm.Vector3iMin},
		"Vector3i(2147483647, 2147483647, 2147483647)":    {gm.Vector3iMax},
		"Vector3i(-1, 0, 0)":                              {gm.Vector3iLeft},
		"Vector3i(1, 0, 0)":                               {gm.Vector3iRight},
		"Vector3i(0, 1, 0)":                               {gm.Vector3iUp},
		"Vector3i(0, -1, 0)":                              {gm.Vector3iDown},
		"Vector3i(0, 0, -1)":                              {gm.Vector3iForward},
		"Vector3i(0, 0, 1)":                               {gm.Vector3iBack},

		"Vector4(0, 0, 0, 0)":         {gm.Vector4Zero},
		"Vector4(1, 1, 1, 1)":         {gm.Vector4One},
		"Vector4(inf, inf, inf, inf)": {gm.Vector4Inf},
		"Vector4i(0, 0, 0, 0)":        {gm.Vector4iZero},
		"Vector4i(1, 1, 1, 1)":        {gm.Vector4iOne},
		"Vector4i(-2147483648, -2147483648, -2147483648, -2147483648)": {gm.Vector4iMin},
		"Vector4i(2147483647, 2147483647, 2147483647, 2147483647)":     {gm.Vector4iMax},

		"Plane(1, 0, 0, 0)": {gm.PlaneYZ},
		"Plane(0, 1, 0, 0)": {gm.PlaneXZ},
		"Plane(0, 0, 1, 0)": {gm.PlaneXY},

		"Quaternion(0, 0, 0, 1)":            {gm.QuaternionIdentity},
		"Basis(1, 0, 0, 0, 1, 0, 0, 0, 1)":  {gm.BasisIdentity},
		"Basis(-1, 0, 0, 0, 1, 0, 0, 0, 1)": {gm.BasisFlipX},
		"Basis(1, 0, 0, 0, -1, 0, 0, 0, 1)": {gm.BasisFlipY},
		"Basis(1, 0, 0, 0, 1, 0, 0, 0, -1)": {gm.BasisFlipZ},
		"Transform2D(1, 0, 0, 1, 0, 0)":     {gm.Transform2DIdentity},
		"Transform2D(-1, 0, 0, 1, 0, 0)":    {gm.Transform2DFlipX},
		"Transform2D(1, 0, 0, -1, 0, 0)":    {gm.Transform2DFlipY},

		"Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)":            {gm.Transform3DIdentity},
		"Transform3D(-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)":           {gm.Transform3DFlipX},
		"Transform3D(1, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0)":           {gm.Transform3DFlipY},
		"Transform3D(1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0)":           {gm.Transform3DFlipZ},
		"Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)": {gm.ProjectionIdentity},
		"Projection(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)": {gm.ProjectionZero},
	} {
		for _, c := range constants {
			require.Equal(t, text, c.String())
		}
	}
}

// requireText converts a value to its text and its JSON, and back.
func requireText(t *testing.T, v variant.Variant, text, args string) {
	require.Equal(t, text, fmt.Sprint(v))
	got, err := v.(encoding.TextMarshaler).MarshalText()
	require.NoError(t, err)
	require.Equal(t, text, string(got))
	data, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, `{"args":`+args+`,"type":"`+v.Type().String()+`"}`, string(data))

	fromJSON, fromText := reflect.New(reflect.TypeOf(v)), reflect.New(reflect.TypeOf(v))
	unmarshaler := fromText.Interface().(encoding.TextUnmarshaler)
	require.NoError(t, json.Unmarshal(data, fromJSON.Interface()))
	require.NoError(t, unmarshaler.UnmarshalText([]byte(text)))
	err = unmarshaler.UnmarshalText([]byte(v.Type().String() + "(1)"))
	require.ErrorIs(t, err, variant.ErrSyntax, "changes nothing")

	for _, p := range []reflect.Value{fromJSON, fromText} {
		back := p.Elem().Interface().(variant.Variant)
		require.True(t, variant.Equal(v, back), "%v, want %v", back, v)
	}
}

// TestBadText: if a text is not a value of the type, the error says what is wrong, and the receiver
// keeps its value. UnmarshalJSON also reads a text in quotes, which encoding/json writes for a key
// of a map.
func TestBadText(t *testing.T) {
	before := gm.Vector2{X: 7, Y: 8}

	for text, want := range map[string]string{
		"Vector2(1, 2) x":  "found 'x'",
		"Vector2(1)":       "syntax error",
		"Vector2i(1, 2)":   "expected Vector2",
		"Vector2(1, none)": "expected a number, found 'n'",
		"":                 "expected",
	} {
		v := before
		require.ErrorContains(t, v.UnmarshalText([]byte(text)), want, text)
		require.Equal(t, before, v)
		require.ErrorContains(t, v.UnmarshalJSON([]byte(strconv.Quote(text))), want, text)
		require.Equal(t, before, v)
	}

	for text, want := range map[string]string{
		`{"type":"Vector2","args":[1,2]} x`: "found 'x'",
		`"np:Vector2(1, 2)"`:                "expected Vector2",
		`[1, 2]`:                            "expected Vector2",
		`{"type":"` + strings.Repeat("a", 70) + `","args":[1,2]}`: "found " +
			strings.Repeat("a", 64) + "…",
	} {
		v := before
		require.ErrorContains(t, v.UnmarshalJSON([]byte(text)), want, text)
		require.Equal(t, before, v)
	}

	v := before
	require.NoError(t, v.UnmarshalJSON([]byte(`"Vector2(1, 2)"`)))
	require.Equal(t, gm.Vector2{X: 1, Y: 2}, v)
}

// requirePacket encodes v and decodes the packet.
func requirePacket(t *testing.T, c *codec.Codec, v variant.Variant, packet string) {
	want := testkit.Unhex(t, packet)
	require.Equal(t, want, testkit.Encode(t, c, v), "%v", v)
	require.Equal(t, v, testkit.Decode(t, c, want))
}

func TestWire(t *testing.T) {
	single := codec.MustNew(codec.Options{})
	double := codec.MustNew(codec.Options{Precision: variant.Double})
	types := codec.Godot4.Spec().Types
	for i, c := range samples(t) {
		require.Equal(t, types[5+i], c.value.Type())
		requirePacket(t, single, c.value, c.packet)
		require.Equal(t, c.value, testkit.Decode(t, double, testkit.Encode(t, double, c.value)))

		packet := testkit.Unhex(t, c.packet)
		for n := range packet {
			testkit.RefuseDecode(t, single, packet[:n], variant.ErrTruncated)
		}
	}
}

// TestWireBasisColumns: a dialect may write the columns of a basis one after the other.
func TestWireBasisColumns(t *testing.T) {
	spec := codec.Godot4.Spec()
	spec.BasisColumns = true
	columns := codec.MustNew(codec.Options{Dialect: dialect.MustNew(spec)})
	b := gm.Basis{X: gm.V3(1, 2, 3), Y: gm.V3(4, 5, 6), Z: gm.V3(7, 8, 9)}
	requirePacket(t, columns, b, "11000000 0000803f 00000040 00004040 00008040 0000a040 0000c040 "+
		"0000e040 00000041 00001041")
}

// TestRounded32: a value that was encoded in single precision and decoded is equal to its
// Rounded32.
func TestRounded32(t *testing.T) {
	single, rounded := codec.MustNew(codec.Options{}), 0
	for _, c := range samples(t) {
		v := changed(c.value, func(x float64) float64 { return x / 10 }).(variant.Variant)
		f := reflect.ValueOf(v).MethodByName("Rounded32")
		if !f.IsValid() {
			continue
		}

		rounded++
		want := f.Call(nil)[0].Interface()
		require.NotEqual(t, v, want)
		require.Equal(t, want, testkit.Decode(t, single, testkit.Encode(t, single, v)))
	}

	require.Equal(t, 12, rounded, "types with floats")
}

// TestExamples: every type with methods has an Example, except types that resemble another type.
func TestExamples(t *testing.T) { testkit.RequireExamples(t, "Vector4", "Vector4i") }

// TestNothingPanics: methods, constructors and scalar functions do not panic for any numbers.
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

// filled returns a value of a type. It calls next for each number of the value.
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

// use keeps the compiler from removing the code that computes v.
//
//go:noinline
func use[T any](v T) { _ = v }

// TestNothingAllocates: calculations of every kind allocate no memory.
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
