package main

import (
	"context"
	"io"

	"godotvariant/cmd/gdvar/console"
	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/files"
	"godotvariant/variant"
)

// streams are what a program reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// An app is one run of the command. Text goes to the streams out and err, which are
// screens; bytes of files go to data.
type app struct {
	streams
	*files.Opener
	data io.Writer
	ctx  context.Context // ends when the run is interrupted
	env  func(name string) string
	talk func() bool // reports whether a person is at the terminal

	shown *console.Progress // made by the first command that shows one
}

// options are those of the command line.
func (a *app) options() (document.Options, error) { return a.Opener.Options() }

// dialectOr returns the dialect to, if there is one, otherwise the other one.
func dialectOr(to, same *variant.Dialect) *variant.Dialect {
	if to == nil {
		return same
	}

	return to
}
