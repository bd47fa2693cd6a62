package math_test

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

// engineFile has what a double-precision build of Godot 4.6 computes, one call a line.
// The names of the operations are "Vector2(float,float)" for a constructor,
// "Vector2.lerp/2" for a method with the number of its arguments, and "Vector2 * float"
// or "Vector2 unary-" for an operator.
const engineFile = "../testdata/math-4.6-double.jsonl"

// TestEngine runs every line of the engine's file by the rules of the package page:
// float64 results within 1e-9, colors within single precision, all others exactly.
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

// A recordedCall is a line of the engine's file.
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
