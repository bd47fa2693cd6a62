package main

import (
	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
)

func (a *app) deleteCommand() *cobra.Command {
	var change change

	c := &cobra.Command{
		Use:   "delete FILE... PATH...",
		Short: "Delete values",
		Long: `delete removes keys, items and properties of a file, and prints the old values. All
paths refer to the file before the command: bag[0] and bag[1] are the first two items. bag[*] is all
items.

FILE is each argument before the first one that does not name a file; -- ends the files.`,
		Example: `  gdvar delete player.save bag[0] bag[1]
  gdvar delete settings.cfg audio
  gdvar delete *.save -- player.hp
  gdvar delete -n player.save 'quests.*.notes'`,
		Args:              program.Takes("FILE...", "PATH..."),
		ValidArgsFunction: a.completePath(manyPaths),
	}

	change.addFlags(c)

	c.RunE = func(c *cobra.Command, args []string) error {
		names, paths := existing(c, args)
		if len(paths) == 0 {
			return program.Missing(c, "PATH")
		}

		d, err := edit.ParseDelete(paths)
		if err != nil {
			return err
		}

		return change.edits(a, names, d)
	}

	return c
}
