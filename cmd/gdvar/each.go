package main

import (
	"errors"
	"fmt"
	"io/fs"

	"godotvariant/cmd/gdvar/files"
)

// stdin is the argument for standard input.
const stdin = files.Stdin

// each calls f for each file, or for standard input if there are no names. It prints the errors.
// The returned error has the highest exit code.
func (a *app) each(names []string, f func(name string) error) error {
	if len(names) == 0 {
		names = []string{stdin}
	}

	code := 0
	for _, name := range names {
		err := f(name)
		if broken := a.broken(); broken != nil {
			return broken
		}
		code = max(code, a.report(named(name, err)))
	}

	if code == 0 {
		return nil
	}

	return &exit{code: code}
}

// named adds the name of a file to an error that does not have it.
func named(name string, err error) error {
	var file *fs.PathError
	if err == nil || name == stdin || errors.As(err, &file) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
