package main

import (
	"io"

	"godotvariant/cmd/internal/console"
	"godotvariant/cmd/internal/program"
)

// front returns a writer that puts the name of a file before each line, as grep does. If there is
// only one file, it returns w.
func front(w io.Writer, name string, several bool) io.Writer {
	if !several {
		return w
	}
	return console.NewPrefix(w, name+":")
}

// each calls f for each file, or for standard input if there are no names. It prints the errors.
// The returned error has the highest exit code.
func (a *app) each(names []string, f func(name string) error) error {
	if len(names) == 0 {
		names = []string{program.Stdin}
	}

	code := 0
	for _, name := range names {
		err := f(name)
		if broken := a.Broken(); broken != nil {
			return broken
		}
		code = max(code, a.Report(program.Named(name, err)))
	}

	if code == 0 {
		return nil
	}

	return &program.Exit{Code: code}
}
