package document

import (
	"errors"
	"fmt"

	"godotvariant/variant"
)

// ErrUnknown says that no engine writes such bytes.
var ErrUnknown = errors.New("not a file of Godot values")

// ErrLong says that a record is longer than Options.MaxRecord.
var ErrLong = errors.New("the record is too long")

// ErrValues says that a record has more values than Options.MaxValues.
var ErrValues = fmt.Errorf("a record of too many values: %w", variant.ErrLimit)

// ErrTie says that several engines fit the file, and that they would write it differently. The
// options Dialect and Framing decide.
var ErrTie = errors.New("the file does not say which engine wrote it")
