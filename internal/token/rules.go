package token

import (
	"godotvariant/internal/float"
)

// Rules say how numbers are written. codec.Options documents them.
type Rules struct {
	Single bool // components are rounded to single precision
	Exact  bool // a component that rounding changes is an error
	Finite bool // NaN and infinities are errors
}

// Checks reports whether some numbers are errors.
func (r *Rules) Checks() bool { return r.Exact || r.Finite }

// Component returns the component f of a vector or the like as it is written.
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

// component is [Rules.Component] with checks.
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

// Check returns an error for a number that is not written.
func (r *Rules) Check(f float64) error {
	if r.Finite && !float.Finite(f) {
		return NotFinite(f)
	}
	return nil
}
