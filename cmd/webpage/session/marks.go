package session

import (
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/variant"
)

// ChangesArgs select changes.
type ChangesArgs struct {
	From  int `json:"from"`
	Count int `json:"count"` // number of changes; 0 means 100
}

// Changes are some of the changes since the file was opened.
type Changes struct {
	Total   int      `json:"total"`
	Changes []Change `json:"changes"`
}

// A Change is what all edits together have changed in one value, or a difference in a comparison.
type Change struct {
	Path  string `json:"path"`
	Trail string `json:"trail"` // the path for people
	Kind  string `json:"kind"`  // changed, retyped, added, removed, renamed or moved
	Old   string `json:"old"`
	New   string `json:"new"`
	From  string `json:"from"` // the old path of a renamed or moved value, for people
	Text  string `json:"text"` // in a comparison: the new value as GDScript

	// The next fields are set if the open file is compared with another file. The field Here is the
	// path in the open file of the value that differs. An added value is only in the other file, so
	// Here is then the path of the container of the value. The field Around is the path of this
	// container as people read it. The field Label is the label of the value in the container.
	Here   string `json:"here"`
	Around string `json:"around"`
	Label  string `json:"label"`
}

// Changes returns the net changes of the edits. Its time grows with the number of edits.
func (f *file) Changes(a ChangesArgs) (Changes, error) {
	list := f.marks().List
	out := Changes{Total: len(list), Changes: []Change{}}

	for _, m := range pageOf(list, a) {
		c := Change{Path: m.Text, Trail: f.trail(m.Path), Kind: m.Kind, Old: look.Short(m.Old)}
		if m.From != nil {
			c.From = look.Trail(m.From)
		}
		if m.Kind != "removed" {
			if _, v, err := outline.Locate(f.value, m.Path); err == nil {
				c.New = look.Short(v)
			}
		}
		out.Changes = append(out.Changes, c)
	}

	return out, nil
}

// pageOf returns the selected part of a list.
func pageOf[T any](list []T, a ChangesArgs) []T {
	const usual = 100
	if a.Count <= 0 {
		a.Count = usual
	}

	from := min(max(a.From, 0), len(list))
	return list[from:min(from+a.Count, len(list))]
}

// RevertArgs select a change.
type RevertArgs struct {
	Path string `json:"path"`
	Kind string `json:"kind"` // as in Change; if empty, the kind of the change at the path
}

// Revert takes one change back with an edit. An added value is removed, and a removed value is
// inserted. A renamed or moved value returns to its name or place, and any other value gets its old
// content.
func (f *file) Revert(a RevertArgs) (Edited, error) {
	trail := a.Path
	if path, _, _, err := f.parsePath(a.Path); err == nil {
		a.Path = path.String() // the canonical path, by which marks are found
		trail = f.trail(path)
	}

	m := f.marks().At(a.Path)
	if a.Kind != "" {
		m = f.marks().Find(a.Path, a.Kind)
	}
	if m == nil {
		return Edited{}, message.NewFault("notChanged", message.Params{"path": trail})
	}

	return f.Edit(f.reverted(m))
}

// reverted returns the edit that takes a change back.
func (f *file) reverted(m *journal.Mark) journal.EditArgs {
	args := journal.EditArgs{Op: "set", Path: m.Text, Retype: true}

	switch m.Kind {
	case "added":
		args.Op = "remove"
	case "moved":
		to := f.home(m, f.marks())
		args.Op = "move"
		args.To = &to
	case "renamed":
		args.Op = "rename"
		f.placeAt(&args, m.From[len(m.From)-1])

	case "removed":
		last := len(m.Path) - 1
		args.Op = "insert"
		args.Path = m.Path[:last].String()
		f.placeAt(&args, m.Path[last])
		at := f.home(m, f.marks())
		args.At = &at
	}

	if m.Old != nil {
		text := f.doc.Text(m.Old)
		args.Text = &text
	}

	return args
}

// placeAt sets the key or the index of a part in the arguments of an edit.
func (f *file) placeAt(e *journal.EditArgs, step variant.Step) {
	switch {
	case step.Kind == variant.StepProperty:
		e.Key = &step.Name
	case step.Kind == variant.StepKey && step.Key != nil:
		text := f.doc.Text(step.Key)
		e.Key = &text
	default:
		e.At = &step.Index
	}
}

// plainName returns the last step of a path as a label.
func plainName(path variant.Path) string {
	if len(path) == 0 {
		return "$"
	}
	return strings.TrimSpace(look.Label(path[len(path)-1]))
}
