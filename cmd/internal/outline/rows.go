package outline

import (
	"iter"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A Row is a visible value.
type Row struct {
	Index int // index of the row
	Place Place
	Path  variant.Path
	Value variant.Variant
	Of    int  // number of all siblings, including the value itself
	Open  bool // the rows of its parts follow
}

// Rows yields the visible rows i of a root with from ≤ i < to. Open values outside of the range
// take no time.
func (t *Tree) Rows(root variant.Variant, from, to int) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		w := walk{from: from, to: to, yield: yield}
		w.row(nil, nil, 1, root, t.Root)
		w.parts(t.Root, nil, nil, root)
	}
}

// A walk goes through rows.
type walk struct {
	from, to int
	next     int // number of the next row
	yield    func(Row) bool
}

// row yields the row of a value if the row is in the range. The argument branch is the branch of an
// open value, or nil for a closed value.
func (w *walk) row(p Place, path variant.Path, of int, v variant.Variant, branch *Branch) {
	if w.next >= w.from && w.next < w.to {
		row := Row{Index: w.next, Place: p, Path: path, Value: v, Of: of,
			Open: branch != nil && branch.N > 0}
		if !w.yield(row) {
			w.to = w.next // no more rows
		}
	}

	w.next++
}

// parts yields the rows of the parts of an open value.
func (w *walk) parts(b *Branch, p Place, path variant.Path, v variant.Variant) {
	switch {
	case b == nil || w.next >= w.to:
		return
	case w.next+b.Rows() <= w.from:
		w.next += b.Rows()
		return
	}

	parts := values.Of(v)
	at := 0
	for _, kid := range b.Kids {
		w.closed(parts, at, kid.At, p, path)
		if w.next >= w.to {
			return
		}

		part := parts.At(kid.At)
		place, steps := with(p, kid.At), with(path, part.Step)
		w.row(place, steps, parts.N, part.Value, kid.Branch)
		w.parts(kid.Branch, place, steps, part.Value)
		at = kid.At + 1
	}

	w.closed(parts, at, parts.N, p, path)
}

// closed yields the rows of the closed parts i with from ≤ i < to.
func (w *walk) closed(parts values.Parts, from, to int, p Place, path variant.Path) {
	skipped := min(max(w.from-w.next, 0), to-from)
	w.next += skipped

	for i := from + skipped; i < to && w.next < w.to; i++ {
		part := parts.At(i)
		w.row(with(p, i), with(path, part.Step), parts.N, part.Value, nil)
	}
}

// with returns a new list with one more item.
func with[S ~[]T, T any](list S, last T) S {
	return append(append(make(S, 0, len(list)+1), list...), last)
}
