package main

import (
	"bufio"
	"fmt"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

func (a *app) showCommand() *cobra.Command {
	var asText, flat, lenient bool
	var asJSON string

	c := &cobra.Command{
		Use:   "show [FILE...]",
		Short: "Print the values",
		Long: `show prints the values in files: as a tree with offsets and types, or in the form
that a flag names.

  --flat   a path and a value on each line, for grep and diff; set accepts such lines. An empty
           container comes first, and then its parts.
  --json   one line of JSON for each record. canonical keeps all types, as JSON.from_native of
           Godot does; relaxed has numbers as numbers and vectors as objects, for other tools.
  --str    the text that print() shows in the engine of the file.

If there are several files, the name of each stands before the lines of --flat and --json, as grep
writes it, and above a tree.

Records are read one after another: a file of 1 GiB takes about 30 MiB of memory. For a damaged file
show prints the readable values, and the exit code is 2.`,
		Example: `  gdvar show player.save
  gdvar show --flat player.save | grep gold
  gdvar show --json=relaxed player.save | jq .name
  gdvar show --password-file password.txt encrypted.save`,
	}

	f := c.Flags()
	f.BoolVar(&flat, "flat", false, "print one path and value on each line")
	f.BoolVar(&asText, "str", false, "print the text of str() in Godot")
	addJSONFlag(c, &asJSON)
	f.BoolVar(&lenient, "lenient", false,
		"read what engines read although it is damaged, such as bytes after a value")
	program.Exclusive(c, "flat", "str", "json")

	c.RunE = func(c *cobra.Command, files []string) error {
		if err := checkJSONFlag(c, asJSON); err != nil {
			return err
		}

		mode := codec.Default
		if lenient {
			mode = codec.Lenient
		}

		switch {
		case flat:
			return a.printLines(files, mode, showFlat)
		case asText:
			return a.print(files, mode, a.showStr)
		case asJSON != "":
			return a.printLines(files, mode, showJSON(asJSON))
		default:
			return a.print(files, mode, a.showTree)
		}
	}

	return c
}

// showTree prints a tree. For a damaged record it prints the readable part.
func (a *app) showTree(w *bufio.Writer, r *printedFile) printRecord {
	faint := a.Paint(a.Out, color.Faint)
	t := view.NewTree(w, view.Colors{
		Offset: faint, Label: a.Paint(a.Out, color.FgBlue), Type: a.Paint(a.Out, color.FgGreen),
	})
	fmt.Fprintln(w, faint("# "+r.String()))

	return func(record document.Record) error {
		if !r.Single() {
			fmt.Fprintf(w, "record %d: %d bytes\n", record.Index, len(record.Packet))
		}

		_ = t.Print(r.source(record), record.Start) // printFile prints the error of a bad record
		return nil
	}
}

// showFlat prints a line with path and value for each part.
func showFlat(w *bufio.Writer, r *printedFile) printRecord {
	f := view.NewFlat(w)

	return func(record document.Record) error {
		var start variant.Path

		if !r.Single() {
			start = variant.Path{{Kind: variant.StepIndex, Index: record.Index}}
		}
		if !r.Single() && record.Index == 0 {
			fmt.Fprintln(w, "$ = []")
		}
		if !record.Read() {
			return nil
		}

		return f.Print(r.source(record), start)
	}
}

// showStr prints the result of Godot's str().
func (a *app) showStr(w *bufio.Writer, r *printedFile) printRecord {
	return func(record document.Record) error {
		if !record.Read() {
			return nil
		}

		v, err := record.Build()
		if err != nil {
			return a.Explained(err)
		}

		s, err := text.Str.Format(v, r.Codec())
		fmt.Fprintln(w, s)
		return err
	}
}

// showJSON prints a line of JSON for each record.
func showJSON(form string) style {
	return func(w *bufio.Writer, r *printedFile) printRecord {
		j := view.NewJSON(w, form)

		return func(record document.Record) error {
			if !record.Read() {
				return nil
			}
			return j.Print(r.source(record))
		}
	}
}
