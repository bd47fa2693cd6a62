package main

import (
	"context"
	"io"

	"godotvariant/cmd/gdvar/console"
	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/document"
	"godotvariant/variant"
)

// streams are the standard input and the outputs of a run.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// An app is one run of the command. It writes text to the screens out and err, and the bytes of
// files to data.
type app struct {
	streams
	*files.Opener
	data io.Writer
	ctx  context.Context // is done when the user interrupts the run
	env  func(name string) string
	talk func() bool // reports whether a person is at the terminal

	shown *console.Progress // nil until a command shows progress
}

// options returns the options of the command line.
func (a *app) options() (document.Options, error) { return a.Opener.Options() }

// dialectOr returns to or, if to is nil, same.
func dialectOr(to, same *variant.Dialect) *variant.Dialect {
	if to == nil {
		return same
	}

	return to
}
