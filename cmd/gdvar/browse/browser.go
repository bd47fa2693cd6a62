package browse

import (
	"context"
	"os"
	"strings"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/search"
	"godotvariant/cmd/internal/terminal"
	"godotvariant/internal/printable"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A File is a file that the browser shows and changes.
type File interface {
	// Title is the first line of the screen: the name and the format.
	Title() string
	// Root returns the values in the file.
	Root() variant.Variant
	// Text returns a value as text in one line.
	Text(v variant.Variant) string
	// Edit returns the root after an edit, and its changes. The error says why the file can't have
	// them.
	Edit(root variant.Variant, op edit.Operation) (variant.Variant, tree.Patch, error)
	// Diff returns a line for each difference between the file and a root.
	Diff(root variant.Variant) ([]string, error)
	// Write writes a root to the file. From then on Root returns this root.
	Write(root variant.Variant) error
}

// Run shows a file until the user leaves.
func Run(ctx context.Context, f File, in, out *os.File) error {
	return terminal.Run(ctx, newBrowser(f), in, out)
}

// A mode says what the keys do.
type mode int

const (
	moving    mode = iota // in the tree: move and change
	editing               // type the text of a value
	searching             // type the text to search for
	reviewing             // look at the differences before writing
	leaving               // answer whether to discard the changes
	helping               // look at the list of keys
)

// A browser is the state of the screen.
type browser struct {
	file File
	root variant.Variant // with the edits
	open outline.Tree    // what is unfolded

	mode          mode
	cursor        int // index of the selected row
	top           int // index of the first row on the screen
	width, height int

	line    line           // the text that the user edits or searches for
	sought  string         // the last query
	found   *search.Search // of sought, or nil
	message string
	review  []string // lines of the differences, or of the list of keys
	scroll  int      // index of the first line of review on the screen

	journal edit.Journal[struct{}]
}

func newBrowser(f File) *browser {
	b := &browser{file: f, root: f.Root(), width: 80, height: 24}
	b.open.Open(b.root)
	return b
}

// Resize implements terminal.View.
func (b *browser) Resize(width, height int) {
	b.width = width
	b.height = height
	b.follow()
}

// Key implements terminal.View. It handles a key in the current mode.
func (b *browser) Key(k terminal.Key) (leave bool) {
	if k == "ctrl+c" {
		return true
	}

	b.message = ""

	switch b.mode {
	case editing, searching:
		b.typed(k)
	case reviewing:
		b.reviewed(k)
	case helping:
		b.helped(k)
	case leaving:
		return b.left(k)
	default:
		return b.moved(k)
	}

	return false
}

// moved handles a key in the tree. As in less, esc does not leave the program; it only removes a
// message.
func (b *browser) moved(k terminal.Key) (leave bool) {
	row := b.row(b.cursor)

	switch k {
	case "up", "k":
		b.move(b.cursor - 1)
	case "down", "j":
		b.move(b.cursor + 1)
	case "pgup", "b", "ctrl+b":
		b.move(b.cursor - b.lines())
	case "pgdown", " ", "f", "ctrl+f":
		b.move(b.cursor + b.lines())
	case "home", "g":
		b.move(0)
	case "end", "G":
		b.move(b.open.Total() - 1)
	case "right", "l":
		b.unfold(row)
	case "left", "h":
		b.foldOrLeave(row)
	case "enter", "e":
		b.enter(row)

	case "/":
		b.mode = searching
		b.line = line{}

	case "n":
		b.find()
	case "d", "delete":
		b.edit(&edit.Delete{Paths: []edit.Pattern{{row.Path}}})
	case "u":
		b.undo()
	case "ctrl+r":
		b.redo()
	case "s":
		b.show()

	case "?":
		b.help()

	case "q":
		if len(b.journal.Done) == 0 || variant.Equal(b.root, b.file.Root()) {
			return true
		}
		b.mode = leaving
	}

	return false
}

// foldOrLeave folds an unfolded row. From another row it moves to the parent.
func (b *browser) foldOrLeave(row outline.Row) {
	if row.Open {
		b.fold(row)
		return
	}

	if last := len(row.Place) - 1; last >= 0 {
		b.move(b.open.Row(row.Place[:last]))
	}
}

// enter inverts a bool, unfolds a container, and edits any other value.
func (b *browser) enter(row outline.Row) {
	switch v := row.Value.(type) {
	case variant.Bool:
		b.set(row, b.file.Text(!v))
	case variant.Container:
		if row.Open {
			b.fold(row)
		} else {
			b.unfold(row)
		}

	default:
		b.mode = editing
		b.line = newLine(b.file.Text(v))
	}
}

// typed handles a key while the user types a line.
func (b *browser) typed(k terminal.Key) {
	switch k {
	case "esc":
		b.mode = moving

	case "enter":
		text := b.line.String()
		was := b.mode
		b.mode = moving

		if was == searching {
			b.sought = text
			b.found = nil
			b.find()
			return
		}

		row := b.row(b.cursor)
		if !b.set(row, text) {
			b.mode = editing // so that the user can correct the text
		}

	default:
		b.line.key(k)
	}
}

// set sets the value of a row, as [browser.edit] does.
func (b *browser) set(row outline.Row, text string) bool {
	return b.edit(&edit.Set{Paths: edit.Pattern{row.Path}, Operator: "=", Text: text})
}

// edit makes an edit, or shows the error. It reports whether the edit was made.
func (b *browser) edit(op edit.Operation) bool {
	root, patch, err := b.file.Edit(b.root, op)
	if err != nil {
		b.message = err.Error()
		return false
	}

	if !variant.Equal(root, b.root) {
		b.journal.Add(patch, struct{}{})
		b.replace(patch, root)
	}

	return true
}

// undo takes back the last edit.
func (b *browser) undo() {
	e, ok := b.journal.Undo()
	if !ok {
		b.message = "nothing to undo"
		return
	}

	if b.apply(e.Patch) {
		b.journal.Undid()
	}
}

// redo repeats the edit that was undone last.
func (b *browser) redo() {
	e, ok := b.journal.Redo()
	if !ok {
		b.message = "nothing was undone"
		return
	}

	if b.apply(e.Patch) {
		b.journal.Redid()
	}
}

// apply makes changes, or shows the error. It reports whether the changes were made.
func (b *browser) apply(patch tree.Patch) bool {
	root, err := patch.Apply(b.root)
	if err != nil {
		b.message = err.Error()
		return false
	}

	b.replace(patch, root)
	return true
}

// show shows the differences between the file and the root.
func (b *browser) show() {
	lines, err := b.file.Diff(b.root)
	switch {
	case err != nil:
		b.message = err.Error()
	case len(lines) == 0:
		b.message = "nothing was changed"

	default:
		b.review = lines
		b.scroll = 0
		b.mode = reviewing
	}
}

// reviewed handles a key while the differences are on the screen.
func (b *browser) reviewed(k terminal.Key) {
	switch k {
	case "y":
		b.mode = moving

		if err := b.file.Write(b.root); err != nil {
			b.message = err.Error()
			return
		}

		b.message = "written"

	case "n", "esc", "q":
		b.mode = moving
	default:
		b.scrolled(k)
	}
}

// help shows the list of keys.
func (b *browser) help() {
	b.review = strings.Split(Keys, "\n")
	b.scroll = 0
	b.mode = helping
}

// helped handles a key while the list of keys is on the screen.
func (b *browser) helped(k terminal.Key) {
	switch k {
	case "q", "esc", "?", "enter":
		b.mode = moving
	default:
		b.scrolled(k)
	}
}

// scrolled handles a key that scrolls the lines of review.
func (b *browser) scrolled(k terminal.Key) {
	switch k {
	case "down", "j":
		b.scroll++
	case "up", "k":
		b.scroll--
	case "pgdown", " ", "f", "ctrl+f":
		b.scroll += b.lines()
	case "pgup", "b", "ctrl+b":
		b.scroll -= b.lines()
	}

	b.scroll = max(0, min(b.scroll, len(b.review)-b.lines()))
}

// left handles the answer to the question whether to discard changes.
func (b *browser) left(k terminal.Key) (leave bool) {
	b.mode = moving
	return k == "y"
}

// move selects a row.
func (b *browser) move(to int) {
	b.cursor = min(max(to, 0), b.open.Total()-1)
	b.follow()
}

// follow scrolls until the selected row is on the screen.
func (b *browser) follow() {
	b.top = min(b.top, b.cursor)
	b.top = max(b.top, b.cursor-b.lines()+1)
}

// lines returns the number of lines between the title and the last line.
func (b *browser) lines() int { return max(1, b.height-2) }

// Lines implements terminal.View.
func (b *browser) Lines() []string {
	lines := []string{b.clip(b.file.Title())}

	if b.mode == reviewing || b.mode == helping {
		end := min(len(b.review), b.scroll+b.lines())
		for _, text := range b.review[b.scroll:end] {
			lines = append(lines, b.clip(text))
		}
	} else {
		lines = append(lines, b.treeLines()...)
	}

	for len(lines) < b.height-1 {
		lines = append(lines, "")
	}

	return append(lines, b.clip(b.lastLine()))
}

// treeLines returns the lines of the tree that are on the screen.
func (b *browser) treeLines() (lines []string) {
	for row := range b.open.Rows(b.root, b.top, b.top+b.lines()) {
		text := b.clip(b.text(row))

		if row.Index == b.cursor {
			if b.mode == editing {
				text = b.clip(label(row) + b.line.String())
			}
			text = "\x1b[7m" + text + "\x1b[0m"
		}

		lines = append(lines, text)
	}

	return lines
}

// lastLine returns the help for the keys, or a message.
func (b *browser) lastLine() string {
	switch {
	case b.message != "":
		return b.message
	case b.mode == searching:
		return "/" + b.line.String()
	case b.mode == editing:
		return "enter: set   esc: leave it as it was"
	case b.mode == reviewing:
		return "y: write   n: back"
	case b.mode == leaving:
		return "drop the changes? y/n"
	case b.mode == helping:
		return "q: back"
	default:
		return "enter: edit   /: search   d: delete   u: undo   s: write   q: leave   ?: keys"
	}
}

// clip cuts text to the width of the screen.
func (b *browser) clip(s string) string {
	runes := []rune(printable.Text(s))
	return string(runes[:min(len(runes), b.width)])
}
