package document

import (
	"errors"
)

// ErrLong is returned if a record is longer than Options.MaxRecord.
var ErrLong = errors.New("the record is too long")

// ErrTie is returned if several engines fit the file and would write it differently. Set the
// options Dialect and Framing to choose an engine.
var ErrTie = errors.New("the file does not say which engine wrote it")

// A KindError is the error of a file that begins like a file of a kind, but can't be read as that
// kind.
type KindError struct {
	Kind string
	Err  error
}

// Error returns the text of the error without the kind.
func (e *KindError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the kind.
func (e *KindError) Unwrap() error { return e.Err }

// notThis is the error of a file that does not have the form that was tried. The caller then tries
// the next form.
type notThis struct{ error }

func (e notThis) Unwrap() error { return e.error }
