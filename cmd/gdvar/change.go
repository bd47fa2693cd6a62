package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A change has the flags of the commands that change files.
type change struct {
	files.Replacement
	parents, retype bool
}

func (c *change) addFlags(command *cobra.Command) {
	f := command.Flags()
	f.BoolVarP(&c.Dry, "dry-run", "n", false, "print the changes and write nothing")
	f.BoolVar(&c.Backup, "backup", false, "keep the old file as FILE~")
}

// changed is a file with its changes in memory.
type changed struct {
	name     string
	document files.Changeable
	data     []byte       // the bytes of the old file
	report   bytes.Buffer // the text that is printed about the changes
	same     bool         // nothing was changed
}

// existing divides args into the names of files and the rest. The rest begins with the first
// argument that is not the name of a file. The first element of args always counts as a file. If
// the command line has a --, all arguments before it count as files.
func existing(c *cobra.Command, args []string) (names, rest []string) {
	if n := c.ArgsLenAtDash(); n > 0 {
		return args[:n], args[n:]
	}

	n := 1
	for n < len(args) && isFile(args[n]) {
		n++
	}

	return args[:n], args[n:]
}

// isFile reports whether there is a file with this name.
func isFile(name string) bool {
	stat, err := os.Stat(name)
	return err == nil && !stat.IsDir()
}

// all makes a change in each file. It writes the files only if all files can be changed.
func (c *change) all(a *app, names []string, make func(name string) (*changed, error)) error {
	var all []*changed
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("%s: the file is named twice", name)
		}

		f, err := make(name)
		if err != nil {
			return program.Named(name, missingFile(name, err))
		}
		all = append(all, f)
	}

	for _, f := range all {
		if err := c.write(a, f, len(names) > 1); err != nil {
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

// write writes a file and prints its changes. If there are several files, each line begins with the
// name of the file.
func (c *change) write(a *app, f *changed, several bool) error {
	if f.same {
		a.Message("%s: nothing was changed, and nothing is written", f.name)
		return nil
	}

	if err := a.Replace(f.name, f.data, f.document, c.Replacement); err != nil {
		return program.Named(f.name, err)
	}

	w := a.Out
	if f.name == program.Stdin && !c.Dry { // standard output is for the new file
		w = a.Err
	}

	_, err := front(w, f.name, several).Write(f.report.Bytes())
	return err
}

// edits makes edits in each file.
func (c *change) edits(a *app, names []string, all ...edit.Operation) error {
	return c.all(a, names, func(name string) (*changed, error) { return c.edit(a, name, all) })
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
			return nil, withRetype(nearestTo(d, err))
		}

		root, err = plan.Patch.Apply(root)
		if err != nil {
			return nil, nearestTo(d, err)
		}

		tell(&f.report, reader, plan.Done)
	}

	return f, d.SetRoot(root)
}

// inPlace makes the edits in the bytes of a long file. After any error the caller reads the whole
// file.
func (c *change) inPlace(b *files.Bytes, name string, all []edit.Operation) (*changed, error) {
	d, err := b.InPlace()
	if err != nil {
		return nil, err
	}

	f := &changed{name: name, document: d, data: b.Data}
	reader := edit.NewReader(d.Codec())

	for _, op := range all {
		err := d.Do(op, func(done []edit.Done) { tell(&f.report, reader, done) })
		if err != nil {
			return nil, err
		}
	}

	return f, nil
}

// replaced returns a file with a new root in memory. The report of the file lists the differences
// between the old and the new root.
func (c *change) replaced(
	a *app, name string, data []byte, d *document.Document, root variant.Variant,
) (*changed, error) {
	patch, err := view.Diff(d.Root(), root, tree.DiffOptions{})
	if err != nil {
		return nil, err
	}

	f, err := c.told(a, &changed{name: name, document: d, data: data}, patch, &d.Format)
	return f, errors.Join(err, d.SetRoot(root))
}

// told returns the file f with a report that lists the changes of a patch.
func (c *change) told(
	a *app, f *changed, patch tree.Patch, format *document.Format,
) (*changed, error) {
	f.same = len(patch) == 0
	if f.name == program.Stdin && !c.Dry { // no report: standard output is for the new file
		return f, nil
	}
	return f, a.printPatch(&f.report, patch, format, format)
}
