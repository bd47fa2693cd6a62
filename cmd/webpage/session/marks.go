package session

import (
	"slices"
	"strings"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// marks are the net changes of all edits, by the paths of now.
type marks struct {
	list   []*mark
	byPath map[string]*mark
	around map[string]bool // paths of values with marks inside
}

// A mark is what has become of one value.
type mark struct {
	path tree.Path
	text string // of path
	kind string // changed, retyped, added, renamed, moved or removed
	from string // the path before it was renamed or moved
	old  variant.Variant
}

// oldText returns the value before, if it was another one.
func (m *mark) oldText() string {
	if m.kind != "changed" && m.kind != "retyped" {
		return ""
	}
	return short(m.old)
}

// marks returns the net changes.
func (j *journal) marks(f *file) *marks {
	if j.marked != nil {
		return j.marked
	}

	m := &marks{byPath: map[string]*mark{}, around: map[string]bool{}}
	for _, e := range j.done {
		m.edit(e)
	}

	for _, mark := range m.list {
		for i := range mark.path {
			m.around[mark.path[:i].String()] = true
		}
	}

	j.marked = m
	return m
}

// at returns the mark of a value, or nil.
func (m *marks) at(path string) *mark { return m.byPath[path] }

// inside reports whether there are marks in a value.
func (m *marks) inside(path string) bool { return m.around[path] }

// edit adds what an edit changes.
func (m *marks) edit(e entry) {
	if e.to != nil {
		m.move(e)
		return
	}

	for _, c := range e.patch {
		switch c.Kind {
		case tree.Added:
			m.shift(c.Path, 1)
			m.add(&mark{path: c.Path, kind: "added"})
		case tree.Removed:
			m.remove(c)
		default:
			m.change(c)
		}
	}
}

// change marks a value as changed. A value that is the same again has no mark.
func (m *marks) change(c tree.Change) {
	text := c.Path.String()
	m.drop(func(other *mark) bool {
		return other.text != text && other.kind != "removed" && below(other.path, c.Path)
	})

	old := m.byPath[text]

	if old == nil {
		m.add(&mark{path: c.Path, old: c.Old, kind: changeKind(c.Old, c.New)})
		return
	}

	if old.old == nil {
		return // it was added, renamed or moved
	}

	old.kind = changeKind(old.old, c.New)
	if variant.Equal(old.old, c.New) && typeOf(old.old) == typeOf(c.New) {
		m.drop(func(other *mark) bool { return other == old })
	}
}

func changeKind(old, is variant.Variant) string {
	if typeOf(old) != typeOf(is) {
		return "retyped"
	}
	return "changed"
}

// remove marks a value as removed. One that was added leaves no trace.
func (m *marks) remove(c tree.Change) {
	text := c.Path.String()
	was := m.byPath[text]
	removed := &mark{path: c.Path, kind: "removed", old: c.Old}

	if was != nil && was.old != nil {
		removed.old = was.old
	}

	m.drop(func(other *mark) bool { return other.kind != "removed" && below(other.path, c.Path) })
	m.shift(c.Path, -1)

	if was == nil || was.kind != "added" {
		removed.text = text
		m.list = append(m.list, removed)
	}
}

// move marks a value as renamed or moved. The marks in it go with it.
func (m *marks) move(e entry) {
	var carried []*mark
	for _, other := range m.list {
		if other.kind != "removed" && below(other.path, e.from) {
			carried = append(carried, other)
		}
	}

	m.drop(func(other *mark) bool { return slices.Contains(carried, other) })
	m.shift(e.from, -1)
	m.shift(e.to, 1)

	kept := false
	for _, other := range carried {
		kept = kept || len(other.path) == len(e.from)
		other.path = append(slices.Clone(e.to), other.path[len(e.from):]...)
		m.add(other)
	}

	if !kept {
		kind := "moved"
		if e.args.Op == "rename" {
			kind = "renamed"
		}
		m.add(&mark{path: e.to, kind: kind, from: e.from.String()})
	}
}

func (m *marks) add(x *mark) {
	x.text = x.path.String()
	m.list = append(m.list, x)
	m.byPath[x.text] = x
}

// drop removes marks.
func (m *marks) drop(which func(*mark) bool) {
	if len(m.list) == len(m.byPath) && len(m.list) > 1000 && !slices.ContainsFunc(m.list, which) {
		return
	}

	m.list = slices.DeleteFunc(m.list, func(x *mark) bool {
		if !which(x) {
			return false
		}
		if m.byPath[x.text] == x {
			delete(m.byPath, x.text)
		}
		return true
	})
}

// shift moves the marks after an item of an array that is added or removed.
func (m *marks) shift(path tree.Path, by int) {
	last := len(path) - 1
	at := path[last]
	if at.Kind != variant.StepIndex {
		return
	}

	var moved []*mark
	for _, x := range m.list {
		if len(x.path) <= last || x.path[last].Kind != variant.StepIndex ||
			!below(x.path, path[:last]) {
			continue
		}

		if x.path[last].Index >= at.Index && x.kind != "removed" {
			x.path = slices.Clone(x.path)
			x.path[last].Index += by
			moved = append(moved, x)
		}
	}

	for _, x := range moved {
		delete(m.byPath, x.text)
	}
	for _, x := range moved {
		x.text = x.path.String()
		m.byPath[x.text] = x
	}
}

// below reports whether a path leads to the end of another one, or into it.
func below(path, around tree.Path) bool {
	if len(path) < len(around) {
		return false
	}

	for i, step := range around {
		if !leads(path[i], step, "") && path[i].String() != step.String() {
			return false
		}
	}

	return true
}

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
	From string `json:"from"` // the path before, of what was renamed or moved
	Text string `json:"text"` // the new value as GDScript, of a difference
}

// Changes returns what the edits have changed. The work grows with the number of edits.
func (f *file) Changes(a ChangesArgs) (Changes, error) {
	list := f.edits.marks(f).list
	out := Changes{Total: len(list), Changes: []Change{}}

	for _, m := range pageOf(list, a) {
		c := Change{Path: m.text, Kind: m.kind, From: m.from, Old: short(m.old)}
		if m.kind != "removed" {
			if _, v, err := locate(f.value, m.path); err == nil {
				c.New = short(v)
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

// Revert gives a value the text that it had in the opened file.
func (f *file) Revert(a PathArgs) (Edited, error) {
	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return Edited{}, err
	}

	m := f.edits.marks(f).at(path.String())
	if m == nil || m.old == nil {
		return Edited{}, fault("notChanged", Params{"path": a.Path})
	}

	text := f.doc.Text(m.old)
	args := EditArgs{Op: "set", Path: a.Path, Text: &text, Retype: true}
	return f.replace(args, path, p, v, m.old)
}

// plainName returns the last step of a path as a label.
func plainName(path tree.Path) string {
	if len(path) == 0 {
		return "$"
	}
	return strings.TrimSpace(labelOf(path[len(path)-1]))
}
