package document

import (
	"errors"
	"fmt"
	"strings"

	"godotvariant/variant"
)

// PathError completes the error of a path that leads nowhere. If the file has several records and the
// path does not begin with an index, it says how such a path begins.
func (d *Document) PathError(err error) error {
	var wrong *variant.Error
	if d.Single() || !errors.As(err, &wrong) || wrong.Path == "" {
		return err
	}

	steps := strings.TrimPrefix(wrong.Path, "$")
	if steps == "" || isIndex(steps) {
		return err
	}

	return fmt.Errorf("%w (the file has %d records, and a path begins with one of them: [0]%s)",
		err, len(d.Records), steps)
}

// isIndex reports whether the text of a path begins with an index.
func isIndex(steps string) bool {
	return len(steps) > 1 && steps[0] == '[' && strings.IndexByte("-0123456789", steps[1]) >= 0
}
