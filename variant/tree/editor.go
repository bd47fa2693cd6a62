package tree

import (
	"iter"
	"slices"

	"godotvariant/internal/care"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// An editor changes the parts of a copy of one value. After an error it is of no use.
type editor interface {
	// get returns the part at a step.
	get(s variant.Step) (variant.Variant, error)
	// put replaces the part at a step.
	put(s variant.Step, x variant.Variant) error
	// add adds a part: an item at its index, a pair or property at a position, -1 for the last.
	add(s variant.Step, position int, x variant.Variant) error
	remove(s variant.Step) error
	// close returns the copy.
	close() (variant.Variant, error)
}

// open returns an editor of a copy of v.
func open(v variant.Variant) (editor, error) {
	switch v := pointed(v).(type) {
	case variant.Array:
		return &itemEditor{in: v.Items, want: wanted(v.Elem),
			build: func(items []variant.Variant) (variant.Variant, error) {
				v.Items = items
				return v, nil
			}}, nil

	case variant.TypedArray:
		return &itemEditor{in: v.Items, want: v.Elem.Type,
			build: func(items []variant.Variant) (variant.Variant, error) {
				v.Items = items
				return v, nil
			}}, nil

	case variant.PackedTypedArray:
		return &itemEditor{in: v.Items, want: v.Elem.Type,
			build: func(items []variant.Variant) (variant.Variant, error) {
				v.Items = items
				return v, nil
			}}, nil

	case variant.Dictionary:
		return &pairEditor{
			pairs: slices.Clone(v.Pairs), key: wanted(v.Key), value: wanted(v.Value),
			build: func(pairs []variant.Pair) (variant.Variant, error) {
				v.Pairs = pairs
				return v, nil
			},
		}, nil
	}

	var e editor
	err := variant.Because(variant.ErrWrongType, "a nil pointer has no parts")
	care.Guard(v, func() { e, err = openOther(v) })

	return e, err
}

func openOther(v variant.Variant) (editor, error) {
	care.TypeOf(v) // panics for most nil pointers

	switch v := v.(type) {
	case variant.PartSetter:
		return openParts(v), nil
	case variant.Constructible:
		names := componentNames(v.Type())
		if names == nil && !isPacked(v) {
			break
		}
		build := func(args []variant.Variant) (variant.Variant, error) { return construct(v, args) }
		return &itemEditor{in: arguments(v), names: names, same: true, build: build}, nil
	}

	return nil, variant.Because(variant.ErrWrongType,
		care.Name(v)+" has no parts that can be changed")
}

// wanted returns the type that parts must have, TypeNil for any.
func wanted(e *variant.ElementType) variant.Type {
	if e == nil {
		return variant.TypeNil
	}
	return e.Type
}

func openParts(v variant.PartSetter) editor {
	parts := partList(v)
	if len(parts) > 0 && parts[0].step.Kind == variant.StepIndex {
		items := make([]variant.Variant, len(parts))
		for i, p := range parts {
			items[i] = p.value
		}

		return &itemEditor{in: items,
			build: func(items []variant.Variant) (variant.Variant, error) {
				return v.WithParts(itemParts(items))
			}}
	}

	pairs := make([]variant.Pair, len(parts))
	for i, p := range parts {
		pairs[i] = variant.Pair{Key: variant.String(p.step.Name), Value: p.value}
	}

	return &pairEditor{pairs: pairs, names: true,
		build: func(pairs []variant.Pair) (variant.Variant, error) {
			return v.WithParts(propertyParts(pairs))
		}}
}

func propertyParts(pairs []variant.Pair) iter.Seq2[variant.Step, variant.Variant] {
	return func(yield func(variant.Step, variant.Variant) bool) {
		for _, p := range pairs {
			name, _ := keyText(p.Key)
			if !yield(variant.Step{Kind: variant.StepProperty, Name: name}, p.Value) {
				return
			}
		}
	}
}

// An itemEditor edits items: those before the last change are in out, the others in in. So
// changes from the first item to the last take the time of one.
type itemEditor struct {
	in, out []variant.Variant
	names   []string     // of components, which are items with names
	same    bool         // a new item must have the type of the old one, or of the first
	want    variant.Type // element type, TypeNil for any
	build   func([]variant.Variant) (variant.Variant, error)
}

// seek makes the item at a step the first of in, and reports whether the step leads there. The
// index after the last item is one, too.
func (e *itemEditor) seek(s variant.Step) bool {
	i := s.Index
	switch {
	case e.names != nil:
		i = slices.IndexFunc(e.names, func(name string) bool { return leadsTo(s, name) })
		if i < 0 {
			return false
		}

	case s.Kind != variant.StepIndex:
		return false
	case i < 0:
		i += len(e.out) + len(e.in)
		if i < 0 {
			return false
		}
	}

	if i < len(e.out) {
		e.in = append(e.out, e.in...)
		e.out = nil
	}

	n := i - len(e.out)
	if n > len(e.in) {
		return false
	}

	if e.out == nil {
		e.out = make([]variant.Variant, 0, len(e.in)+1)
	}

	e.out = append(e.out, e.in[:n]...)
	e.in = e.in[n:]
	return true
}

func (e *itemEditor) find(s variant.Step) error {
	if !e.seek(s) || len(e.in) == 0 {
		return variant.ErrNotFound
	}
	return nil
}

// check returns the error of an item that comes where old is.
func (e *itemEditor) check(old, x variant.Variant) error {
	if e.same && care.Name(old) != care.Name(x) {
		return variant.Because(variant.ErrWrongType, care.Name(x)+" and not "+care.Name(old))
	}
	return checkElement(e.want, x)
}

// checkElement returns the error of a part of a container of element type want.
func checkElement(want variant.Type, x variant.Variant) error {
	if want == variant.TypeNil {
		return nil
	}

	t := variant.TypeNil
	care.Guard(x, func() { t = care.TypeOf(x) })

	if !wire.Accepts(want, t, false) {
		return variant.Because(variant.ErrElementType,
			care.Name(x)+" in a container of "+want.String())
	}

	return nil
}

func (e *itemEditor) get(s variant.Step) (variant.Variant, error) {
	if err := e.find(s); err != nil {
		return nil, err
	}
	return e.in[0], nil
}

func (e *itemEditor) put(s variant.Step, x variant.Variant) error {
	if err := e.find(s); err != nil {
		return err
	}
	if err := e.check(e.in[0], x); err != nil {
		return err
	}

	e.out = append(e.out, x)
	e.in = e.in[1:]
	return nil
}

func (e *itemEditor) add(s variant.Step, position int, x variant.Variant) error {
	if !e.seek(s) || e.names != nil || position < 0 && len(e.in) > 0 {
		return variant.ErrNotFound
	}

	old := x
	if len(e.out) > 0 {
		old = e.out[0]
	} else if len(e.in) > 0 {
		old = e.in[0]
	}

	e.out = append(e.out, x)
	return e.check(old, x)
}

func (e *itemEditor) remove(s variant.Step) error {
	if err := e.find(s); err != nil {
		return err
	}
	if e.names != nil {
		return variant.Because(variant.ErrWrongType, "a component can't be removed")
	}

	e.in = e.in[1:]
	return nil
}

func (e *itemEditor) close() (variant.Variant, error) {
	if e.out == nil {
		return e.build(slices.Clone(e.in))
	}
	return e.build(append(e.out, e.in...))
}

// A pairEditor edits pairs. Removed pairs are marked and new ones are kept apart, and after some
// searches there is a table of keys. So many changes take little more time than one.
type pairEditor struct {
	pairs      []variant.Pair
	gone       map[int]bool // pairs that are removed
	added      []addedPair  // in the order of their positions
	addedKeys  keyMap
	index      keyMap      // of pairs, each with its last index, after a few searches
	before     map[int]int // the index of an equal key before one, in index
	finds      int
	names      bool         // the pairs are properties
	key, value variant.Type // element types, TypeNil for any
	build      func([]variant.Pair) (variant.Variant, error)
}

type addedPair struct {
	variant.Pair
	position int // -1 for the last
}

// find returns the index of the pair at a step.
func (e *pairEditor) find(s variant.Step) (int, error) {
	s, ok := e.own(s)
	if !ok {
		return -1, variant.ErrNotFound
	}

	if len(e.added) > 0 {
		key := newKey(s) // nil: it may be any of them
		if _, ok := e.addedKeys.get(key); ok || key == nil {
			e.flush()
		}
	}

	if i := e.search(s); i >= 0 {
		return i, nil
	}

	return -1, variant.ErrNotFound
}

// search returns the index of the last pair at a step that is not removed, -1 for none.
func (e *pairEditor) search(s variant.Step) int {
	key := newKey(s)
	e.finds++

	if e.finds > wire.Few && key != nil {
		if i, ok := e.table().get(key); ok {
			for i >= 0 && e.gone[i] {
				if earlier, ok := e.before[i]; ok {
					i = earlier
				} else {
					i = -1
				}
			}
			return i
		} else if _, text := keyText(key); text {
			return -1
		}
	}

	i := pairAt(s, variant.Dictionary{Pairs: e.pairs})
	for i >= 0 && e.gone[i] {
		i = pairAt(s, variant.Dictionary{Pairs: e.pairs[:i]})
	}

	return i
}

// table returns the index.
func (e *pairEditor) table() keyMap {
	if e.index.texts == nil {
		e.index = newKeyMap()
		e.before = map[int]int{}
		for i, p := range e.pairs {
			if earlier, ok := e.index.get(p.Key); ok {
				e.before[i] = earlier
			}
			e.index.set(p.Key, i)
		}
	}

	return e.index
}

// has reports whether a key exists.
func (e *pairEditor) has(key variant.Variant) bool {
	if _, ok := e.addedKeys.get(key); ok {
		return true
	}

	e.finds++

	if e.finds <= wire.Few {
		for i, p := range e.pairs {
			if !e.gone[i] && variant.KeyEqual(p.Key, key) {
				return true
			}
		}
		return false
	}

	i, ok := e.table().get(key)
	return ok && !e.gone[i]
}

// own returns the step that leads to a pair: for properties the keys are names.
func (e *pairEditor) own(s variant.Step) (variant.Step, bool) {
	if !e.names {
		return s, true
	}

	name, ok := s.Name, s.Kind == variant.StepProperty
	if s.Kind == variant.StepKey {
		name, ok = keyText(s.Key)
	}

	return variant.Step{Kind: variant.StepKey, Key: variant.String(name)}, ok
}

// flush makes the additions and removals so far.
func (e *pairEditor) flush() {
	out := make([]variant.Pair, 0, len(e.pairs)+len(e.added))
	added := e.added
	for i, p := range e.pairs {
		for len(added) > 0 && added[0].position >= 0 && added[0].position <= len(out) {
			out = append(out, added[0].Pair)
			added = added[1:]
		}

		if !e.gone[i] {
			out = append(out, p)
		}
	}

	for _, a := range added {
		out = append(out, a.Pair)
	}

	e.pairs = out
	e.gone = nil
	e.added = nil
	e.addedKeys = keyMap{}
	e.index = keyMap{}
}

func (e *pairEditor) get(s variant.Step) (variant.Variant, error) {
	i, err := e.find(s)
	switch {
	case err != nil:
		return nil, err
	case s.Kind == variant.StepPairKey:
		return e.pairs[i].Key, nil
	}

	return e.pairs[i].Value, nil
}

func (e *pairEditor) put(s variant.Step, x variant.Variant) error {
	i, err := e.find(s)
	if err != nil {
		return err
	}

	if s.Kind != variant.StepPairKey {
		e.pairs[i].Value = x
		return checkElement(e.value, x)
	}

	if same := find(variant.Dictionary{Pairs: e.pairs}, x); same >= 0 && same != i {
		return variant.ErrDuplicateKey
	}

	e.pairs[i].Key = x
	e.index = keyMap{}
	return checkElement(e.key, x)
}

func (e *pairEditor) add(s variant.Step, position int, x variant.Variant) error {
	s, ok := e.own(s)
	key := newKey(s)
	switch {
	case !ok, key == nil:
		return variant.ErrNotFound
	case e.has(key):
		return variant.ErrDuplicateKey
	}

	if err := checkElement(e.key, key); err != nil {
		return err
	}
	if n := len(e.added); n > 0 && uint(position) <= uint(e.added[n-1].position) && position >= 0 {
		e.flush()
	}
	if e.addedKeys.texts == nil {
		e.addedKeys = newKeyMap()
	}

	e.addedKeys.set(key, 0)
	e.added = append(e.added, addedPair{variant.Pair{Key: key, Value: x}, position})
	return checkElement(e.value, x)
}

func (e *pairEditor) remove(s variant.Step) error {
	if len(e.added) > 0 {
		e.flush()
	}

	i, err := e.find(s)
	if err != nil {
		return err
	}

	if e.gone == nil {
		e.gone = map[int]bool{}
	}

	for s, _ = e.own(s); i >= 0; i = e.search(s) { // and all keys that are equal
		e.gone[i] = true
		if s.Kind == variant.StepPairKey {
			break
		}
	}

	return nil
}

func (e *pairEditor) close() (variant.Variant, error) {
	if len(e.gone)+len(e.added) > 0 {
		e.flush()
	}
	return e.build(e.pairs)
}

// newKey returns the key that a step adds to a Dictionary, nil if it has none.
func newKey(s variant.Step) variant.Variant {
	switch s.Kind {
	case variant.StepKey:
		return s.Key
	case variant.StepIndex:
		return variant.Int(s.Index)
	case variant.StepProperty:
		return variant.String(s.Name)
	}

	return nil
}

func itemParts(items []variant.Variant) iter.Seq2[variant.Step, variant.Variant] {
	return variant.Array{Items: items}.Parts()
}
