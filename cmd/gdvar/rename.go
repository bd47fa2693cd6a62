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
		Use:   "rename FILE... PATH NAME",
		Short: "Rename a key",
		Long: `rename gives the key or property at a path another name. Its value and its place
stay. NAME is a word, or a key in GDScript: "a key", &"a StringName", 7. A word becomes a key of
the type of the old key.`,
		Example: `  gdvar rename player.save player.hp health
  gdvar rename player.save 'slots[3]' 4`,
		Args:              program.Takes("FILE...", "PATH", "NAME"),
		ValidArgsFunction: a.completePath(onePath),
	}

	change.addFlags(c)

	c.RunE = func(_ *cobra.Command, args []string) error {
		last := len(args) - 2
		path, err := variant.ParsePath(args[last])
		if err != nil {
			return err
		}

		if len(path) == 0 {
			return errors.New("PATH is that of the whole file, which has no name: name a key in it")
		}

		return change.edits(a, args[:last], &edit.Rename{Path: path, Name: args[last+1]})
	}

	return c
}
