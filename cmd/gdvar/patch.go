package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func (a *app) patchCommand() *cobra.Command {
	var change change

	c := &cobra.Command{
		Use:   "patch FILE... [DIFF]",
		Short: "Apply printed differences",
		Long: `patch applies the differences that diff has printed: a line "@ PATH", then "- OLD" or
"+ NEW" or both. It reads them from DIFF, or from standard input. If the value at a path is not OLD,
nothing is written. With several arguments the last one is DIFF; - is standard input.

If a change has only +, a key is added after the last key, and an item is inserted before the item
at its index. "@2 PATH" adds a key after two others.`,
		Example: `  gdvar diff before.save after.save > changes.txt
  gdvar patch other.save changes.txt
  gdvar diff a.save b.save | gdvar patch --dry-run c.save
  gdvar diff a.save b.save | gdvar patch c.save d.save -`,
		Args: program.Takes("FILE...", "[DIFF]"),
	}

	change.addFlags(c)

	c.RunE = func(_ *cobra.Command, args []string) error {
		names := args
		source := program.Stdin

		if last := len(args) - 1; last > 0 {
			names = args[:last]
			source = args[last]
		}
		if source == program.Stdin && slices.Contains(names, program.Stdin) {
			return fmt.Errorf("FILE and DIFF can't both be standard input")
		}

		lines, err := a.readAll(source)
		if err != nil {
			return err
		}

		return change.all(a, names, func(name string) (*changed, error) {
			return change.patched(a, name, lines)
		})
	}

	return c
}

// readAll returns the bytes of a file.
func (a *app) readAll(name string) ([]byte, error) {
	open, err := a.Again(name)
	if err != nil {
		return nil, err
	}

	in, err := open()
	if err != nil {
		return nil, err
	}
	defer in.Close()

	return io.ReadAll(in)
}

// patched applies printed differences to a file in memory.
func (c *change) patched(a *app, name string, lines []byte) (*changed, error) {
	b, err := a.BytesToWrite(name)
	if err != nil {
		return nil, err
	}

	if f, err := c.patchedInPlace(a, b, name, lines); err == nil {
		return f, nil
	}

	d, err := b.Document()
	if err != nil {
		return nil, err
	}

	patch, err := edit.NewReader(d.Codec()).ParsePatch(lines)
	if err != nil {
		return nil, err
	}

	root, err := patch.Apply(d.Root())
	if err != nil {
		return nil, nearestTo(d, err)
	}

	return c.replaced(a, name, b.Data, d, root)
}

// patchedInPlace applies printed differences to the bytes of a long file. After any error the
// caller reads the whole file.
func (c *change) patchedInPlace(
	a *app, b *files.Bytes, name string, lines []byte,
) (*changed, error) {
	d, err := b.InPlace()
	if err != nil {
		return nil, err
	}

	patch, err := edit.NewReader(d.Codec()).ParsePatch(lines)
	if err != nil {
		return nil, err
	}

	made, err := d.Patch(patch, func(a, b variant.Variant) (tree.Patch, error) {
		return view.Diff(a, b, tree.DiffOptions{})
	})
	if err != nil {
		return nil, err
	}

	return c.told(a, &changed{name: name, document: d, data: b.Data}, made, &d.Format)
}
