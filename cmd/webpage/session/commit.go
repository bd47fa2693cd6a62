package session

import (
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Edited is the answer of an edit.
type Edited struct {
	Path    string          `json:"path"`
	Focus   string          `json:"focus"` // path of the row to select
	Message message.Message `json:"message"`
	Changes int             `json:"changes"` // number of net changes
	CanUndo bool            `json:"canUndo"`
	CanRedo bool            `json:"canRedo"`
	Tree    TreeChange      `json:"tree"`
	Changed bool            `json:"changed"` // false if the new value equals the old one
}

// commit makes a new edit and forgets the undone edits.
func (f *file) commit(patch tree.Patch, e journal.Entry) (Edited, error) {
	if err := f.writable(); err != nil {
		return Edited{}, err
	}
	if err := f.apply(patch); err != nil {
		return Edited{}, err
	}

	f.edits.Add(patch, e)
	return f.edited(e.Message, e.Focus), nil
}

// apply applies a patch to the value of the file.
func (f *file) apply(p tree.Patch) error {
	value, err := f.patched(p)
	if err != nil {
		return err
	}

	if err := f.doc.SetRoot(value); err != nil {
		return err
	}

	// A file that is not a save may be unable to store the types of all values.
	if f.doc.Kind != "" {
		if _, err := f.doc.PlainBytes(); err != nil {
			_ = f.doc.SetRoot(f.value)
			params := message.Params{"kind": f.doc.Kind}
			return &message.Fault{Code: "kindType", Params: params, Err: err}
		}
	}

	f.tree.Change(f.value, p, value)
	f.value = value
	f.forget()
	return nil
}

// patched returns the value with all changes of a patch, which are made in slices.
func (f *file) patched(p tree.Patch) (variant.Variant, error) {
	// Each slice of the patch copies the containers that it changes. So that this happens rarely,
	// even a long patch is divided into only about 64 slices.
	const most = 64
	value := f.value
	slice := max(editSlice, len(p)/most)

	for done := 0; done < len(p); done += slice {
		if done > 0 {
			f.planned(done, len(p))
		}

		var err error
		value, err = p[done:min(done+slice, len(p))].Apply(value)
		if err != nil {
			return nil, err
		}
	}

	return value, nil
}

// forget drops the results that depend on the value.
func (f *file) forget() {
	f.viewed = madeText{}
	f.index = nil
	f.differ = nil
}

// edited returns the answer to an edit, with the state after the edit.
func (f *file) edited(m message.Message, focus outline.Place) Edited {
	for len(focus) > 0 { // go up until there is a value at the path
		if _, _, err := outline.Locate(f.value, f.clampedPath(focus)); err == nil {
			break
		}
		focus = focus[:len(focus)-1]
	}

	path := f.clampedPath(focus).String()
	f.tree.Reveal(f.value, focus)

	return Edited{
		Path: path, Focus: path, Message: m, Changed: true,
		Changes: len(f.marks().List), CanUndo: len(f.edits.Done) > 0,
		CanRedo: len(f.edits.Undone) > 0, Tree: f.wholeChange(focus),
	}
}
