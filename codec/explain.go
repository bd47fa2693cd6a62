package codec

import (
	"errors"

	"godotvariant/codec/internal/decimals"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// explainInexact puts the conversion into the text of an ErrInexact that encoding v
// came to.
func explainInexact(f *forms.Format, v variant.Variant, err error) (out error) {
	var e *variant.Error

	defer func() { // values after the one at fault were not encoded, and their methods may panic
		if recover() != nil {
			out = err
		}
	}()

	if !errors.Is(err, variant.ErrInexact) || !errors.As(err, &e) {
		return err
	}

	for _, conversion := range auditorOf(f).audit(v) { // the first is where encoding ended
		explained := *e
		explained.Err = decimals.Inexact(conversion.String())
		return &explained
	}

	return err
}
