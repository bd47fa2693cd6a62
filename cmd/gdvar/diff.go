package main

import (
	"fmt"
	"io"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/span"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/variant/tree"
)

// A differ is the command diff, with its flags.
type differ struct {
	*app
	quiet, verbose bool
	options        tree.DiffOptions
}

func (a *app) diffCommand() *cobra.Command {
	d := &differ{app: a}

	c := &cobra.Command{
		Use:   "diff [-q] A B...",
		Short: "Print the differences",
		Long: `diff prints the changes from the values of file A to those of file B: for each change
a line with the path, the old value after - and the new value after +. With several files B each of
them is compared with A, and its name stands before its lines.

It compares values, and not bytes. Containers, engines and lengths of ints may differ: -v prints
them to standard error. If one file has one record and the other has several, the record is compared
with [0].

The exit code is 0 if the values are the same, 1 if they differ, 2 if a file can't be read.

For git diff of saves, name a driver for them in .gitattributes, and its command in the
configuration:

  *.save diff=gdvar
  git config diff.gdvar.textconv "gdvar show --flat"`,
		Example: `  gdvar diff before.save after.save
  gdvar diff -q slot1.save slot2.save && echo same
  gdvar diff --ignore-key-order --password-file password.txt a.save b.save`,
		Args: program.Takes("A", "B..."),
	}

	f := c.Flags()
	f.BoolVarP(&d.quiet, "quiet", "q", false, "print nothing; the exit code is the result")
	f.BoolVarP(&d.verbose, "verbose", "v", false,
		"print the formats of both files to standard error")
	f.BoolVar(&d.options.AnyKeyOrder, "ignore-key-order", false,
		"ignore the order of keys and properties")
	f.BoolVar(&d.options.AnyItemOrder, "ignore-item-order", false,
		"ignore the order of the items of arrays")

	c.RunE = func(_ *cobra.Command, names []string) error { return d.run(names) }

	return c
}

// run prints the differences between the first file and each other file.
func (d *differ) run(names []string) error {
	first, err := d.ToRead(names[0])
	if err != nil {
		return program.Named(names[0], err)
	}

	d.Page()
	code := 0
	for _, name := range names[1:] {
		out := front(d.Out, name, len(names) > 2)
		err := d.compare(out, first, [2]string{names[0], name})

		if len(names) == 2 {
			return err
		}
		code = max(code, d.Report(err))
	}

	if code == 0 {
		return nil
	}

	return &program.Exit{Code: code}
}

// compare prints the differences between the first file and the second.
func (d *differ) compare(out io.Writer, first *files.Bytes, names [2]string) error {
	patch, formats, err := d.inPlace(first, names)
	if err != nil {
		patch, formats, err = d.whole(first, names)
	}
	if err != nil {
		return err
	}

	if len(patch) == 0 {
		return nil
	}

	if !d.quiet {
		if err := d.printPatch(out, patch, formats[0], formats[1]); err != nil {
			return err
		}
	}

	return &program.Exit{Code: program.CodeFound}
}

// inPlace compares the bytes of a long save with the records of another save. After any error the
// caller compares the whole files.
func (d *differ) inPlace(
	first *files.Bytes, names [2]string,
) (patch tree.Patch, formats [2]*document.Format, err error) {
	a, err := first.InPlace()
	if err != nil {
		return nil, formats, err
	}

	if _, err := d.Again(names[1]); err != nil {
		return nil, formats, err
	}

	b, in, err := d.Open(names[1], codec.Default)
	if err != nil {
		return nil, formats, err
	}
	defer in.Close()

	patch, err = view.DiffRecords(a.File, b, d.options)
	if err != nil {
		return nil, formats, err
	}

	records, length := b.Done()
	if length < files.LeastInPlace {
		return nil, formats, span.ErrWhole
	}

	format := b.Format // a copy, because a pointer would keep the Reader in memory
	formats = [2]*document.Format{&a.Format, &format}
	d.sayFormat(names[0], formats[0], a.File.Records())
	d.sayFormat(names[1], formats[1], records)

	return patch, formats, nil
}

// whole compares two files of any kind, in memory.
func (d *differ) whole(
	first *files.Bytes, names [2]string,
) (patch tree.Patch, formats [2]*document.Format, err error) {
	var docs [2]*document.Document

	second, err := d.ToRead(names[1])
	if err != nil {
		return nil, formats, program.Named(names[1], err)
	}

	for i, bytes := range []*files.Bytes{first, second} {
		name := names[i]
		docs[i], err = bytes.Document()
		if err != nil {
			return nil, formats, program.Named(name, err)
		}

		formats[i] = &docs[i].Format
		d.sayFormat(name, formats[i], len(docs[i].Records))
	}

	patch, err = view.Diff(view.Against(docs[0], docs[1]), view.Against(docs[1], docs[0]),
		d.options)
	if err != nil {
		err = fmt.Errorf("%s and %s: %w", names[0], names[1], err)
	}

	return patch, formats, err
}

// sayFormat prints the format of a file if the flag -v is set.
func (d *differ) sayFormat(name string, f *document.Format, records int) {
	if d.verbose {
		d.Message("%s: %v; records: %d", name, f, records)
	}
}

// printPatch prints changes to out. The text has colors if standard output shows colors.
func (a *app) printPatch(
	out io.Writer, patch tree.Patch, before, after *document.Format,
) error {
	colors := view.ChangeColors{
		Path: a.Paint(a.Out, color.FgCyan), Old: a.Paint(a.Out, color.FgRed),
		New: a.Paint(a.Out, color.FgGreen),
	}

	return view.PrintPatch(out, colors, patch, before, after)
}
