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

// The exit codes besides 0.
const (
	codeFound       = 1   // differences, findings, or nothing found
	codeBad         = 2   // bad command line or bad data
	codeInterrupted = 130 // as of other programs that Ctrl-C ends
)

// An exit is an error with an exit code other than codeBad. Without Err nothing is printed.
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

// oneLine returns s with one space in place of line breaks, tabs and spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// closedPipe reports whether the program that reads the output has ended, as head does. Then there
// is nothing left to do, and nothing to report.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// broken returns the error of standard output, after which there is nothing more to do.
func (a *app) broken() error {
	if o, ok := a.data.(*console.Output); ok {
		return o.Err()
	}
	return nil
}

// console returns standard error without a screen, for what moves the cursor.
func (a *app) console() io.Writer {
	if s, ok := a.err.(*console.Screen); ok {
		return s.Unwrap()
	}

	return a.err
}

// flush writes what the screens have not written yet.
func (a *app) flush() error {
	var errs []error

	for _, stream := range []io.Writer{a.out, a.err} {
		if s, ok := stream.(*console.Screen); ok {
			errs = append(errs, s.Flush())
		}
	}

	return errors.Join(errs...)
}

// paint returns a function that colors text for a stream, or leaves it as it is.
func (a *app) paint(stream io.Writer, attributes ...color.Attribute) func(string) string {
	if !a.colored(stream) {
		return func(s string) string { return s }
	}
	c := color.New(attributes...)
	c.EnableColor()
	return func(s string) string { return c.Sprint(s) }
}

// colored reports whether what is written to a stream is colored.
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

// progress returns the one of the run, for standard error.
func (a *app) progress() *console.Progress {
	if a.shown == nil {
		a.shown = console.NewProgress(a.console(), terminal(a.err) != nil)
	}

	return a.shown
}

// terminal returns the file of a stream that is a terminal, or nil.
func terminal(stream any) *os.File { return console.Terminal(stream) }
