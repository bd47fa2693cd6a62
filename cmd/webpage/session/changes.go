package session

import (
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// ChangesArgs select the first change of a page.
type ChangesArgs struct {
	From int `json:"from"`
}

// Changes are a page of the changes since the file was opened.
type Changes struct {
	Total   int      `json:"total"`
	Changes []Change `json:"changes"`
}

// A Change is one difference.
type Change struct {
	Path string `json:"path"`
	Kind string `json:"kind"` // changed, retyped, added or removed
	Old  string `json:"old"`
	New  string `json:"new"`
}

// Changes returns the differences between the opened and the current value.
func (s *Session) Changes(a ChangesArgs) (Changes, error) {
	if s.patch == nil {
		patch, err := tree.Diff(s.states[0].root, s.root(), tree.DiffOptions{})
		if err != nil {
			return Changes{}, err
		}
		s.patch = patch
	}

	out := Changes{Total: len(s.patch), Changes: []Change{}}
	from := min(max(a.From, 0), len(s.patch))
	for _, c := range s.patch[from:min(from+page, len(s.patch))] {
		out.Changes = append(out.Changes, Change{c.Path.String(), c.Kind.String(),
			textOrNone(c.Old), textOrNone(c.New)})
	}

	return out, nil
}

func textOrNone(v variant.Variant) string {
	if v == nil {
		return ""
	}
	return clip(variant.Text(v))
}
