package edit

import (
	"fmt"
	"math"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// compute returns the result of an operator for two values. The result has the type of a.
func compute(operator string, a, b variant.Variant) (variant.Variant, error) {
	if s, ok := values.Text(a); ok && operator == "+=" {
		more, isText := values.Text(b)
		joined, fits := asText(variant.String(s+more), a.Type())
		if isText && fits {
			return joined, nil
		}
	}

	if isList(a) && operator == "+=" {
		return joined(a, b)
	}

	switch a := a.(type) {
	case variant.Int, variant.Float:
		return computeNumber(operator, a, b)
	default:
		if isVector(a) {
			return computeVector(operator, a, b)
		}
	}

	return nil, wrongOperand(operator, a, b)
}

func wrongOperand(operator string, a, b variant.Variant) error {
	return fmt.Errorf("%w: %v %s %v", variant.ErrWrongType, a.Type(), operator, b.Type())
}

// joined returns a list with the items of a and of b. If b is not a list, b itself becomes the last
// item.
func joined(a, b variant.Variant) (variant.Variant, error) {
	items := []variant.Variant{b}
	if isList(b) {
		items = nil
		parts := values.Of(b)
		for i := range parts.N {
			items = append(items, parts.At(i).Value)
		}
	}

	for i, item := range items {
		fit, err := fitAround(a, item)
		if err != nil {
			return nil, err
		}
		items[i] = fit
	}

	return appended(a, items)
}

// computeNumber computes with two numbers. If a is an int, b must be a whole number.
func computeNumber(operator string, a, b variant.Variant) (variant.Variant, error) {
	operand, ok := asNumber(b, a.Type())
	if !ok {
		return nil, wrongOperand(operator, a, b)
	}

	if i, whole := a.(variant.Int); whole {
		return computeInt(operator, i, operand.(variant.Int))
	}

	f := float64(a.(variant.Float))
	return variant.Float(computeFloat(operator, f, float64(operand.(variant.Float)))), nil
}

// computeInt computes with ints. A result that is out of range is an error.
func computeInt(operator string, a, b variant.Int) (variant.Variant, error) {
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

func computeFloat(operator string, a, b float64) float64 {
	switch operator {
	case "+=":
		return a + b
	case "-=":
		return a - b
	default:
		return a * b
	}
}

// isVector reports whether operators compute with a value component by component.
func isVector(v variant.Variant) bool {
	switch v.Type() {
	case variant.TypeVector2, variant.TypeVector3, variant.TypeVector4, variant.TypeVector2i,
		variant.TypeVector3i, variant.TypeVector4i, variant.TypeColor:
		return true
	default:
		return false
	}
}

// computeVector computes the new value of each component of a vector. The operand is the same
// component of the vector b. For *= the argument b may also be one number for all components.
func computeVector(operator string, a, b variant.Variant) (variant.Variant, error) {
	var operands []values.Component
	if as, ok := asType(b, a.Type()); ok {
		operands = values.Components(as)
	}

	if operands == nil && (operator != "*=" || values.HasComponents(b)) {
		return nil, wrongOperand(operator, a, b)
	}

	components := values.Components(a)
	for i, c := range components {
		operand := b
		if operands != nil {
			operand = operands[i].Value
		}

		x, err := computeNumber(operator, c.Value, operand)
		if err != nil {
			return nil, err
		}
		components[i].Value = x
	}

	return withComponents(a, components)
}
