package browse

import (
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/outline"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// set sets the value of a row with [browser.edit], and returns the result of that method.
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
func (b *browser) undo() { b.step(b.journal.Undo, b.journal.Undid, "nothing to undo") }

// redo repeats the edit that was undone last.
func (b *browser) redo() { b.step(b.journal.Redo, b.journal.Redid, "nothing was undone") }

// step makes the changes that the function next returns from the journal, and then calls the
// function done. If there are no changes, step shows the message in the argument none.
func (b *browser) step(next func() (edit.Entry[struct{}], bool), done func(), none string) {
	e, ok := next()
	switch {
	case !ok:
		b.message = none
	case b.apply(e.Patch):
		done()
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
