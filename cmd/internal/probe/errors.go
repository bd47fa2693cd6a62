package probe

import (
	"errors"
	"fmt"

	"godotvariant/variant"
)

// ErrUnknown is returned if no engine writes such bytes.
var ErrUnknown = errors.New("not a file of Godot values")

// ErrValues is returned if a record has more values than Options.MaxValues.
var ErrValues = fmt.Errorf("the record has too many values: %w", variant.ErrLimit)
