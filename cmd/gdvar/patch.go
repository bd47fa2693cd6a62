package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
)

func (a *app) patchCommand() *cobra.Command {
	var change change

	c := &cobra.Command{
		Use:   "patch FILE [DIFF]",
		Short: "Apply the differences that diff has printed to a file",
		Long: `patch applies the differences that diff has printed: a line "@ PATH", then "- OLD" or
"+ NEW" or both. It reads them from DIFF, or from standard input. If the value at a path is not OLD,
nothing is written.

If a change has only +, a key is added after the last key, and an item is inserted before the item
at its index. "@2 PATH" adds a key after two others.`,
		Example: `  gdvar diff before.save after.save > changes.txt
  gdvar patch other.save changes.txt
  gdvar diff a.save b.save | gdvar patch --dry-run c.save`,
		Args: program.Usage(cobra.RangeArgs(1, 2)),
	}

	change.addFlags(c)

	c.RunE = func(_ *cobra.Command, args []string) error {
		source := program.Stdin

		if len(args) > 1 {
			source = args[1]
		}
		if source == program.Stdin && args[0] == program.Stdin {
			return fmt.Errorf("FILE and DIFF can't both be standard input")
		}

		lines, err := a.readAll(source)
		if err != nil {
			return err
		}

		return program.Named(args[0], change.patch(a, args[0], lines))
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

// patch applies printed differences to a file.
func (c *change) patch(a *app, name string, lines []byte) error {
	d, data, err := a.LoadToWrite(name)
	if err != nil {
		return err
	}

	patch, err := edit.NewReader(d.Codec()).ParsePatch(lines)
	if err != nil {
		return err
	}

	root, err := patch.Apply(d.Root())
	if err != nil {
		return err
	}

	return c.replace(a, name, data, d, root)
}
