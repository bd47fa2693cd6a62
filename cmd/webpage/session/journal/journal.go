// Package journal keeps the edits of a file, to undo them and to make them again, and what they
// have changed all together.
package journal

// A Journal has the edits since the file was opened.
type Journal struct {
	Done   []Entry
	Undone []Entry // the last one is the next to redo

	marked *Marks // of done, or nil
}

// Add adds a new edit and forgets those that were undone.
func (j *Journal) Add(e Entry) {
	j.Done = append(j.Done, e)
	j.Undone = nil
	j.marked = nil
}

// Back moves the last edit to those that were undone.
func (j *Journal) Back() {
	last := len(j.Done) - 1
	j.Undone = append(j.Undone, j.Done[last])
	j.Done = j.Done[:last]
	j.marked = nil
}

// Forth moves the edit that was undone last back to those that were made.
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
