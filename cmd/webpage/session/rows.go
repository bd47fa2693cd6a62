package session

import (
	"slices"
	"strings"

	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/look"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/cmd/webpage/session/outline"
	"godotvariant/variant"
)

// A Row is a line of the tree.
type Row struct {
	Path     string           `json:"path"`
	Row      int              `json:"row"`
	Level    int              `json:"level"`
	At       int              `json:"at"` // its index among its siblings, from 0
	Of       int              `json:"of"` // the number of its siblings, itself included
	Label    string           `json:"label"`
	Key      string           `json:"key"` // the type of the key
	Type     string           `json:"type"`
	Family   string           `json:"family"`
	Text     string           `json:"text"`
	Plain    *string          `json:"plain,omitempty"` // of a short value, for its editor
	Parts    int              `json:"parts"`
	Open     bool             `json:"open"`
	Swatches []string         `json:"swatches"`
	Mark     string           `json:"mark"` // the kind of the edit, or empty
	Old      string           `json:"old"`  // the value before the edit
	About    *message.Message `json:"about"`
	Match    bool             `json:"match"` // the search finds it
}

// RowsArgs select rows.
type RowsArgs struct {
	From  int `json:"from"`
	Count int `json:"count"`
}

// Rows are some lines of the tree.
type Rows struct {
	From  int   `json:"from"`
	Total int   `json:"total"`
	Rows  []Row `json:"rows"`
}

// mostRows is the most rows that one call returns.
const mostRows = 1000

// Rows returns visible lines of the tree.
func (f *file) Rows(a RowsArgs) (Rows, error) {
	from := max(a.From, 0)
	out := Rows{From: from, Total: f.tree.Total(), Rows: []Row{}}
	w := rowWriter{file: f, from: from, to: from + min(max(a.Count, 0), mostRows)}
	w.marks = f.edits.Marks()

	if w.from == 0 && w.to > 0 {
		out.Rows = append(out.Rows, w.root())
	}

	w.rows = out.Rows
	w.next = 1
	w.parts(f.tree.Root, nil, nil, f.value)
	out.Rows = w.rows

	return out, nil
}

// A rowWriter makes the rows in a range.
type rowWriter struct {
	file     *file
	from, to int
	next     int // the row that comes next
	rows     []Row
	marks    *journal.Marks
}

// parts adds the rows of the parts of an open value that are in the range.
func (w *rowWriter) parts(b *outline.Branch, p outline.Place, path variant.Path,
	v variant.Variant) {
	if b == nil || w.next >= w.to || w.next+b.Rows() <= w.from {
		if b != nil {
			w.next += b.Rows()
		}
		return
	}

	parts := values.Of(v)
	kid := 0

	for i := 0; i < parts.N && w.next < w.to; i++ {
		if kid >= len(b.Kids) || b.Kids[kid].At > i { // closed parts up to the next open one
			end := parts.N
			if kid < len(b.Kids) {
				end = b.Kids[kid].At
			}

			skipped := min(max(w.from-w.next, 0), end-i)
			w.next += skipped
			i += skipped

			for ; i < end && w.next < w.to; i++ {
				part := parts.At(i)
				w.add(append(p, i), append(path, part.Step), parts.N, part.Value, nil)
			}

			i--
			continue
		}

		part := parts.At(i)
		open := b.Kids[kid].Branch
		kid++
		at, steps := append(p, i), append(path, part.Step)
		w.add(at, steps, parts.N, part.Value, open)
		w.parts(open, at, steps, part.Value)
	}
}

// add adds the row of a value if it is in the range.
func (w *rowWriter) add(
	p outline.Place, path variant.Path, of int, v variant.Variant, open *outline.Branch,
) {
	if w.next >= w.from && w.next < w.to {
		step := path[len(path)-1]
		row := w.row(p, path.String(), v)
		row.At = p[len(p)-1]
		row.Of = of
		row.Label = look.Label(step)
		row.Key = look.KeyType(step)
		row.Open = open != nil
		w.rows = append(w.rows, row)
	}

	w.next++
}

// root returns the row of the root.
func (w *rowWriter) root() Row {
	w.next = 0
	row := w.row(nil, "$", w.file.value)
	row.Of = 1
	row.Label = w.file.rootLabel()
	row.Open = w.file.tree.Root != nil && row.Parts > 0
	return row
}

// row returns the row of a value without the fields about its siblings.
func (w *rowWriter) row(p outline.Place, path string, v variant.Variant) Row {
	n := values.Of(v).N
	row := Row{
		Path: path, Row: w.next, Level: len(p), Type: values.TypeOf(v), Family: look.Family(v),
		Text: look.Summary(v, n), Parts: n, Swatches: look.Swatches(v), About: look.Guess(v),
		Match: w.file.query.Has(p),
	}

	if plain := look.Plain(v); n == 0 && len(plain) <= look.MaxLine && look.Editor(v) != "code" {
		row.Plain = &plain
	}

	if m := w.marks.At(path); m != nil {
		row.Mark = m.Kind
		row.Old = m.OldText()
	} else if w.marks.Inside(path) {
		row.Mark = "inside"
	}

	return row
}

// rootLabel returns the label of the root.
func (f *file) rootLabel() string {
	if !f.doc.Single() {
		return "records"
	}
	return f.source.name
}

// A TreeChange is a range of rows that have changed.
type TreeChange struct {
	Path    string `json:"path"`
	Row     int    `json:"row"` // of the value, or -1
	At      int    `json:"at"`  // from this row on
	Removed int    `json:"removed"`
	Added   int    `json:"added"`
	Total   int    `json:"total"`
}

// mostGrown is the most rows that one call opens.
const mostGrown = 100_000

// Toggle opens a value and the values around it, or closes it.
func (f *file) Toggle(a PathArgs) (TreeChange, error) {
	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return TreeChange{}, err
	}

	if f.tree.Branch(p) != nil {
		return f.changeBranch(path, p, nil), nil
	}

	if f.tree.Row(p) < 0 {
		f.reveal(p)
	}
	return f.changeBranch(path, p, &outline.Branch{N: values.Of(v).N}), nil
}

// changeBranch opens a visible value with a branch, or closes it with nil.
func (f *file) changeBranch(path variant.Path, p outline.Place, b *outline.Branch) TreeChange {
	c := TreeChange{Path: path.String(), Row: f.tree.Row(p)}
	c.At = c.Row + 1

	if b != nil && b.N == 0 {
		b = nil
	}
	if old := f.tree.Branch(p); old != nil {
		c.Removed = old.Rows()
	}

	if c.Row >= 0 && (b != nil || c.Removed > 0) {
		f.tree.Set(p, b)
	}
	if b != nil {
		c.Added = b.Rows()
	}

	c.Total = f.tree.Total()
	return c
}

// Siblings opens all siblings of a value, and the value.
func (f *file) Siblings(a PathArgs) (TreeChange, error) {
	_, p, _, err := f.parsePath(a.Path)
	if err != nil || len(p) == 0 {
		return f.wholeChange(p), err
	}

	before := f.tree.Total()
	around := slices.Clone(p[:len(p)-1])
	_, v, _ := outline.Locate(f.value, f.pathOf(around))
	parts := values.Of(v)
	most := mostGrown

	for i := 0; i < parts.N && most > 0; i++ {
		n := values.Of(parts.At(i).Value).N
		sibling := append(slices.Clone(around), i)

		if n > 0 && f.tree.Branch(sibling) == nil && f.tree.Row(sibling) >= 0 {
			f.tree.Set(sibling, &outline.Branch{N: n})
			most -= n
		}
	}

	c := f.wholeChange(p)
	c.Removed = before
	return c, nil
}

// wholeChange returns the change of all rows.
func (f *file) wholeChange(p outline.Place) TreeChange {
	return TreeChange{Path: f.pathOf(p).String(), Row: f.tree.Row(p), Removed: f.tree.Total(),
		Added: f.tree.Total(), Total: f.tree.Total()}
}

// Reveal opens all values around a value.
func (f *file) Reveal(a PathArgs) (TreeChange, error) {
	_, p, _, err := f.parsePath(a.Path)
	if err != nil {
		return TreeChange{}, err
	}
	return f.revealed(p), nil
}

// revealed opens all values around a place, and returns the rows that this changes.
func (f *file) revealed(p outline.Place) TreeChange {
	before := f.tree.Total()
	hidden := f.tree.Row(p) < 0

	if hidden {
		f.reveal(p)
	}

	c := f.wholeChange(p)
	c.Removed = before
	if !hidden {
		c.At = c.Row
		c.Removed = 0
		c.Added = 0
	}

	return c
}

// reveal opens all values around a place.
func (f *file) reveal(p outline.Place) {
	v := f.value
	for depth, at := range p {
		if f.tree.Branch(p[:depth]) == nil {
			f.tree.Set(p[:depth], &outline.Branch{N: values.Of(v).N})
		}
		v = values.Of(v).At(at).Value
	}
}

// FindArgs have the first letters of a label.
type FindArgs struct {
	Label string `json:"label"`
	After int    `json:"after"` // a row
}

// FindAnswer is a row, or -1.
type FindAnswer struct {
	Row int `json:"row"`
}

// Find returns the next visible row whose label begins with the letters, ignoring case.
func (f *file) Find(a FindArgs) (FindAnswer, error) {
	want := strings.ToLower(a.Label)
	total := f.tree.Total()
	at := max(a.After+1, 0) % total

	for seen := 0; seen < total; {
		rows, err := f.Rows(RowsArgs{at, mostRows})
		if err != nil || len(rows.Rows) == 0 {
			return FindAnswer{-1}, err
		}

		for _, row := range rows.Rows {
			if strings.HasPrefix(strings.ToLower(row.Label), want) {
				return FindAnswer{row.Row}, nil
			}
		}

		seen += len(rows.Rows)
		at = (at + len(rows.Rows)) % total
	}

	return FindAnswer{-1}, nil
}
