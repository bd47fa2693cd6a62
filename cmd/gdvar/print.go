package main

import (
	"bufio"
	"fmt"
	"io"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
)

// A style begins the output of a file, and returns the function that prints a record.
type style func(w *bufio.Writer, r *printedFile) printRecord

// A printRecord prints a record, which may be damaged.
type printRecord func(document.Record) error

// A printedFile is a file to print.
type printedFile struct {
	*document.Reader
	watch func(done, all int) // shows the progress in a long record
}

// source is like sourceOf, and also shows the progress while a view reads the value.
func (p *printedFile) source(record document.Record) view.Source {
	s := sourceOf(p.Reader, record)
	s.Watch = func(done int) { p.watch(done, len(record.Packet)) }
	return s
}

// sourceOf returns the value of a record for a view.
func sourceOf(r *document.Reader, record document.Record) view.Source {
	if record.Value != nil {
		return view.Value(record.Value, r.Codec())
	}
	return view.Packet(record.Packet, r.Codec(), record.Build)
}

// print prints files record by record. If there are several files, it prints a line with the name
// of a file before the records of the file.
func (a *app) print(files []string, mode codec.Mode, s style) error {
	a.Page()
	return a.each(files, func(name string) error {
		if len(files) > 1 {
			fmt.Fprintf(a.Out, "==> %s <==\n", name)
		}
		return a.printFile(a.Out, name, mode, s)
	})
}

// written is the number of bytes that are collected for one call of Write.
const written = 64 << 10

// printLines prints files record by record. If there are several files, each line begins with the
// name of its file.
func (a *app) printLines(files []string, mode codec.Mode, s style) error {
	a.Page()
	return a.each(files, func(name string) error {
		return a.printFile(front(a.Out, name, len(files) > 1), name, mode, s)
	})
}

func (a *app) printFile(out io.Writer, name string, mode codec.Mode, s style) error {
	r, closer, err := a.Open(name, mode)
	if err != nil {
		return err
	}
	defer closer.Close()
	w := bufio.NewWriterSize(out, written)
	print := s(w, &printedFile{r, a.Progress().Task(name)})

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
