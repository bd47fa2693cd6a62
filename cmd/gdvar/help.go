package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A helpGroup is a group of commands in the help.
type helpGroup struct {
	title    string
	commands []*cobra.Command
}

// setHelp makes the help of the root command fit one screen. Other commands keep their help.
func setHelp(root *cobra.Command, groups []helpGroup) {
	usual := root.HelpFunc()

	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c != root {
			usual(c, args)
			return
		}

		w := root.OutOrStdout()
		fmt.Fprint(w, helpBegin)
		for _, group := range groups {
			group.print(w)
		}
		fmt.Fprint(w, helpEnd)
	})
}

// print prints the commands of a group, two in a line.
func (g helpGroup) print(w io.Writer) {
	fmt.Fprintf(w, "%s:\n", g.title)
	var texts []string
	for _, c := range g.commands {
		texts = append(texts, fmt.Sprintf("  %-10s%-28s", c.Name(), c.Short))
	}

	for pair := range slices.Chunk(texts, 2) {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(pair, ""), " "))
	}
}

const helpBegin = `gdvar opens, prints, edits, compares and converts save files of Godot games.

  gdvar FILE        open the values as a tree in the terminal; ? lists the keys
  gdvar COMMAND     gdvar help COMMAND has the flags, and examples

`

const helpEnd = `
gdvar help flags has what FILE and PATH are, engines, passwords and limits.
gdvar completion --help makes the shell complete commands and paths.
The exit code is 0; 1 if get finds nothing, or for differences or findings;
2 for errors; 3 if scan did not look at all files and found nothing in the rest.
`
