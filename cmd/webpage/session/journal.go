package session

import (
	"encoding/json"
	"path"
	"strings"

	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/look"
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

// commit makes an edit, which is new, and forgets those that were undone.
func (f *file) commit(e journal.Entry) (Edited, error) {
	if err := f.writable(); err != nil {
		return Edited{}, err
	}
	if err := f.apply(e.Patch); err != nil {
		return Edited{}, err
	}

	f.edits.Add(e)
	return f.edited(e.Message, e.Focus), nil
}

// apply changes the value of the file.
func (f *file) apply(p tree.Patch) error {
	value, err := p.Apply(f.value)
	if err != nil {
		return message.EditFault(err)
	}

	if err := f.doc.SetRoot(value); err != nil {
		return err
	}

	if f.doc.Kind != "" { // such a file does not have all types
		if _, err := f.doc.PlainBytes(); err != nil {
			_ = f.doc.SetRoot(f.value)
			return &message.Fault{Code: "kindType",
				Params: message.Params{"kind": f.doc.Kind, "detail": err.Error()}, Err: err}
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
		at = outline.Of(v).N
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
	f.viewed = view{}
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

// Undo takes back the last edit.
func (f *file) Undo(None) (Edited, error) {
	last := len(f.edits.Done) - 1
	if last < 0 {
		return Edited{}, message.NewFault("nothingToUndo", nil)
	}

	e := f.edits.Done[last]
	if err := f.apply(journal.Inverse(e.Patch)); err != nil {
		return Edited{}, err
	}

	f.edits.Back()
	return f.edited(message.Say("undone", message.Params{"edit": e.Message.Text}), e.Back), nil
}

// Redo makes the edit again that was undone last.
func (f *file) Redo(None) (Edited, error) {
	last := len(f.edits.Undone) - 1
	if last < 0 {
		return Edited{}, message.NewFault("nothingToRedo", nil)
	}

	e := f.edits.Undone[last]
	if err := f.apply(e.Patch); err != nil {
		return Edited{}, err
	}

	f.edits.Forth()
	return f.edited(e.Message, e.Focus), nil
}

// A Logged edit can be made again: its arguments, and short texts of the values.
type Logged struct {
	journal.EditArgs
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
	for _, e := range f.edits.Done {
		out.Edits = append(out.Edits, Logged{e.Args, look.Short(e.Old), look.Short(e.New)})
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
	Edit  Logged          `json:"edit"`
	Error message.Message `json:"error"`
}

// Replay makes the edits of a journal, in this file or in another one. An edit that can't be made
// is left out.
func (f *file) Replay(a ReplayArgs) (Replayed, error) {
	if err := f.writable(); err != nil {
		return Replayed{}, err
	}

	out := Replayed{Failed: []Failed{}, Edited: f.edited(message.Say("same", nil), nil)}
	for _, e := range a.Edits {
		e.Retype = true
		done, err := f.Edit(e.EditArgs)

		if err != nil {
			wrong := message.AsFault(err)
			said := message.Message{Key: "error." + wrong.Code, Params: wrong.Params,
				Text: wrong.Error()}
			out.Failed = append(out.Failed, Failed{e, said})
			continue
		}

		out.Applied++
		out.Edited = done
	}

	out.Message = message.Say("replayed", message.Params{"n": out.Applied,
		"failed": len(out.Failed)})
	return out, nil
}

// Patch returns the journal as a file.
func (f *file) Patch(None) (Download, error) {
	edits, err := f.Journal(None{})
	if err != nil {
		return Download{}, err
	}
	return patchFile(f.source.name, edits)
}

func patchFile(name string, edits JournalAnswer) (Download, error) {
	b, err := json.MarshalIndent(edits, "", "  ")
	name = strings.TrimSuffix(name, path.Ext(name)) + ".patch.json"
	return download(name, "application/json", b), err
}
