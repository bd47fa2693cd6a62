// Package journal keeps the edits of a file, to undo and repeat them, and their net changes.
package journal

import (
	"godotvariant/cmd/internal/edit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Journal has the edits since the file was opened.
type Journal struct {
	edit.Journal[Entry]

	Opened variant.Variant // the value of the opened file
	marked *Marks          // marks of the edits in Done, or nil
}

// Add adds a new edit and forgets the undone edits.
func (j *Journal) Add(patch tree.Patch, e Entry) {
	j.Journal.Add(patch, e)
	j.marked = nil
}

// Undid moves the last edit to the undone edits.
func (j *Journal) Undid() {
	j.Journal.Undid()
	j.marked = nil
}

// Redid moves the last undone edit back to the edits in effect.
func (j *Journal) Redid() {
	j.Journal.Redid()
	j.marked = nil
}

// Marks returns the net changes of the edits that are not undone.
func (j *Journal) Marks() *Marks {
	if j.marked == nil {
		j.marked = marksOf(j.Done, j.Opened)
	}
	return j.marked
}
