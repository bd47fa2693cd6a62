package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// flagsTopic returns a help topic with the flags that all commands have. It is not a runnable
// command.
func flagsTopic(root *cobra.Command) *cobra.Command {
	topic := &cobra.Command{
		Use:   "flags",
		Short: "What FILE and PATH are, and the flags that all commands have",
		Long: `gdvar reads what store_var and var_to_bytes write, plain, compressed
(open_compressed) and encrypted (open_encrypted, open_encrypted_with_pass). It reads ConfigFile,
project files, JSON and resources as well. It detects which engine wrote a file, and in which form.

FILE is the path of a file; - or no FILE is standard input. PATH leads to a value in a file:
player.bag[0].id. In a file of several records [0] is the first record. gdvar help get has all forms
of PATH. In a terminal gdvar FILE opens the values as a tree, to look at and to change. Elsewhere it
prints the same as gdvar show.

These flags describe a file if gdvar can't detect its form, and limit how much of it is read. All
commands have them.`,
	}

	topic.SetHelpFunc(func(c *cobra.Command, _ []string) {
		c.Println(topic.Long + "\n\n" + root.PersistentFlags().FlagUsages())
	})

	return topic
}

// shortUsage removes the flags that all commands have from the template of a usage text.
func shortUsage(template string) string {
	const begin = "{{if .HasAvailableInheritedFlags}}"
	before, rest, found := strings.Cut(template, begin)

	_, after, ended := strings.Cut(rest, "{{end}}")
	if !found || !ended {
		return template
	}

	return before + begin + "\n\nThe flags of all commands: gdvar help flags{{end}}" + after
}
