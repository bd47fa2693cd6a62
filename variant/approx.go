package variant

import (
	"math"
	"slices"
)

// A Tolerance is the difference up to which [EqualApprox] takes two numbers for equal: Absolute,
// or Relative times the larger of the two, whichever is more. The zero value stands for 1e-5 of
// both, Godot's CMP_EPSILON: numbers that went through single precision are then equal.
type Tolerance struct{ Relative, Absolute float64 }

// EqualApprox reports whether a and b are equal apart from small differences of floating-point
// numbers: those of Float, of vectors and the like, of packed arrays, and of types of your own
// that are [Constructible]. All else is compared as by [Equal]: an Int is not a Float, and
// dictionaries have their pairs in the same order, with keys within the tolerance, too. 0 equals
// -0, a NaN equals any NaN, and an infinity only itself. Godot: is_equal_approx.
//
// Values deeper than 1024 equal nothing, and neither do those of more than 67,108,864 parts.
func EqualApprox(a, b Variant, t Tolerance) bool {
	if t == (Tolerance{}) {
		t = Tolerance{1e-5, 1e-5}
	}
	return (&approx{t, maxWalk}).equal(a, b, 0)
}

type approx struct {
	Tolerance
	left int // values that may still be compared
}

func (t *approx) equal(a, b Variant, depth int) bool {
	if t.left--; depth > defaultMaxDepth || t.left < 0 {
		return false
	}
	a, b = pointed(a), pointed(b)
	switch a := a.(type) {
	case Float:
		b, ok := b.(Float)
		return ok && t.near(float64(a), float64(b))
	case Array:
		b, ok := b.(Array)
		return ok && Equal(Array{Elem: a.Elem, Shared: a.Shared}, Array{Elem: b.Elem, Shared: b.Shared}) &&
			t.all(a.Items, b.Items, depth)
	case TypedArray:
		b, ok := b.(TypedArray)
		return ok && Equal(TypedArray{Elem: a.Elem}, TypedArray{Elem: b.Elem}) && t.all(a.Items, b.Items, depth)
	case PackedTypedArray:
		b, ok := b.(PackedTypedArray)
		return ok && Equal(TypedArray{Elem: a.Elem}, TypedArray{Elem: b.Elem}) && t.all(a.Items, b.Items, depth)
	case Dictionary:
		b, ok := b.(Dictionary)
		return ok && Equal(Dictionary{Key: a.Key, Value: a.Value, Shared: a.Shared}, Dictionary{Key: b.Key, Value: b.Value, Shared: b.Shared}) &&
			slices.EqualFunc(a.Pairs, b.Pairs, func(p, q Pair) bool {
				return t.equal(p.Key, q.Key, depth+1) && t.equal(p.Value, q.Value, depth+1)
			})
	}
	same := false
	guard(a, func() { guard(b, func() { same = t.other(a, b, depth) }) })
	return same
}

func (t *approx) all(a, b []Variant, depth int) bool {
	return slices.EqualFunc(a, b, func(a, b Variant) bool { return t.equal(a, b, depth+1) })
}

// other is equal by the methods of a and b.
func (t *approx) other(a, b Variant, depth int) bool {
	switch a := a.(type) {
	case PartSetter:
		b, ok := b.(PartSetter)
		return ok && t.parts(a, b, depth)
	case Constructible:
		b, ok := b.(Constructible)
		return ok && a.Type() == b.Type() && nameOf(a) == nameOf(b) && slices.EqualFunc(numbers(a), numbers(b), t.argument)
	}
	return Equal(a, b)
}

func (t *approx) parts(a, b PartSetter, depth int) bool {
	x, errA := a.WithParts(eachPart(nil))
	y, errB := b.WithParts(eachPart(nil))
	return errA == nil && errB == nil && Equal(x, y) && slices.EqualFunc(partList(a), partList(b), func(p, q part) bool {
		return p.step.String() == q.step.String() && t.equal(p.value, q.value, depth+1)
	})
}

// argument compares two arguments of constructors.
func (t *approx) argument(a, b Variant) bool {
	x, ok := a.(Float)
	y, both := b.(Float)
	return ok && both && t.near(float64(x), float64(y)) || a == b
}

func (t *approx) near(a, b float64) bool {
	switch {
	case a == b, a != a && b != b:
		return true
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return false
	}
	return math.Abs(a-b) <= max(t.Absolute, t.Relative*max(math.Abs(a), math.Abs(b)))
}
