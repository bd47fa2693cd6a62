package main

import (
	"bufio"
	"fmt"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
)

// A style begins the output of a file, and returns the function that prints a record.
type style func(w *bufio.Writer, r *document.Reader) printRecord

// A printRecord prints a record. The value of a damaged record is nil.
type printRecord func(document.Record) error

// print prints files record by record. If there are several files, it prints a line with the name
// before each.
func (a *app) print(files []string, mode codec.Mode, s style) error {
	a.Page()
	return a.each(files, func(name string) error {
		if len(files) > 1 {
			fmt.Fprintf(a.Out, "==> %s <==\n", name)
		}
		return a.printFile(name, mode, s)
	})
}

func (a *app) printFile(name string, mode codec.Mode, s style) error {
	r, closer, err := a.Open(name, mode)
	if err != nil {
		return err
	}
	defer closer.Close()
	w := bufio.NewWriter(a.Out)
	print := s(w, r)

	var failed error
	for record, damage := range r.All() {
		if err := print(record); err != nil {
			w.Flush()
			return err
		}

		if damage != nil { // the next records may be readable
			w.Flush()
			failed = &program.Exit{Code: a.Report(program.Named(name, a.Explained(damage)))}
		}
	}

	if err := w.Flush(); err != nil {
		return err
	}

	return failed
}
