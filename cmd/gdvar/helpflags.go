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
		Short: "The flags that all commands have",
		Long: `These flags describe a file if gdvar can't detect its form, and limit how much of it
is read. All commands have them.`,
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
