// Package journal keeps the edits of a file, to undo and repeat them, and their net changes.
package journal

import (
	"godotvariant/cmd/internal/edit"
	"godotvariant/variant"
)

// A Journal has the edits since the file was opened.
type Journal struct {
	edit.Journal[Entry]

	Opened variant.Variant // the value of the opened file
	// Watch is called while Marks works. Its argument done is the number of changes that Marks has
	// looked at. Watch may be nil. It may call Marks, which returns the marks that were made so
	// far.
	Watch func(done, total int)

	marked  *Marks // marks of the edits Done[:edits], or nil
	edits   int
	marking bool // the method Marks is running
}

// Undid moves the last edit to the undone edits.
func (j *Journal) Undid() {
	j.Journal.Undid()
	j.marked = nil
}

// Marks returns the net changes of the edits that are not undone, and the number of these edits.
// The next call may change the marks that this call has returned.
func (j *Journal) Marks() (m *Marks, edits int) {
	if j.marking {
		return j.marked, j.edits
	}

	if j.marked == nil {
		j.marked = newMarks(j.Opened)
		j.edits = 0
	}

	j.marking = true
	defer func() { j.marking = false }()

	done, total := 0, 0
	for _, e := range j.Done[j.edits:] {
		total += len(e.Patch)
	}

	for ; j.edits < len(j.Done); j.edits++ {
		j.marked.edit(j.Done[j.edits], func() {
			done++
			if j.Watch != nil {
				j.Watch(done, total)
			}
		})
	}
	return j.marked, j.edits
}
