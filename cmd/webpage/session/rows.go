package session

import (
	"slices"
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A Row is a line of the tree.
type Row struct {
	Path     string           `json:"path"`
	Row      int              `json:"row"`
	Level    int              `json:"level"`
	At       int              `json:"at"` // index of the value among its siblings, from 0
	Of       int              `json:"of"` // number of all siblings, including the value itself
	Label    string           `json:"label"`
	Key      string           `json:"key"` // type of the key
	Type     string           `json:"type"`
	Family   string           `json:"family"`
	Text     string           `json:"text"`
	Plain    *string          `json:"plain,omitempty"` // text of a short value, for its editor
	Parts    int              `json:"parts"`
	Open     bool             `json:"open"`
	Swatches []string         `json:"swatches"`
	Mark     string           `json:"mark"` // kind of the edit, or empty
	Old      string           `json:"old"`  // value before the edit
	About    *message.Message `json:"about"`
	Match    bool             `json:"match"` // the value is a result of the search
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

// mostRows is the greatest number of rows that one call returns.
const mostRows = 1000

// Rows returns visible lines of the tree.
func (f *file) Rows(a RowsArgs) (Rows, error) {
	from := max(a.From, 0)
	out := Rows{From: from, Total: f.tree.Total(), Rows: []Row{}}

	for r := range f.tree.Rows(f.value, from, from+min(max(a.Count, 0), mostRows)) {
		out.Rows = append(out.Rows, f.row(r))
	}

	return out, nil
}

// row returns a line of the tree.
func (f *file) row(r outline.Row) Row {
	v := r.Value
	path := r.Path.String()
	n := values.Of(v).N
	row := Row{
		Path: path, Row: r.Index, Level: len(r.Place), Of: r.Of, Label: f.rootLabel(),
		Type: values.TypeOf(v), Family: look.Family(v), Text: look.Summary(v, n), Parts: n,
		Open: r.Open, Swatches: look.Swatches(v), About: look.Guess(v),
		Match: f.query.Has(r.Place),
	}

	if last := len(r.Path) - 1; last >= 0 {
		row.At = r.Place[last]
		row.Label = look.Label(r.Path[last])
		row.Key = look.KeyType(r.Path[last])
	}

	if plain := look.Plain(v); n == 0 && len(plain) <= look.MaxLine && look.Editor(v) != "code" {
		row.Plain = &plain
	}

	marks := f.marks()
	if m := marks.At(path); m != nil {
		row.Mark = m.Kind
		row.Old = m.OldText()
	} else if marks.Inside(path) {
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

// trail returns a path for people. For the root it returns the label of the root.
func (f *file) trail(path variant.Path) string {
	if len(path) == 0 {
		return f.rootLabel()
	}
	return look.Trail(path)
}

// A TreeChange is a range of rows that have changed.
type TreeChange struct {
	Path    string `json:"path"`
	Row     int    `json:"row"` // row of the value, or -1
	At      int    `json:"at"`  // first row that has changed
	Removed int    `json:"removed"`
	Added   int    `json:"added"`
	Total   int    `json:"total"`
}

// mostGrown is the greatest number of rows that one call adds.
const mostGrown = 100_000

// Toggle closes an open value. For a closed value, it opens the value and the values around it.
func (f *file) Toggle(a PathArgs) (TreeChange, error) {
	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return TreeChange{}, err
	}

	if f.tree.Branch(p) != nil {
		return f.changeBranch(path, p, nil), nil
	}

	if f.tree.Row(p) < 0 {
		f.tree.Reveal(f.value, p)
	}
	return f.changeBranch(path, p, &outline.Branch{N: values.Of(v).N}), nil
}

// changeBranch unfolds a visible value: it gives the value the branch b. If b is nil, it folds the
// value.
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
	parts := values.Of(f.valueAt(around))
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

// wholeChange returns a TreeChange which says that all rows have changed.
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

// revealed unfolds all values around a place, and returns the change of the rows.
func (f *file) revealed(p outline.Place) TreeChange {
	before := f.tree.Total()
	hidden := f.tree.Row(p) < 0

	if hidden {
		f.tree.Reveal(f.value, p)
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

// FindArgs have the first letters of a label.
type FindArgs struct {
	Label string `json:"label"`
	After int    `json:"after"` // index of the row after which the search begins
}

// A FindAnswer is the index of a row, or -1.
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
