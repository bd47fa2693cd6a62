package session

import (
	"slices"
	"time"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/search"
	"godotvariant/cmd/internal/values"
)

// SearchArgs has the query of a search.
type SearchArgs struct {
	Query string `json:"query"`
	Slice int    `json:"slice"` // time of one call in milliseconds; 0 means 30
}

// Found is the progress of a search.
type Found struct {
	Count   int  `json:"count"`
	Done    bool `json:"done"`
	Scanned int  `json:"scanned"`
	Total   int  `json:"total"`  // number of values; an estimate until Done
	Capped  bool `json:"capped"` // there are more results than the page can show
}

// Search starts a search and runs it for a while. [file.More] continues it.
func (f *file) Search(a SearchArgs) (Found, error) {
	q, err := search.Parse(a.Query)
	if err != nil {
		return Found{}, err
	}

	marks := f.marks()
	f.query = search.New(q, func(path string) bool { return marks.At(path) != nil })
	if q.Empty() {
		f.query = nil
		return Found{Done: true}, nil
	}

	return f.More(a)
}

// More continues the search.
func (f *file) More(a SearchArgs) (Found, error) {
	s := f.query
	if s == nil {
		return Found{Done: true}, nil
	}

	const usual = 30
	if a.Slice <= 0 {
		a.Slice = usual
	}

	end := time.Now().Add(time.Duration(a.Slice) * time.Millisecond)
	for !s.Ended && time.Now().Before(end) {
		s.Run(f.value)
	}

	total := s.Count
	if !s.Ended { // an estimate: a value has about 12 bytes
		const bytes = 12
		total = max(total+1, len(f.doc.Plain)/bytes)
	}

	f.session.tell("search", int64(s.Count), int64(total))
	return Found{len(s.Found) + s.More, s.Ended, s.Count, total, s.More > 0}, nil
}

// MatchArgs select one of the values that the search has found.
type MatchArgs struct {
	At    *int   `json:"at"`
	After string `json:"after"` // path; if At is nil, Match selects the match next to this path
	Step  int    `json:"step"`  // 1: the next match after the path, -1: the match before the path
}

// A Match is a result of the search.
type Match struct {
	Path  string     `json:"path"`
	At    int        `json:"at"` // index among the results, from 0
	Of    int        `json:"of"`
	Row   int        `json:"row"`
	Label string     `json:"label"`
	Type  string     `json:"type"`
	Text  string     `json:"text"`
	Tree  TreeChange `json:"tree"`
}

// Match reveals a result of the search. After the last result it continues with the first.
func (f *file) Match(a MatchArgs) (Match, error) {
	if f.query == nil || len(f.query.Found) == 0 {
		return Match{}, message.NewFault("noMatch", nil)
	}

	n := len(f.query.Found)
	at := 0

	if a.At != nil {
		at = *a.At
	} else if _, p, _, err := f.parsePath(a.After); err == nil {
		i, same := f.query.Index(p)

		switch {
		case a.Step < 0:
			at = i - 1
		case same:
			at = i + 1
		default:
			at = i
		}
	}

	at = ((at % n) + n) % n
	m, err := f.match(at)
	if err != nil {
		return m, err
	}

	p := slices.Clone(f.query.Found[at])
	m.Tree = f.revealed(p)
	m.Row = f.tree.Row(p)
	return m, nil
}

// match describes a result of the search.
func (f *file) match(at int) (Match, error) {
	p := slices.Clone(f.query.Found[at])
	path := f.clampedPath(p)
	_, v, err := outline.Locate(f.value, path)
	if err != nil {
		return Match{}, err
	}

	m := Match{Path: path.String(), At: at, Of: len(f.query.Found) + f.query.More,
		Label: f.rootLabel(), Type: values.TypeOf(v), Text: look.Summary(v, values.Of(v).N)}

	if len(path) > 0 {
		m.Label = look.Label(path[len(path)-1])
	}

	m.Row = f.tree.Row(p)
	return m, nil
}

// SearchEnd ends the search.
func (f *file) SearchEnd(None) (None, error) {
	f.query = nil
	return None{}, nil
}
