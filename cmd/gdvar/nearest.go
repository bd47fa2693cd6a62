package main

import (
	"errors"
	"fmt"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/nearest"
	"godotvariant/variant"
)

// nearestTo completes the error of a path that does not exist in a file. For a file of several
// records it adds the form of paths. It also adds the path that the user probably meant.
func nearestTo(d *document.Document, err error) error {
	if said := d.PathError(err); said != err {
		return said
	}

	var wrong *variant.Error
	if !errors.As(err, &wrong) || !errors.Is(err, variant.ErrNotFound) {
		return err
	}

	if remark := nearest.Path(d.Root(), wrong.Path); remark != "" {
		return fmt.Errorf("%w (%s)", err, remark)
	}

	return err
}
