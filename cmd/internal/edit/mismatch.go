package edit

import (
	"errors"
	"fmt"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A Mismatch is the error of a value that does not fit the type of its place.
type Mismatch struct {
	// Path leads to the place of the value. It is empty if the function that returned the Mismatch
	// knew the type of this place, but not the place itself.
	Path variant.Path
	// Item leads from the value to the item that does not fit. It is empty if the value itself does
	// not fit.
	Item variant.Path
	// Want is the type of the place or of the item, written as in GDScript.
	Want string
	// Value is the value that does not fit.
	Value variant.Variant
	// Fixed reports whether Want is the type of all parts of a container. Retype can't change this
	// type.
	Fixed bool
}

// Error returns the types and the value: $.hp is of type int, and 6.5 is of type float.
func (e *Mismatch) Error() string {
	where := "the value"
	if len(e.Path) > 0 {
		where = e.Path.String()
	}

	if len(e.Item) > 0 {
		where = "item " + e.Item.String()[1:] + " of " + where
	}

	is := "is"
	if e.Fixed || len(e.Item) > 0 {
		is = "must be"
	}

	return fmt.Sprintf("%s %s of type %s, and %s is of type %s", where, is, e.Want,
		variant.Text(e.Value), values.TypeOf(e.Value))
}

// Unwrap returns variant.ErrWrongType, or variant.ErrElementType if Fixed is set.
func (e *Mismatch) Unwrap() error {
	if e.Fixed {
		return variant.ErrElementType
	}
	return variant.ErrWrongType
}

// inItem converts the error of an item to the error of the value that contains the item. The step
// leads to the item.
func (e *Mismatch) inItem(step variant.Step) *Mismatch {
	out := *e
	out.Item = append(variant.Path{step}, e.Item...)
	return &out
}

// at adds the path of a place to an error.
func at(path variant.Path, err error) error {
	var wrong *Mismatch
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%v: %w", path, err)
	}

	out := *wrong
	out.Path = path
	return &out
}
