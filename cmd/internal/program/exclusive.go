package program

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// exclusive is the annotation of a command with its groups of flags that exclude each other.
const exclusive = "exclusive flags"

// Exclusive makes a command return an error if the command line has more than one of these flags.
func Exclusive(c *cobra.Command, flags ...string) {
	c.MarkFlagsMutuallyExclusive(flags...) // so that completion does not offer two of these flags

	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[exclusive] += strings.Join(flags, " ") + "\n"
}

// checkExclusive returns an error if the command line has two flags that exclude each other.
func checkExclusive(c *cobra.Command) error {
	for group := range strings.Lines(c.Annotations[exclusive]) {
		var set []string
		for _, name := range strings.Fields(group) {
			if c.Flags().Changed(name) {
				set = append(set, "--"+name)
			}
		}

		if len(set) > 1 {
			return helped(c, fmt.Errorf("%s exclude each other", strings.Join(set, " and ")))
		}
	}

	return nil
}
