package browse

import (
	"context"
	"os"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/search"
	"godotvariant/cmd/internal/terminal"
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
	// Edit returns the root after an edit, and the changes of the edit. The error says why the file
	// can't have these changes.
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
	moving    mode = iota // keys move in the tree and change values
	editing               // keys type the text of a value
	searching             // keys type the text to search for
	reviewing             // keys scroll the differences, before the file is written
	leaving               // the next key says whether to discard the changes
	helping               // keys scroll the help, which lists all keys
)

// A browser is the state of the screen.
type browser struct {
	file File
	root variant.Variant // values with the edits
	open outline.Tree    // the unfolded values

	mode          mode
	cursor        int // index of the selected row
	top           int // index of the first row on the screen
	width, height int

	line    line           // the text that the user edits or searches for
	sought  string         // last query
	found   *search.Search // search for the last query; nil if the search has to run again
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
