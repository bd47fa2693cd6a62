package math_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

// functions maps operations to Go functions, if the operation is not a method of this package, or
// if the name of the method does not follow the rules.
var functions = map[string]any{
	"Vector2(float,float)":                         gm.V2,
	"Vector2.from_angle":                           gm.Vector2FromAngle,
	"Vector2i(int,int)":                            gm.V2i,
	"Vector3(float,float,float)":                   gm.V3,
	"Vector3.octahedron_decode":                    gm.Vector3FromOctahedron,
	"Vector3.octahedron_encode":                    gm.Vector3.Octahedron,
	"Vector3i(int,int,int)":                        gm.V3i,
	"Vector4(float,float,float,float)":             gm.V4,
	"Vector4i(int,int,int,int)":                    gm.V4i,
	"Rect2(float,float,float,float)":               gm.NewRect2,
	"Rect2i(int,int,int,int)":                      gm.NewRect2i,
	"Transform2D()":                                constant(gm.Transform2DIdentity),
	"Transform2D(float,Vector2)":                   gm.Transform2DFromRotation,
	"Transform2D(float,Vector2,float,Vector2)":     gm.Transform2DFromRotationScaleSkew,
	"Transform2D.get_origin":                       originOf,
	"Plane(float,float,float,float)":               gm.NewPlane,
	"Plane(Vector3,Vector3)":                       gm.PlaneFromPoint,
	"Plane(Vector3,Vector3,Vector3)":               gm.PlaneFromPoints,
	"Quaternion()":                                 constant(gm.QuaternionIdentity),
	"Quaternion(Vector3,Vector3)":                  gm.QuaternionFromArc,
	"Quaternion(Vector3,float)":                    gm.QuaternionFromAxisAngle,
	"Quaternion(Basis)":                            gm.QuaternionFromBasis,
	"Quaternion.from_euler":                        gm.QuaternionFromEuler,
	"Basis()":                                      constant(gm.BasisIdentity),
	"Basis(Vector3,float)":                         gm.BasisFromAxisAngle,
	"Basis(Quaternion)":                            gm.BasisFromQuaternion,
	"Basis.from_euler":                             gm.BasisFromEuler,
	"Basis.from_scale":                             gm.BasisFromScale,
	"Basis.looking_at":                             gm.BasisLookingAt,
	"Transform3D()":                                constant(gm.Transform3DIdentity),
	"Transform3D(Basis,Vector3)":                   gm.Transform3DFromBasis,
	"Transform3D(Projection)":                      gm.Transform3DFromProjection,
	"Transform3D(Vector3,Vector3,Vector3,Vector3)": gm.NewTransform3D,
	"Projection()":                                 constant(gm.ProjectionIdentity),
	"Projection(Transform3D)":                      gm.ProjectionFromTransform3D,
	"Projection.create_depth_correction":           gm.ProjectionDepthCorrection,
	"Projection.create_fit_aabb":                   gm.ProjectionFitAABB,
	"Projection.create_for_hmd":                    gm.ProjectionForHMD,
	"Projection.create_frustum":                    gm.ProjectionFrustum,
	"Projection.create_frustum_aspect":             gm.ProjectionFrustumAspect,
	"Projection.create_light_atlas_rect":           gm.ProjectionLightAtlasRect,
	"Projection.create_orthogonal":                 gm.ProjectionOrthogonal,
	"Projection.create_orthogonal_aspect":          gm.ProjectionOrthogonalAspect,
	"Projection.create_perspective":                gm.ProjectionPerspective,
	"Projection.create_perspective_hmd":            gm.ProjectionPerspectiveHMD,
	"Projection.get_fovy":                          gm.ProjectionFOVY,
	"Color()":                                      constant(gm.RGB(0, 0, 0)),
	"Color(Color,float)":                           gm.Color.WithAlpha,
	"Color(String)":                                colorOf,
	"Color(String,float)":                          colorWithAlpha,
	"Color(float,float,float)":                     gm.RGB,
	"Color(float,float,float,float)":               gm.RGBA,
	"Color.from_hsv":                               gm.ColorFromHSV,
	"Color.from_ok_hsl":                            gm.ColorFromOKHSL,
	"Color.from_rgba8":                             gm.ColorFromRGBA8,
	"Color.from_rgbe9995":                          gm.ColorFromRGBE9995,
	"Color.from_string":                            gm.ColorFromString,
	"Color.hex":                                    gm.ColorFromRGBA32,
	"Color.hex64":                                  gm.ColorFromRGBA64,
	"Color.html":                                   gm.ColorFromHTML,
	"Color.html_is_valid":                          gm.IsHTMLColor,
}

func colorOf(text string) gm.Color { return gm.ColorFromString(text, gm.RGB(0, 0, 0)) }

func colorWithAlpha(text string, a float64) gm.Color { return colorOf(text).WithAlpha(a) }

// scalars are the functions for floats, by their names in Godot 4. Godot 3 has these functions too.
var scalars = map[string]any{
	"lerpf": gm.Lerp, "inverse_lerp": gm.InverseLerp, "remap": gm.Remap, "lerp_angle": gm.LerpAngle,
	"move_toward": gm.MoveToward, "smoothstep": gm.Smoothstep, "ease": gm.Ease, "signf": gm.Sign,
	"maxf": gm.Max, "minf": gm.Min, "clampf": gm.Clamp, "snappedf": gm.Snapped, "wrapf": gm.Wrapf,
	"fposmod": gm.Fposmod, "deg_to_rad": gm.DegToRad, "rad_to_deg": gm.RadToDeg,
	"linear_to_db": gm.LinearToDB, "db_to_linear": gm.DBToLinear,
	"is_equal_approx": gm.IsEqualApprox, "is_zero_approx": gm.IsZeroApprox,
}

// otherScalars are the scalar functions that are not in scalars, by their names in Godot 4.
var otherScalars = map[string]any{
	"rotate_toward": gm.RotateToward, "pingpong": gm.PingPong, "posmod": gm.Posmod,
	"wrapi": gm.Wrapi, "nearest_po2": gm.NearestPo2, "cubic_interpolate": gm.CubicInterpolate,
	"cubic_interpolate_in_time":       gm.CubicInterpolateInTime,
	"cubic_interpolate_angle":         gm.CubicInterpolateAngle,
	"cubic_interpolate_angle_in_time": gm.CubicInterpolateAngleInTime,
	"bezier_interpolate":              gm.BezierInterpolate,
	"bezier_derivative":               gm.BezierDerivative,
}

func constant[T any](v T) func() T { return func() T { return v } }

func originOf(t gm.Transform2D) gm.Vector2 { return t.Origin }

// defaults are the default arguments of Godot's methods: the values of the last parameters, in
// order.
var defaults = map[string][]any{
	"Vector2.limit_length":                {1.0},
	"Vector3.limit_length":                {1.0},
	"Rect2.intersects":                    {false},
	"Transform2D.looking_at":              {gm.Vector2{}},
	"Plane.has_point":                     {gm.Epsilon},
	"Quaternion.get_euler":                {gm.EulerOrderYXZ},
	"Basis.from_euler":                    {gm.EulerOrderYXZ},
	"Basis.get_euler":                     {gm.EulerOrderYXZ},
	"Basis.looking_at":                    {gm.Vector3Up, false},
	"Transform3D.looking_at":              {gm.Vector3Up, false},
	"Projection.create_frustum_aspect":    {false},
	"Projection.create_orthogonal_aspect": {false},
	"Projection.create_perspective":       {false},
	"Color.clamp":                         {gm.RGBA(0, 0, 0, 0), gm.RGBA(1, 1, 1, 1)},
	"Color.from_hsv":                      {1.0},
	"Color.from_ok_hsl":                   {1.0},
	"Color.from_rgba8":                    {255},
	"Color.to_html":                       {true},
}

// mathTypes are the types of this package by name.
var mathTypes = func() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, v := range []any{
		gm.Vector2{}, gm.Vector2i{}, gm.Rect2{}, gm.Rect2i{}, gm.Vector3{}, gm.Vector3i{},
		gm.Transform2D{}, gm.Vector4{}, gm.Vector4i{},
		gm.Plane{}, gm.Quaternion{}, gm.AABB{}, gm.Basis{}, gm.Transform3D{}, gm.Projection{},
		gm.Color{},
	} {
		t := reflect.TypeOf(v)
		types[t.Name()] = t
	}
	return types
}()

// answer returns the result of this package for an operation.
func answer(t *testing.T, op string, in []any) any {
	name, _, isMethod := strings.Cut(op, "/")
	if f := cmp.Or(scalars[name], otherScalars[name]); f != nil {
		return call(f, in)
	}
	if f, ok := functions[name]; ok && (isMethod || name == op) {
		return call(f, append(in, missing(f, name, in)...))
	}

	left, right, isOperator := strings.Cut(op, " ")
	switch typeName, rest, isConstructor := strings.Cut(op, "("); {
	case isOperator:
		return operator(t, left, right, in)
	case isConstructor && rest == ")":
		return reflect.Zero(mathTypes[typeName]).Interface()
	case isConstructor && rest == typeName+")":
		return in[0]
	case isConstructor && (len(in) > 1 || typeName == "Plane"): // the arguments are the fields
		return ofFields(mathTypes[typeName], in)
	case isConstructor: // the argument has another type, and a method of that type converts it
		return call(method(t, strings.TrimSuffix(rest, ")"), typeName), in)
	}

	typeName, methodName, _ := strings.Cut(name, ".")
	f := method(t, typeName, methodName)
	return call(f, append(in, missing(f, name, in)...))
}

// operator returns the result of an operator. The argument leftType is the type of the left
// operand. The argument operation is a symbol and the type of the right operand, or the symbol of a
// unary operator.
func operator(t *testing.T, leftType, operation string, in []any) any {
	symbol, rightType, _ := strings.Cut(operation, " ")
	compare := func() int { return call(method(t, leftType, "compare"), in).(int) }
	switch symbol {
	case "unary+":
		return in[0]
	case "unary-":
		return call(method(t, leftType, "neg"), in)
	case "==":
		return in[0] == in[1]
	case "!=":
		return in[0] != in[1]
	case "<":
		return compare() < 0
	case "<=":
		return compare() <= 0
	case ">":
		return compare() > 0
	case ">=":
		return compare() >= 0
	}

	name := map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}[symbol]
	_, leftTransforms := find(leftType, "xform")
	switch {
	case leftType == rightType:
		return call(method(t, leftType, name), in)
	case rightType == "int" && strings.HasSuffix(leftType, "i"):
		return call(method(t, leftType, name+"i"), in)
	case rightType == "int" || rightType == "float":
		return call(method(t, leftType, name+"f"), in)
	case leftTransforms:
		return call(method(t, leftType, "xform"+notVector(rightType)), in)
	}

	return call(method(t, rightType, "xform_inv"+notVector(leftType)), []any{in[1], in[0]})
}

// notVector returns the name of a type, or "" for a vector type.
func notVector(typeName string) string {
	if strings.HasPrefix(typeName, "Vector") {
		return ""
	}
	return typeName
}

// method returns the method of a type for a name in Godot.
func method(t *testing.T, typeName, name string) any {
	f, ok := find(typeName, name)
	require.True(t, ok, "%s has no method for %s", typeName, name)
	return f
}

// find looks for a method by its name in Godot. It ignores get_ and to_, underscores, and upper and
// lower case.
func find(typeName, name string) (f any, ok bool) {
	typ, ok := mathTypes[typeName]
	if !ok {
		return nil, false
	}

	for _, prefix := range []string{"", "get_", "to_"} {
		name := strings.ReplaceAll(strings.TrimPrefix(name, prefix), "_", "")
		for i := range typ.NumMethod() {
			if m := typ.Method(i); strings.EqualFold(m.Name, name) {
				return m.Func.Interface(), true
			}
		}
	}
	return nil, false
}

// missing returns the default arguments for the last parameters of f. The argument args has the
// arguments for the other parameters.
func missing(f any, name string, args []any) []any {
	rest := defaults[name]
	return rest[len(rest)-min(len(rest), reflect.TypeOf(f).NumIn()-len(args)):]
}

// ofFields returns the struct with the given first fields.
func ofFields(typ reflect.Type, fields []any) any {
	v := reflect.New(typ).Elem()
	for i, x := range fields {
		v.Field(i).Set(reflect.ValueOf(x))
	}
	return v.Interface()
}

// call calls f and returns its first result.
func call(f any, in []any) any { return results(f, in)[0].Interface() }

// results calls f with the arguments converted to the types of its parameters.
func results(f any, in []any) []reflect.Value {
	v := reflect.ValueOf(f)
	args := make([]reflect.Value, len(in))
	for i := range in {
		args[i] = reflect.ValueOf(in[i]).Convert(v.Type().In(i))
	}
	return v.Call(args)
}

// engineFile is the file with the results of a double-precision build of Godot 4.6, one call on
// each line. The names of the operations are "Vector2(float,float)" for a constructor,
// "Vector2.lerp/2" for a method with the number of its arguments, and "Vector2 * float" or "Vector2
// unary-" for an operator.
const engineFile = "../testdata/math-4.6-double.jsonl"

// TestEngine compares every line of engineFile with this package, as the package comment says:
// float64 results may differ by 1e-9, colors by the rounding of single precision, and all other
// results must be equal.
func TestEngine(t *testing.T) {
	seen := map[string]bool{}
	calls := recordedCalls(t)
	for _, c := range calls {
		got := answer(t, c.op, c.in)
		if !near(got, c.out, tolerance(c.op)) {
			t.Errorf("%s of %v: got %v, the engine says %v", c.op, c.in, got, c.out)
		}
		seen[c.op] = true
	}

	require.Len(t, calls, 6310, "lines of the file")
	require.Len(t, seen, 631, "operations of the file")
	for op := range seen {
		name, _, _ := strings.Cut(op, "/")
		seen[name] = true
	}

	for name := range functions {
		require.Contains(t, seen, name)
	}
}

// A recordedCall is a line of engineFile.
type recordedCall struct {
	op  string
	in  []any // bool, string, int64, float64 or a type of this package
	out any
}

func recordedCalls(t *testing.T) (all []recordedCall) {
	file, err := os.Open(engineFile)
	require.NoError(t, err)
	defer file.Close()

	scanner := bufio.NewScanner(file)
	scanner.Scan() // the first line names the engine

	for scanner.Scan() {
		var line struct {
			Op  string
			In  [][]json.RawMessage
			Out []json.RawMessage
		}

		require.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
		call := recordedCall{op: line.Op, out: described(t, line.Out)}
		for _, v := range line.In {
			call.in = append(call.in, described(t, v))
		}

		all = append(all, call)
	}

	require.NoError(t, scanner.Err())
	return all
}

// tolerance returns the greatest difference between a float and the float of the engine. Every
// build of the engine computes colors in single precision.
func tolerance(op string) float64 {
	if strings.HasPrefix(op, "Color") {
		return 1e-6
	}
	return 1e-9
}

// near reports whether a result is near the engine's result.
func near(got, want any, tolerance float64) bool {
	switch want := want.(type) {
	case int64:
		return fmt.Sprint(got) == fmt.Sprint(want) || fmt.Sprint(got) == fmt.Sprint(uint64(want))
	case float64:
		return nearNumber(got.(float64), want, tolerance)
	case bool, string:
		return got == want
	}

	if reflect.TypeOf(got) != reflect.TypeOf(want) {
		return false
	}

	g, w := array(got), array(want)
	for i := range w.Len() {
		if w.Index(i).CanInt() {
			if g.Index(i).Int() != w.Index(i).Int() {
				return false
			}
		} else if !nearNumber(g.Index(i).Float(), w.Index(i).Float(), tolerance) {
			return false
		}
	}

	return true
}

func nearNumber(got, want, tolerance float64) bool {
	if math.IsNaN(want) {
		return math.IsNaN(got)
	}
	return got == want || math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))
}

// array returns the numbers of a value of this package.
func array(v any) reflect.Value { return reflect.ValueOf(v).MethodByName("Array").Call(nil)[0] }

// described returns the value of a description. A description is a type and its data.
func described(t *testing.T, d []json.RawMessage) any {
	switch name := unmarshal[string](t, d[0]); name {
	case "bool":
		return unmarshal[bool](t, d[1])
	case "String":
		return unmarshal[string](t, d[1])
	case "int":
		n, err := strconv.ParseInt(unmarshal[string](t, d[1]), 10, 64)
		require.NoError(t, err)
		return n

	case "float":
		return double(t, unmarshal[string](t, d[1]))
	case "Vector2i", "Vector3i", "Vector4i", "Rect2i":
		return ofNumbers(t, name, unmarshal[[]int32](t, d[1]))
	default:
		bits := unmarshal[[]string](t, d[1])
		numbers := make([]float64, len(bits))
		for i := range bits {
			numbers[i] = double(t, bits[i])
		}
		return ofNumbers(t, name, numbers)
	}
}

// ofNumbers returns the value of a type that has these numbers in this order.
func ofNumbers[T any](t *testing.T, typeName string, numbers []T) any {
	require.Contains(t, mathTypes, typeName)
	v := reflect.New(mathTypes[typeName]).Elem()
	rest := setNumbers(v, numbers)
	require.Empty(t, rest, typeName)
	return v.Interface()
}

// setNumbers sets the numbers of a struct and of the structs in it, and returns the remaining
// numbers.
func setNumbers[T any](v reflect.Value, numbers []T) []T {
	if v.Kind() != reflect.Struct {
		v.Set(reflect.ValueOf(numbers[0]))
		return numbers[1:]
	}
	for i := range v.NumField() {
		numbers = setNumbers(v.Field(i), numbers)
	}
	return numbers
}

func unmarshal[T any](t *testing.T, data []byte) (v T) {
	require.NoError(t, json.Unmarshal(data, &v))
	return v
}

// double returns the number whose IEEE 754 bits are written in hexadecimal.
func double(t *testing.T, bits string) float64 {
	u, err := strconv.ParseUint(bits, 16, 64)
	require.NoError(t, err)
	return math.Float64frombits(u)
}
