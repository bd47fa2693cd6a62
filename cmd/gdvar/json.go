package main

import (
	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
)

func (a *app) jsonCommand() *cobra.Command {
	var relaxed bool

	c := &cobra.Command{
		Use:   "json [--relaxed] [FILE]",
		Short: "Print values as JSON",
		Long: `json prints a line of JSON for each record, as show --json does.

Canonical JSON keeps all types, in the form of JSON.from_native of Godot 4.4 and later: an int is
"i:5". from-json reads it. --relaxed writes numbers as numbers, text as strings and vectors as
objects, for other tools; types are lost.`,
		Example: `  gdvar json player.save > player.json
  gdvar json --relaxed player.save | jq .bag`,
		Args: program.Takes("[FILE]"),
	}

	c.Flags().BoolVar(&relaxed, "relaxed", false,
		"print JSON for other tools, without types")

	c.RunE = func(_ *cobra.Command, files []string) error {
		form := view.JSONForms[0]
		if relaxed {
			form = view.JSONForms[1]
		}
		return a.printLines(files, codec.Default, showJSON(form))
	}

	return c
}
