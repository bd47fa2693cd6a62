package session

import (
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/variant/tree"
)

// Edited is the answer of an edit.
type Edited struct {
	Path    string          `json:"path"`
	Focus   string          `json:"focus"` // path of the row to select
	Message message.Message `json:"message"`
	Edits   int             `json:"edits"`
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

// apply changes the value of the file.
func (f *file) apply(p tree.Patch) error {
	value, err := p.Apply(f.value)
	if err != nil {
		return err
	}

	if err := f.doc.SetRoot(value); err != nil {
		return err
	}

	if f.doc.Kind != "" { // a file of another kind may not have the types of all values
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

// forget drops the results that depend on the value.
func (f *file) forget() {
	f.viewed = madeText{}
	f.index = nil
	f.differ = nil
}

// edited describes the state after an edit.
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
		Edits: len(f.edits.Done), CanUndo: len(f.edits.Done) > 0,
		CanRedo: len(f.edits.Undone) > 0, Tree: f.wholeChange(focus),
	}
}
