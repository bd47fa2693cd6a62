package session

import (
	"slices"

	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/variant"
)

// marks returns the net changes. A moved value that is at its original place again counts as
// unchanged.
func (f *file) marks() *journal.Marks {
	all, edits := f.edits.Marks()
	if all != f.marked.all || edits != f.marked.edits {
		f.marked = editMarks{all: all, edits: edits}
		f.marked.away = all.Without(func(x *journal.Mark) bool {
			return x.Kind == "moved" && f.atHome(x, all)
		})
	}
	return f.marked.away
}

// atHome reports whether a moved value is at its original place again, among the siblings that are
// still there and have not moved. It is also at its place if all siblings have their old order.
func (f *file) atHome(m *journal.Mark, marks *journal.Marks) bool {
	p, _, err := outline.Locate(f.value, m.Path)
	return err == nil && (p[len(p)-1] == f.home(m, marks) || f.inOldOrder(m, marks))
}

// inOldOrder reports whether the keys of the dictionary around a moved value have the order of the
// opened file. It ignores keys that were added since then.
func (f *file) inOldOrder(m *journal.Mark, marks *journal.Marks) bool {
	last := len(m.Path) - 1
	if m.Path[last].Kind == variant.StepIndex || m.Origin == nil {
		return false
	}

	_, opened, err := outline.Locate(f.read, m.Origin[:last])
	_, around, err2 := outline.Locate(f.value, m.Path[:last])
	if err != nil || err2 != nil {
		return false
	}

	before, now := values.Of(opened), values.Of(around)
	previous := -1
	for i := range now.N {
		path, ok := marks.Origin(append(slices.Clone(m.Path[:last]), now.At(i).Step))
		if !ok {
			continue
		}

		at, _ := outline.FindPart(before, path[last])
		if at < previous {
			return false
		}
		previous = at
	}

	return true
}

// home returns the index that a moved or removed value gets among its siblings when the change is
// taken back. It looks for the last sibling that was in front of the value in the opened file, is
// still there, and has not moved. The value gets the index after this sibling, or 0.
func (f *file) home(m *journal.Mark, marks *journal.Marks) int {
	last := len(m.Path) - 1
	was := m.Origin
	if m.Path[last].Kind == variant.StepIndex || was == nil {
		return m.Place // items of an array have no names to find them by
	}

	_, opened, err := outline.Locate(f.read, was[:last])
	if err != nil {
		return m.Place
	}
	_, around, err := outline.Locate(f.value, m.Path[:last])
	if err != nil {
		return m.Place
	}

	before, now := values.Of(opened), values.Of(around)
	own, _ := outline.FindPart(now, m.Path[last])
	at, _ := outline.FindPart(before, was[last])

	for at--; at >= 0; at-- {
		step := before.At(at).Step
		i := staying(marks, now, m.Path[:last], append(slices.Clone(was[:last]), step))

		switch {
		case i >= 0 && own >= 0 && own < i:
			return i // when the value is taken out, part i gets the index i-1, so i comes next
		case i >= 0:
			return i + 1
		}
	}

	return 0
}

// staying returns the current index of a part, or -1 if the part is gone or has moved. The argument
// origin is the path of the part in the opened file. The argument container is the current path of
// the container, and parts has the current parts of the container.
func staying(marks *journal.Marks, parts values.Parts, container, origin variant.Path) int {
	step, text := origin[len(origin)-1], origin.String()
	for _, x := range marks.List {
		if x.Kind == "renamed" && x.Origin.String() == text {
			step = x.Path[len(x.Path)-1]
		}
	}

	is := append(slices.Clone(container), step).String()
	if marks.Find(is, "moved") != nil || marks.Find(is, "added") != nil {
		return -1
	}

	i, _ := outline.FindPart(parts, step)
	return i
}
