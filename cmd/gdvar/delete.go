package main

import (
	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
)

func (a *app) deleteCommand() *cobra.Command {
	var change change

	c := &cobra.Command{
		Use:   "delete FILE PATH...",
		Short: "Delete values of a file",
		Long: `delete removes keys, items and properties of a file, and prints the old values. All
paths refer to the file before the command: bag[0] and bag[1] are the first two items. bag[*] is all
items.`,
		Example: `  gdvar delete player.save bag[0] bag[1]
  gdvar delete settings.cfg audio
  gdvar delete -n player.save 'quests.*.notes'`,
		Args:              program.Usage(cobra.MinimumNArgs(2)),
		ValidArgsFunction: a.completePath(manyPaths),
	}

	change.addFlags(c)

	c.RunE = func(_ *cobra.Command, args []string) error {
		d, err := edit.ParseDelete(args[1:])
		if err != nil {
			return err
		}

		return change.files(a, args[:1], []edit.Operation{d})
	}

	return c
}
