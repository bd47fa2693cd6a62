package document

import (
	"errors"
	"fmt"
	"strings"

	"godotvariant/variant"
)

// PathError completes the error of a path that leads nowhere. If the file has several records and
// the path does not begin with an index, the error of PathError also says how paths begin.
func (d *Document) PathError(err error) error {
	records := d.count()
	var wrong *variant.Error
	if records < 2 || !errors.As(err, &wrong) || len(wrong.Path) == 0 {
		return err
	}
	if wrong.Path[0].Kind == variant.StepIndex {
		return err
	}

	steps := strings.TrimPrefix(wrong.Path.Short(), "$")
	return fmt.Errorf("%w (the file has %d records, and a path begins with one of them: [0]%s)",
		err, records, steps)
}

// count returns the number of records.
func (d *Document) count() int {
	if b, ok := d.body.(Several); ok {
		return b.Records()
	}
	return len(d.Records)
}
