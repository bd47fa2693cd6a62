package main

import (
	"bufio"
	"fmt"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func (a *app) diffCommand() *cobra.Command {
	var quiet, verbose bool
	var o tree.DiffOptions

	c := &cobra.Command{
		Use:   "diff [-q] A B",
		Short: "Print the differences between the values in two files",
		Long: `diff prints what makes the values of file B of those of file A: for each change a line with the path,
the old value after - and the new value after +.

Values are compared, and not bytes. Containers, engines and lengths of ints may differ: -v says on
standard error what the files are. If one file has one record and the other has several, the record
is compared with [0].

The exit code is 0 if the values are the same, 1 if they differ, 2 if a file can't be read.

For git diff of saves, name a driver for them in .gitattributes, and its command in the configuration:

  *.save diff=gdvar
  git config diff.gdvar.textconv "gdvar show --flat"`,
		Example: `  gdvar diff before.save after.save
  gdvar diff -q slot1.save slot2.save && echo same
  gdvar diff --ignore-key-order --password-file password.txt a.save b.save`,
		Args: usage(cobra.ExactArgs(2)),
	}

	f := c.Flags()
	f.BoolVarP(&quiet, "quiet", "q", false, "print nothing: the exit code says it")
	f.BoolVarP(&verbose, "verbose", "v", false, "print the formats of both files to standard error")
	f.BoolVar(&o.AnyKeyOrder, "ignore-key-order", false, "ignore the order of keys and properties")
	f.BoolVar(&o.AnyItemOrder, "ignore-item-order", false,
		"ignore the order of the items of arrays")

	c.RunE = func(_ *cobra.Command, names []string) error {
		var docs [2]*document.Document
		for i, name := range names {
			d, err := a.read(name)
			if err != nil {
				return named(name, err)
			}

			docs[i] = d
			if verbose {
				a.message("%s: %v; records: %d", name, &d.Format, len(d.Records))
			}
		}

		patch, err := tree.Diff(against(docs[0], docs[1]), against(docs[1], docs[0]), o)
		if err != nil || len(patch) == 0 {
			return err
		}

		if !quiet {
			if err := a.printPatch(patch, &docs[0].Format, &docs[1].Format); err != nil {
				return err
			}
		}

		return &exit{code: codeFound}
	}

	return c
}

// against returns the root of d: if the other file has several records, those of d.
func against(d, other *document.Document) variant.Variant {
	root := d.Root()
	if d.Single() && !other.Single() {
		return variant.NewArray(root)
	}
	return root
}

// printPatch prints changes as variant.Change.String does, with whole values.
func (a *app) printPatch(patch tree.Patch, before, after *document.Format) error {
	w := bufio.NewWriter(a.out)
	at := a.paint(a.out, color.FgCyan)
	removed := a.paint(a.out, color.FgRed)

	added := a.paint(a.out, color.FgGreen)
	for _, c := range patch {
		fmt.Fprintln(w, at("@ "+c.Path.String()))
		if c.Old != nil {
			fmt.Fprintln(w, removed("- "+before.Text(c.Old)))
		}
		if c.New != nil {
			fmt.Fprintln(w, added("+ "+after.Text(c.New)))
		}
	}

	return w.Flush()
}
