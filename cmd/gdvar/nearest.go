package main

import (
	"errors"
	"fmt"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/nearest"
	"godotvariant/variant"
)

// nearestTo completes the error of a path that does not exist in a file. If the file has several
// records and the path does not begin with an index, the error says how paths begin. Otherwise the
// error suggests the path that the user probably meant, if there is one.
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
