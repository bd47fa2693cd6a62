package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/browse"
	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/console"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// openFile is the action of gdvar with a FILE and without a command. In a terminal it shows the
// file as a tree that the user can edit. Without a terminal it prints what the command show prints.
func (a *app) openFile(files []string) error {
	if !a.Talk() || len(files) != 1 {
		return a.print(files, codec.Default, a.showTree)
	}

	return program.Named(files[0], a.browse(files[0]))
}

// fileOrCommand returns an error for arguments that are neither a command nor files.
func fileOrCommand(c *cobra.Command, args []string) error {
	for _, name := range args {
		if _, err := os.Stat(name); err != nil {
			return unknownCommand(c, args[0])
		}
	}

	return nil
}

// unknownCommand returns the error for a command that does not exist. It suggests similar names.
func unknownCommand(c *cobra.Command, name string) error {
	err := fmt.Errorf("there is no command and no file %q", name)

	if like := c.SuggestionsFor(name); len(like) > 0 {
		err = fmt.Errorf("%w; did you mean %s?", err, strings.Join(like, " or "))
	}

	return err
}

// browse shows a file as a tree in the terminal.
func (a *app) browse(name string) error {
	d, data, err := a.LoadToWrite(name)
	if err != nil {
		return err
	}

	a.Progress().Clear()
	f := &browsedFile{app: a, name: name, document: d, data: data, root: d.Root()}

	return browse.Run(a.Context, f, console.Terminal(a.In), console.Terminal(a.Out))
}

// A browsedFile is a browse.File: a file that is open in the terminal.
type browsedFile struct {
	*app
	name     string
	document *document.Document
	data     []byte          // the bytes of the file
	root     variant.Variant // the values of the file
}

// Title returns the name and the format of the file.
func (f *browsedFile) Title() string { return fmt.Sprintf("%s: %v", f.name, &f.document.Format) }

// Root returns the values of the file.
func (f *browsedFile) Root() variant.Variant { return f.root }

// Text returns a value as GDScript text in one line.
func (f *browsedFile) Text(v variant.Variant) string { return f.document.Text(v) }

// Edit makes an edit in the same way as the commands set and delete.
func (f *browsedFile) Edit(
	root variant.Variant, op edit.Operation,
) (variant.Variant, tree.Patch, error) {
	plan, err := op.Plan(edit.NewReader(f.document.Codec()), root)
	if err != nil {
		return nil, nil, err
	}

	after, err := plan.Patch.Apply(root)
	if err != nil {
		return nil, nil, err
	}

	return after, plan.Patch, f.document.SetRoot(after)
}

// Diff returns the differences between the file and the root, as the lines that the command diff
// prints.
func (f *browsedFile) Diff(root variant.Variant) ([]string, error) {
	patch, err := view.Diff(f.root, root, tree.DiffOptions{})
	if err != nil {
		return nil, err
	}

	var lines []string
	for _, c := range patch {
		lines = append(lines, view.ChangeLines(c, &f.document.Format)...)
	}

	return lines, nil
}

// Write writes the root to the file, and reads the file again.
func (f *browsedFile) Write(root variant.Variant) error {
	if err := f.document.SetRoot(root); err != nil {
		return err
	}
	if err := f.Replace(f.name, f.data, f.document, files.Replacement{}); err != nil {
		return err
	}

	d, data, err := f.Load(f.name)
	if err != nil {
		return err
	}

	f.document = d
	f.data = data
	f.root = d.Root()

	return nil
}
