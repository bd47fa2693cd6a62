package math_test

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	gm "godotvariant/math"
	"godotvariant/variant"
)

var (
	liveCalls = flag.Int("calls", 10, "how often TestLiveOperations calls each operation")
	liveSeed  = flag.Uint64("callseed", 1, "seed of TestLiveOperations; 0: by the clock")
)

// TestLiveOperations calls all operations of the engine's file with random arguments in a live
// Godot 4, and compares the results with those of this package.
//
// The engine computes in single precision, this package in double. All arguments are
// numbers of single precision, so that both get the same. A result that is the same in
// single precision is right. So is one that this package has for other arguments that are
// next to them: the error of an operation without a defect is that of rounding its
// arguments a few times. Where that moves a result to the other side of a jump, as of
// floor and ==, it is counted on its own, and so are the classes below. TestEngine is the
// exact test, with the results of a double-precision engine.
func TestLiveOperations(t *testing.T) {
	godot := enginetest.Godot4(t)
	seed := *liveSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}

	t.Logf("%v, seed %d", godot, seed)
	a := newArguments(t, rand.New(rand.NewPCG(seed, 0)))

	counts, total := map[string]int{}, 0
	for left := *liveCalls; left > 0; {
		rounds := min(left, 100)
		left -= rounds

		var calls []recordedCall
		for range rounds {
			for _, op := range a.ops {
				calls = append(calls, recordedCall{op: op, in: a.of(op)})
			}
		}

		for i, result := range liveResults(t, godot, a, calls) {
			c := calls[i]
			class := compareLive(t, a.Rand, c, result)
			counts[class]++
			total++

			if class == different {
				t.Errorf("%s of %#v: got %v, the engine says %v", c.op, c.in,
					answer(t, c.op, c.in), result)
			}
		}
	}

	for _, class := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%8d %s", counts[class], class)
	}

	assert.Greater(t, counts[sameSingle], total/2)
}

// The classes of results.
const (
	sameSingle = "the same in single precision"
	within4    = "within 4 roundings of the arguments"
	within64   = "within 64 roundings of the arguments"
	atJump     = "the result of arguments nearby, at a jump"
	unspecific = "an integer of a number out of its range, which depends on the machine"
	notFinite  = "another order of operations with numbers that are not finite, and " +
		"comparisons of NaN by Compare"
	cancelled = "within a twentieth or of axes almost in a plane, where intermediate results " +
		"cancel"
	different = "different"
)

// liveResults asks the engine for the results of calls.
func liveResults(t *testing.T, godot *enginetest.Engine, a *arguments,
	calls []recordedCall) (results []any) {
	number := map[string]int{}
	var source strings.Builder
	head, err := os.ReadFile("testdata/operations4.gd")
	require.NoError(t, err)
	source.Write(head)
	source.WriteString("var operations: Array[Callable] = [\n")

	for i, op := range a.ops {
		number[op] = i
		fmt.Fprintf(&source, "\tfunc(a): return %s,\n", expression(op, len(a.recorded[op][0])))
	}

	source.WriteString("]\n")
	dir := t.TempDir()
	script := filepath.Join(dir, "operations.gd")
	require.NoError(t, os.WriteFile(script, []byte(source.String()), 0o600))

	items := make([]variant.Variant, len(calls))
	for i, c := range calls {
		call := variant.NewArray(variant.Int(number[c.op]))
		for _, v := range c.in {
			call.Items = append(call.Items, toVariant(v))
		}
		items[i] = call
	}

	for _, item := range ask(t, godot, codec.MustNew(codec.Options{}), script, dir, items) {
		results = append(results, fromVariant(item))
	}

	return results
}

// ask runs a script that reads the calls in a file of the folder and writes as many
// results to another.
func ask(
	t *testing.T, e *enginetest.Engine, c *codec.Codec, script, dir string, calls []variant.Variant,
) []variant.Variant {
	packet, err := c.Encode(variant.NewArray(calls...))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "calls"), packet, 0o600))
	e.Run(t, script, dir)
	packet, err = os.ReadFile(filepath.Join(dir, "results"))
	require.NoError(t, err)
	v, err := c.Decode(packet)
	require.NoError(t, err)
	require.Len(t, v.(variant.Array).Items, len(calls))
	return v.(variant.Array).Items
}

// expression returns GDScript for an operation of n arguments, which are in the array a.
func expression(op string, n int) string {
	args := make([]string, n)
	for i := range args {
		args[i] = fmt.Sprintf("a[%d]", i)
	}

	list := func(args []string) string { return "(" + strings.Join(args, ", ") + ")" }
	left, rest, isOperator := strings.Cut(op, " ")
	symbol, isUnary := strings.CutPrefix(rest, "unary")
	typeName, _, isConstructor := strings.Cut(op, "(")

	name, count, _ := strings.Cut(left, "/")
	switch {
	case isUnary:
		return symbol + args[0]
	case isOperator:
		return args[0] + " " + strings.Fields(rest)[0] + " " + args[1]
	case isConstructor:
		return typeName + list(args)
	case count == fmt.Sprint(n):
		return name + list(args) // a static method
	}

	_, method, _ := strings.Cut(name, ".")
	return args[0] + "." + method + list(args[1:])
}

func toVariant(v any) variant.Variant {
	switch v := v.(type) {
	case bool:
		return variant.Bool(v)
	case int64:
		return variant.Int(v)
	case float64:
		return variant.Float(v)
	case string:
		return variant.String(v)
	}
	return v.(variant.Variant)
}

func fromVariant(v variant.Variant) any {
	switch v := v.(type) {
	case variant.Bool:
		return bool(v)
	case variant.Int:
		return int64(v)
	case variant.Float:
		return float64(v)
	case variant.String:
		return string(v)
	}
	return v
}

// floatsOf returns the floats of a value, and reports whether it has nothing else.
func floatsOf(v any) (floats []float64, ok bool) {
	ok = true
	for _, n := range numbersOf(reflect.ValueOf(v)) {
		f, isFloat := n.(float64)
		floats = append(floats, f)
		ok = ok && isFloat
	}
	return floats, ok
}

// compareLive returns the class of a result.
func compareLive(t *testing.T, r *rand.Rand, c recordedCall, want any) string {
	got := answer(t, c.op, c.in)
	if near(got, want, 0) {
		return sameSingle
	}

	wants, ok := floatsOf(want)
	single := func(x float64) float64 { return float64(float32(x)) }
	if ok && reflect.TypeOf(got) == reflect.TypeOf(want) {
		if near(changed(got, single), want, 0) {
			return sameSingle
		}

		switch n := roundings(t, c, got, wants); {
		case n <= 4:
			return within4
		case n <= 64:
			return within64
		}
	}

	for range 200 {
		other := recordedCall{op: c.op}
		for _, v := range c.in {
			unit := rounding(v)
			other.in = append(other.in, changed(v, func(x float64) float64 {
				return x + unit*(r.Float64()*128-64)
			}))
		}

		result := answer(t, c.op, other.in)
		if near(result, want, 0) || ok && reflect.TypeOf(result) == reflect.TypeOf(want) &&
			roundings(t, other, result, wants) <= 64 {
			return atJump
		}
	}

	switch {
	case outOfRange(c, want):
		return unspecific
	case !allFinite(c.in) && !isTest(c.op, want):
		return notFinite
	case ok && cancels[c.op] && (near(got, want, 0.05) || slices.ContainsFunc(c.in, isFlat)):
		return cancelled
	}

	return different
}

// outOfRange reports whether an operation makes an integer of a number that is out of its
// range, for which C++ has no rule: the web build has the nearest integer, others the
// last bits.
func outOfRange(c recordedCall, want any) bool {
	low, high := float64(math.MinInt32), float64(math.MaxInt32)
	switch want.(type) {
	case int64: // of a color
		low = 0
		high = 1
	case gm.Vector2i, gm.Vector3i, gm.Vector4i, gm.Rect2i:
	default:
		return false
	}

	floats, ok := floatsOf(c.in[0])
	return ok && slices.ContainsFunc(floats, func(f float64) bool {
		return !(f >= low && f <= high)
	})
}

// isTest reports whether an operation is a method that answers yes or no.
func isTest(op string, result any) bool {
	_, isBool := result.(bool)
	return isBool && strings.Contains(op, ".")
}

// cancels are the operations that subtract intermediate results of almost the same size:
// those that make the axes of a basis perpendicular, move the sides of a frustum, or
// interpolate again what they extrapolated. The roundings of these results count, and
// those of the arguments do not tell them.
var cancels = map[string]bool{
	"Vector2.cubic_interpolate_in_time/7": true,
	"Vector3.cubic_interpolate_in_time/7": true,
	"Vector4.cubic_interpolate_in_time/7": true,
	"Quaternion(Basis)":                   true,
	"Basis.get_rotation_quaternion/0":     true,
	"Basis.orthonormalized/0":             true,
	"Basis.slerp/2":                       true,
	"Transform2D.interpolate_with/2":      true,
	"Transform2D.orthonormalized/0":       true,
	"Transform3D.interpolate_with/2":      true,
	"Transform3D.orthonormalized/0":       true,
	"Plane * Transform3D":                 true,
	"Projection.create_for_hmd/8":         true,
	"Projection.create_frustum/6":         true,
	"Projection.create_frustum_aspect/5":  true,
	"Projection.create_frustum_aspect/6":  true,
	"Projection.create_perspective_hmd/8": true,
}

// isFlat reports whether the axes of a basis are almost in one plane, or on one line.
// What makes them perpendicular then has any direction.
func isFlat(in any) bool {
	switch v := in.(type) {
	case gm.Basis:
		return math.Abs(v.Determinant()) < 0.02*v.X.Length()*v.Y.Length()*v.Z.Length()
	case gm.Transform3D:
		return isFlat(v.Basis)
	case gm.Transform2D:
		return math.Abs(v.Determinant()) < 0.02*v.X.Length()*v.Y.Length()
	}
	return false
}

// allFinite reports whether no float is a NaN or an infinity.
func allFinite(in []any) bool {
	for _, v := range in {
		floats, _ := floatsOf(v)
		if slices.ContainsFunc(floats, func(f float64) bool { return f-f != 0 }) {
			return false
		}
	}
	return true
}

// rounding returns the distance of two numbers of single precision that are as large as the largest
// in v.
func rounding(v any) float64 {
	largest := 0.0
	changed(v, func(x float64) float64 {
		if x-x == 0 {
			largest = max(largest, math.Abs(x))
		}
		return x
	})
	return largest / (1 << 23)
}

// roundings returns by how many roundings of all arguments, and of the result, the engine's result
// differs.
func roundings(t *testing.T, c recordedCall, got any, want []float64) float64 {
	gots, _ := floatsOf(got)
	moves := make([]float64, len(want))
	for k := range moves {
		moves[k] = rounding(got)
	}

	for i, v := range c.in {
		unit := rounding(v)
		floats, _ := floatsOf(v)
		for n := range floats {
			in := slices.Clone(c.in)
			for _, by := range []float64{unit, -unit} {
				left := n
				in[i] = changed(v, func(x float64) float64 {
					left--
					if left == -1 {
						return x + by
					}
					return x
				})

				other, _ := floatsOf(answer(t, c.op, in))
				for k := range moves {
					if move := math.Abs(other[k] - gots[k]); !math.IsNaN(move) &&
						!math.IsInf(move, 0) {
						moves[k] += move / 2
					}
				}
			}
		}
	}

	most := 0.0
	for k := range want {
		if !nearNumber(gots[k], want[k], 0) {
			n := math.Abs(gots[k]-want[k]) / moves[k]
			if math.IsNaN(n) {
				return math.Inf(1)
			}
			most = max(most, n)
		}
	}

	return most
}
