package codec

import (
	"errors"
	"fmt"

	"godotvariant/codec/internal/detect"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// A DialectError is inside the error of a packet that fails in the dialect of the codec and
// that is a Dictionary or an Array in the dialect of another engine. errors.As finds it.
// Options.Dialect is then probably wrong. There is no DialectError for an empty container, or one
// that begins with Nil, since these have too few bytes to tell dialects apart.
type DialectError struct {
	Detected *variant.Dialect // one of Dialects, never one of the pages
	Type     variant.Type     // of the value in that dialect
	Set      string           // the name of the codec's dialect
	Err      error            // the error in the codec's dialect
}

// Error returns the text of Err and what the bytes are.
func (e *DialectError) Error() string {
	return fmt.Sprintf("%v; these bytes are a %s %v, and Options.Dialect is %s", e.Err,
		e.Detected.Name, e.Type, e.Set)
}

// Unwrap returns the error in the codec's dialect.
func (e *DialectError) Unwrap() error { return e.Err }

// hint puts a DialectError into the error of the packet b if the packet is of another dialect. If
// whole is set, no bytes may follow the packet.
func hint(f *forms.Format, b []byte, whole bool, err error) error {
	var e *variant.Error
	var hinted *DialectError
	if !errors.As(err, &e) || errors.As(err, &hinted) {
		return err
	}

	if d, t, ok := detect.Hint(f, b, whole); ok {
		e.Err = &DialectError{Detected: d, Type: t, Set: f.Dialect.Name, Err: e.Err}
	}

	return err
}
