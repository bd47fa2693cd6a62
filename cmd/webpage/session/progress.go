package session

// editSlice is the number of changes after which an edit reports its progress.
const editSlice = 512

// planned reports the progress of an edit that has changed nothing yet.
func (f *file) planned(done, total int) {
	// In a series of edits the edits before this one are already made, so Stop must not end the
	// work here.
	if f.repeating {
		f.session.tell("edit", int64(done), int64(total))
		return
	}
	f.session.report("edit", int64(done), int64(total))
}

// repeat begins several edits that are made one after another. The caller calls the function end
// after the last of them.
func (f *file) repeat() (end func()) {
	before := f.repeating
	f.repeating = true
	return func() { f.repeating = before }
}

// marking reports the progress while the journal computes the marks of edits.
func (f *file) marking(done, total int) {
	if done%editSlice == 0 {
		f.session.tell("edit", int64(done), int64(total))
	}
}
