package tree

import (
	"slices"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// An itemEditor edits items. The field done has the items before the last edit, and rest has all
// other items. So all edits together take O(n) time, if they are in the order of the indices.
type itemEditor struct {
	done, rest []variant.Variant
	names      []string // names of the items, if they are components
	oneType    bool     // a new item must have the type of the old or the first item
	want       element
	build      func([]variant.Variant) (variant.Variant, error)
}

// seek moves items between done and rest until the item at a step is the first item of rest. For
// the index after the last item, rest becomes empty. It returns false if the step leads to no item.
func (e *itemEditor) seek(s variant.Step) bool {
	i, ok := e.index(s)
	if !ok {
		return false
	}

	if i < len(e.done) {
		e.rest = append(e.done, e.rest...)
		e.done = nil
	}

	n := i - len(e.done)
	if n > len(e.rest) {
		return false
	}

	if e.done == nil {
		e.done = make([]variant.Variant, 0, len(e.rest)+1)
	}

	e.done = append(e.done, e.rest[:n]...)
	e.rest = e.rest[n:]
	return true
}

// index returns the index in a step. The index may be greater than the index of the last item.
func (e *itemEditor) index(s variant.Step) (int, bool) {
	if e.names != nil {
		i := slices.IndexFunc(e.names, func(name string) bool { return leadsTo(s, name) })
		return i, i >= 0
	}

	i := s.Index
	if i < 0 {
		i += len(e.done) + len(e.rest)
	}

	return i, s.Kind == variant.StepIndex && i >= 0
}

func (e *itemEditor) find(s variant.Step) error {
	if !e.seek(s) || len(e.rest) == 0 {
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
	return e.rest[0], nil
}

func (e *itemEditor) put(s variant.Step, x variant.Variant) error {
	if err := e.find(s); err != nil {
		return err
	}

	old := e.rest[0]
	if err := e.check(old, x); err != nil {
		return err
	}

	e.done = append(e.done, x)
	e.rest = e.rest[1:]
	return e.want.accept(old, x)
}

func (e *itemEditor) add(s variant.Step, position int, x variant.Variant) error {
	if !e.seek(s) || e.names != nil || position < 0 && len(e.rest) > 0 {
		return variant.ErrNotFound
	}

	first := x
	if len(e.done) > 0 {
		first = e.done[0]
	} else if len(e.rest) > 0 {
		first = e.rest[0]
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

	e.rest = e.rest[1:]
	return nil
}

func (e *itemEditor) close() (variant.Variant, error) {
	if e.done == nil {
		return e.build(slices.Clone(e.rest))
	}
	return e.build(append(e.done, e.rest...))
}
