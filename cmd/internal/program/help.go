package program

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A Help is the help of a program: the text Begin, the commands in groups, and the text End. The
// whole help fits on one screen.
type Help struct {
	Begin, End string
	Groups     []HelpGroup
}

// A HelpGroup is a group of commands in the help.
type HelpGroup struct {
	Title    string
	Commands []*cobra.Command
}

// Set adds the commands of the Help to root, and makes root print the Help as its help. Other
// commands keep their own help.
func (h *Help) Set(root *cobra.Command) {
	for _, group := range h.Groups {
		root.AddCommand(group.Commands...)
	}

	usual := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c != root {
			usual(c, args)
			return
		}

		h.print(root.OutOrStdout())
	})
}

func (h *Help) print(w io.Writer) {
	fmt.Fprint(w, h.Begin)
	for _, group := range h.Groups {
		group.print(w)
	}
	fmt.Fprint(w, h.End)
}

// print prints the commands of a group, two on each line.
func (g HelpGroup) print(w io.Writer) {
	fmt.Fprintf(w, "%s:\n", g.Title)
	var texts []string
	for _, c := range g.Commands {
		texts = append(texts, fmt.Sprintf("  %-10s%-28s", c.Name(), c.Short))
	}

	for pair := range slices.Chunk(texts, 2) {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(pair, ""), " "))
	}
}
