package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/variant"
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
		Use:   "diff [-q] A B",
		Short: "Print the differences between the values in two files",
		Long: `diff prints what makes the values of file B of those of file A: for each change a
line with the path, the old value after - and the new value after +.

Values are compared, and not bytes. Containers, engines and lengths of ints may differ: -v says on
standard error what the files are. If one file has one record and the other has several, the record
is compared with [0].

The exit code is 0 if the values are the same, 1 if they differ, 2 if a file can't be read.

For git diff of saves, name a driver for them in .gitattributes, and its command in the
configuration:

  *.save diff=gdvar
  git config diff.gdvar.textconv "gdvar show --flat"`,
		Example: `  gdvar diff before.save after.save
  gdvar diff -q slot1.save slot2.save && echo same
  gdvar diff --ignore-key-order --password-file password.txt a.save b.save`,
		Args: usage(cobra.ExactArgs(2)),
	}

	f := c.Flags()
	f.BoolVarP(&d.quiet, "quiet", "q", false, "print nothing: the exit code says it")
	f.BoolVarP(&d.verbose, "verbose", "v", false,
		"print the formats of both files to standard error")
	f.BoolVar(&d.options.AnyKeyOrder, "ignore-key-order", false,
		"ignore the order of keys and properties")
	f.BoolVar(&d.options.AnyItemOrder, "ignore-item-order", false,
		"ignore the order of the items of arrays")

	c.RunE = func(_ *cobra.Command, names []string) error { return d.run(names) }

	return c
}

// run prints the differences of two files.
func (d *differ) run(names []string) error {
	var docs [2]*document.Document

	for i, name := range names {
		doc, err := d.read(name)
		if err != nil {
			return named(name, err)
		}

		docs[i] = doc
		if d.verbose {
			d.message("%s: %v; records: %d", name, &doc.Format, len(doc.Records))
		}
	}

	patch, err := d.patch(against(docs[0], docs[1]), against(docs[1], docs[0]))
	if err != nil {
		return fmt.Errorf("%s and %s: %w", names[0], names[1], err)
	}

	if len(patch) == 0 {
		return nil
	}

	if !d.quiet {
		if err := d.printPatch(patch, &docs[0].Format, &docs[1].Format); err != nil {
			return err
		}
	}

	return &exit{code: codeFound}
}

// patch returns what makes b of a. Where they are too large to be compared at once, their parts are
// compared if they are the same ones.
func (d *differ) patch(a, b variant.Variant) (tree.Patch, error) {
	patch, err := tree.Diff(a, b, d.options)
	if !errors.Is(err, variant.ErrLimit) {
		return patch, err
	}

	if variant.Equal(a, b) {
		return nil, nil
	}

	parts, ok := pairedParts(a, b)
	if !ok {
		return nil, fmt.Errorf("%w (diff compares values of up to 4 million parts, "+
			"or larger ones with the same keys and numbers of items)", err)
	}

	var all tree.Patch
	for _, p := range parts {
		patch, err := d.patch(p.a, p.b)
		if err != nil {
			return nil, err
		}

		for _, c := range patch {
			c.Path = slices.Concat(tree.Path{p.step}, c.Path)
			all = append(all, c)
		}
	}

	return all, nil
}

// pairedPart is a part of two values.
type pairedPart struct {
	step variant.Step
	a, b variant.Variant
}

// pairedParts returns the parts of two containers, and whether they have the same ones in the same
// order.
func pairedParts(a, b variant.Variant) (parts []pairedPart, ok bool) {
	one, isOne := a.(variant.Container)
	two, isTwo := b.(variant.Container)
	if !isOne || !isTwo || !variant.Equal(emptied(a), emptied(b)) {
		return nil, false
	}

	for step, v := range one.Parts() {
		if step.Kind != variant.StepPairKey {
			parts = append(parts, pairedPart{step: step, a: v})
		}
	}

	n := 0
	for step, v := range two.Parts() {
		if step.Kind == variant.StepPairKey {
			continue
		}
		if n == len(parts) || step.String() != parts[n].step.String() {
			return nil, false
		}

		parts[n].b = v
		n++
	}

	return parts, n == len(parts)
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
