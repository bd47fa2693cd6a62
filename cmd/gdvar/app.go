package main

import (
	"context"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/variant"
)

// codeSkipped is the exit code if scan found nothing, but skipped some of the files.
const codeSkipped = 3

// An app is one run of gdvar.
type app struct {
	*files.Opener
}

// newApp returns a run of gdvar with these streams.
func newApp(ctx context.Context, s program.Streams, env func(string) string) *app {
	run := program.New(ctx, "gdvar", s, env)
	return &app{&files.Opener{Run: run, Ask: files.AskOnTerminal}}
}

// options returns the options of the command line.
func (a *app) options() (document.Options, error) { return a.Opener.Options() }

// dialectOr returns its first argument, or its second argument if the first is nil.
func dialectOr(to, same *variant.Dialect) *variant.Dialect {
	if to == nil {
		return same
	}

	return to
}
