package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// flagsTopic returns the help topic with the flags of all commands. It is not a command that runs.
func flagsTopic(root *cobra.Command) *cobra.Command {
	topic := &cobra.Command{
		Use:   "flags",
		Short: "The flags that all commands have",
		Long: `These flags say what a file is, where gdvar does not find it out, and how much is
read of it. All commands have them.`,
	}

	topic.SetHelpFunc(func(c *cobra.Command, _ []string) {
		c.Println(topic.Long + "\n\n" + root.PersistentFlags().FlagUsages())
	})

	return topic
}

// shortUsage returns the template of a usage without the flags that all commands have.
func shortUsage(template string) string {
	const begin = "{{if .HasAvailableInheritedFlags}}"
	before, rest, found := strings.Cut(template, begin)

	_, after, ended := strings.Cut(rest, "{{end}}")
	if !found || !ended {
		return template
	}

	return before + begin + "\n\nThe flags of all commands: gdvar help flags{{end}}" + after
}
