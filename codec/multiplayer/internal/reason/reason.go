// Package reason makes errors that contain the reason of a refusal.
package reason

import (
	"errors"
	"fmt"
	"strings"

	"godotvariant/variant"
)

// quoted is the maximum length, in bytes, of a peer's text in an error. A longer text is cut.
const quoted = 64

// Of returns an error that wraps the given kind and has the formatted reason. Use %q for texts of
// peers: a text longer than 64 bytes is cut.
func Of(kind error, format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = text[:min(len(text), quoted)]
		}
	}
	return variant.Because(kind, fmt.Sprintf(format, args...))
}

// Within returns err with a name at the start of its text. The argument err is the error of a
// value, and the argument name is the name of the value. Within leaves out the offset of a
// variant.Error, because this offset does not count from the start of the packet.
func Within(name string, err error) error {
	var e *variant.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%s%s: %w", name, strings.TrimPrefix(e.Path.Short(), "$"), e.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}
