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
	past   past            // the changes that were marked
}

// A Mark is the net change of one value. The changes inside a value that is added, changed or
// removed have no marks of their own.
type Mark struct {
	Path variant.Path
	Text string // text of path
	Kind string // changed, retyped, added, renamed, moved or removed
	// From is the path of the value before it was renamed or moved. Only the last step differs from
	// Path. If this step is an index, it is Place.
	From variant.Path
	// Place is the number that the value gets among its siblings when it is no longer renamed,
	// moved or removed. For an item of an array, Place takes the items into account that were added
	// or removed since then.
	Place int
	Old   variant.Variant // value in the opened file
	// Origin is the path of a renamed, moved or removed value in the opened file.
	Origin variant.Path
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
		around: maps.Clone(m.around), opened: m.opened, past: m.past}
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
	x.follow()
	m.surround(x, 1)
}

// follow corrects the field From after a change of Path or Place.
func (m *Mark) follow() {
	if m.From == nil {
		return
	}

	last := len(m.Path) - 1
	step := m.From[last]
	if step.Kind == variant.StepIndex {
		step.Index = m.Place
	}
	m.From = append(slices.Clone(m.Path[:last]), step)
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

// Origin returns the path that the value at a path had in the opened file. The result ok is false
// if the value was not in the file. The time grows with the number of edits.
func (m *Marks) Origin(path variant.Path) (origin variant.Path, ok bool) {
	return m.past.origin(path)
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
			m.remove(c)
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

// covered reports whether a value around the value at a path is added or changed. The mark of that
// value includes all changes inside it.
func (m *Marks) covered(path variant.Path) bool {
	text := path.String()
	n := len("$")
	for _, step := range path {
		around := m.byPath[text[:n]]
		if around != nil && !m.same[around] && around.Kind != "renamed" && around.Kind != "moved" {
			return true
		}
		n += len(step.String())
	}
	return false
}

// change marks a value as changed. If the value is again the original value, the mark is added to
// the field same.
func (m *Marks) change(c tree.Change) {
	if m.covered(c.Path) {
		return
	}

	text := c.Path.String()
	original := c.Old
	if m.around[text] > 0 {
		original = m.original(c.Path, c.Old)
		m.drop(func(other *Mark) bool {
			return len(other.Path) > len(c.Path) && below(other.Path, c.Path)
		})
	}

	x := m.byPath[text]
	if x != nil && x.Kind == "added" {
		return
	}
	if x == nil || x.From != nil {
		x = &Mark{Path: c.Path, Old: original}
		m.add(x)
	}

	x.Kind = changeKind(x.Old, c.New)
	isBack := variant.Equal(x.Old, c.New) && values.TypeOf(x.Old) == values.TypeOf(c.New)
	if isBack {
		m.same[x] = true
	} else {
		delete(m.same, x)
	}
	m.past.add(c, isBack)
}

// original returns the value that the value at a path was in the opened file. If there was none, it
// returns the argument current.
func (m *Marks) original(path variant.Path, current variant.Variant) variant.Variant {
	origin, ok := m.past.origin(path)
	if !ok {
		return current
	}

	_, v, err := outline.Locate(m.opened, origin)
	if err != nil {
		return current
	}
	return v
}

func changeKind(old, is variant.Variant) string {
	if values.TypeOf(old) != values.TypeOf(is) {
		return "retyped"
	}
	return "changed"
}

// insert marks a value as added. A removed value that returns to its place has no mark afterwards.
func (m *Marks) insert(c tree.Change) {
	if m.covered(c.Path) {
		return
	}

	removed := m.returned(c)
	if removed == nil {
		m.settle(c.Path, 1, nil)
		m.shift(c.Path, 1)
		m.add(&Mark{Path: c.Path, Kind: "added"})
		m.past.add(c, false)
		return
	}

	m.drop(func(other *Mark) bool { return other == removed })
	m.settle(c.Path, 1, removed.Origin)
	m.shift(c.Path, 1)
	m.past.insert(c, removed.Origin)
}

// returned returns the mark of the removed value that returns to its place by a change, or nil.
func (m *Marks) returned(c tree.Change) *Mark {
	text := c.Path.String()
	for _, x := range slices.Backward(m.List) {
		if x.Kind == "removed" && x.Text == text && variant.Equal(x.Old, c.New) {
			return x
		}
	}
	return nil
}

// remove marks a value as removed. A value that was added after opening has no mark afterwards.
func (m *Marks) remove(c tree.Change) {
	if m.covered(c.Path) {
		return
	}

	origin, _ := m.past.origin(c.Path)
	removed := &Mark{Path: c.Path, Kind: "removed", Old: c.Old, Place: c.Position, Origin: origin}
	if last := c.Path[len(c.Path)-1]; last.Kind == variant.StepIndex {
		removed.Place = last.Index
	}

	text := c.Path.String()
	if m.around[text] > 0 {
		removed.Old = m.original(c.Path, c.Old)
	}

	added := false
	for _, was := range m.List {
		if was.Kind == "removed" || was.Text != text {
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

	m.drop(func(other *Mark) bool {
		return below(other.Path, c.Path) &&
			(other.Kind != "removed" || len(other.Path) > len(c.Path))
	})
	m.settle(c.Path, -1, nil)
	m.shift(c.Path, -1)
	m.past.add(c, false)

	if !added {
		removed.Text = removed.Path.String()
		m.List = append(m.List, removed)
		m.surround(removed, 1)
	}
}

// move marks a value as renamed or moved. The marks inside the value get their new paths.
func (m *Marks) move(e Entry) {
	if m.covered(e.From) {
		return
	}

	var carried []*Mark
	m.drop(func(other *Mark) bool {
		if !below(other.Path, e.From) || other.Kind == "removed" && len(other.Path) == len(e.From) {
			return false
		}
		carried = append(carried, other)
		return true
	})

	origin, _ := m.past.origin(e.From)
	m.settle(e.From, -1, nil)
	m.shift(e.From, -1)
	m.settle(e.To, 1, origin)
	m.shift(e.To, 1)

	kind := "moved"
	if e.Args.Op == "rename" {
		kind = "renamed"
	}

	own := &Mark{Path: e.To, Kind: kind, From: e.From, Place: lastOf(e.Back), Origin: origin}
	kept := false
	for _, other := range carried {
		inside := len(other.Path) > len(e.From)
		if !inside {
			kept = kept || other.Kind == kind || other.Kind == "added"
			if other.From != nil { // the value was renamed or moved before
				own.From = other.From
				own.Place = other.Place
			}
		}

		other.Path = append(slices.Clone(e.To), other.Path[len(e.From):]...)
		other.follow()
		if inside || !other.back() {
			m.add(other)
		}
	}

	if !kept {
		m.add(own)
	}
	m.past.move(e.From, e.To)
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
	if x.Kind == "removed" {
		return
	}
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

// settle corrects the places of moved and removed items before another item of their array is added
// or removed. The argument by is 1 or -1. An added item that returns to the array has an origin. It
// comes before the items that followed it in the opened file.
func (m *Marks) settle(path variant.Path, by int, origin variant.Path) {
	last := len(path) - 1
	if path[last].Kind != variant.StepIndex {
		return
	}

	for _, x := range m.List {
		if x.Origin == nil || len(x.Path) != len(path) || !below(x.Path, path[:last]) {
			continue
		}

		at := path[last].Index
		if x.Kind != "removed" && x.Path[last].Index < at {
			at-- // the place of a moved item does not count the item itself
		}

		follows := by > 0 && at == x.Place && origin != nil &&
			len(origin) == len(x.Origin) && origin[last].Index < x.Origin[last].Index
		if at >= x.Place && !follows {
			continue
		}

		x.Place += by
		x.follow()
		if x.Kind == "removed" {
			m.lead(x, shifted(x.Path, last, by))
		}
	}
}

// shift corrects the paths of marks when an array gets or loses the item at the given path. The
// later items then have other indices. So shift adds the argument by to these indices in the paths
// of marks. It does not change the paths of items that were removed from this array, see settle.
func (m *Marks) shift(path variant.Path, by int) {
	last := len(path) - 1
	at := path[last]
	if at.Kind != variant.StepIndex {
		return
	}

	var moved []*Mark
	for _, x := range m.List {
		isRemoved := x.Kind == "removed"
		if len(x.Path) <= last || isRemoved && len(x.Path) == len(path) ||
			x.Path[last].Kind != variant.StepIndex || !below(x.Path, path[:last]) {
			continue
		}

		if x.Path[last].Index >= at.Index {
			moved = append(moved, x)
			if !isRemoved {
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
