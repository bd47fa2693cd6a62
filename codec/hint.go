package codec

import (
	"errors"
	"fmt"

	"godotvariant/codec/internal/detect"
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// A DialectError is wrapped in an error of decoding if the packet is not valid in the codec's
// dialect, but is a Dictionary or an Array in the dialect of another engine. Then Options.Dialect
// is probably wrong. errors.As finds the DialectError. For an empty container, or a container that
// begins with Nil, there is no DialectError, because these have too few bytes to distinguish
// dialects.
type DialectError struct {
	Dialect  *variant.Dialect // dialect of the codec
	Detected *variant.Dialect // dialect of an engine, one of Dialects
	Type     variant.Type     // type of the value in Detected
	Err      error            // the error in the codec's dialect
}

// Error returns the text of Err and the names of the two dialects.
func (e *DialectError) Error() string {
	return fmt.Sprintf("%v; these bytes are a %s %v, and Options.Dialect is %s", e.Err,
		e.Detected, e.Type, e.Dialect)
}

// Unwrap returns the error in the codec's dialect.
func (e *DialectError) Unwrap() error { return e.Err }

// hint returns err, the error of the packet at the start of b. It adds a DialectError if b is a
// packet of another dialect.
func hint(f *forms.Format, b []byte, extent packets.Extent, err error) error {
	var e *variant.Error
	var hinted *DialectError
	if !errors.As(err, &e) || errors.As(err, &hinted) {
		return err
	}

	if d, t, ok := detect.Hint(f, b, extent); ok {
		e.Err = &DialectError{Detected: d, Type: t, Dialect: f.Dialect, Err: e.Err}
	}

	return err
}
