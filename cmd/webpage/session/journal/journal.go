// Package journal keeps the edits of a file, to undo and repeat them, and their net changes.
package journal

// A Journal has the edits since the file was opened.
type Journal struct {
	Done   []Entry
	Undone []Entry // the last one is the next to redo

	marked *Marks // of Done, or nil
}

// Add adds a new edit and forgets the undone edits.
func (j *Journal) Add(e Entry) {
	j.Done = append(j.Done, e)
	j.Undone = nil
	j.marked = nil
}

// Back moves the last edit to the undone edits.
func (j *Journal) Back() {
	last := len(j.Done) - 1
	j.Undone = append(j.Undone, j.Done[last])
	j.Done = j.Done[:last]
	j.marked = nil
}

// Forth moves the last undone edit back to the edits in effect.
func (j *Journal) Forth() {
	last := len(j.Undone) - 1
	j.Done = append(j.Done, j.Undone[last])
	j.Undone = j.Undone[:last]
	j.marked = nil
}

// Marks returns the net changes of the edits that are not undone.
func (j *Journal) Marks() *Marks {
	if j.marked == nil {
		j.marked = marksOf(j.Done)
	}
	return j.marked
}
