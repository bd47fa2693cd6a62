package main

import (
	"errors"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/variant"
)

func (a *app) renameCommand() *cobra.Command {
	var change change

	c := &cobra.Command{
		Use:   "rename FILE PATH NAME",
		Short: "Give a key or property another name",
		Long: `rename gives the key or property at a path another name. Its value and its place
stay. NAME is a word, or a key in GDScript: "a key", &"a StringName", 7. A word becomes a key of
the type of the old key.`,
		Example: `  gdvar rename player.save player.hp health
  gdvar rename player.save 'slots[3]' 4`,
		Args:              program.Usage(cobra.ExactArgs(3)),
		ValidArgsFunction: a.completePath(onePath),
	}

	change.addFlags(c)

	c.RunE = func(_ *cobra.Command, args []string) error {
		path, err := variant.ParsePath(args[1])
		if err != nil {
			return err
		}

		if len(path) == 0 {
			return errors.New("the root has no name")
		}

		return change.files(a, args[:1], []edit.Operation{&edit.Rename{Path: path, Name: args[2]}})
	}

	return c
}
