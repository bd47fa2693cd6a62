package edit

import "godotvariant/variant/tree"

// A Journal keeps the edits of a value, to undo and repeat them. The type T has the program's own
// data about an edit.
type Journal[T any] struct {
	// Done has the edits that are in effect, from the first to the last.
	Done []Entry[T]
	// Undone has the edits that were undone. Redo repeats the last of them first.
	Undone []Entry[T]
}

// An Entry is one edit.
type Entry[T any] struct {
	Patch tree.Patch
	About T
}

// Add adds an edit that was made, and forgets the undone edits.
func (j *Journal[T]) Add(patch tree.Patch, about T) {
	j.Done = append(j.Done, Entry[T]{patch, about})
	j.Undone = nil
}

// Undo returns the last edit, with the patch that takes it back. The result ok is false if there is
// no edit to undo. The edit stays in effect until [Journal.Undid] is called.
func (j *Journal[T]) Undo() (e Entry[T], ok bool) {
	last := len(j.Done) - 1
	if last < 0 {
		return e, false
	}

	e = j.Done[last]
	e.Patch = Inverse(e.Patch)
	return e, true
}

// Undid moves the last edit to the undone edits.
func (j *Journal[T]) Undid() {
	last := len(j.Done) - 1
	j.Undone = append(j.Undone, j.Done[last])
	j.Done = j.Done[:last]
}

// Redo returns the edit that was undone last. The result ok is false if no edit was undone. The
// edit stays undone until [Journal.Redid] is called.
func (j *Journal[T]) Redo() (e Entry[T], ok bool) {
	last := len(j.Undone) - 1
	if last < 0 {
		return e, false
	}
	return j.Undone[last], true
}

// Redid moves the last undone edit back to the edits in effect.
func (j *Journal[T]) Redid() {
	last := len(j.Undone) - 1
	j.Done = append(j.Done, j.Undone[last])
	j.Undone = j.Undone[:last]
}
