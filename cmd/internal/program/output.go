package program

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"godotvariant/cmd/internal/console"
)

// Message prints a message to standard error, in one line.
func (r *Run) Message(format string, args ...any) {
	r.Progress().Clear()
	fmt.Fprintf(r.Err, "%s: %s\n", r.name, oneLine(fmt.Sprintf(format, args...)))
}

// oneLine replaces each sequence of spaces, tabs and line breaks with one space.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Broken returns the first error of writing to standard output.
func (r *Run) Broken() error { return r.out.Err() }

// Page sends the following output to a pager: the command in the variable PAGER, or less. It does
// nothing unless a person is at the terminal. The pager starts with the first output. The pager
// less ends at once if the output fits on the screen.
func (r *Run) Page() {
	if !r.noPager && r.Talk() && r.Env("TERM") != "dumb" {
		r.pager = newPager(r.Env("PAGER"))
	}
}

// beforeOutput is called before each write to standard output. It clears the progress, and starts
// the pager.
func (r *Run) beforeOutput() {
	r.Progress().Clear()

	to := r.pager.start(console.Terminal(r.out), r.Env("LESS") != "")
	if to == nil {
		return
	}

	r.out.Redirect(to)
	r.Progress().Stop()
	if console.Terminal(r.err) != nil {
		r.err.Redirect(to) // so that output and errors reach the terminal in their order
	}
}

// flush writes the bytes that the screens still hold.
func (r *Run) flush() error {
	var errs []error

	for _, stream := range []io.Writer{r.Out, r.Err, r.Data} {
		if s, ok := stream.(*console.Screen); ok {
			errs = append(errs, s.Flush())
		}
	}

	return errors.Join(errs...)
}

// Paint returns a function that colors text for a stream. If the stream is not colored, the
// function returns the text unchanged.
func (r *Run) Paint(stream io.Writer, attributes ...color.Attribute) func(string) string {
	if !r.colored(stream) {
		return func(s string) string { return s }
	}
	c := color.New(attributes...)
	c.EnableColor()
	return func(s string) string { return c.Sprint(s) }
}
