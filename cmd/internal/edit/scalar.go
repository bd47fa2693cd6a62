package edit

import (
	"math"

	"godotvariant/cmd/internal/values"
	"godotvariant/objects"
	"godotvariant/variant"
)

// asNumber converts a number to the wanted type, which is int or float. The second result is false
// if the conversion is not exact.
func asNumber(v variant.Variant, want variant.Type) (variant.Variant, bool) {
	const exact = 1 << 53 // a float holds all smaller integers exactly

	switch v := v.(type) {
	case variant.Int:
		f := variant.Float(v)
		if want == variant.TypeInt {
			return v, true
		}
		return f, v > -exact && v < exact || variant.Int(f) == v && v != math.MaxInt64

	case variant.Float:
		whole := float64(v) == math.Trunc(float64(v)) && math.Abs(float64(v)) < exact
		if want == variant.TypeFloat {
			return v, true
		}
		return variant.Int(v), whole
	}

	return nil, false
}

// asText converts a String, StringName or NodePath to the wanted type, which must be one of these
// three types.
func asText(v variant.Variant, want variant.Type) (variant.Variant, bool) {
	s, ok := values.Text(v)
	if !ok {
		return nil, false
	}

	switch want {
	case variant.TypeStringName:
		return variant.StringName(s), true
	case variant.TypeNodePath:
		path, err := objects.ParseNodePath(s)
		return path, err == nil
	default:
		return variant.String(s), true
	}
}
