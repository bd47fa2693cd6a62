package edits

import (
	"fmt"
	"math"
	"slices"

	"godotvariant/variant"
)

// combined returns the result of an operator for two values.
func combined(operator string, a, b variant.Variant) (variant.Variant, error) {
	switch a := a.(type) {
	case variant.Int:
		if b, ok := b.(variant.Int); ok {
			return combinedInt(operator, a, b)
		}

	case variant.Float:
		if b, ok := numberOf(b); ok {
			return variant.Float(combinedFloat(operator, float64(a), b)), nil
		}

	case variant.String:
		if b, ok := b.(variant.String); ok && operator == "+=" {
			return a + b, nil
		}

	case variant.Array:
		if operator == "+=" {
			return appended(a, b), nil
		}
	}

	return nil, fmt.Errorf("%w: %v %s %v", variant.ErrWrongType, a.Type(), operator, b.Type())
}

// appended returns a copy of a with more items: the items of b if b is an array, otherwise b
// itself.
func appended(a variant.Array, b variant.Variant) variant.Array {
	items := []variant.Variant{b}
	if more, ok := b.(variant.Array); ok {
		items = more.Items
	}

	a.Items = slices.Concat(a.Items, items)
	return a
}

// combinedInt computes with ints. A result that is out of range is an error.
func combinedInt(operator string, a, b variant.Int) (variant.Variant, error) {
	var result variant.Int
	overflow := false

	switch operator {
	case "+=":
		result = a + b
		overflow = (b > 0) != (result > a) && b != 0

	case "-=":
		result = a - b
		overflow = (b > 0) != (result < a) && b != 0

	default:
		result = a * b
		overflow = a != 0 && (result/a != b || a == -1 && b == math.MinInt64)
	}

	if overflow {
		return nil, fmt.Errorf("%w: %v %s %v", variant.ErrRange, a, operator, b)
	}

	return result, nil
}

func combinedFloat(operator string, a, b float64) float64 {
	switch operator {
	case "+=":
		return a + b
	case "-=":
		return a - b
	default:
		return a * b
	}
}

func numberOf(v variant.Variant) (float64, bool) {
	switch v := v.(type) {
	case variant.Int:
		return float64(v), true
	case variant.Float:
		return float64(v), true
	default:
		return 0, false
	}
}
