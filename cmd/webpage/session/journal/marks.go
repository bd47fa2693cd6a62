package journal

import (
	"maps"
	"slices"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Marks are the net changes of all edits. The method At finds the mark of a value by the current
// path of the value.
type Marks struct {
	List   []*Mark
	byPath map[string]*Mark
	around map[string]int  // number of marks inside a value, by the path of the value
	same   map[*Mark]bool  // marks to drop: the value is the original value again
	opened variant.Variant // the value of the opened file
}

// A Mark is the net change of one value.
type Mark struct {
	Path variant.Path
	Text string       // text of path
	Kind string       // changed, retyped, added, renamed, moved or removed
	From variant.Path // path of the value before it was renamed or moved
	// Place is the number that the value had among its siblings before it was renamed, moved or
	// removed.
	Place int
	Old   variant.Variant

	outer *Mark // the mark of the removed item that had this removed value inside, or nil
}

// OldText returns the text of the old value if the value has changed.
func (m *Mark) OldText() string {
	if m.Kind != "changed" && m.Kind != "retyped" {
		return ""
	}
	return look.Short(m.Old)
}

// newMarks returns Marks without any mark.
func newMarks(opened variant.Variant) *Marks {
	return &Marks{byPath: map[string]*Mark{}, around: map[string]int{}, same: map[*Mark]bool{},
		opened: opened}
}

// Without returns m without the marks that the given function selects. It does not change m.
func (m *Marks) Without(which func(*Mark) bool) *Marks {
	if !slices.ContainsFunc(m.List, which) {
		return m
	}

	rest := &Marks{List: slices.Clone(m.List), byPath: maps.Clone(m.byPath),
		around: maps.Clone(m.around), opened: m.opened}
	rest.drop(which)
	return rest
}

// surround adds the argument by to the number of marks inside each container around the mark x.
func (m *Marks) surround(x *Mark, by int) {
	n := len("$")
	for _, step := range x.Path {
		m.around[x.Text[:n]] += by
		n += len(step.String())
	}
}

// lead changes the path of a mark in the list.
func (m *Marks) lead(x *Mark, path variant.Path) {
	m.surround(x, -1)
	x.Path = path
	x.Text = path.String()
	m.surround(x, 1)
}

// At returns the mark of a value, or nil.
func (m *Marks) At(path string) *Mark { return m.byPath[path] }

// Find returns the mark of a kind at a path, or nil. If several removed values had this path, it
// returns the mark that was added last.
func (m *Marks) Find(path, kind string) *Mark {
	for _, mark := range slices.Backward(m.List) {
		if mark.Text == path && mark.Kind == kind {
			return mark
		}
	}
	return nil
}

// Opened returns the path that a value had in the opened file. It takes back renames and moves. But
// an index that changed because other items were added or removed stays as it is now.
func (m *Marks) Opened(path variant.Path) variant.Path {
	for i := len(path); i > 0; i-- {
		for _, x := range m.List {
			if x.From != nil && len(x.Path) == i && below(path, x.Path) {
				return slices.Concat(m.Opened(x.From[:i-1]), x.From[i-1:], path[i:])
			}
		}
	}
	return path
}

// Inside reports whether there are marks in a value.
func (m *Marks) Inside(path string) bool { return m.around[path] > 0 }

// edit adds the changes of an edit. It calls the function step after each change.
func (m *Marks) edit(e edit.Entry[Entry], step func()) {
	if e.About.To != nil {
		m.move(e.About)
		return
	}

	for _, c := range e.Patch {
		switch c.Kind {
		case tree.Added:
			m.insert(c)
		case tree.Removed:
			m.remove(c, e.About.Back)
		default:
			m.change(c)
		}
		step()
	}

	if len(m.same) > 0 {
		m.drop(func(x *Mark) bool { return m.same[x] })
		clear(m.same)
	}
}

// change marks a value as changed. If the value is again the original value, the mark is added to
// the field same.
func (m *Marks) change(c tree.Change) {
	text := c.Path.String()
	if m.around[text] > 0 {
		m.drop(func(other *Mark) bool {
			return other.Text != text && other.Kind != "removed" && below(other.Path, c.Path)
		})
	}

	old := m.byPath[text]

	if old == nil || old.From != nil {
		m.add(&Mark{Path: c.Path, Old: c.Old, Kind: changeKind(c.Old, c.New)})
		return
	}

	if old.Kind == "added" {
		return
	}

	old.Kind = changeKind(old.Old, c.New)
	if variant.Equal(old.Old, c.New) && values.TypeOf(old.Old) == values.TypeOf(c.New) {
		m.same[old] = true
	} else {
		delete(m.same, old)
	}
}

func changeKind(old, is variant.Variant) string {
	if values.TypeOf(old) != values.TypeOf(is) {
		return "retyped"
	}
	return "changed"
}

// insert marks a value as added. A removed value that returns to its place has no mark afterwards.
func (m *Marks) insert(c tree.Change) {
	m.settle(c.Path, 1)
	m.shift(c.Path, 1)
	removed := m.Find(c.Path.String(), "removed")
	if removed == nil || !variant.Equal(removed.Old, c.New) {
		m.add(&Mark{Path: c.Path, Kind: "added"})
		return
	}

	for _, x := range m.List {
		if x.outer == removed {
			x.outer = nil // the value around it is back
		}
	}
	m.drop(func(other *Mark) bool { return other == removed })
}

// remove marks a value as removed. A value that was added after opening has no mark afterwards.
func (m *Marks) remove(c tree.Change, at outline.Place) {
	removed := &Mark{Path: c.Path, Kind: "removed", Old: c.Old, Place: lastOf(at)}
	added := false
	for _, was := range m.List {
		if was.Kind == "removed" || was.Text != c.Path.String() {
			continue
		}

		added = added || was.Kind == "added"
		if was.From != nil {
			removed.Path = was.From
			removed.Place = was.Place
		}
		if was.Old != nil {
			removed.Old = was.Old
		}
	}

	original, named := m.original(removed.Path)
	if named {
		removed.Old = original // before any change inside the value
	}

	// The marks of the values that were removed from this value before.
	inner := m.lost(c.Path)
	m.drop(func(other *Mark) bool {
		if other.Kind == "removed" {
			return (named || added) && slices.Contains(inner, other)
		}
		return below(other.Path, c.Path)
	})
	for _, x := range inner {
		if x.outer == nil {
			x.outer = removed
		}
		m.lead(x, slices.Concat(removed.Path, x.Path[len(c.Path):]))
	}

	m.settle(c.Path, -1)
	m.shift(c.Path, -1)

	if !added {
		removed.Text = removed.Path.String()
		m.List = append(m.List, removed)
		m.surround(removed, 1)
	}
}

// original returns a removed value as it was in the opened file. The argument is the path of the
// value before the removal. The function does not look into arrays, because items may have got
// other numbers.
func (m *Marks) original(removed variant.Path) (variant.Variant, bool) {
	last := len(removed) - 1
	path := slices.Concat(m.Opened(removed[:last]), removed[last:])
	for _, step := range path {
		if step.Kind == variant.StepIndex {
			return nil, false
		}
	}

	_, v, err := outline.Locate(m.opened, path)
	return v, err == nil
}

// move marks a value as renamed or moved. The marks inside the value get their new paths.
func (m *Marks) move(e Entry) {
	lost := m.lost(e.From)
	var carried []*Mark
	m.drop(func(other *Mark) bool {
		if other.Kind == "removed" || !below(other.Path, e.From) {
			return false
		}
		carried = append(carried, other)
		return true
	})

	m.shift(e.From, -1)
	m.shift(e.To, 1)

	kind := "moved"
	if e.Args.Op == "rename" {
		kind = "renamed"
	}

	own := &Mark{Path: e.To, Kind: kind, From: e.From, Place: lastOf(e.Back)}
	kept := false
	for _, other := range carried {
		inside := len(other.Path) > len(e.From)
		if !inside {
			kept = kept || other.Kind == kind || other.Kind == "added"
			if other.From != nil {
				own.From = other.From // the value was renamed or moved before
			}
		}

		other.Path = append(slices.Clone(e.To), other.Path[len(e.From):]...)
		if inside || !other.back() {
			m.add(other)
		}
	}

	if !kept {
		m.add(own)
	}

	for _, other := range lost {
		m.lead(other, append(slices.Clone(e.To), other.Path[len(e.From):]...))
	}
}

// back reports whether a renamed value has its old name again. It does not look at moved values,
// because that needs their siblings.
func (m *Mark) back() bool {
	return m.Kind == "renamed" && m.From.String() == m.Path.String()
}

// lastOf returns the last index of a place: the number of a value among its siblings.
func lastOf(p outline.Place) int {
	if len(p) == 0 {
		return 0
	}
	return p[len(p)-1]
}

// add adds a mark. A value that is moved and changed has two marks, and byPath has the mark of the
// change.
func (m *Marks) add(x *Mark) {
	x.Text = x.Path.String()
	m.List = append(m.List, x)
	m.surround(x, 1)
	if m.byPath[x.Text] == nil || x.From == nil {
		m.byPath[x.Text] = x
	}
}

// drop removes marks.
func (m *Marks) drop(which func(*Mark) bool) {
	var bare map[string]bool // paths that no longer have a mark in byPath
	m.List = slices.DeleteFunc(m.List, func(x *Mark) bool {
		if !which(x) {
			return false
		}
		m.surround(x, -1)
		if m.byPath[x.Text] == x {
			delete(m.byPath, x.Text)
			if bare == nil {
				bare = map[string]bool{}
			}
			bare[x.Text] = true
		}
		return true
	})

	if len(bare) == 0 {
		return
	}
	for _, x := range m.List {
		if bare[x.Text] && x.Kind != "removed" {
			m.byPath[x.Text] = x
		}
	}
}

// lost returns the marks of the values that were removed from the value at a path.
func (m *Marks) lost(path variant.Path) (list []*Mark) {
	for _, x := range m.List {
		if x.Kind == "removed" && len(x.Path) > len(path) && below(x.Path, path) &&
			x.removedAt(len(path)) == nil {
			list = append(list, x)
		}
	}
	return list
}

// removedAt returns the mark of the removed value whose path has n steps: m itself, or the mark of
// a value that had the value of m inside. It returns nil if there is no such mark.
func (m *Mark) removedAt(n int) *Mark {
	for x := m; x != nil; x = x.outer {
		if x.Kind == "removed" && len(x.Path) == n {
			return x
		}
	}
	return nil
}

// settle corrects the places of moved and removed items after an item in front of them is added or
// removed.
func (m *Marks) settle(path variant.Path, by int) {
	last := len(path) - 1
	at := path[last]
	if at.Kind != variant.StepIndex {
		return
	}

	for _, x := range m.List {
		if at.Index >= x.Place || len(x.Path) != len(path) || !below(x.Path, path[:last]) {
			continue
		}

		x.Place += by
		if x.Kind != "removed" {
			continue
		}

		m.lead(x, shifted(x.Path, last, by))
		for _, inner := range m.List {
			if inner != x && inner.removedAt(len(path)) == x {
				m.lead(inner, shifted(inner.Path, last, by))
			}
		}
	}
}

// shift corrects the paths of marks when an array gets or loses the item at the given path. The
// later items then have other indices. So shift adds the argument by to these indices in the paths
// of marks. It does not change the paths of removed values.
func (m *Marks) shift(path variant.Path, by int) {
	last := len(path) - 1
	at := path[last]
	if at.Kind != variant.StepIndex {
		return
	}

	var moved []*Mark
	for _, x := range m.List {
		if len(x.Path) <= last || x.Path[last].Kind != variant.StepIndex ||
			!below(x.Path, path[:last]) {
			continue
		}

		if x.Path[last].Index >= at.Index && x.removedAt(len(path)) == nil {
			moved = append(moved, x)
			if x.Kind != "removed" {
				delete(m.byPath, x.Text)
			}
		}
	}

	for _, x := range moved {
		m.lead(x, shifted(x.Path, last, by))
		if x.Kind != "removed" {
			m.byPath[x.Text] = x
		}
	}
}

// shifted returns a copy of a path. In the copy, the argument by is added to the index of the step
// path[depth].
func shifted(path variant.Path, depth, by int) variant.Path {
	path = slices.Clone(path)
	path[depth].Index += by
	return path
}

// below reports whether a path is equal to another path or begins with it.
func below(path, around variant.Path) bool {
	if len(path) < len(around) {
		return false
	}

	for i, step := range around {
		if !outline.SameStep(path[i], step, "") && path[i].String() != step.String() {
			return false
		}
	}

	return true
}
