package tree

import (
	"slices"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// An itemEditor edits a list of items. The list consists of the items in the field head, the items
// in the field middle in reverse order, and the items in the field tail. An edit changes the first
// item that is not in head. To edit an earlier item, seek moves this item and the items after it
// from head to middle. So edits in the order of the indices, or in the reverse order, take O(n) in
// all.
type itemEditor struct {
	head, middle, tail []variant.Variant

	names   []string // names of the items, if they are components
	oneType bool     // a new item must have the type of the replaced item, or of the first item
	want    element
	build   func([]variant.Variant) (variant.Variant, error)
}

// seek moves items so that the item at a step is the first item that is not in head. If the index
// of the step equals the number of items, seek moves all items to head. It returns false if the
// step leads nowhere.
func (e *itemEditor) seek(s variant.Step) bool {
	i, ok := e.index(s)
	if !ok || i > len(e.head)+e.left() {
		return false
	}

	if e.head == nil {
		e.head = make([]variant.Variant, 0, len(e.tail)+1)
	}

	for len(e.head) > i {
		last := len(e.head) - 1
		e.middle = append(e.middle, e.head[last])
		e.head = e.head[:last]
	}

	for len(e.head) < i && len(e.middle) > 0 {
		e.head = append(e.head, e.next())
		e.skip()
	}

	n := i - len(e.head)
	e.head = append(e.head, e.tail[:n]...)
	e.tail = e.tail[n:]
	return true
}

// left returns the number of items that are not in head.
func (e *itemEditor) left() int { return len(e.middle) + len(e.tail) }

// next returns the first item that is not in head.
func (e *itemEditor) next() variant.Variant {
	if n := len(e.middle); n > 0 {
		return e.middle[n-1]
	}
	return e.tail[0]
}

// skip drops the first item that is not in head.
func (e *itemEditor) skip() {
	if n := len(e.middle); n > 0 {
		e.middle = e.middle[:n-1]
		return
	}
	e.tail = e.tail[1:]
}

// index returns the index in a step. It may be beyond the last item.
func (e *itemEditor) index(s variant.Step) (int, bool) {
	if e.names != nil {
		i := slices.IndexFunc(e.names, func(name string) bool { return leadsTo(s, name) })
		return i, i >= 0
	}

	i := s.Index
	if i < 0 {
		i += len(e.head) + e.left()
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

	e.head = append(e.head, x)
	e.skip()
	return e.want.accept(old, x)
}

func (e *itemEditor) add(s variant.Step, position int, x variant.Variant) error {
	if !e.seek(s) || e.names != nil || position < 0 && e.left() > 0 {
		return variant.ErrNotFound
	}

	first := x
	if len(e.head) > 0 {
		first = e.head[0]
	} else if e.left() > 0 {
		first = e.next()
	}

	if err := e.check(first, x); err != nil {
		return err
	}

	e.head = append(e.head, x)
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
	if e.head == nil {
		return e.build(slices.Clone(e.tail))
	}

	slices.Reverse(e.middle)
	e.head = append(e.head, e.middle...)
	return e.build(append(e.head, e.tail...))
}
