package reason

import (
	"fmt"
	"strings"
)

// kept is the maximum number of errors that a joined error keeps.
const kept = 8

// joinedError is an error that joins several errors. The time for its text and for each call of
// Join is limited, even if a packet has many faults.
type joinedError struct {
	errs []error // at most 8; never changed
	more int     // number of errors that were only counted
}

// Join returns an error that wraps the first 8 of the errors and counts the others. It returns nil
// if all are nil. Unlike errors.Join, Join stays fast even if it is called for each fault of a long
// packet.
func Join(errs ...error) error {
	var last error
	n := 0
	for _, err := range errs {
		if err != nil {
			last = err
			n++
		}
	}
	if n <= 1 {
		return last
	}

	all := new(joinedError)
	for _, err := range errs {
		switch err := err.(type) {
		case nil:
		case *joinedError:
			all.add(err.errs)
			all.more += err.more
		default:
			all.add([]error{err})
		}
	}
	return all
}

// add stores errors up to the maximum, and counts the others.
func (j *joinedError) add(errs []error) {
	n := min(kept-len(j.errs), len(errs))
	j.more += len(errs) - n

	if len(j.errs) == 0 {
		j.errs = errs[:n:n]
	} else {
		j.errs = append(j.errs, errs[:n]...)
	}
}

// Error returns a line for each error that was kept, and a line with the number of the others.
func (j *joinedError) Error() string {
	var lines []string
	for _, err := range j.errs {
		lines = append(lines, err.Error())
	}
	if j.more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more errors", j.more))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors that were kept.
func (j *joinedError) Unwrap() []error { return j.errs }

// Each changes the parts of a joined error: the result has change(e) in place of each error e. Each
// returns nil if err is nil, and change(err) if err is not from Join.
func Each(err error, change func(error) error) error {
	all, ok := err.(*joinedError)
	switch {
	case err == nil:
		return nil
	case !ok:
		return change(err)
	}

	changed := &joinedError{more: all.more}
	for _, one := range all.errs {
		changed.errs = append(changed.errs, change(one))
	}
	return changed
}
