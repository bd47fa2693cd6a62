package tree

import (
	"slices"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// An itemEditor edits a list of items. The list consists of the items in the field done, the items
// in the field back in reverse order, and the items in the field rest. An edit changes the first
// item that is not in done. To edit an earlier item, seek moves this item and the items after it
// from done to back. So edits in the order of the indices, or in the reverse order, take O(n) in
// all.
type itemEditor struct {
	done, back, rest []variant.Variant

	names   []string // names of the items, if they are components
	oneType bool     // a new item must have the type of the replaced item, or of the first item
	want    element
	build   func([]variant.Variant) (variant.Variant, error)
}

// seek moves items so that the item at a step is the first item that is not in done. If the index
// of the step equals the number of items, seek moves all items to done. It returns false if the
// step leads nowhere.
func (e *itemEditor) seek(s variant.Step) bool {
	i, ok := e.index(s)
	if !ok || i > len(e.done)+e.left() {
		return false
	}

	if e.done == nil {
		e.done = make([]variant.Variant, 0, len(e.rest)+1)
	}

	for len(e.done) > i {
		last := len(e.done) - 1
		e.back = append(e.back, e.done[last])
		e.done = e.done[:last]
	}

	for len(e.done) < i && len(e.back) > 0 {
		e.done = append(e.done, e.next())
		e.skip()
	}

	n := i - len(e.done)
	e.done = append(e.done, e.rest[:n]...)
	e.rest = e.rest[n:]
	return true
}

// left returns the number of items that are not in done.
func (e *itemEditor) left() int { return len(e.back) + len(e.rest) }

// next returns the first item that is not in done.
func (e *itemEditor) next() variant.Variant {
	if n := len(e.back); n > 0 {
		return e.back[n-1]
	}
	return e.rest[0]
}

// skip drops the first item that is not in done.
func (e *itemEditor) skip() {
	if n := len(e.back); n > 0 {
		e.back = e.back[:n-1]
		return
	}
	e.rest = e.rest[1:]
}

// index returns the index in a step. It may be beyond the last item.
func (e *itemEditor) index(s variant.Step) (int, bool) {
	if e.names != nil {
		i := slices.IndexFunc(e.names, func(name string) bool { return leadsTo(s, name) })
		return i, i >= 0
	}

	i := s.Index
	if i < 0 {
		i += len(e.done) + e.left()
	}

	return i, s.Kind == variant.StepIndex && i >= 0
}

func (e *itemEditor) find(s variant.Step) error {
	if !e.seek(s) || e.left() == 0 {
		return variant.ErrNotFound
	}
	return nil
}

// check returns an error if x may not replace the item old.
func (e *itemEditor) check(old, x variant.Variant) error {
	if e.oneType && nilsafe.Name(old) != nilsafe.Name(x) {
		return variant.Because(variant.ErrWrongType, nilsafe.Name(x)+" and not "+nilsafe.Name(old))
	}
	return nil
}

func (e *itemEditor) get(s variant.Step) (variant.Variant, error) {
	if err := e.find(s); err != nil {
		return nil, err
	}
	return e.next(), nil
}

func (e *itemEditor) put(s variant.Step, x variant.Variant) error {
	if err := e.find(s); err != nil {
		return err
	}

	old := e.next()
	if err := e.check(old, x); err != nil {
		return err
	}

	e.done = append(e.done, x)
	e.skip()
	return e.want.accept(old, x)
}

func (e *itemEditor) add(s variant.Step, position int, x variant.Variant) error {
	if !e.seek(s) || e.names != nil || position < 0 && e.left() > 0 {
		return variant.ErrNotFound
	}

	first := x
	if len(e.done) > 0 {
		first = e.done[0]
	} else if e.left() > 0 {
		first = e.next()
	}

	if err := e.check(first, x); err != nil {
		return err
	}

	e.done = append(e.done, x)
	return e.want.accept(nil, x)
}

func (e *itemEditor) remove(s variant.Step) error {
	if err := e.find(s); err != nil {
		return err
	}
	if e.names != nil {
		return variant.Because(variant.ErrWrongType, "a component can't be removed")
	}

	e.skip()
	return nil
}

func (e *itemEditor) close() (variant.Variant, error) {
	if e.done == nil {
		return e.build(slices.Clone(e.rest))
	}

	slices.Reverse(e.back)
	e.done = append(e.done, e.back...)
	return e.build(append(e.done, e.rest...))
}
