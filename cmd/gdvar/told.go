package main

import (
	"errors"
	"fmt"
	"io"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/nearest"
	"godotvariant/variant"
)

// tell prints a line for each value that an edit changes.
func tell(w io.Writer, r edit.Reader, done []edit.Done) {
	for _, d := range done {
		_, _ = io.WriteString(w, d.Path.String()+": "+told(r, d)+"\n") // w keeps the error
	}
}

// told returns the line that describes a change: the old and the new value.
func told(r edit.Reader, d edit.Done) string {
	around := d.Place.Around
	text := func(v variant.Variant) string { return r.TextAt(around, v) }
	old := d.Place.Value

	switch {
	case d.Name != nil:
		return "now " + r.Text(d.Name)
	case d.New == nil:
		return text(old) + " deleted"
	case old == nil:
		return text(d.New) + " added" + beside(d)
	case old.Type() == d.New.Type() && variant.Equal(old, d.New):
		return text(d.New) + " as before"
	case old.Type() != d.New.Type():
		return fmt.Sprintf("%s → %s (%v → %v)", text(old), text(d.New), old.Type(),
			d.New.Type())
	default:
		return text(old) + " → " + text(d.New)
	}
}

// beside returns a remark about a new key that resembles another key of the container. If there is
// no such key, it returns "".
func beside(d edit.Done) string {
	path := d.Place.Path
	if len(path) == 0 {
		return ""
	}

	like, ok := nearest.Key(d.Place.Around, path[len(path)-1])
	if !ok {
		return ""
	}

	return " (a new key: there is " + nearest.Text(variant.Path{like}) + ")"
}

// withRetype adds a hint about --retype to the error of a value that has another type than the old
// value.
func withRetype(err error) error {
	var wrong *edit.Mismatch
	if errors.As(err, &wrong) && !wrong.Fixed {
		return fmt.Errorf("%w (--retype sets it)", err)
	}
	return err
}
