package program

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Stdin is the argument for standard input.
const Stdin = "-"

// Usage adds to the error of a command line where to find help.
func Usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return helped(c, err)
		}
		return nil
	}
}

// helped adds to an error where to find help.
func helped(c *cobra.Command, err error) error {
	return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
}

// OneOf returns an error if the value of a flag is not one of the names.
func OneOf(flag, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return fmt.Errorf("--%s %s: it must be one of %s", flag, value, strings.Join(names, ", "))
}

// Named adds the name of a file to an error that does not have it.
func Named(name string, err error) error {
	var file *fs.PathError
	if err == nil || name == Stdin || errors.As(err, &file) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
