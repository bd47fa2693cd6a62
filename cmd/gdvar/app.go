package main

import (
	"context"
	"io"

	"godotvariant/cmd/gdvar/document"
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
	data  io.Writer
	ctx   context.Context // ends when the run is interrupted
	env   func(name string) string
	ask   func(prompt string) (string, error) // asks for a password on a terminal
	talk  func() bool                         // reports whether a person is at the terminal
	flags flags

	shown  *progress         // made by the first command that shows one
	parsed *document.Options // of the flags, once they have been read
}

// flags are those that all commands have.
type flags struct {
	engine, frame, precision           string
	passwordFile, passwordEnv, keyFile string
	color                              string
	kind                               string
	at                                 int64 // -1: detected
	maxSize                            int64 // MiB
	maxValues                          int   // millions
	sizeSet                            bool  // --max-size is on the command line
}

// newApp returns a run whose output goes to the streams.
func newApp(ctx context.Context, s streams, env func(string) string) *app {
	out := &output{w: s.out}
	a := &app{ctx: ctx, data: out, env: env, ask: askOnTerminal}
	out.before = func() { a.progress().clear() }
	a.talk = func() bool { return terminal(s.in) != nil && terminal(s.out) != nil }

	a.in = s.in
	a.out = &screen{w: a.data, colored: func() bool { return a.colored(s.out) }}
	a.err = &screen{w: s.err, colored: func() bool { return false }}

	return a
}
