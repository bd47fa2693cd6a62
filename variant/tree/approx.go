package tree

import (
	"math"
	"slices"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// A Tolerance says which numbers [EqualApprox] treats as equal. Their difference must be at most
// Absolute, or at most Relative times the larger of their absolute values. The zero Tolerance means
// 1e-5 for both fields, Godot's CMP_EPSILON. With this tolerance a number is equal to the same
// number rounded to single precision.
type Tolerance struct{ Relative, Absolute float64 }

// EqualApprox reports whether a and b are equal apart from small differences of floating-point
// numbers: in Float, in vectors and similar types, in packed arrays, and in your own types that are
// [variant.Constructible]. Everything else is compared as by [variant.Equal]: an Int is not a
// Float, and dictionaries must have their pairs in the same order. Keys may differ within the
// tolerance too. 0 is equal to -0, a NaN is equal to any NaN, and an infinity is equal only to the
// same infinity. Godot: is_equal_approx.
//
// A value that is deeper than 1024, or has more than 67,108,864 parts and numbers, is not equal to
// any value.
func EqualApprox(a, b variant.Variant, t Tolerance) bool {
	if t == (Tolerance{}) {
		t = Tolerance{1e-5, 1e-5}
	}
	return (&approx{t, maxWalk}).equal(a, b, 0)
}

type approx struct {
	Tolerance
	left int // number of values left to compare
}

func (t *approx) equal(a, b variant.Variant, depth int) bool {
	t.left--

	if depth > forms.MaxDepth || t.left < 0 {
		return false
	}

	a = pointed(a)
	b = pointed(b)

	switch a := a.(type) {
	case variant.Float:
		b, ok := b.(variant.Float)
		return ok && t.near(float64(a), float64(b))

	case variant.Array:
		b, ok := b.(variant.Array)
		return ok && a.Shared == b.Shared && sameElem(a.Elem, b.Elem) &&
			t.all(a.Items, b.Items, depth)

	case variant.TypedArray:
		b, ok := b.(variant.TypedArray)
		return ok && sameElem(&a.Elem, &b.Elem) && t.all(a.Items, b.Items, depth)

	case variant.PackedTypedArray:
		b, ok := b.(variant.PackedTypedArray)
		return ok && sameElem(&a.Elem, &b.Elem) && t.all(a.Items, b.Items, depth)

	case variant.Dictionary:
		b, ok := b.(variant.Dictionary)
		return ok && a.Shared == b.Shared && sameElem(a.Key, b.Key) && sameElem(a.Value, b.Value) &&
			slices.EqualFunc(a.Pairs, b.Pairs, func(p, q variant.Pair) bool {
				return t.equal(p.Key, q.Key, depth+1) && t.equal(p.Value, q.Value, depth+1)
			})
	}

	same := false
	nilsafe.Guard(a, func() { nilsafe.Guard(b, func() { same = t.custom(a, b, depth) }) })
	return same
}

// sameElem reports whether two element types are equal by the rules of [variant.Equal].
func sameElem(a, b *variant.ElementType) bool {
	return a == b || variant.Equal(variant.Array{Elem: a}, variant.Array{Elem: b})
}

func (t *approx) all(a, b []variant.Variant, depth int) bool {
	return slices.EqualFunc(a, b, func(a, b variant.Variant) bool { return t.equal(a, b, depth+1) })
}

// custom does the same as the method equal, for values whose types have no case in equal.
func (t *approx) custom(a, b variant.Variant, depth int) bool {
	switch a := a.(type) {
	case variant.PartSetter:
		b, ok := b.(variant.PartSetter)
		return ok && t.parts(a, b, depth)

	case variant.Constructible:
		b, ok := b.(variant.Constructible)
		return ok && a.Type() == b.Type() && nilsafe.Name(a) == nilsafe.Name(b) && t.numbers(a, b)
	}

	return variant.Equal(a, b)
}

// numbers compares the numbers of two values. It subtracts from t.left how many numbers a has.
func (t *approx) numbers(a, b variant.Constructible) bool {
	x := numbers(a)
	t.left -= len(x)
	return t.left >= 0 && slices.EqualFunc(x, numbers(b), t.argument)
}

func (t *approx) parts(a, b variant.PartSetter, depth int) bool {
	x, errA := a.WithParts(eachPart(nil))
	y, errB := b.WithParts(eachPart(nil))
	return errA == nil && errB == nil && variant.Equal(x, y) &&
		slices.EqualFunc(partList(a), partList(b), func(p, q part) bool {
			return p.step.String() == q.step.String() && t.equal(p.value, q.value, depth+1)
		})
}

// argument compares two arguments of constructors.
func (t *approx) argument(a, b variant.Variant) bool {
	x, ok := a.(variant.Float)
	y, both := b.(variant.Float)
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
