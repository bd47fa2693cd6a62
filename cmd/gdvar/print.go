package main

import (
	"bufio"
	"fmt"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
)

// A style begins to print a file, and returns the function that prints a record.
type style func(w *bufio.Writer, r *document.Reader) printRecord

// A printRecord prints a record. The value of one that is damaged is nil.
type printRecord func(document.Record) error

// print prints files record by record, with a line before each if there are several.
func (a *app) print(files []string, mode codec.Mode, s style) error {
	return a.each(files, func(name string) error {
		if len(files) > 1 {
			fmt.Fprintf(a.out, "==> %s <==\n", name)
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
	w := bufio.NewWriter(a.out)
	print := s(w, r)

	var failed error
	for record, damage := range r.All() {
		if err := print(record); err != nil {
			w.Flush()
			return err
		}

		if damage != nil { // the records after it may be good
			w.Flush()
			failed = &exit{code: a.report(named(name, a.Explained(damage)))}
		}
	}

	if err := w.Flush(); err != nil {
		return err
	}

	return failed
}
