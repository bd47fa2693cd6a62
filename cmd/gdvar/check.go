package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/gdvar/findings"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
	"godotvariant/variant"
)

func (a *app) checkCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Say if files are sound",
		Long: `check reads files and prints a line for each:

  fine            The bytes are exactly those that an engine writes for the values: padding is zero,
                  a bool is 0 or 1, no text has a NUL, no key is repeated, nothing follows the last
                  value. All values are within the default limits: a depth of 1024, records of
                  8 MiB. Padding in a NodePath may be anything, because engines do not set it.
  not canonical   Engines can read the file, but it is not fine. The line says why.
  bad             The file can't be read. The line says why, and at which offset.

The exit code is 0 if all files are fine, 1 if one is not canonical, 2 if one is bad.`,
		Example: `  gdvar check *.save
  gdvar check --engine godot3 --password-file password.txt player.save`,
	}

	c.RunE = func(_ *cobra.Command, files []string) error {
		worst := 0
		err := a.each(files, func(name string) error {
			code, err := a.check(name)
			worst = max(worst, code)
			return err
		})

		if err == nil && worst > 0 {
			err = &program.Exit{Code: worst}
		}

		return err
	}

	return c
}

// check prints the line for a file and returns the exit code. It returns an error only if the file
// can't be opened.
func (a *app) check(name string) (code int, err error) {
	open, err := a.Again(name)
	if err != nil {
		return 0, err
	}

	in, o, err := a.Input(name)
	if err != nil {
		return 0, err
	}

	in.Close()
	progress := a.Progress()
	read := func(mode codec.Mode) (*document.Reader, faults) {
		in, err := open()
		if err != nil {
			return nil, faults{err, err}
		}
		defer in.Close()
		o.Mode = mode
		o.Save.Strict = mode == codec.Strict
		defer progress.Clear()

		return verify(progress.Reader(in, name, files.Length(name)), o)
	}

	r, strict := read(codec.Strict)
	if strict.first == nil {
		a.Notice(name, &r.Format)
		_, err = fmt.Fprintf(a.Out, "%s: %s (%v)\n", name, a.Paint(a.Out, color.FgGreen)("fine"), r)
		return 0, err
	}

	var bad error
	if strict.damage != nil { // the default mode may be able to read the record
		_, usual := read(codec.Default)
		bad = usual.damage
	}

	if err := a.Context.Err(); err != nil {
		return 0, err
	}

	if bad != nil {
		_, err = fmt.Fprintf(a.Out, "%s: %s: %v\n", name, a.Paint(a.Out, color.FgRed)("bad"),
			a.Unread(name, bad))
		return program.CodeBad, err
	}

	_, err = fmt.Fprintf(a.Out, "%s: %s: %v\n", name,
		a.Paint(a.Out, color.FgYellow)("not canonical"), strict.first)
	return program.CodeFound, err
}

// faults are the first errors that verify finds in a file.
type faults struct {
	first  error // the first fault of any kind
	damage error // the error at which verify stopped; nil if it has read all records
}

// verify reads a file up to the first record that can't be read in the mode o.Mode. In strict mode
// it also checks the default limits of package codec.
func verify(in io.Reader, o document.Options) (*document.Reader, faults) {
	r, err := document.Open(in, o)
	if err != nil {
		return nil, faults{err, err}
	}

	limits := r.Codec().Limits()

	if o.Mode == codec.Strict {
		limits = codec.MustNew(codec.Options{}).Limits()
	}

	var found faults
	for record, err := range r.All() {
		if err := fault(r.Codec(), record, err); err != nil {
			return r, faults{cmp.Or(found.first, err), err}
		}

		if n := len(record.Packet); n > limits.MaxFrame && found.first == nil {
			found.first = &document.Error{
				Record: record.Index, Offset: record.Offset, Single: r.Single(),
				Err: variant.Because(variant.ErrLimit,
					fmt.Sprintf("the record has %d bytes, more than %d", n, limits.MaxFrame)),
			}
		}
	}

	return r, found
}

// fault returns the error of a record in strict mode. It returns nil if the only fault is the
// padding that engines leave in a NodePath; see [findings.Fault]. If bytes of the record are
// missing, it returns err unchanged.
func fault(strict *codec.Codec, record document.Record, err error) error {
	var in *document.Error
	if !errors.As(err, &in) || int64(len(record.Packet)) < record.Length {
		return err
	}

	rest := findings.Fault(strict, record.Packet, in.Err)
	if rest == nil {
		return nil
	}

	return &document.Error{
		Record: in.Record, Offset: in.Offset, Single: in.Single, Err: rest,
	}
}
