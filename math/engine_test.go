package math

import (
	"bufio"
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
)

// engineFile holds what a double-precision build of Godot 4.6 computes.
const engineFile = "../testdata/math-4.6-double.jsonl"

// engineException is an operation that may differ from the engine on some lines.
type engineException struct {
	lines  int
	reason string
}

var engineExceptions = map[string]engineException{}

// TestEngine runs every line of the engine's file: float64 results within 1e-9,
// colors within single precision, all others exactly.
func TestEngine(t *testing.T) {
	operations := map[string]any{}
	for _, m := range []map[string]any{vectorOperations, gridOperations, shapeOperations, rotationOperations} {
		maps.Copy(operations, m)
	}
	file, err := os.Open(engineFile)
	require.NoError(t, err)
	defer file.Close()

	lines, seen, differ := 0, map[string]bool{}, map[string]int{}
	scanner := bufio.NewScanner(file)
	scanner.Scan() // the first line names the engine
	for scanner.Scan() {
		var line struct {
			Op  string
			In  [][]json.RawMessage
			Out []json.RawMessage
		}
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
		f, ok := operations[line.Op]
		if !ok {
			t.Errorf("no function answers %q", line.Op)
			continue
		}
		lines++
		seen[line.Op] = true
		in := make([]any, len(line.In))
		for i, v := range line.In {
			in[i] = described(t, v)
		}
		want := described(t, line.Out)
		got := call(f, in)
		if !near(got, want, tolerance(line.Op)) {
			differ[line.Op]++
			if _, ok := engineExceptions[line.Op]; !ok {
				t.Errorf("%s of %v: got %v, the engine says %v", line.Op, in, got, want)
			}
		}
	}
	require.NoError(t, scanner.Err())
	require.Equal(t, 6310, lines, "lines of the file")
	require.Len(t, seen, 631, "operations of the file")
	require.Len(t, operations, 631, "operations of the tables")
	for op, e := range engineExceptions {
		require.Equal(t, e.lines, differ[op], "lines of %s that differ: %s", op, e.reason)
	}
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
	return reflect.TypeOf(got) == reflect.TypeOf(want) && nearNumbers(array(got), array(want), tolerance)
}

func nearNumbers(got, want any, tolerance float64) bool {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range w.Len() {
		if w.Index(i).CanInt() {
			if g.Index(i).Int() != w.Index(i).Int() {
				return false
			}
		} else if !nearNumber(g.Index(i).Float(), w.Index(i).Float(), tolerance) {
			return false
		}
	}
	return g.Len() == w.Len()
}

func nearNumber(got, want, tolerance float64) bool {
	if math.IsNaN(want) {
		return math.IsNaN(got)
	}
	return got == want || math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))
}

// array returns the numbers of a value of this package.
func array(v any) any {
	return reflect.ValueOf(v).MethodByName("Array").Call(nil)[0].Interface()
}

// described returns the value of a description: a type and its data.
func described(t *testing.T, d []json.RawMessage) any {
	var name string
	require.NoError(t, json.Unmarshal(d[0], &name))
	switch name {
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
	case "Vector2i":
		return Vector2iFromArray(unmarshal[[2]int32](t, d[1]))
	case "Vector3i":
		return Vector3iFromArray(unmarshal[[3]int32](t, d[1]))
	case "Vector4i":
		return Vector4iFromArray(unmarshal[[4]int32](t, d[1]))
	case "Rect2i":
		return Rect2iFromArray(unmarshal[[4]int32](t, d[1]))
	}
	var n [16]float64
	for i, s := range unmarshal[[]string](t, d[1]) {
		n[i] = double(t, s)
	}
	switch name {
	case "Vector2":
		return Vector2FromArray([2]float64(n[:]))
	case "Vector3":
		return Vector3FromArray([3]float64(n[:]))
	case "Vector4":
		return Vector4FromArray([4]float64(n[:]))
	case "Rect2":
		return Rect2FromArray([4]float64(n[:]))
	case "Transform2D":
		return Transform2DFromArray([6]float64(n[:]))
	case "Plane":
		return PlaneFromArray([4]float64(n[:]))
	case "Quaternion":
		return QuaternionFromArray([4]float64(n[:]))
	case "AABB":
		return AABBFromArray([6]float64(n[:]))
	case "Basis":
		return BasisFromArray([9]float64(n[:]))
	case "Transform3D":
		return Transform3DFromArray([12]float64(n[:]))
	case "Projection":
		return ProjectionFromArray(n)
	case "Color":
		return ColorFromArray([4]float64(n[:]))
	}
	t.Fatalf("unknown type %q", name)
	return nil
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

func same[T any](v T) T { return v }

func equal[T comparable](a, b T) bool { return a == b }

func unequal[T comparable](a, b T) bool { return a != b }
