package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
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
		Short: "Change values of a file",
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
		Args: program.Usage(func(c *cobra.Command, args []string) error {
			if len(s.deleted) > 0 {
				return cobra.MinimumNArgs(1)(c, args)
			}
			return cobra.MinimumNArgs(2)(c, args)
		}),
		ValidArgsFunction: a.completePath(manyAssignments),
	}

	s.addFlags(c)
	f := c.Flags()
	f.BoolVarP(&s.parents, "parents", "p", false, "make the Dictionaries on the way")
	f.BoolVar(&s.retype, "retype", false, "give values the type that they are written in")
	f.StringArrayVar(&s.deleted, "delete", nil,
		"delete what is at this `path`, after values are set; may be repeated")

	c.RunE = func(_ *cobra.Command, args []string) error { return s.run(args) }

	return c
}

// run changes the files.
func (s *setter) run(args []string) error {
	files, assignments := cutFiles(args)

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

	return s.files(s.app, files, all)
}

// cutFiles cuts args before the first assignment. The first argument is a file in any case.
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

// A change has the flags of commands that change files.
type change struct {
	files.Replacement
	parents, retype bool
}

func (c *change) addFlags(command *cobra.Command) {
	f := command.Flags()
	f.BoolVarP(&c.Dry, "dry-run", "n", false, "print the changes and write nothing")
	f.BoolVar(&c.Backup, "backup", false, "keep the old file as FILE~")
}

// files makes the edits in each file. It writes the files only if all files can be changed.
func (c *change) files(a *app, names []string, all []edit.Operation) error {
	changes := make([]*changed, len(names))

	for i, name := range names {
		f, err := c.edit(a, name, all)
		if err != nil {
			return program.Named(name, missingFile(name, err))
		}
		changes[i] = f
	}

	for i, name := range names {
		f := changes[i]

		if err := a.Replace(name, f.data, f.document, c.Replacement); err != nil {
			return program.Named(name, err)
		}

		if err := c.print(a, f, len(names) > 1); err != nil {
			return err
		}
	}

	return nil
}

// missingFile adds a hint about assignments to the error of a file that does not exist.
func missingFile(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
		return fmt.Errorf("%w (a value is set by %s=VALUE)", err, name)
	}

	return err
}

// edit makes the edits in a file in memory. It does not write the file.
func (c *change) edit(a *app, name string, all []edit.Operation) (*changed, error) {
	b, err := a.BytesToWrite(name)
	if err != nil {
		return nil, err
	}

	if f, err := c.inPlace(b, name, all); err == nil {
		return f, nil
	}

	d, err := b.Document()
	if err != nil {
		return nil, err
	}

	f := &changed{name: name, document: d, data: b.Data}
	reader := edit.NewReader(d.Codec())
	root := d.Root()

	for _, op := range all {
		plan, err := op.Plan(reader, root)
		if err != nil {
			return nil, withRetype(d.PathError(err))
		}

		root, err = plan.Patch.Apply(root)
		if err != nil {
			return nil, d.PathError(err)
		}

		tell(&f.report, reader, plan.Done)
	}

	return f, d.SetRoot(root)
}

// inPlace makes the edits in the bytes of a long record. After any error the caller reads the whole
// file.
func (c *change) inPlace(b *files.Bytes, name string, all []edit.Operation) (*changed, error) {
	d, err := b.InPlace()
	if err != nil {
		return nil, err
	}

	f := &changed{name: name, document: d, data: b.Data}
	reader := edit.NewReader(d.Codec())

	for _, op := range all {
		done, err := editInPlace(d, op)
		if err != nil {
			return nil, err
		}
		tell(&f.report, reader, done)
	}

	return f, nil
}

// print prints the changes of a file.
func (c *change) print(a *app, f *changed, several bool) error {
	w := a.Out

	if f.name == program.Stdin && !c.Dry {
		w = a.Err
	}

	if several {
		if _, err := fmt.Fprintf(w, "==> %s <==\n", f.name); err != nil {
			return err
		}
	}

	_, err := io.WriteString(w, f.report.String())
	return err
}

// A changed is a file with its edits in memory.
type changed struct {
	name     string
	document files.Changeable
	data     []byte // the bytes of the old file
	report   strings.Builder
}
