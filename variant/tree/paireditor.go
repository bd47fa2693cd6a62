package tree

import (
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A pairEditor edits pairs. It also edits properties, as pairs of a String and a value. It marks
// removed pairs, and keeps new pairs in a separate list until a search needs them. After a few
// searches it makes an index of the keys, so that many edits do not take much longer than one edit.
type pairEditor struct {
	pairs      []variant.Pair
	removed    map[int]bool // indices in pairs
	added      []addedPair  // added pairs in the order of their positions
	addedKeys  keyMap
	index      pairIndex // index of pairs, after a few searches
	searches   int
	names      bool // the pairs are properties
	key, value element
	build      func([]variant.Pair) (variant.Variant, error)
}

type addedPair struct {
	variant.Pair
	position int // -1 for the end
}

// A pairIndex finds the pairs of a key. The zero value has not been filled yet.
type pairIndex struct {
	last     keyMap // index of the last pair of a key
	previous []int  // for each pair, the index of the previous pair with the same key, or -1
}

func newPairIndex(pairs []variant.Pair) pairIndex {
	x := pairIndex{last: newKeyMap(), previous: make([]int, len(pairs))}
	for i, p := range pairs {
		x.previous[i] = -1
		if earlier, ok := x.last.get(p.Key); ok {
			x.previous[i] = earlier
		}
		x.last.set(p.Key, i)
	}

	return x
}

// find returns the index of the pair at a step.
func (e *pairEditor) find(s variant.Step) (int, error) {
	key, ok := e.keyOf(s)
	if !ok {
		return -1, variant.ErrNotFound
	}

	if key == nil { // the step may lead to an added pair
		e.flush()
	} else if _, ok := e.addedKeys.get(key); ok {
		e.flush()
	}

	i := -1
	if key == nil {
		i = pairAt(s, e.pairs)
	} else {
		i = e.search(key)
	}

	if i < 0 {
		return -1, variant.ErrNotFound
	}

	return i, nil
}

// search returns the index of the last pair that has this key and was not removed, or -1.
func (e *pairEditor) search(key variant.Variant) int {
	e.searches++
	if e.searches <= wire.MaxLinear {
		i := lastPair(e.pairs, key)
		for i >= 0 && e.removed[i] {
			i = lastPair(e.pairs[:i], key)
		}
		return i
	}

	if e.index.previous == nil {
		e.index = newPairIndex(e.pairs)
	}

	i, ok := e.index.last.get(key)
	if !ok {
		return -1
	}

	for i >= 0 && e.removed[i] {
		i = e.index.previous[i]
	}

	return i
}

// has reports whether a key exists.
func (e *pairEditor) has(key variant.Variant) bool {
	_, ok := e.addedKeys.get(key)
	return ok || e.search(key) >= 0
}

// keyOf returns the key of a step, or nil if the step has only a position or the text of a key. It
// returns false if the step cannot lead to a pair, or to a property of an object.
func (e *pairEditor) keyOf(s variant.Step) (variant.Variant, bool) {
	switch {
	case s.Kind == variant.StepPair:
		return nil, true
	case e.names && s.Kind == variant.StepProperty:
		return variant.String(s.Name), true
	case e.names && s.Kind == variant.StepKey:
		name, ok := keyText(s.Key)
		return variant.String(name), ok
	case e.names:
		return nil, false
	case s.Kind == variant.StepKey:
		return s.Key, true
	case s.Kind == variant.StepIndex:
		return variant.Int(s.Index), true
	case s.Kind == variant.StepProperty:
		return variant.String(s.Name), true
	default:
		return nil, true
	}
}

// flush applies all additions and removals to the field pairs.
func (e *pairEditor) flush() {
	if len(e.removed)+len(e.added) == 0 {
		return
	}

	out := make([]variant.Pair, 0, len(e.pairs)+len(e.added))
	added := e.added
	for i, p := range e.pairs {
		for len(added) > 0 && added[0].position >= 0 && added[0].position <= len(out) {
			out = append(out, added[0].Pair)
			added = added[1:]
		}

		if !e.removed[i] {
			out = append(out, p)
		}
	}

	for _, a := range added {
		out = append(out, a.Pair)
	}

	e.pairs = out
	e.removed = nil
	e.added = nil
	e.addedKeys = keyMap{}
	e.index = pairIndex{}
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

	p := &e.pairs[i]
	if s.Kind != variant.StepPairKey {
		old := p.Value
		p.Value = x
		return e.value.accept(old, x)
	}

	if same := lastPair(e.pairs, x); same >= 0 && same != i {
		return variant.ErrDuplicateKey
	}

	old := p.Key
	p.Key = x
	e.index = pairIndex{}
	return e.key.accept(old, x)
}

func (e *pairEditor) add(s variant.Step, position int, x variant.Variant) error {
	key, ok := e.keyOf(s)
	switch {
	case !ok, key == nil:
		return variant.ErrNotFound
	case e.has(key):
		return variant.ErrDuplicateKey
	}

	if err := e.key.accept(nil, key); err != nil {
		return err
	}

	if n := len(e.added); n > 0 {
		last := e.added[n-1].position
		if position >= 0 && (last < 0 || position <= last) {
			e.flush()
		}
	}
	if e.addedKeys.numbers == nil {
		e.addedKeys = newKeyMap()
	}

	e.addedKeys.set(key, 0)
	e.added = append(e.added, addedPair{variant.Pair{Key: key, Value: x}, position})
	return e.value.accept(nil, x)
}

func (e *pairEditor) remove(s variant.Step) error {
	if len(e.added) > 0 {
		e.flush()
	}

	i, err := e.find(s)
	if err != nil {
		return err
	}

	if e.removed == nil {
		e.removed = map[int]bool{}
	}

	e.removed[i] = true
	key, _ := e.keyOf(s)

	for key != nil { // also remove all other pairs with an equal key
		i = e.search(key)
		if i < 0 {
			break
		}
		e.removed[i] = true
	}

	return nil
}

func (e *pairEditor) close() (variant.Variant, error) {
	e.flush()
	return e.build(e.pairs)
}
