package program

import (
	"context"
	"io"

	"godotvariant/cmd/internal/console"
)

// Streams are the standard input and the outputs of a run.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// A Run is one run of a program.
type Run struct {
	In io.Reader // standard input

	// Out and Err are standard output and standard error for text. They write control characters as
	// escapes.
	Out, Err io.Writer
	// Data is standard output for the bytes of a file. On a terminal it shows the bytes as text,
	// like Out.
	Data io.Writer
	// Raw is standard output for bytes that are never changed.
	Raw io.Writer
	// RawErr is standard error for output that moves the cursor.
	RawErr io.Writer

	Context context.Context // is done when the user interrupts the run
	Env     func(name string) string
	Talk    func() bool // reports whether a person is at the terminal

	name    string // name of the program
	color   string // the value of --color
	noPager bool   // the value of --no-pager

	out, err *console.Output
	pager    *pager            // nil if there is none
	progress *console.Progress // nil until a command shows progress
}

// New returns a run of the program with this name.
func New(ctx context.Context, name string, s Streams, env func(string) string) *Run {
	out := console.NewOutput(s.Out, func() {})
	problems := console.NewOutput(s.Err, func() {})
	r := &Run{In: s.In, Data: out, Raw: out, RawErr: s.Err, Context: ctx, Env: env}
	r.name = name
	r.out = out
	r.err = problems

	never := func() bool { return false }
	r.Out = console.NewScreen(out, func() bool { return r.colored(s.Out) })
	r.Err = console.NewScreen(problems, never)
	if console.Terminal(out) != nil {
		r.Data = console.NewScreen(out, never)
	}

	r.Talk = func() bool { return console.Terminal(s.In) != nil && console.Terminal(s.Out) != nil }

	return r
}

// colors are the values of --color.
var colors = []string{"auto", "always", "never"}

// colored reports whether the output to a stream is colored.
func (r *Run) colored(stream io.Writer) bool {
	switch r.color {
	case "always":
		return true
	case "never":
		return false
	default:
		return r.Env("NO_COLOR") == "" && r.Env("TERM") != "dumb" && console.Terminal(stream) != nil
	}
}

// Progress returns the Progress of the run, on standard error.
func (r *Run) Progress() *console.Progress {
	if r.progress == nil {
		r.progress = console.NewProgress(r.RawErr, console.Terminal(r.Err) != nil)
	}

	return r.progress
}
