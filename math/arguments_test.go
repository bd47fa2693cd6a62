package math_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	gm "godotvariant/math"
)

// arguments makes arguments like the recorded ones.
type arguments struct {
	*rand.Rand
	ops      []string
	recorded map[string][][]any // the arguments of the recorded calls
}

func newArguments(t *testing.T, r *rand.Rand) *arguments {
	a := &arguments{Rand: r, recorded: map[string][][]any{}}
	for _, c := range recordedCalls(t) {
		if a.recorded[c.op] == nil {
			a.ops = append(a.ops, c.op)
		}
		a.recorded[c.op] = append(a.recorded[c.op], c.in)
	}
	return a
}

// of returns arguments for an operation, all floats of single precision.
func (a *arguments) of(op string) []any {
	calls := a.recorded[op]
	var out []any
	for i, like := range calls[a.IntN(len(calls))] {
		v := a.like(op, i, like)
		// the same again, or almost
		if i > 0 && reflect.TypeOf(v) == reflect.TypeOf(out[0]) && a.IntN(4) == 0 && !divides(op) {
			v = out[0]
			if a.IntN(2) == 0 {
				v = changed(v, func(x float64) float64 { return x * (1 + 2e-5*(a.Float64()-0.5)) })
			}
		}

		if a.IntN(100) == 0 {
			n, special := a.IntN(16), []float64{gm.NaN, gm.Inf, -gm.Inf,
				math.Copysign(0, -1)}[a.IntN(4)]
			v = changed(v, func(x float64) float64 {
				n--
				if n == -1 {
					return special
				}
				return x
			})
		}

		if strings.HasPrefix(op, "Color.to_") { // C++ has no integer for other numbers
			v = changed(v, func(x float64) float64 { return min(math.Abs(x), 1) })
		}
		out = append(out, changed(v, func(x float64) float64 { return float64(float32(x)) }))
	}

	return out
}

// divides reports whether an operation is a division. One of integers by 0 ends the engine.
func divides(op string) bool { return strings.Contains(op, " / ") || strings.Contains(op, " % ") }

// like returns a random value that is of use where a recorded argument was.
func (a *arguments) like(op string, i int, recorded any) any {
	switch v := recorded.(type) {
	case bool:
		return a.IntN(2) == 0
	case int64:
		return a.integer(op, i)
	case float64:
		return a.number()(v)

	case string:
		if a.IntN(2) == 0 {
			return v
		}
		return []string{"", "#"}[a.IntN(2)] + fmt.Sprintf("%08x", a.Uint32())[:a.IntN(9)]

	case gm.Vector2i, gm.Vector3i, gm.Vector4i, gm.Rect2i:
		out := reflect.New(reflect.TypeOf(v)).Elem()
		var numbers []int32
		for _, n := range numbersOf(reflect.ValueOf(v)) {
			m := a.Int32N(41) - 20
			if m == 0 && n.(int32) != 0 { // it may be a divisor
				m = 1
			}
			numbers = append(numbers, m)
		}

		setNumbers(out, numbers)
		return out.Interface()
	}

	out := changed(recorded, a.number())
	return a.normalLike(recorded, out)
}

// normalLike returns v, of length 1 or with perpendicular axes if the recorded value is.
func (a *arguments) normalLike(recorded, v any) any {
	switch r := recorded.(type) {
	case gm.Vector2:
		if r.IsNormalized() {
			return v.(gm.Vector2).Normalized()
		}

	case gm.Vector3:
		if r.IsNormalized() {
			return v.(gm.Vector3).Normalized()
		}

	case gm.Quaternion:
		if r.IsNormalized() {
			return v.(gm.Quaternion).Normalized()
		}

	case gm.Basis:
		if r.Orthonormalized().IsEqualApprox(r) {
			return v.(gm.Basis).Orthonormalized()
		}

	case gm.Transform2D:
		if r.Orthonormalized().IsEqualApprox(r) {
			return v.(gm.Transform2D).Orthonormalized()
		}

	case gm.Transform3D:
		if r.Orthonormalized().IsEqualApprox(r) {
			return v.(gm.Transform3D).Orthonormalized()
		}
	}

	return v
}

// wide are the operations whose integers are bits.
var wide = []string{"Color.hex/1", "Color.hex64/1", "Color.from_rgbe9995/1"}

// integer returns a number between the smallest and the largest that was recorded. It may be an
// index or a divisor.
func (a *arguments) integer(op string, i int) int64 {
	if slices.Contains(wide, op) {
		return int64(a.Uint64() >> a.IntN(64))
	}
	var recorded []int64
	for _, in := range a.recorded[op] {
		recorded = append(recorded, in[i].(int64))
	}
	low, high := slices.Min(recorded), slices.Max(recorded)
	if n := low + a.Int64N(high-low+1); n != 0 {
		return n
	}
	return recorded[a.IntN(len(recorded))]
}

// number returns a function for a number like x, or any other.
func (a *arguments) number() func(x float64) float64 {
	if a.IntN(2) == 0 {
		return func(x float64) float64 {
			if (x == 0 || math.Abs(x) == 1) && a.IntN(4) != 0 {
				return x
			}
			return x * (0.4 + 0.7*a.Float64())
		}
	}

	return func(x float64) float64 {
		if a.IntN(4) == 0 {
			return []float64{0, 1, -1, 0.5, -0.5, 2, gm.Pi}[a.IntN(7)]
		}
		return a.Float64()*20 - 10
	}
}

// changed returns a value with other floats. Booleans, integers and strings stay.
func changed(v any, change func(float64) float64) any {
	out := reflect.New(reflect.TypeOf(v)).Elem()
	out.Set(reflect.ValueOf(v))
	changeNumbers(out, change)
	return out.Interface()
}

func changeNumbers(v reflect.Value, change func(float64) float64) {
	switch {
	case v.CanFloat():
		v.SetFloat(change(v.Float()))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			changeNumbers(v.Field(i), change)
		}
	}
}
