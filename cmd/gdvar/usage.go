package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// usage adds to the error of a command line where to find help.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
		}
		return nil
	}
}
