package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/fatih/color"

	"godotvariant/cmd/gdvar/console"
)

// The exit codes other than 0.
const (
	codeFound       = 1   // differences or findings exist, or a path does not exist
	codeBad         = 2   // bad command line or bad data
	codeSkipped     = 3   // scan found nothing, but did not look at all files
	codeInterrupted = 130 // the usual code after Ctrl-C
)

// An exit is an error with an exit code other than codeBad. If Err is nil, nothing is printed.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// report prints an error in one line, and returns the exit code.
func (a *app) report(err error) int {
	if err == nil || closedPipe(a.broken()) {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		return codeInterrupted
	}

	code := codeBad
	var e *exit
	if errors.As(err, &e) {
		code = e.code
		if e.err == nil {
			return code
		}
	}

	a.message("%v", err)
	return code
}

// message prints a message to standard error, in one line.
func (a *app) message(format string, args ...any) {
	a.progress().Clear()
	fmt.Fprintln(a.err, "gdvar:", oneLine(fmt.Sprintf(format, args...)))
}

// oneLine replaces each row of spaces, tabs and line breaks with one space.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// closedPipe reports whether the reader of the output has ended, such as the command head. Then the
// run ends without an error.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// broken returns the first error of standard output.
func (a *app) broken() error {
	if o, ok := a.data.(*console.Output); ok {
		return o.Err()
	}
	return nil
}

// console returns standard error without its Screen, for output that moves the cursor.
func (a *app) console() io.Writer {
	if s, ok := a.err.(*console.Screen); ok {
		return s.Unwrap()
	}

	return a.err
}

// whole returns standard output for the bytes of a whole file. On a terminal it is a Screen without
// colors.
func (a *app) whole() io.Writer {
	if terminal(a.data) == nil {
		return a.data
	}

	return console.NewScreen(a.data, func() bool { return false })
}

// flush writes the bytes that the screens still hold.
func (a *app) flush() error {
	var errs []error

	for _, stream := range []io.Writer{a.out, a.err, a.Data} {
		if s, ok := stream.(*console.Screen); ok {
			errs = append(errs, s.Flush())
		}
	}

	return errors.Join(errs...)
}

// paint returns a function that colors text for a stream. It returns the text unchanged if the
// stream is not colored.
func (a *app) paint(stream io.Writer, attributes ...color.Attribute) func(string) string {
	if !a.colored(stream) {
		return func(s string) string { return s }
	}
	c := color.New(attributes...)
	c.EnableColor()
	return func(s string) string { return c.Sprint(s) }
}

// colored reports whether the output to a stream is colored.
func (a *app) colored(stream io.Writer) bool {
	switch a.Flags.Color {
	case "always":
		return true
	case "never":
		return false
	default:
		return a.env("NO_COLOR") == "" && a.env("TERM") != "dumb" && terminal(stream) != nil
	}
}

// progress returns the Progress of the run, on standard error.
func (a *app) progress() *console.Progress {
	if a.shown == nil {
		a.shown = console.NewProgress(a.console(), terminal(a.err) != nil)
	}

	return a.shown
}

// terminal returns the file of a stream if the file is a terminal, otherwise nil.
func terminal(stream any) *os.File { return console.Terminal(stream) }
