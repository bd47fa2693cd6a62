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

	b, err := a.BytesToWrite(name)
	if err != nil {
		return err
	}

	v, err := valuesToEdit(b)
	if err != nil {
		return err
	}

	draft, err := newDraft(name, v)
	if err != nil {
		return err
	}
	defer func() { err = draft.close(err) }()

	patch, err := a.revise(draft)
	if err != nil {
		return err
	}

	if v.apply(patch) != nil { // for example, the text has the same key twice
		patch, err = draft.wholePatch()
		if err != nil {
			return err
		}
		if err := v.apply(patch); err != nil {
			return err
		}
	}

	if len(patch) == 0 {
		a.Message("%s: nothing was changed, and nothing is written", name)
		return nil
	}
	if err := a.printPatch(a.Out, patch, v.format, v.format); err != nil {
		return err
	}

	changed, err := v.changed()
	if err != nil {
		return err
	}
	return a.Replace(name, b.Data, changed, how)
}

// An editedFile gives access to the values of a file. If possible, it changes the values in place,
// in the bytes of the file. If not, it decodes the whole file.
type editedFile struct {
	format *document.Format
	bytes  *files.Bytes

	inPlace  *document.InPlace  // nil if the values are in memory
	document *document.Document // nil if the values are not in memory
	root     variant.Variant    // the value of the document, with the changes of the command
}

// valuesToEdit returns the values of a file.
func valuesToEdit(b *files.Bytes) (*editedFile, error) {
	v := &editedFile{bytes: b}
	if d, err := b.InPlace(); err == nil {
		v.inPlace = d
		v.format = &d.Format
		return v, nil
	}
	return v, v.read()
}

// read builds all values.
func (v *editedFile) read() error {
	d, err := v.bytes.Document()
	if err != nil {
		return err
	}

	v.inPlace = nil
	v.document = d
	v.format = &d.Format
	v.root = d.Root()
	return nil
}

// print prints the values.
func (v *editedFile) print(t *view.Indent) error {
	if v.inPlace != nil {
		return t.PrintFile(v.inPlace.File)
	}
	return t.Print(v.document.Root())
}

// apply makes only the changes of a patch. So a value that GDScript text can't express, such as a
// null object, stays as it is.
func (v *editedFile) apply(patch tree.Patch) (err error) {
	if len(patch) == 0 {
		return nil
	}

	if v.inPlace != nil {
		_, err := v.inPlace.Patch(patch, func(a, b variant.Variant) (tree.Patch, error) {
			return view.Diff(a, b, tree.DiffOptions{})
		})
		if err == nil {
			return nil
		}
		if err := v.read(); err != nil {
			return err
		}
	}

	v.root, err = patch.Apply(v.document.Root())
	return err
}

// changed returns the file with the changes.
func (v *editedFile) changed() (files.Changeable, error) {
	if v.inPlace != nil {
		return v.inPlace, nil
	}
	return v.document, v.document.SetRoot(v.root)
}

// revise opens a draft in the editor until its text can be parsed, and returns the changes.
func (a *app) revise(draft *draft) (tree.Patch, error) {
	for {
		last := draft.text

		if err := a.runEditor(draft.path); err != nil {
			return nil, err
		}

		patch, err := draft.patch()
		if errors.Is(err, view.ErrWholeText) {
			patch, err = draft.wholePatch()
		}
		if err == nil {
			return patch, nil
		}

		if !notParsed(err) || !a.Talk() || draft.text == last {
			return nil, err
		}
		if err := draft.complain(err); err != nil {
			return nil, err
		}
	}
}

// notParsed reports whether an error says that a text is not valid GDScript.
func notParsed(err error) bool {
	var at *variant.Error
	return errors.As(err, &at) && at.Op == variant.OpParse
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

	interrupts := make(chan os.Signal, 1) // gdvar ignores Ctrl-C, which is for the editor
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)

	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the editor %q: %w", editor, err)
	}

	return nil
}

// A draft is the temporary file that the user edits.
type draft struct {
	path   string
	first  *os.File // the text before the first edit
	head   int64    // length of the comments at the beginning of the file first
	values *editedFile

	edited bool   // the text differs from the first text
	text   string // text after the last edit, if all of it was read
}

// commentMark is the start of a comment line in GDScript text.
const commentMark = "; "

func newDraft(name string, v *editedFile) (*draft, error) {
	f, err := os.CreateTemp("", "gdvar-*.txt") // only the user can read it
	if err != nil {
		return nil, err
	}

	t := &draft{path: f.Name(), values: v}
	t.first, err = os.CreateTemp("", "gdvar-*.old.txt")
	if err == nil {
		err = t.write(io.MultiWriter(f, t.first), name)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, t.close(err)
	}

	return t, nil
}

// write writes the text that the editor shows at first: comments and the value.
func (t *draft) write(w io.Writer, name string) error {
	format := t.values.format
	head := comment(fmt.Sprintf("%s: %v", name, format),
		"Save the text and close the editor to write the file.")

	t.head = int64(len(head))
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}

	text := view.NewIndent(w, format)
	if err := t.values.print(text); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}

	if text.Unread() == nil {
		return nil
	}
	// The error of text.Unread has a position in a part of the text. The user needs the position in
	// the whole text, so return the error of t.before.
	if _, err := t.before(); err != nil {
		return fmt.Errorf(
			"the file has a value without a text, so set can change it and edit can't: %w", err)
	}
	return nil
}

// before returns the value of the text before the first edit.
func (t *draft) before() (variant.Variant, error) {
	b, err := io.ReadAll(io.NewSectionReader(t.first, 0, length(t.first)))
	if err != nil {
		return nil, err
	}
	return t.values.format.Parse(string(b[t.head:]))
}

// comment returns the lines as comment lines.
func comment(lines ...string) string {
	return commentMark + strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n"+commentMark) +
		"\n"
}

// patch returns the changes that the user made in the text. The error is view.ErrWholeText if the
// comparison needs the whole text.
func (t *draft) patch() (tree.Patch, error) {
	t.edited = true
	f, err := os.Open(t.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()

	old := view.Text{ReaderAt: t.first, Length: length(t.first), Start: t.head}
	edited := view.Text{ReaderAt: f, Length: length(f)}
	patch, err := view.DiffText(t.values.format, old, edited, t.values.print)
	t.edited = len(patch) > 0 || err != nil

	return patch, err
}

// length returns the length of an open file.
func length(f *os.File) int64 {
	stat, err := f.Stat()
	if err != nil {
		return 0
	}
	return stat.Size()
}

// wholePatch is like patch, but it builds the values of the whole text. It stores the text in
// t.text, even if the text is not valid GDScript.
func (t *draft) wholePatch() (tree.Patch, error) {
	b, err := os.ReadFile(t.path)
	if err != nil {
		return nil, err
	}

	t.text = string(b)
	after, err := t.values.format.Parse(t.text)
	if err != nil {
		return nil, err
	}

	before, err := t.before()
	if err != nil {
		return nil, err
	}
	return view.Diff(before, after, tree.DiffOptions{})
}

// complaint is the start of the comment line with an error.
const complaint = commentMark + "ERROR: "

// complain writes an error into the draft, in front of the text. It replaces the previous error.
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
	if t.first != nil {
		_ = t.first.Close()
		_ = os.Remove(t.first.Name())
	}

	if err == nil || !t.edited {
		_ = os.Remove(t.path)
		return err
	}

	if _, lost := os.Stat(t.path); lost != nil {
		return fmt.Errorf("%w (the file is as it was)", err)
	}

	return fmt.Errorf("%w (the file is as it was, and your text is in %s)", err, t.path)
}
