package token

import (
	"godotvariant/internal/float"
)

// Rules say how numbers are written. codec.Options documents them.
type Rules struct {
	Single bool // components are rounded to single precision
	Exact  bool // it is an error if rounding changes a component
	Finite bool // NaN and infinities are errors
}

// Checks reports whether the Rules refuse some numbers.
func (r *Rules) Checks() bool { return r.Exact || r.Finite }

// Component returns the number that is written for f, a component of a vector or a similar type. It
// rounds f if the Rules say so, and returns an error if the Rules refuse f.
func (r *Rules) Component(f float64) (float64, error) {
	switch {
	case r.Checks():
		return r.component(f)
	case r.Single:
		return float64(float32(f)), nil
	default:
		return f, nil
	}
}

// component is [Rules.Component] for Rules that refuse some numbers.
func (r *Rules) component(f float64) (float64, error) {
	written := f
	if r.Single {
		bits, exact := float.Narrow(f)
		if !exact && r.Exact {
			return 0, Inexact(f)
		}
		written = float.Widen(bits)
	}

	if r.Finite && !float.Finite(written) {
		return 0, NotFinite(f)
	}

	return written, nil
}

// Check returns an error if the Rules refuse f, a number of type float.
func (r *Rules) Check(f float64) error {
	if r.Finite && !float.Finite(f) {
		return NotFinite(f)
	}
	return nil
}
