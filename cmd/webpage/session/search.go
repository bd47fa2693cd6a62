package session

import (
	"slices"
	"sort"
	"strings"
	"time"

	"godotvariant/variant"
)

// A search finds values in the order of the tree, slice by slice.
type search struct {
	query query
	stack []level // the values around the next one
	begun bool
	found []place
	more  int // found after the most that are kept
	count int // values that were looked at
	ended bool
	marks *marks
}

// A level is a value whose parts are being searched.
type level struct {
	parts parts
	next  int
}

// mostFound is how many places a search keeps.
const mostFound = 200_000

// SearchArgs have what to search for.
type SearchArgs struct {
	Query string `json:"query"`
	Slice int    `json:"slice"` // how long to search in one call, in ms; 0: 50
}

// Found says how far a search has come.
type Found struct {
	Count   int  `json:"count"`
	Done    bool `json:"done"`
	Scanned int  `json:"scanned"`
	Total   int  `json:"total"`  // of values; an estimate until Done
	Capped  bool `json:"capped"` // only the first ones can be shown
}

// Search starts a search and runs it for a while. [file.More] continues it.
func (f *file) Search(a SearchArgs) (Found, error) {
	q, err := parseQuery(a.Query)
	if err != nil {
		return Found{}, err
	}

	f.query = &search{query: q, marks: f.edits.marks(f)}
	if q.empty() {
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

	const usual = 50
	if a.Slice <= 0 {
		a.Slice = usual
	}

	end := time.Now().Add(time.Duration(a.Slice) * time.Millisecond)
	for !s.ended && time.Now().Before(end) {
		s.run(f)
	}

	total := s.count
	if !s.ended { // a value has at least four bytes
		const bytes = 12
		total = max(total+1, len(f.doc.Plain)/bytes)
	}

	f.session.report("search", int64(s.count), int64(total))
	return Found{len(s.found) + s.more, s.ended, s.count, total, s.more > 0}, nil
}

// run looks at some values.
func (s *search) run(f *file) {
	const step = 1000

	if !s.begun {
		s.begun = true
		s.look(nil, variant.Step{}, f.value)
		s.stack = []level{{parts: partsOf(f.value)}}
	}

	for range step {
		last := len(s.stack) - 1
		if last < 0 {
			s.ended = true
			return
		}

		top := &s.stack[last]
		if top.next == top.parts.n {
			s.stack = s.stack[:last]
			continue
		}

		part := top.parts.at(top.next)
		top.next++
		s.look(s.stack, part.step, part.value)

		if inner := partsOf(part.value); inner.n > 0 {
			s.stack = append(s.stack, level{parts: inner})
		}
	}
}

// look tests one value. The levels say where it is.
func (s *search) look(levels []level, step variant.Step, v variant.Variant) {
	s.count++
	if !s.query.matches(step, v) {
		return
	}

	p := make(place, len(levels))
	for i := range levels {
		p[i] = levels[i].next - 1
	}

	if s.query.changed && !s.changed(p) {
		return
	}

	if len(s.found) == mostFound {
		s.more++
		return
	}
	s.found = append(s.found, p)
}

// changed reports whether the value at a place has been edited.
func (s *search) changed(p place) bool {
	path := make([]string, 0, len(p))
	for i := range p {
		level := s.stack[i]
		path = append(path, level.parts.at(p[i]).step.String())
	}
	return s.marks.at("$"+strings.Join(path, "")) != nil
}

// has reports whether the search has found the value at a place.
func (s *search) has(p place) bool {
	if s == nil {
		return false
	}
	_, ok := s.index(p)
	return ok
}

// index returns where a place is among those that were found, or would be.
func (s *search) index(p place) (int, bool) {
	i := sort.Search(len(s.found), func(i int) bool { return s.found[i].compare(p) >= 0 })
	return i, i < len(s.found) && s.found[i].compare(p) == 0
}

// MatchArgs select one of the values that the search has found.
type MatchArgs struct {
	At    *int   `json:"at"`
	After string `json:"after"` // a path
	Step  int    `json:"step"`  // 1: the next after the path, -1: the one before
}

// A Match is a value that the search has found.
type Match struct {
	Path  string     `json:"path"`
	At    int        `json:"at"` // from 0
	Of    int        `json:"of"`
	Row   int        `json:"row"`
	Label string     `json:"label"`
	Type  string     `json:"type"`
	Text  string     `json:"text"`
	Tree  TreeChange `json:"tree"`
}

// Match reveals a value that the search has found. After the last one comes the first.
func (f *file) Match(a MatchArgs) (Match, error) {
	if f.query == nil || len(f.query.found) == 0 {
		return Match{}, fault("noMatch", nil)
	}

	n := len(f.query.found)
	at := 0

	if a.At != nil {
		at = *a.At
	} else if _, p, _, err := f.parsePath(a.After); err == nil {
		i, same := f.query.index(p)

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
	return f.match(at, true)
}

// match describes a value that was found.
func (f *file) match(at int, reveal bool) (Match, error) {
	p := slices.Clone(f.query.found[at])
	path := f.clampedPath(p)
	_, v, err := locate(f.value, path)
	if err != nil {
		return Match{}, err
	}

	m := Match{Path: path.String(), At: at, Of: len(f.query.found) + f.query.more,
		Label: f.rootLabel(), Type: typeOf(v), Text: summary(v, partsOf(v).n)}

	if len(path) > 0 {
		m.Label = labelOf(path[len(path)-1])
	}
	if reveal {
		m.Tree = f.revealed(p)
	}

	m.Row = f.tree.row(p)
	return m, nil
}

// MatchesAnswer are some of the values that the search has found.
type MatchesAnswer struct {
	Total   int     `json:"total"`
	Matches []Match `json:"matches"`
}

// Matches returns values that the search has found.
func (f *file) Matches(a ChangesArgs) (MatchesAnswer, error) {
	out := MatchesAnswer{Matches: []Match{}}
	if f.query == nil {
		return out, nil
	}

	out.Total = len(f.query.found)
	first := min(max(a.From, 0), out.Total)
	for i := range pageOf(f.query.found, a) {
		m, err := f.match(first+i, false)
		if err != nil {
			return out, err
		}
		out.Matches = append(out.Matches, m)
	}

	return out, nil
}

// SearchEnd ends the search.
func (f *file) SearchEnd(None) (None, error) {
	f.query = nil
	return None{}, nil
}
