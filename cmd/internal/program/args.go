package program

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Stdin is the argument for standard input.
const Stdin = "-"

// FileOf returns the only argument, which is the name of a file. Without arguments it returns
// Stdin.
func FileOf(args []string) string {
	if len(args) == 0 {
		return Stdin
	}
	return args[0]
}

// Takes returns a function that checks the arguments of a command. Each name says how many
// arguments there are: FILE means one, FILE... one or more, [FILE] one or none, and [FILE...] any
// number. The error names an argument that is missing, or one that is too many.
func Takes(names ...string) cobra.PositionalArgs {
	var needed []string
	several := false
	for _, name := range names {
		if !strings.HasPrefix(name, "[") {
			needed = append(needed, strings.TrimSuffix(name, "..."))
		}
		several = several || strings.Contains(name, "...")
	}

	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < len(needed):
			return Missing(c, needed[len(args):]...)
		case len(args) > len(names) && !several:
			extra := args[len(names)]
			return helped(c, fmt.Errorf("%q is one argument too many: %s", extra, usage(c)))
		default:
			return nil
		}
	}
}

// Missing returns the error for a command line that lacks the named arguments.
func Missing(c *cobra.Command, names ...string) error {
	verb := "is"
	if len(names) > 1 {
		verb = "are"
	}

	return helped(c, fmt.Errorf("%s %s missing: %s", listed(names), verb, usage(c)))
}

// listed returns names as a list in a sentence: A, B and C.
func listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// usage returns the name of the program, followed by the line that shows the arguments of a
// command.
func usage(c *cobra.Command) string { return c.Root().Name() + " " + c.Use }

// helped completes an error with the command that prints the help.
func helped(c *cobra.Command, err error) error {
	return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
}

// flagTypes describes the values of flags, by the type of the flag.
var flagTypes = map[string]string{
	"int": "a whole number", "int64": "a whole number", "float64": "a number",
	"duration": "a time, such as 1.5s or 500ms", "bool": "true or false",
}

// wrongFlag returns the error for a wrong flag in a command line.
func wrongFlag(c *cobra.Command, err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return helped(c, err)
	}

	flag := wrong.GetFlag()
	if takes := flagTypes[flag.Value.Type()]; takes != "" {
		err = fmt.Errorf("--%s %s: it must be %s", flag.Name, wrong.GetValue(), takes)
	}

	return helped(c, err)
}

// OneOf returns an error if the value of a flag is not one of the names.
func OneOf(flag, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return fmt.Errorf("--%s %s: it must be one of %s", flag, value, strings.Join(names, ", "))
}

// Named adds the name of a file to an error that does not contain the name.
func Named(name string, err error) error {
	var file *fs.PathError
	if err == nil || name == Stdin || errors.As(err, &file) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
