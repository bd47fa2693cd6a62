package session

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A journal has the edits since the file was opened.
type journal struct {
	done   []entry
	undone []entry // the last one is the next to redo

	marked *marks // of done, or nil
}

// An entry is one edit.
type entry struct {
	args    EditArgs
	patch   tree.Patch
	message Message
	focus   place // of the row to select after the edit
	back    place // after undoing it
	from    tree.Path
	to      tree.Path // of a value that was renamed or moved
	old     variant.Variant
	new     variant.Variant
}

// inverse returns the changes that take back a patch.
func inverse(p tree.Patch) tree.Patch {
	back := make(tree.Patch, 0, len(p))
	for _, c := range slices.Backward(p) {
		switch c.Kind {
		case tree.Added:
			c.Kind = tree.Removed
		case tree.Removed:
			c.Kind = tree.Added
		}

		c.Old, c.New = c.New, c.Old
		back = append(back, c)
	}

	return back
}

// Edited is the answer of an edit.
type Edited struct {
	Path    string     `json:"path"`
	Focus   string     `json:"focus"` // the path of the row to select
	Message Message    `json:"message"`
	Edits   int        `json:"edits"`
	CanUndo bool       `json:"canUndo"`
	CanRedo bool       `json:"canRedo"`
	Tree    TreeChange `json:"tree"`
	Changed bool       `json:"changed"` // false: the value was the same
}

// commit makes an edit, which is new, and forgets those that were undone.
func (f *file) commit(e entry) (Edited, error) {
	if err := f.writable(); err != nil {
		return Edited{}, err
	}
	if err := f.apply(e.patch); err != nil {
		return Edited{}, err
	}

	f.edits.done = append(f.edits.done, e)
	f.edits.undone = nil
	f.edits.marked = nil
	return f.edited(e.message, e.focus), nil
}

// apply changes the value of the file.
func (f *file) apply(p tree.Patch) error {
	value, err := p.Apply(f.value)
	if err != nil {
		return editFault(err)
	}

	if err := f.doc.SetRoot(value); err != nil {
		return err
	}

	if f.doc.Kind != "" { // such a file does not have all types
		if _, err := f.doc.PlainBytes(); err != nil {
			_ = f.doc.SetRoot(f.value)
			return &Fault{Code: "kindType",
				Params: Params{"kind": f.doc.Kind, "detail": err.Error()}, Err: err}
		}
	}

	for _, c := range p {
		f.shiftRows(c)
	}

	f.value = value
	f.tree.match(value)
	f.forget()
	return nil
}

// shiftRows moves the open rows after a part that is added or removed.
func (f *file) shiftRows(c tree.Change) {
	last := len(c.Path) - 1
	if c.Kind != tree.Added && c.Kind != tree.Removed {
		return
	}

	around, v, err := locate(f.value, c.Path[:last])
	if err != nil {
		return
	}

	at := c.Position
	if step := c.Path[last]; step.Kind == variant.StepIndex && !isDictionary(v) {
		at = step.Index
	}
	if at < 0 {
		at = partsOf(v).n
	}

	if c.Kind == tree.Added {
		f.tree.shift(around, at, 1)
	} else {
		f.tree.shift(around, at, -1)
	}
}

func isDictionary(v variant.Variant) bool {
	_, ok := v.(variant.Dictionary)
	return ok
}

// forget drops the results that depend on the value.
func (f *file) forget() {
	f.viewed = view{}
	f.index = nil
	f.differ = nil
}

// edited describes the state after an edit.
func (f *file) edited(m Message, focus place) Edited {
	for len(focus) > 0 { // up to what exists
		if _, _, err := locate(f.value, f.clampedPath(focus)); err == nil {
			break
		}
		focus = focus[:len(focus)-1]
	}

	path := f.clampedPath(focus).String()
	f.reveal(focus)

	return Edited{
		Path: path, Focus: path, Message: m, Changed: true,
		Edits: len(f.edits.done), CanUndo: len(f.edits.done) > 0,
		CanRedo: len(f.edits.undone) > 0, Tree: f.wholeChange(focus),
	}
}

// clampedPath returns the path of a place, or nil if there is none.
func (f *file) clampedPath(p place) tree.Path {
	v := f.value
	for _, at := range p {
		parts := partsOf(v)
		if at >= parts.n {
			return nil
		}
		v = parts.at(at).value
	}

	return f.pathOf(p)
}

// Undo takes back the last edit.
func (f *file) Undo(None) (Edited, error) {
	last := len(f.edits.done) - 1
	if last < 0 {
		return Edited{}, fault("nothingToUndo", nil)
	}

	e := f.edits.done[last]
	if err := f.apply(inverse(e.patch)); err != nil {
		return Edited{}, err
	}

	f.edits.done = f.edits.done[:last]
	f.edits.undone = append(f.edits.undone, e)
	f.edits.marked = nil
	return f.edited(say("undone", Params{"edit": e.message.Text}), e.back), nil
}

// Redo makes the edit again that was undone last.
func (f *file) Redo(None) (Edited, error) {
	last := len(f.edits.undone) - 1
	if last < 0 {
		return Edited{}, fault("nothingToRedo", nil)
	}

	e := f.edits.undone[last]
	if err := f.apply(e.patch); err != nil {
		return Edited{}, err
	}

	f.edits.undone = f.edits.undone[:last]
	f.edits.done = append(f.edits.done, e)
	f.edits.marked = nil
	return f.edited(e.message, e.focus), nil
}

// A Logged edit can be made again: its arguments, and short texts of the values.
type Logged struct {
	EditArgs
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// JournalAnswer are all edits.
type JournalAnswer struct {
	File  string   `json:"file"`
	Edits []Logged `json:"edits"`
}

// Journal returns all edits since the file was opened.
func (f *file) Journal(None) (JournalAnswer, error) {
	out := JournalAnswer{File: f.source.name, Edits: []Logged{}}
	for _, e := range f.edits.done {
		out.Edits = append(out.Edits, Logged{e.args, short(e.old), short(e.new)})
	}
	return out, nil
}

// ReplayArgs are edits to make.
type ReplayArgs struct {
	Edits []Logged `json:"edits"`
}

// Replayed says which edits were made.
type Replayed struct {
	Applied int      `json:"applied"`
	Failed  []Failed `json:"failed"`
	Edited
}

// A Failed edit could not be made.
type Failed struct {
	Edit  Logged  `json:"edit"`
	Error Message `json:"error"`
}

// Replay makes the edits of a journal, in this file or in another one. An edit that can't be made
// is left out.
func (f *file) Replay(a ReplayArgs) (Replayed, error) {
	if err := f.writable(); err != nil {
		return Replayed{}, err
	}

	out := Replayed{Failed: []Failed{}, Edited: f.edited(say("same", nil), nil)}
	for _, e := range a.Edits {
		e.Retype = true
		done, err := f.Edit(e.EditArgs)

		if err != nil {
			wrong := asFault(err)
			message := Message{"error." + wrong.Code, wrong.Params, wrong.Error()}
			out.Failed = append(out.Failed, Failed{e, message})
			continue
		}

		out.Applied++
		out.Edited = done
	}

	out.Message = say("replayed", Params{"n": out.Applied, "failed": len(out.Failed)})
	return out, nil
}

// Patch returns the journal as a file.
func (f *file) Patch(None) (Download, error) {
	journal, err := f.Journal(None{})
	if err != nil {
		return Download{}, err
	}
	return patchFile(f.source.name, journal)
}

func patchFile(name string, journal JournalAnswer) (Download, error) {
	b, err := json.MarshalIndent(journal, "", "  ")
	name = strings.TrimSuffix(name, path.Ext(name)) + ".patch.json"
	return download(name, "application/json", b), err
}
