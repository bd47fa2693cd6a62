package span

import (
	"bytes"
	"hash/maphash"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An itemOrder finds the items to which the changes of a patch lead, one change after another from
// the first item to the last. Its methods return ErrWhole for changes that [tree.Diff] would not
// return.
type itemOrder struct {
	file *File
	list Container

	at, now int // the number of the next item in the old file and in the new one

	// A row is a sequence of changes of the list without unchanged items between them. In a row the
	// changes of kind Changed come first. After them, all changes are Removed, or all are Added.
	kind    tree.ChangeKind // kind of the last change in the row
	removed int             // number of items that the row has removed

	seed  maphash.Seed
	from  int             // index of the first changed item in the old file
	fresh map[uint64]bool // the hashes of all new items
}

// next moves to the next change, and returns the number of its item in the old file. The argument
// step leads to this item after all earlier changes. If kind is tree.Added, the change adds a new
// item before this item.
func (o *itemOrder) next(step variant.Step, kind tree.ChangeKind) (int, error) {
	ahead := step.Index - o.now
	left := len(o.list.Parts) - o.at
	if kind != tree.Added {
		left--
	}
	if step.Kind != variant.StepIndex || ahead < 0 || ahead > left {
		return 0, ErrWhole
	}

	if ahead > 0 {
		if err := o.endRow(); err != nil {
			return 0, err
		}
	}
	if o.kind != tree.Changed && o.kind != kind {
		return 0, ErrWhole
	}

	o.at += ahead
	o.now += ahead
	o.kind = kind
	i := o.at
	if o.fresh == nil {
		o.fresh = map[uint64]bool{}
		o.seed = maphash.MakeSeed()
		o.from = i
	}

	if kind == tree.Removed {
		o.removed++
	} else {
		o.now++
	}
	if kind != tree.Added {
		o.at++
	}

	return i, nil
}

// endRow ends a row of changes. It returns ErrWhole if the row has removed items, and the removal
// of other items would leave the same list. For example, in [1, 2, 2] either 2 can be removed.
// Then tree.Diff could find other changes.
func (o *itemOrder) endRow() error {
	first := o.at - o.removed
	if o.removed > 0 && (o.equal(first, o.at) || o.equal(first-1, o.at-1)) {
		return ErrWhole
	}

	o.kind = tree.Changed
	o.removed = 0
	return nil
}

// equal reports whether the list has the items i and j, and whether they have the same bytes.
func (o *itemOrder) equal(i, j int) bool {
	return i >= 0 && j < len(o.list.Parts) && bytes.Equal(o.bytes(i), o.bytes(j))
}

func (o *itemOrder) bytes(i int) []byte { return o.file.Bytes(o.list.Parts[i].Value) }

// add stores the hash of a new item, whose packet is the argument.
func (o *itemOrder) add(packet []byte) { o.fresh[maphash.Bytes(o.seed, packet)] = true }

// end ends the changes. It compares the new items with the old items from the one before the first
// change to the one after the last change. It returns ErrWhole if a new item equals an old item.
func (o *itemOrder) end() error {
	if err := o.endRow(); err != nil {
		return err
	}

	if len(o.fresh) == 0 {
		return nil
	}

	for i := max(o.from-1, 0); i < min(o.at+1, len(o.list.Parts)); i++ {
		if o.fresh[maphash.Bytes(o.seed, o.bytes(i))] {
			return ErrWhole
		}
	}
	return nil
}

// A pairOrder finds the places of the changes of a Dictionary. Keys are removed first, and then
// pairs are changed and added from the first to the last. Its methods return ErrWhole for changes
// in another order.
type pairOrder struct {
	file  *File
	pairs Container

	at, now int // the number of the next pair in the old file and in the new one
	removed map[int]bool
	gone    int  // the number of the pair after the last removed pair
	begun   bool // a pair has already been changed or added
	added   map[string]bool
}

// remove notes that the pair with the number i is removed.
func (o *pairOrder) remove(i int) error {
	if o.begun || i < o.gone {
		return ErrWhole
	}

	o.removed[i] = true
	o.gone = i + 1
	return nil
}

// change notes that the pair with the number i is changed.
func (o *pairOrder) change(i int) error {
	if i < o.at || o.removed[i] {
		return ErrWhole
	}

	o.begun = true
	for o.at <= i {
		o.pass()
	}
	return nil
}

// pass moves past one pair of the old file. A removed pair is not in the new file.
func (o *pairOrder) pass() {
	if !o.removed[o.at] {
		o.now++
	}
	o.at++
}

// mostAdded is the greatest number of keys that are added to a Dictionary in place. The limit is
// low, because each added key is compared with all keys.
const mostAdded = 64

// add returns two results for a pair that is added at a position. The result oldPair is the number
// of the old pair in front of which the new pair is added. The result newPosition is the position
// for [tree.Change]. It is -1 if the new pair comes after all old pairs.
func (o *pairOrder) add(step variant.Step, position int) (oldPair, newPosition int, err error) {
	name, ok := nameOf(step)
	if !ok || o.added[name] || len(o.added) == mostAdded {
		return 0, 0, ErrWhole
	}

	old, err := o.file.index(o.pairs, step, 0)
	if err != nil {
		return 0, 0, err
	}
	if old >= 0 && !o.removed[old] {
		return 0, 0, ErrWhole // the key exists already
	}

	for o.at < len(o.pairs.Parts) && (position < 0 || o.now < position || o.removed[o.at]) {
		o.pass()
	}
	if position >= 0 && position != o.now {
		return 0, 0, ErrWhole
	}

	newPosition = o.now
	if o.at == len(o.pairs.Parts) {
		newPosition = -1
	}

	o.begun = true
	o.now++
	o.added[name] = true
	return o.at, newPosition, nil
}

// nameOf returns a text for a step to a key. Only steps to the same key have the same text. The
// second result is false if the step does not lead to a key.
func nameOf(step variant.Step) (name string, ok bool) {
	switch key := step.Key.(type) {
	case variant.String:
		return "s" + string(key), true
	case variant.StringName: // a String with this text is the same key
		return "s" + string(key), true
	default:
		return step.String(), step.Kind == variant.StepKey
	}
}
