package document

import (
	"errors"
	"fmt"

	"godotvariant/variant"
)

// ErrUnknown is returned if no engine writes such bytes.
var ErrUnknown = errors.New("not a file of Godot values")

// ErrLong is returned if a record is longer than Options.MaxRecord.
var ErrLong = errors.New("the record is too long")

// ErrValues is returned if a record has more values than Options.MaxValues.
var ErrValues = fmt.Errorf("the record has too many values: %w", variant.ErrLimit)

// ErrTie is returned if several engines fit the file and would write it differently. Set the
// options Dialect and Framing to choose one.
var ErrTie = errors.New("the file does not say which engine wrote it")

// A KindError is the error of a file that begins as one of a kind and can't be read as that.
type KindError struct {
	Kind string
	Err  error
}

// Error returns the text of the error without the kind.
func (e *KindError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the kind.
func (e *KindError) Unwrap() error { return e.Err }
