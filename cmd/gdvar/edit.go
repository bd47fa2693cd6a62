package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/console"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/view"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func (a *app) editCommand() *cobra.Command {
	var how files.Replacement

	c := &cobra.Command{
		Use:   "edit FILE",
		Short: "Change values in an editor",
		Long: `edit writes the values of a file as GDScript text to a temporary file that only you
can read, and opens it in the editor that the environment variable VISUAL or EDITOR names. When
the editor ends, edit prints the differences and writes the file in its old form, as set does.

If the text is not valid GDScript, the editor opens it again, with the error in a comment at the
top. To give up, close the editor without a change. Without a terminal edit ends with the error and
the path of the text. If nothing was changed, nothing is written.`,
		Example: `  gdvar edit player.save
  EDITOR='code --wait' gdvar edit --backup player.save`,
		Args: program.Takes("FILE"),
	}

	f := c.Flags()
	f.BoolVarP(&how.Dry, "dry-run", "n", false, "print the differences and write nothing")
	f.BoolVar(&how.Backup, "backup", false, "keep the old file as FILE~")

	c.RunE = func(c *cobra.Command, args []string) error {
		return program.Named(args[0], a.edit(args[0], how))
	}

	return c
}

// edit opens a file as text in the editor, and writes the file with the edited values.
func (a *app) edit(name string, how files.Replacement) (err error) {
	if name == program.Stdin {
		return errors.New("edit needs a file, not standard input")
	}

	d, data, err := a.LoadToWrite(name)
	if err != nil {
		return err
	}

	old := d.Root()
	source := view.Indented(&d.Format, old)

	before, err := d.Parse(source)
	if err != nil {
		return fmt.Errorf(
			"the file has a value without a text, so set can change it and edit can't: %w", err)
	}

	draft, err := newDraft(name, d, source)
	if err != nil {
		return err
	}
	defer func() { err = draft.close(err) }()
	after, err := a.revise(draft, d)
	if err != nil {
		return err
	}

	patch, err := view.Diff(before, after, tree.DiffOptions{})
	if err != nil {
		return err
	}

	if len(patch) == 0 {
		a.Message("%s: nothing was changed, and nothing is written", name)
		return nil
	}

	// Only the differences are applied. So a value that has no text, such as a null object, does
	// not change.
	root, err := patch.Apply(old)
	if err != nil {
		return err
	}

	if err := a.printPatch(a.Out, patch, &d.Format, &d.Format); err != nil {
		return err
	}
	if err := d.SetRoot(root); err != nil {
		return err
	}

	return a.Replace(name, data, d, how)
}

// revise opens a draft in the editor until its text can be parsed, and returns the value of the
// text.
func (a *app) revise(draft *draft, d *document.Document) (variant.Variant, error) {
	for {
		last := draft.text

		if err := a.runEditor(draft.path); err != nil {
			return nil, err
		}
		if err := draft.read(); err != nil {
			return nil, err
		}

		after, err := d.Parse(draft.text)
		if err == nil {
			return after, nil
		}

		if !a.Talk() || draft.text == last {
			return nil, err
		}
		if err := draft.complain(err); err != nil {
			return nil, err
		}
	}
}

// runEditor runs the editor and waits until it ends.
func (a *app) runEditor(path string) error {
	editor := a.Env("VISUAL")
	if editor == "" {
		editor = a.Env("EDITOR")
	}

	if editor == "" {
		editor = "vi"
		if runtime.GOOS == "windows" {
			editor = "notepad"
		}
	}

	cmd := exec.Command("sh", "-c", editor+` "$1"`, "sh", path)

	if _, err := exec.LookPath("sh"); err != nil {
		words := strings.Fields(editor)
		cmd = exec.Command(words[0], append(words[1:], path)...)
	}

	cmd.Stdin = a.In
	cmd.Stdout = a.RawErr
	cmd.Stderr = a.RawErr

	if file := console.Terminal(a.Out); file != nil {
		cmd.Stdout = file
	}

	interrupts := make(chan os.Signal, 1) // only the editor gets Ctrl-C
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)

	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the editor %q: %w", editor, err)
	}

	return nil
}

// A draft is the temporary file that the user edits.
type draft struct {
	path  string
	first string // text before the first edit
	text  string // text after the last edit
}

// commentMark is the start of a comment line in GDScript text.
const commentMark = "; "

func newDraft(name string, d *document.Document, source string) (*draft, error) {
	f, err := os.CreateTemp("", "gdvar-*.txt") // only the user can read it
	if err != nil {
		return nil, err
	}

	head := []string{fmt.Sprintf("%s: %v", name, &d.Format),
		"Save the text and close the editor to write the file."}
	t := &draft{path: f.Name(), first: comment(head...) + source + "\n"}
	t.text = t.first
	_, err = io.WriteString(f, t.text)

	return t, errors.Join(err, f.Close())
}

// comment returns the lines as comment lines.
func comment(lines ...string) string {
	return commentMark + strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n"+commentMark) +
		"\n"
}

func (t *draft) read() error {
	b, err := os.ReadFile(t.path)
	t.text = string(b)
	return err
}

// complaint is the start of the comment line with an error.
const complaint = commentMark + "ERROR: "

// complain writes an error before the text. It replaces the previous error.
func (t *draft) complain(err error) error {
	rest := t.text
	again := strings.HasPrefix(rest, complaint)
	if again {
		_, rest, _ = strings.Cut(rest, "\n")
	}

	var at *variant.Error
	if errors.As(err, &at) && at.Line > 0 && !again {
		moved := *at
		moved.Line++ // the comment moves the line of the error down by one
		err = &moved
	}

	t.text = complaint + strings.ReplaceAll(err.Error(), "\n", " ") + "\n" + rest
	return os.WriteFile(t.path, []byte(t.text), 0o600)
}

// close removes the draft. After an error it keeps a draft that was edited, and adds the path of
// the draft to the error.
func (t *draft) close(err error) error {
	if err == nil || t.text == t.first {
		_ = os.Remove(t.path)
		return err
	}

	if _, lost := os.Stat(t.path); lost != nil {
		return fmt.Errorf("%w (the file is as it was)", err)
	}

	return fmt.Errorf("%w (the file is as it was, and your text is in %s)", err, t.path)
}
