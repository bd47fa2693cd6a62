package session

import (
	"strings"

	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/look"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/cmd/webpage/session/outline"
	"godotvariant/variant"
)

// ChangesArgs select changes.
type ChangesArgs struct {
	From  int `json:"from"`
	Count int `json:"count"` // 0: 100
}

// Changes are some of the changes since the file was opened.
type Changes struct {
	Total   int      `json:"total"`
	Changes []Change `json:"changes"`
}

// A Change is one difference.
type Change struct {
	Path string `json:"path"`
	Kind string `json:"kind"` // changed, retyped, added, removed, renamed or moved
	Old  string `json:"old"`
	New  string `json:"new"`
	From string `json:"from"` // the old path of a renamed or moved value
	Text string `json:"text"` // in a comparison: the new value as GDScript
}

// Changes returns the net changes of the edits. Its time grows with the number of edits.
func (f *file) Changes(a ChangesArgs) (Changes, error) {
	list := f.edits.Marks().List
	out := Changes{Total: len(list), Changes: []Change{}}

	for _, m := range pageOf(list, a) {
		c := Change{Path: m.Text, Kind: m.Kind, From: m.From, Old: look.Short(m.Old)}
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

// Revert gives a value the content that it had in the opened file. Its name and place stay.
func (f *file) Revert(a PathArgs) (Edited, error) {
	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return Edited{}, err
	}

	m := f.edits.Marks().At(path.String())
	if m == nil || m.Old == nil {
		return Edited{}, message.NewFault("notChanged", message.Params{"path": a.Path})
	}

	text := f.doc.Text(m.Old)
	args := journal.EditArgs{Op: "set", Path: a.Path, Text: &text, Retype: true}
	return f.replace(args, path, p, v, m.Old)
}

// plainName returns the last step of a path as a label.
func plainName(path variant.Path) string {
	if len(path) == 0 {
		return "$"
	}
	return strings.TrimSpace(look.Label(path[len(path)-1]))
}
