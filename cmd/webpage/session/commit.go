package session

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/cmd/webpage/session/outline"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Edited is the answer of an edit.
type Edited struct {
	Path    string          `json:"path"`
	Focus   string          `json:"focus"` // the path of the row to select
	Message message.Message `json:"message"`
	Edits   int             `json:"edits"`
	CanUndo bool            `json:"canUndo"`
	CanRedo bool            `json:"canRedo"`
	Tree    TreeChange      `json:"tree"`
	Changed bool            `json:"changed"` // false: the value was the same
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

	if f.doc.Kind != "" { // such a file does not have all types
		if _, err := f.doc.PlainBytes(); err != nil {
			_ = f.doc.SetRoot(f.value)
			params := message.Params{"kind": f.doc.Kind}
			return &message.Fault{Code: "kindType", Params: params, Err: err}
		}
	}

	for _, c := range p {
		f.shiftRows(c)
	}

	f.value = value
	f.tree.Match(value)
	f.forget()
	return nil
}

// shiftRows moves the open rows after a part that is added or removed.
func (f *file) shiftRows(c tree.Change) {
	last := len(c.Path) - 1
	if c.Kind != tree.Added && c.Kind != tree.Removed {
		return
	}

	around, v, err := outline.Locate(f.value, c.Path[:last])
	if err != nil {
		return
	}

	at := c.Position
	if step := c.Path[last]; step.Kind == variant.StepIndex && !isDictionary(v) {
		at = step.Index
	}
	if at < 0 {
		at = values.Of(v).N
	}

	if c.Kind == tree.Added {
		f.tree.Shift(around, at, 1)
	} else {
		f.tree.Shift(around, at, -1)
	}
}

func isDictionary(v variant.Variant) bool {
	_, ok := v.(variant.Dictionary)
	return ok
}

// forget drops the results that depend on the value.
func (f *file) forget() {
	f.viewed = madeText{}
	f.index = nil
	f.differ = nil
}

// edited describes the state after an edit.
func (f *file) edited(m message.Message, focus outline.Place) Edited {
	for len(focus) > 0 { // up to what exists
		if _, _, err := outline.Locate(f.value, f.clampedPath(focus)); err == nil {
			break
		}
		focus = focus[:len(focus)-1]
	}

	path := f.clampedPath(focus).String()
	f.reveal(focus)

	return Edited{
		Path: path, Focus: path, Message: m, Changed: true,
		Edits: len(f.edits.Done), CanUndo: len(f.edits.Done) > 0,
		CanRedo: len(f.edits.Undone) > 0, Tree: f.wholeChange(focus),
	}
}
