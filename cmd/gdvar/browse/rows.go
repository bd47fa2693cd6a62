package browse

import (
	"slices"
	"strings"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A row is a value in the tree.
type row struct {
	parent *row // nil for the root
	step   variant.Step
	value  variant.Variant
	level  int
	open   bool // unfolded: the rows of its parts follow
}

// path returns the path to the value.
func (r *row) path() variant.Path {
	var path variant.Path
	for ; r.parent != nil; r = r.parent {
		path = append(path, r.step)
	}

	slices.Reverse(path)
	return path
}

// label returns the text before the value: the key or index.
func (r *row) label(text func(variant.Variant) string) string {
	indent := strings.Repeat("  ", r.level)
	if r.parent == nil {
		return indent
	}

	return indent + stepText(r.step, text) + ": "
}

func stepText(s variant.Step, text func(variant.Variant) string) string {
	switch s.Kind {
	case variant.StepKey:
		return text(s.Key)
	case variant.StepProperty:
		return s.Name
	default:
		return s.String()
	}
}

// text returns the line of a row, with the text of its value from the function text.
func (r *row) text(text func(variant.Variant) string) string {
	mark := "  "
	content := ""

	if _, ok := r.value.(variant.Container); ok {
		mark = "▸ "
		if r.open {
			mark = "▾ "
		}
		content = r.value.Type().String()
	} else {
		content = text(r.value)
	}

	return mark + r.label(text) + content
}

// rows are the visible rows: the root, and the parts of all unfolded containers.
type rows struct {
	root variant.Variant
	all  []*row
}

// newRows returns the rows of a root, with the root unfolded.
func newRows(root variant.Variant) *rows {
	t := &rows{root: root, all: []*row{{value: root}}}
	t.unfold(0)

	return t
}

func (t *rows) len() int { return len(t.all) }

func (t *rows) at(i int) *row { return t.all[i] }

// index returns the index of a row, or 0 if r is not among the rows.
func (t *rows) index(r *row) int { return max(0, slices.Index(t.all, r)) }

// unfold inserts the rows of the parts after a row.
func (t *rows) unfold(i int) {
	r := t.all[i]
	c, ok := r.value.(variant.Container)
	if !ok || r.open {
		return
	}

	var parts []*row
	for step, v := range c.Parts() {
		if step.Kind != variant.StepPairKey {
			parts = append(parts, &row{parent: r, step: step, value: v, level: r.level + 1})
		}
	}

	r.open = true
	t.all = slices.Insert(t.all, i+1, parts...)
}

// fold removes the rows of the parts of row i.
func (t *rows) fold(i int) {
	r := t.all[i]
	end := i + 1
	for end < len(t.all) && t.all[end].level > r.level {
		end++
	}

	r.open = false
	t.all = slices.Delete(t.all, i+1, end)
}

// reveal unfolds all containers on a path. It returns the index of the row with the value at its
// end.
func (t *rows) reveal(path variant.Path) int {
	at := 0

	for _, step := range path {
		t.unfold(at)
		want := step.String()

		level := t.all[at].level + 1

		for i := at + 1; i < len(t.all) && t.all[i].level >= level; i++ {
			if t.all[i].level == level && t.all[i].step.String() == want {
				at = i
				break
			}
		}
	}

	return at
}

// replace shows a new root. Containers that were unfolded and still exist stay unfolded.
func (t *rows) replace(root variant.Variant) {
	open := map[string]bool{}
	for _, r := range t.all {
		if r.open {
			open[r.path().String()] = true
		}
	}

	t.root = root
	t.all = []*row{{value: root}}

	for i := 0; i < len(t.all); i++ {
		if open[t.all[i].path().String()] {
			t.unfold(i)
		}
	}
}

// find returns the path of the next value after a path whose key or text contains the sought text.
// It continues at the first value after the last one.
func find(
	root variant.Variant, after variant.Path, sought string, text func(variant.Variant) string,
) (variant.Path, bool) {
	sought = strings.ToLower(sought)
	here := after.String()
	var first variant.Path

	passed := false

	for path, v := range tree.Walk(root) {
		n := len(path)
		if n > 0 && slices.ContainsFunc(path, inPairKey) {
			continue
		}

		label := ""

		if n > 0 {
			label = stepText(path[n-1], text)
		}
		if _, ok := v.(variant.Container); !ok {
			label += " " + text(v)
		}

		matches := strings.Contains(strings.ToLower(label), sought)
		if matches && passed {
			return slices.Clone(path), true
		}

		if matches && first == nil {
			first = slices.Clone(path)
		}

		passed = passed || path.String() == here
	}

	return first, first != nil
}

func inPairKey(s variant.Step) bool { return s.Kind == variant.StepPairKey }
