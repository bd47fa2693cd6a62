package session

import (
	"fmt"
	"strings"
	"unicode"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An outline has the open values of the tree, each with the span of its parts that is shown.
type outline struct {
	spans map[string]span // by path
}

// A span is a range of parts.
type span struct{ from, to int }

// page is the number of parts of a new span, and the number that one call of More adds.
const page = 100

func (t *outline) open(path string) {
	if t.spans == nil {
		t.spans = map[string]span{}
	}
	t.spans[path] = span{0, page}
}

// A Row is a line of the tree.
type Row struct {
	Path  string `json:"path"`
	Level int    `json:"level"`
	At    int    `json:"at"` // its index among its siblings, from 0
	Of    int    `json:"of"` // the number of its siblings, itself included
	Label string `json:"label"`
	Type  string `json:"type"`
	Text  string `json:"text"`
	Parts int    `json:"parts"`
	Open  bool   `json:"open"`
	// "before" or "after": the row stands for parts of Path that are not shown
	More string `json:"more"`
}

// Rows are the lines of the tree.
type Rows struct {
	Rows []Row `json:"rows"`
}

// Rows returns the lines of the tree. Closed values have no lines for their parts.
func (s *Session) Rows(None) (Rows, error) {
	var r Rows
	r.add(&s.tree, nil, 0, 1, s.rootLabel(), s.root())
	return r, nil
}

// rootLabel returns the label of the root.
func (s *Session) rootLabel() string {
	if s.doc.Single() {
		return "value"
	}
	return "records"
}

func (r *Rows) add(t *outline, path tree.Path, at, of int, label string, v variant.Variant) {
	p := partsOf(v)
	row := Row{
		Path: path.String(), Level: len(path), At: at, Of: of, Label: label, Type: typeOf(v),
		Text: summary(v, p.n), Parts: p.n,
	}

	w, open := t.spans[row.Path]
	row.Open = open && p.n > 0
	r.Rows = append(r.Rows, row)

	if !row.Open {
		return
	}

	w.to = min(w.to, p.n)
	w.from = min(w.from, w.to)
	r.more(row, "before", w.from)

	for i := w.from; i < w.to; i++ {
		part := p.at(i)
		r.add(t, append(path, part.step), i, p.n, labelOf(part.step), part.value)
	}

	r.more(row, "after", p.n-w.to)
}

// more adds a row for n parts that are not shown.
func (r *Rows) more(of Row, side string, n int) {
	if n > 0 {
		text := fmt.Sprintf("… %d more %s", n, side)
		r.Rows = append(r.Rows, Row{Path: of.Path, Level: of.Level + 1, Text: text, More: side})
	}
}

// PathArgs select a value.
type PathArgs struct {
	Path string `json:"path"`
}

// Toggle opens or closes a value.
func (s *Session) Toggle(a PathArgs) (Rows, error) {
	if _, open := s.tree.spans[a.Path]; open {
		delete(s.tree.spans, a.Path)
	} else {
		s.tree.open(a.Path)
	}
	return s.Rows(None{})
}

// MoreArgs select a row with More.
type MoreArgs struct {
	Path string `json:"path"`
	Side string `json:"side"`
}

// More enlarges the span of an open value.
func (s *Session) More(a MoreArgs) (Rows, error) {
	w := s.tree.spans[a.Path]
	if a.Side == "before" {
		w.from = max(0, w.from-page)
	} else {
		w.to += page
	}

	s.tree.spans[a.Path] = w
	return s.Rows(None{})
}

// Reveal opens all values on the path to a value, with spans that include the path.
func (s *Session) Reveal(a PathArgs) (Rows, error) {
	path, err := tree.ParsePath(a.Path)
	if err != nil {
		return Rows{}, err
	}

	v := s.root()
	for i, step := range path {
		at, next := find(partsOf(v), step)
		if at < 0 {
			break
		}

		parent := path[:i].String()
		w, open := s.tree.spans[parent]
		if !open {
			s.tree.open(parent)
			w = s.tree.spans[parent]
		}

		if at < w.from || at >= w.to {
			from := at / page * page
			s.tree.spans[parent] = span{from, from + page}
		}

		v = next
	}

	return s.Rows(None{})
}

// find returns the last part with a step and its index, or the index -1.
func find(p parts, step variant.Step) (int, variant.Variant) {
	if step.Kind == variant.StepIndex && step.Index >= 0 && step.Index < p.n {
		if part := p.at(step.Index); part.step.Kind == variant.StepIndex {
			return step.Index, part.value
		}
	}

	text := step.String()
	for i := p.n - 1; i >= 0; i-- {
		if part := p.at(i); part.step.String() == text {
			return i, part.value
		}
	}

	return -1, nil
}

// labelOf returns the label of a part: a word without quotes, any other key as in GDScript.
func labelOf(step variant.Step) string {
	key, ok := step.Key.(variant.String)
	switch {
	case step.Kind == variant.StepProperty:
		return step.Name
	case step.Kind == variant.StepIndex:
		return fmt.Sprint(step.Index)
	case ok && isWord(string(key)):
		return string(key)
	}

	return short(step.Key)
}

func isWord(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// summary returns one line for a value: its text, or the number n of its parts.
func summary(v variant.Variant, n int) string {
	if n == 0 {
		return short(v)
	}

	switch v := v.(type) {
	case variant.Dictionary:
		return count(n, "key", "keys")
	case objects.Object:
		return clip(v.Class + ", " + count(n, "property", "properties"))
	}

	return count(n, "item", "items")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// typeOf returns the name of a value's type as in a declaration of GDScript: Array[int].
func typeOf(v variant.Variant) string {
	name := func(e *variant.ElementType) string {
		if e == nil {
			return "Variant"
		}
		return e.String()
	}

	switch v := v.(type) {
	case variant.Array:
		if v.Elem != nil {
			return fmt.Sprintf("Array[%s]", name(v.Elem))
		}

	case variant.Dictionary:
		if v.Key != nil || v.Value != nil {
			return fmt.Sprintf("Dictionary[%s, %s]", name(v.Key), name(v.Value))
		}
	}

	return v.Type().String()
}

// maxLine is the most bytes of a value in a line.
const maxLine = 200

// short returns the text of a value in one line. It cuts a String before printing it, because a
// String may be as long as the file.
func short(v variant.Variant) string {
	if s, ok := v.(variant.String); ok && len(s) > maxLine {
		v = s[:maxLine+1]
	}
	return clip(variant.Text(v))
}

// clip shortens a text to maxLine bytes and joins its lines.
func clip(s string) string {
	if len(s) > maxLine {
		s = strings.ToValidUTF8(s[:maxLine], "") + "…"
	}

	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '�'
		}
		return r
	}, s)
}

// FindArgs have the text to find.
type FindArgs struct {
	Text  string `json:"text"`
	After string `json:"after"` // the path of a value; the search begins after it
}

// Find returns the path of the next value whose key or text contains a text, in upper or lower
// case. The path is empty if no value does.
func (s *Session) Find(a FindArgs) (PathArgs, error) {
	want := strings.ToLower(a.Text)
	if want == "" {
		return PathArgs{}, nil
	}

	first, passed := "", false
	for path, v := range tree.Walk(s.root()) {
		if len(path) > 0 && path[len(path)-1].Kind == variant.StepPairKey {
			continue
		}

		if !passed && path.String() == a.After {
			passed = true
			continue
		}

		if (passed || first == "") && has(path, orNil(v), want) {
			if passed {
				return PathArgs{path.String()}, nil
			}
			first = path.String()
		}
	}

	if first == "" && passed { // the search ends where it began
		if path, v, err := s.lookup(a.After); err == nil && has(path, v, want) {
			first = a.After
		}
	}

	return PathArgs{first}, nil
}

// has reports whether the key or the text of a value contains want.
func has(path tree.Path, v variant.Variant, want string) bool {
	if len(path) > 0 {
		step := path[len(path)-1]
		if step.Kind != variant.StepIndex && strings.Contains(strings.ToLower(labelOf(step)),
			want) {
			return true
		}
	}

	_, container := v.(variant.Container)
	return !container && strings.Contains(strings.ToLower(variant.Text(v)), want)
}
