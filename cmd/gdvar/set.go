package main

import (
	"os"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
)

// A setter is the command set, with its flags.
type setter struct {
	*app
	change
	deleted []string
}

func (a *app) setCommand() *cobra.Command {
	s := &setter{app: a}
	c := &cobra.Command{
		Use:   "set FILE... PATH=VALUE...",
		Short: "Change values",
		Long: `set changes values of files and prints the old and the new values. VALUE is
GDScript: 10, 0x10, 1_000, 1.5, "text", 'text', &"a StringName", ^"a/path", true, null, [1, 2],
{"a": 1}, Vector2(1, 2), Vector2.ZERO, Color.RED, Color("red"), INF. gdvar help get explains
PATH.

  PATH=VALUE      sets a value
  PATH+=VALUE     adds to a number or vector, or appends to text or an array; -= and *= are for
                  numbers and vectors
  bag[*].count=9  sets count in all items; .* stands for all keys or properties

A key that does not exist is added to its Dictionary. The index after the last item of an array
appends an item. --parents creates missing Dictionaries on the way to a value.

A value keeps its type: 5 for a float becomes 5.0, 6.0 for an int becomes 6, a or "a" for a
StringName becomes &"a", Vector2i(3, 4) for a Vector2 becomes Vector2(3, 4), and [1, 2] for a
PackedInt32Array stays a PackedInt32Array. A VALUE that does not fit is an error; --retype gives the
value the type in which VALUE is written. Text needs quotes only where the old value is no text. A
number that is out of the range of its type is an error.

A file keeps its container, engine, frame and precision, and its permissions. It is replaced in one
step. If several engines fit the file and would write the change in different ways, set asks for
--engine and writes nothing. A damaged file is an error, and nothing is written. If FILE is -, the
new file goes to standard output.`,
		Example: `  gdvar set player.save hp=100 'name="Tia"'
  gdvar set -n player.save 'bag[2]={"id": 7, "count": 1}' bag[*].count+=1
  gdvar set --backup --delete bag[0] player.save pos.x=12.5
  gdvar set settings.cfg audio.volume=0.5`,
		Args:              program.Takes("FILE..."),
		ValidArgsFunction: a.completePath(manyAssignments),
	}

	s.addFlags(c)
	f := c.Flags()
	f.BoolVarP(&s.parents, "parents", "p", false, "make the Dictionaries on the way")
	f.BoolVar(&s.retype, "retype", false, "give values the type that they are written in")
	f.StringArrayVar(&s.deleted, "delete", nil,
		"delete what is at this `path`, after values are set; may be repeated")

	c.RunE = func(c *cobra.Command, args []string) error {
		files, assignments := cutFiles(args)
		if len(assignments) == 0 && len(s.deleted) == 0 {
			return noAssignment(c, files)
		}

		return s.run(files, assignments)
	}

	return c
}

// run changes the files.
func (s *setter) run(files, assignments []string) error {
	var all []edit.Operation
	for _, text := range assignments {
		e, err := edit.ParseSet(text)
		if err != nil {
			return err
		}

		e.Parents = s.parents
		e.Retype = s.retype
		all = append(all, e)
	}

	if len(s.deleted) > 0 {
		d, err := edit.ParseDelete(s.deleted)
		if err != nil {
			return err
		}
		all = append(all, d)
	}

	return s.edits(s.app, files, all...)
}

// noAssignment returns the error of a command line without PATH=VALUE. An argument that names no
// file is probably a path.
func noAssignment(c *cobra.Command, names []string) error {
	for _, name := range names {
		if _, err := os.Stat(name); err != nil && name != program.Stdin {
			return program.Named(name, missingFile(name, err))
		}
	}

	return program.Missing(c, "PATH=VALUE")
}

// cutFiles splits args before the first assignment. The first argument always counts as a file.
func cutFiles(args []string) (files, assignments []string) {
	n := 1
	for n < len(args) {
		if _, _, _, ok := edit.CutSet(args[n]); ok {
			break
		}
		n++
	}

	return args[:n], args[n:]
}
