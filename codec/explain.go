package codec

import (
	"errors"

	"godotvariant/codec/internal/audit"
	"godotvariant/codec/internal/decimals"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// explainInexact returns err. If err is an ErrInexact of encoding v, the text of the result names
// the number and its value after rounding.
func explainInexact(f *forms.Format, v variant.Variant, err error) (out error) {
	var e *variant.Error

	defer func() { // values after the fault were not encoded, and their methods may panic
		if recover() != nil {
			out = err
		}
	}()

	if !errors.Is(err, variant.ErrInexact) || !errors.As(err, &e) {
		return err
	}

	r := audit.Rounding{Spec: f.Spec, Precision: f.Precision}
	for _, number := range r.All(v) { // the first number is the cause of err
		explained := *e
		explained.Err = decimals.Inexact(decimals.Narrowed(number).String())
		return &explained
	}

	return err
}
