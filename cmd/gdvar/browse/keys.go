package browse

import (
	"strings"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/terminal"
	"godotvariant/variant"
)

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

// moved handles a key in the tree. The key esc only removes a message. It does not end the program,
// because the pager less does not end with this key either.
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

// foldOrLeave folds an unfolded row. For any other row it moves to the parent.
func (b *browser) foldOrLeave(row outline.Row) {
	if row.Open {
		b.fold(row)
		return
	}

	if last := len(row.Place) - 1; last >= 0 {
		b.move(b.open.Row(row.Place[:last]))
	}
}

// enter inverts a bool, folds or unfolds a container, and edits any other value.
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
			b.mode = editing // the user can correct the text, which is kept
		}

	default:
		b.line.key(k)
	}
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

// scrolled handles a key that scrolls the differences or the list of keys.
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
