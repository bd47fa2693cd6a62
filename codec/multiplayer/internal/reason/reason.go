// Package reason says in errors why something is refused.
package reason

import (
	"errors"
	"fmt"
	"strings"

	"godotvariant/variant"
)

// quoted is the length in bytes to which names of strangers are cut.
const quoted = 64

// Of returns an error of the kind with a reason. Texts of strangers are to be quoted, and are cut.
func Of(kind error, format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = text[:min(len(text), quoted)]
		}
	}
	return variant.Because(kind, fmt.Sprintf(format, args...))
}

// Within returns the error of a value, with what it is the value of. Offsets in it mean nothing.
func Within(what string, err error) error {
	var e *variant.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s%s: %w", what, strings.TrimPrefix(e.Path, "$"), e.Err)
	}
	return fmt.Errorf("%s: %w", what, err)
}
