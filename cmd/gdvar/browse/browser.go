package browse

import (
	"context"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"godotvariant/cmd/internal/edit"
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
func Run(ctx context.Context, f File, in io.Reader, out io.Writer) error {
	p := tea.NewProgram(newBrowser(f), tea.WithContext(ctx), tea.WithInput(in),
		tea.WithOutput(out), tea.WithAltScreen())
	_, err := p.Run()

	return err
}

// A mode says what the keys do.
type mode int

const (
	moving    mode = iota // in the tree: move and change
	editing               // type the text of a value
	searching             // type the text to search for
	reviewing             // look at the differences before writing
	leaving               // answer whether to discard the changes
)

// A browser is the state of the screen.
type browser struct {
	file File
	tree *rows

	mode          mode
	cursor        int // index of the selected row
	top           int // index of the first row on the screen
	width, height int

	line    line   // the text that the user edits or searches for
	sought  string // text of the last search
	message string
	review  []string // lines of the differences
	scroll  int      // index of the first line of review on the screen

	journal edit.Journal[struct{}]
}

func newBrowser(f File) *browser {
	return &browser{file: f, tree: newRows(f.Root()), width: 80, height: 24}
}

// Init implements tea.Model.
func (b *browser) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (b *browser) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		b.width = msg.Width
		b.height = msg.Height
		b.follow()
	case tea.KeyMsg:
		return b, b.keys(msg)
	}

	return b, nil
}

// keys handles keys. Several keys arrive in one message if they are typed very fast.
func (b *browser) keys(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || len(msg.Runes) < 2 {
		return b.key(msg)
	}

	for _, r := range msg.Runes {
		one := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
		if cmd := b.key(one); cmd != nil {
			return cmd
		}
	}

	return nil
}

// key handles a key in the current mode.
func (b *browser) key(k tea.KeyMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return tea.Quit
	}

	b.message = ""

	switch b.mode {
	case editing, searching:
		b.typed(k)
	case reviewing:
		b.reviewed(k)
	case leaving:
		return b.left(k)
	default:
		return b.moved(k)
	}

	return nil
}

// moved handles a key in the tree.
func (b *browser) moved(k tea.KeyMsg) tea.Cmd {
	row := b.tree.at(b.cursor)

	switch k.String() {
	case "up", "k":
		b.move(b.cursor - 1)
	case "down", "j":
		b.move(b.cursor + 1)
	case "pgup":
		b.move(b.cursor - b.lines())
	case "pgdown", " ":
		b.move(b.cursor + b.lines())
	case "home", "g":
		b.move(0)
	case "end", "G":
		b.move(b.tree.len() - 1)
	case "right", "l":
		b.tree.unfold(b.cursor)
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
		b.edit(&edit.Delete{Paths: []edit.Pattern{{row.path()}}})
	case "u":
		b.undo()
	case "ctrl+r":
		b.redo()
	case "s":
		b.show()

	case "q", "esc":
		if len(b.journal.Done) == 0 || variant.Equal(b.tree.root, b.file.Root()) {
			return tea.Quit
		}
		b.mode = leaving
	}

	return nil
}

// foldOrLeave folds an unfolded row. From another row it moves to the parent.
func (b *browser) foldOrLeave(row *row) {
	if row.open {
		b.tree.fold(b.cursor)
		return
	}

	b.move(b.tree.index(row.parent))
}

// enter inverts a bool, unfolds a container, and edits any other value.
func (b *browser) enter(row *row) {
	switch v := row.value.(type) {
	case variant.Bool:
		b.set(row, b.file.Text(!v))
	case variant.Container:
		if row.open {
			b.tree.fold(b.cursor)
		} else {
			b.tree.unfold(b.cursor)
		}

	default:
		b.mode = editing
		b.line = newLine(b.file.Text(v))
	}
}

// typed handles a key while the user types a line.
func (b *browser) typed(k tea.KeyMsg) {
	switch k.String() {
	case "esc":
		b.mode = moving

	case "enter":
		text := b.line.String()
		was := b.mode
		b.mode = moving

		if was == searching {
			b.sought = text
			b.find()
			return
		}

		row := b.tree.at(b.cursor)
		if !b.set(row, text) {
			b.mode = editing // so that the user can correct the text
		}

	default:
		b.line.key(k)
	}
}

// set sets the value of a row, as [browser.edit] does.
func (b *browser) set(row *row, text string) bool {
	return b.edit(&edit.Set{Paths: edit.Pattern{row.path()}, Operator: "=", Text: text})
}

// edit makes an edit, or shows the error. It reports whether there was none.
func (b *browser) edit(op edit.Operation) bool {
	root, patch, err := b.file.Edit(b.tree.root, op)
	if err != nil {
		b.message = err.Error()
		return false
	}

	if !variant.Equal(root, b.tree.root) {
		b.journal.Add(patch, struct{}{})
		b.replace(root)
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

// apply makes changes, or shows the error. It reports whether there was none.
func (b *browser) apply(patch tree.Patch) bool {
	root, err := patch.Apply(b.tree.root)
	if err != nil {
		b.message = err.Error()
		return false
	}

	b.replace(root)
	return true
}

// replace shows a new root. What was unfolded stays unfolded.
func (b *browser) replace(root variant.Variant) {
	b.tree.replace(root)
	b.move(b.cursor)
}

// find moves to the next row that has the text of the last search.
func (b *browser) find() {
	if b.sought == "" {
		return
	}

	at := b.tree.at(b.cursor).path()
	path, ok := find(b.tree.root, at, b.sought, b.file.Text)
	if !ok {
		b.message = fmt.Sprintf("%q is not there", b.sought)
		return
	}

	b.move(b.tree.reveal(path))
}

// show shows the differences between the file and the root.
func (b *browser) show() {
	lines, err := b.file.Diff(b.tree.root)
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
func (b *browser) reviewed(k tea.KeyMsg) {
	switch k.String() {
	case "y":
		b.mode = moving

		if err := b.file.Write(b.tree.root); err != nil {
			b.message = err.Error()
			return
		}

		b.message = "written"

	case "down", "j":
		b.scroll = min(b.scroll+1, max(0, len(b.review)-b.lines()))
	case "up", "k":
		b.scroll = max(0, b.scroll-1)
	case "n", "esc", "q":
		b.mode = moving
	}
}

// left handles the answer to the question whether to discard changes.
func (b *browser) left(k tea.KeyMsg) tea.Cmd {
	b.mode = moving
	if k.String() == "y" {
		return tea.Quit
	}

	return nil
}

// move selects a row.
func (b *browser) move(to int) {
	b.cursor = min(max(to, 0), b.tree.len()-1)
	b.follow()
}

// follow scrolls until the selected row is on the screen.
func (b *browser) follow() {
	b.top = min(b.top, b.cursor)
	b.top = max(b.top, b.cursor-b.lines()+1)
}

// lines returns the number of lines between the title and the last line.
func (b *browser) lines() int { return max(1, b.height-2) }

// View implements tea.Model.
func (b *browser) View() string {
	lines := []string{b.clip(b.file.Title())}

	if b.mode == reviewing {
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

	return strings.Join(append(lines, b.clip(b.lastLine())), "\n")
}

// treeLines returns the lines of the tree that are on the screen.
func (b *browser) treeLines() (lines []string) {
	end := min(b.tree.len(), b.top+b.lines())

	for i := b.top; i < end; i++ {
		row := b.tree.at(i)
		text := b.clip(row.text(b.file.Text))

		if i == b.cursor {
			if b.mode == editing {
				text = b.clip(row.label(b.file.Text) + b.line.String())
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
	default:
		return "enter: edit   /: search   d: delete   u: undo   s: write   q: leave"
	}
}

// clip cuts text to the width of the screen.
func (b *browser) clip(s string) string {
	runes := []rune(printable.Text(s))
	return string(runes[:min(len(runes), b.width)])
}
