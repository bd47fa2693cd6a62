package browse

import (
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// row returns the row with the index i.
func (b *browser) row(i int) outline.Row {
	for r := range b.open.Rows(b.root, i, i+1) {
		return r
	}
	return outline.Row{Value: b.root}
}

// unfold shows the parts of a value.
func (b *browser) unfold(r outline.Row) {
	if n := values.Of(r.Value).N; n > 0 && !r.Open {
		b.open.Set(r.Place, &outline.Branch{N: n})
	}
}

// fold hides the parts of a value.
func (b *browser) fold(r outline.Row) { b.open.Set(r.Place, nil) }

// reveal unfolds the containers around the value at a place. It returns the index of the value's
// row.
func (b *browser) reveal(p outline.Place) int {
	b.open.Reveal(b.root, p)
	return b.open.Row(p)
}

// replace shows the new root that a patch makes from the old root. Unfolded values stay unfolded.
func (b *browser) replace(patch tree.Patch, root variant.Variant) {
	b.open.Change(b.root, patch, root)
	b.root = root
	b.found = nil
	b.move(b.cursor)
}

// label returns the text before the value of a row: the key or index.
func label(r outline.Row) string {
	indent := strings.Repeat("  ", len(r.Place))
	if len(r.Path) == 0 {
		return indent
	}
	return indent + look.Label(r.Path[len(r.Path)-1]) + ": "
}

// text returns the line of a row: its label, its value, and a guess about its meaning.
func (b *browser) text(r outline.Row) string {
	mark := "  "
	switch {
	case r.Open:
		mark = "▾ "
	case values.Of(r.Value).N > 0:
		mark = "▸ "
	}

	text := mark + label(r) + b.content(r.Value)
	if guess := look.Guess(r.Value); guess != nil {
		text += " (" + guess.Text + ")"
	}
	return text
}

// content returns the text of a value. For a container or a long value it returns the type and a
// summary.
func (b *browser) content(v variant.Variant) string {
	_, contains := v.(variant.Container)
	if contains || look.Size(v) > look.Longest {
		return values.TypeOf(v) + ", " + look.Summary(v, values.Of(v).N)
	}
	return b.file.Text(v)
}
