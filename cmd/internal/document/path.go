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
	if d.Single() || !errors.As(err, &wrong) || len(wrong.Path) == 0 {
		return err
	}
	if wrong.Path[0].Kind == variant.StepIndex {
		return err
	}

	steps := strings.TrimPrefix(wrong.Path.Short(), "$")
	return fmt.Errorf("%w (the file has %d records, and a path begins with one of them: [0]%s)",
		err, len(d.Records), steps)
}
