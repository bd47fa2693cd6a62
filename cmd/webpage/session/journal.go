package session

import (
	"encoding/json"
	"path"
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/problem"
)

// Undo takes back the last edit.
func (f *file) Undo(None) (Edited, error) {
	e, ok := f.edits.Undo()
	if !ok {
		return Edited{}, message.NewFault("nothingToUndo", nil)
	}
	if err := f.apply(e.Patch); err != nil {
		return Edited{}, err
	}

	f.edits.Undid()
	return f.edited(message.Say("undone", message.Params{"edit": e.About.Message}),
		e.About.Back), nil
}

// Redo repeats the edit that was undone last.
func (f *file) Redo(None) (Edited, error) {
	e, ok := f.edits.Redo()
	if !ok {
		return Edited{}, message.NewFault("nothingToRedo", nil)
	}
	if err := f.apply(e.Patch); err != nil {
		return Edited{}, err
	}

	f.edits.Redid()
	return f.edited(e.About.Message, e.About.Focus), nil
}

// A Logged is an edit in the journal. It has the arguments that repeat the edit, and short texts of
// the values.
type Logged struct {
	journal.EditArgs
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// JournalAnswer has all edits.
type JournalAnswer struct {
	File  string   `json:"file"`
	Edits []Logged `json:"edits"`
}

// Journal returns all edits since the file was opened.
func (f *file) Journal(None) (JournalAnswer, error) {
	out := JournalAnswer{File: f.source.name, Edits: []Logged{}}
	for _, e := range f.edits.Done {
		made := Logged{e.About.Args, look.Short(e.About.Old), look.Short(e.About.New)}
		out.Edits = append(out.Edits, made)
	}
	return out, nil
}

// ReplayArgs are edits to make.
type ReplayArgs struct {
	Edits []Logged `json:"edits"`
}

// Replayed says which edits Replay has made.
type Replayed struct {
	Applied int      `json:"applied"`
	Failed  []Failed `json:"failed"`
	Edited
}

// A Failed is an edit that Replay could not make, and the reason.
type Failed struct {
	Edit  Logged          `json:"edit"`
	Error message.Message `json:"error"`
}

// Replay makes the edits of a journal, in this file or in another file. It leaves out the edits
// that can't be made.
func (f *file) Replay(a ReplayArgs) (Replayed, error) {
	if err := f.writable(); err != nil {
		return Replayed{}, err
	}

	defer f.repeat()()
	out := Replayed{Failed: []Failed{}, Edited: f.edited(message.Say("same", nil), nil)}
	for _, e := range a.Edits {
		done, err := f.Edit(e.EditArgs)
		if err != nil {
			out.Failed = append(out.Failed, Failed{e, problem.Of(err).Message()})
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
	b, err := json.MarshalIndent(edits, "", "  ")
	name := strings.TrimSuffix(f.source.name, path.Ext(f.source.name)) + ".patch.json"
	return download(name, "application/json", sliced.PiecesOf(b)), err
}
