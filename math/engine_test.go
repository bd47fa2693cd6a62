package math

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// engineFile has what a double-precision build of Godot 4.6 computes, one call a line. The names of the operations
// are "Vector2(float,float)" for a constructor, "Vector2.lerp/2" for a method with the number of its arguments, and
// "Vector2 * float" or "Vector2 unary-" for an operator.
const engineFile = "../testdata/math-4.6-double.jsonl"

// functions answer the operations that are no methods here, or methods with another name than the rules give.
var functions = map[string]any{
	"Vector2(float,float)":                         V2,
	"Vector2.from_angle":                           Vector2FromAngle,
	"Vector2i(int,int)":                            V2i,
	"Vector3(float,float,float)":                   V3,
	"Vector3.octahedron_decode":                    Vector3FromOctahedron,
	"Vector3.octahedron_encode":                    Vector3.Octahedron,
	"Vector3i(int,int,int)":                        V3i,
	"Vector4(float,float,float,float)":             V4,
	"Vector4i(int,int,int,int)":                    V4i,
	"Rect2(Vector2,Vector2)":                       func(p, s Vector2) Rect2 { return Rect2{Position: p, Size: s} },
	"Rect2(float,float,float,float)":               NewRect2,
	"Rect2i(Vector2i,Vector2i)":                    func(p, s Vector2i) Rect2i { return Rect2i{Position: p, Size: s} },
	"Rect2i(int,int,int,int)":                      NewRect2i,
	"Transform2D()":                                func() Transform2D { return Transform2DIdentity },
	"Transform2D(float,Vector2)":                   Transform2DFromRotation,
	"Transform2D(float,Vector2,float,Vector2)":     Transform2DFromRotationScaleSkew,
	"Transform2D(Vector2,Vector2,Vector2)":         func(x, y, o Vector2) Transform2D { return Transform2D{X: x, Y: y, Origin: o} },
	"Transform2D.get_origin":                       func(t Transform2D) Vector2 { return t.Origin },
	"Plane(float,float,float,float)":               NewPlane,
	"Plane(Vector3)":                               func(n Vector3) Plane { return Plane{Normal: n} },
	"Plane(Vector3,float)":                         func(n Vector3, d float64) Plane { return Plane{Normal: n, D: d} },
	"Plane(Vector3,Vector3)":                       PlaneFromPoint,
	"Plane(Vector3,Vector3,Vector3)":               PlaneFromPoints,
	"Quaternion()":                                 func() Quaternion { return QuaternionIdentity },
	"Quaternion(Vector3,Vector3)":                  QuaternionFromArc,
	"Quaternion(Vector3,float)":                    QuaternionFromAxisAngle,
	"Quaternion(Basis)":                            QuaternionFromBasis,
	"Quaternion(float,float,float,float)":          func(x, y, z, w float64) Quaternion { return Quaternion{X: x, Y: y, Z: z, W: w} },
	"Quaternion.from_euler":                        QuaternionFromEuler,
	"AABB(Vector3,Vector3)":                        func(p, s Vector3) AABB { return AABB{Position: p, Size: s} },
	"Basis()":                                      func() Basis { return BasisIdentity },
	"Basis(Vector3,float)":                         BasisFromAxisAngle,
	"Basis(Quaternion)":                            BasisFromQuaternion,
	"Basis(Vector3,Vector3,Vector3)":               func(x, y, z Vector3) Basis { return Basis{X: x, Y: y, Z: z} },
	"Basis.from_euler":                             BasisFromEuler,
	"Basis.from_scale":                             BasisFromScale,
	"Basis.looking_at":                             BasisLookingAt,
	"Transform3D()":                                func() Transform3D { return Transform3DIdentity },
	"Transform3D(Basis,Vector3)":                   func(b Basis, o Vector3) Transform3D { return Transform3D{Basis: b, Origin: o} },
	"Transform3D(Projection)":                      Transform3DFromProjection,
	"Transform3D(Vector3,Vector3,Vector3,Vector3)": NewTransform3D,
	"Projection()":                                 func() Projection { return ProjectionIdentity },
	"Projection(Transform3D)":                      ProjectionFromTransform3D,
	"Projection(Vector4,Vector4,Vector4,Vector4)":  func(x, y, z, w Vector4) Projection { return Projection{X: x, Y: y, Z: z, W: w} },
	"Projection.create_depth_correction":           ProjectionDepthCorrection,
	"Projection.create_fit_aabb":                   ProjectionFitAABB,
	"Projection.create_for_hmd":                    ProjectionForHMD,
	"Projection.create_frustum":                    ProjectionFrustum,
	"Projection.create_frustum_aspect":             ProjectionFrustumAspect,
	"Projection.create_light_atlas_rect":           ProjectionLightAtlasRect,
	"Projection.create_orthogonal":                 ProjectionOrthogonal,
	"Projection.create_orthogonal_aspect":          ProjectionOrthogonalAspect,
	"Projection.create_perspective":                ProjectionPerspective,
	"Projection.create_perspective_hmd":            ProjectionPerspectiveHMD,
	"Projection.get_fovy":                          ProjectionFOVY,
	"Color()":                                      func() Color { return RGB(0, 0, 0) },
	"Color(Color,float)":                           Color.WithAlpha,
	"Color(String)":                                func(s string) Color { return ColorFromString(s, RGB(0, 0, 0)) },
	"Color(String,float)":                          func(s string, a float64) Color { return ColorFromString(s, RGB(0, 0, 0)).WithAlpha(a) },
	"Color(float,float,float)":                     RGB,
	"Color(float,float,float,float)":               RGBA,
	"Color.from_hsv":                               ColorFromHSV,
	"Color.from_ok_hsl":                            ColorFromOKHSL,
	"Color.from_rgba8":                             ColorFromRGBA8,
	"Color.from_rgbe9995":                          ColorFromRGBE9995,
	"Color.from_string":                            ColorFromString,
	"Color.hex":                                    ColorFromRGBA32,
	"Color.hex64":                                  ColorFromRGBA64,
	"Color.html":                                   ColorFromHTML,
	"Color.html_is_valid":                          IsHTMLColor,
}

// defaults are the default arguments of Godot's methods, the last ones if there are several.
var defaults = map[string][]any{
	"Vector2.limit_length":                {1.0},
	"Vector3.limit_length":                {1.0},
	"Rect2.intersects":                    {false},
	"Transform2D.looking_at":              {Vector2{}},
	"Plane.has_point":                     {Epsilon},
	"Quaternion.get_euler":                {EulerOrderYXZ},
	"Basis.from_euler":                    {EulerOrderYXZ},
	"Basis.get_euler":                     {EulerOrderYXZ},
	"Basis.looking_at":                    {Vector3Up, false},
	"Transform3D.looking_at":              {Vector3Up, false},
	"Projection.create_frustum_aspect":    {false},
	"Projection.create_orthogonal_aspect": {false},
	"Projection.create_perspective":       {false},
	"Color.clamp":                         {RGBA(0, 0, 0, 0), RGBA(1, 1, 1, 1)},
	"Color.from_hsv":                      {1.0},
	"Color.from_ok_hsl":                   {1.0},
	"Color.from_rgba8":                    {255},
	"Color.to_html":                       {true},
}

// mathTypes are the types of this package by name.
var mathTypes = func() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, v := range []any{
		Vector2{}, Vector2i{}, Rect2{}, Rect2i{}, Vector3{}, Vector3i{}, Transform2D{}, Vector4{}, Vector4i{},
		Plane{}, Quaternion{}, AABB{}, Basis{}, Transform3D{}, Projection{}, Color{},
	} {
		t := reflect.TypeOf(v)
		types[t.Name()] = t
	}
	return types
}()

// TestEngine runs every line of the engine's file by the rules of the package page: float64 results within 1e-9,
// colors within single precision, all others exactly.
func TestEngine(t *testing.T) {
	file, err := os.Open(engineFile)
	require.NoError(t, err)
	defer file.Close()

	lines, seen := 0, map[string]bool{}
	scanner := bufio.NewScanner(file)
	scanner.Scan() // the first line names the engine
	for scanner.Scan() {
		var line struct {
			Op  string
			In  [][]json.RawMessage
			Out []json.RawMessage
		}
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
		in := make([]any, len(line.In))
		for i, v := range line.In {
			in[i] = described(t, v)
		}
		want := described(t, line.Out)
		got := answer(t, line.Op, in)
		if !near(got, want, tolerance(line.Op)) {
			t.Errorf("%s of %v: got %v, the engine says %v", line.Op, in, got, want)
		}
		lines++
		seen[line.Op] = true
	}
	require.NoError(t, scanner.Err())
	require.Equal(t, 6310, lines, "lines of the file")
	require.Len(t, seen, 631, "operations of the file")
	for op := range seen {
		name, _, _ := strings.Cut(op, "/")
		seen[name] = true
	}
	for name := range functions {
		require.Contains(t, seen, name)
	}
}

// answer returns what this package computes for an operation.
func answer(t *testing.T, op string, in []any) any {
	name, _, isMethod := strings.Cut(op, "/")
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
	case isConstructor: // from another type, by that type's method
		return call(method(t, strings.TrimSuffix(rest, ")"), typeName), in)
	}
	typeName, methodName, _ := strings.Cut(name, ".")
	f := method(t, typeName, methodName)
	return call(f, append(in, missing(f, name, in)...))
}

// operator returns the result of "left rest", where rest is a symbol and a type, or a unary symbol.
func operator(t *testing.T, left, rest string, in []any) any {
	symbol, right, _ := strings.Cut(rest, " ")
	compare := func() int { return call(method(t, left, "compare"), in).(int) }
	switch symbol {
	case "unary+":
		return in[0]
	case "unary-":
		return call(method(t, left, "neg"), in)
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
	_, leftTransforms := find(left, "xform")
	switch {
	case left == right:
		return call(method(t, left, name), in)
	case right == "int" && strings.HasSuffix(left, "i"):
		return call(method(t, left, name+"i"), in)
	case right == "int" || right == "float":
		return call(method(t, left, name+"f"), in)
	case leftTransforms:
		return call(method(t, left, "xform"+notVector(right)), in)
	}
	return call(method(t, right, "xform_inv"+notVector(left)), []any{in[1], in[0]})
}

// notVector returns the name of a type, or nothing for a vector.
func notVector(typeName string) string {
	if strings.HasPrefix(typeName, "Vector") {
		return ""
	}
	return typeName
}

// method returns the method of a type that has one of Godot's names.
func method(t *testing.T, typeName, name string) any {
	f, ok := find(typeName, name)
	require.True(t, ok, "%s has no method for %s", typeName, name)
	return f
}

// find looks for a method by Godot's name: without get_ and to_, in whatever case.
func find(typeName, name string) (f any, ok bool) {
	for _, prefix := range []string{"", "get_", "to_"} {
		name := strings.ReplaceAll(strings.TrimPrefix(name, prefix), "_", "")
		typ := mathTypes[typeName]
		for i := range typ.NumMethod() {
			if m := typ.Method(i); strings.EqualFold(m.Name, name) {
				return m.Func.Interface(), true
			}
		}
	}
	return nil, false
}

// missing returns the default arguments that f takes beyond those in in.
func missing(f any, name string, in []any) []any {
	rest := defaults[name]
	return rest[len(rest)-min(len(rest), reflect.TypeOf(f).NumIn()-len(in)):]
}

// call calls f with the arguments converted to what it takes, and returns its first
// result.
func call(f any, in []any) any {
	v := reflect.ValueOf(f)
	args := make([]reflect.Value, len(in))
	for i := range in {
		args[i] = reflect.ValueOf(in[i]).Convert(v.Type().In(i))
	}
	return v.Call(args)[0].Interface()
}

// tolerance returns how far a float may be from the engine's, which computes colors
// in single precision in every build.
func tolerance(op string) float64 {
	if strings.HasPrefix(op, "Color") {
		return 1e-6
	}
	return 1e-9
}

// near reports whether a result is the engine's.
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

// described returns the value of a description: a type and its data.
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

// setNumbers sets the numbers of a struct of structs, and returns what is left of them.
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
