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
	m := f.edits.Marks()
	if m != f.marked {
		m.Drop(func(x *journal.Mark) bool { return x.Kind == "moved" && f.atHome(x) })
		f.marked = m
	}
	return m
}

// atHome reports whether a moved value is at its original place among the values that are still
// there.
func (f *file) atHome(m *journal.Mark) bool {
	p, _, err := outline.Locate(f.value, m.Path)
	return err == nil && p[len(p)-1] == f.home(m)
}

// home returns the number of a moved or removed value among its siblings after it is put back. It
// comes right after the last sibling that was before it in the opened file and has not moved.
func (f *file) home(m *journal.Mark) int {
	last := len(m.Path) - 1
	name := m.Path[last:]
	if m.From != nil {
		name = m.From[last:]
	}

	was := slices.Concat(f.edits.Marks().Opened(m.Path[:last]), name)
	if was[last].Kind == variant.StepIndex {
		return m.Place // an item has no name by which it can be found
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
		i := f.staying(now, m.Path[:last], append(slices.Clone(was[:last]), step))

		switch {
		case i >= 0 && own >= 0 && own < i:
			return i // the value itself comes before i, and does not count
		case i >= 0:
			return i + 1
		}
	}

	return 0
}

// staying returns the number of the part that had a path in the opened file. It returns -1 if the
// part was removed or has moved. The argument now has the parts of the value at around.
func (f *file) staying(now values.Parts, around, was variant.Path) int {
	marks := f.edits.Marks()
	step, text := was[len(was)-1], was.String()
	for _, x := range marks.List {
		if x.Kind == "renamed" && x.From.String() == text {
			step = x.Path[len(x.Path)-1]
		}
	}

	is := append(slices.Clone(around), step).String()
	if marks.Find(is, "moved") != nil || marks.Find(is, "added") != nil {
		return -1
	}

	i, _ := outline.FindPart(now, step)
	return i
}
