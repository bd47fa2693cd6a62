package rooms

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/variant"
)

// The state of a room changes at the same paths again and again. So owner and gateways use a number
// for each path. Before an owner uses a number, it tells the gateways the path that has this
// number. In each epoch the numbers begin again at 1. The number 0 is the path of the state itself.

// maxPaths is the number of paths after which an owner forgets all of them.
const maxPaths = 4096

// Operations of a change. In a frame, the last two bits of an integer are the operation, and the
// other bits are the number of a path.
const (
	opSet = iota
	opInsert
	opErase
	opAgree // gives the next number to a path that is one key or index longer than a numbered path
)

// A step describes a path: the number of the container's path, and a key or index in the container.
type step struct {
	parent int64
	key    variant.Variant
}

// A paths is a table of agreed paths.
type paths struct {
	steps   []step           // the path with number n is steps[n-1]
	numbers map[string]int64 // numbers of paths by encoded step, for the owner
}

// number returns the number of a path. First it gives a number to each beginning of the path that
// has none. For each new number it appends a change opAgree to the frame b, so that the gateways
// learn the number. The argument n is the number of changes in the frame before the call. The other
// results are the frame, and the number of changes in it after the call.
func (t *paths) number(
	b []byte, n int64, keys variant.Array,
) (number int64, _ []byte, _ int64, _ error) {
	for _, key := range keys.Items {
		name, err := codec.Append(appendInt(nil, number), key)
		if err != nil {
			return 0, nil, 0, err
		}

		next, agreed := t.numbers[string(name)]
		if !agreed {
			b = appendInt(b, number<<2|opAgree)
			b, err = appendValue(b, key)
			if err != nil {
				return 0, nil, 0, err
			}
			n++
			next = t.agree(number, key)
			t.numbers[string(name)] = next
		}
		number = next
	}

	return number, b, n, nil
}

// agree gives the next number to a path.
func (t *paths) agree(parent int64, key variant.Variant) int64 {
	t.steps = append(t.steps, step{parent, key})
	return int64(len(t.steps))
}

// reset forgets all paths.
func (t *paths) reset() {
	t.steps = nil
	t.numbers = map[string]int64{}
}

// keys returns the path with the given number: its keys and indexes, from the first to the last.
func (t *paths) keys(number int64) (variant.Array, error) {
	var keys []variant.Variant
	for number > 0 {
		if number > int64(len(t.steps)) {
			return variant.Array{}, fmt.Errorf("rooms: nobody has agreed on path %d", number)
		}
		s := t.steps[number-1]
		if s.parent >= number {
			return variant.Array{}, fmt.Errorf("rooms: path %d is below path %d", number, s.parent)
		}
		keys = append(keys, s.key)
		number = s.parent
	}

	for i, j := 0, len(keys)-1; i < j; i, j = i+1, j-1 {
		keys[i], keys[j] = keys[j], keys[i]
	}
	return variant.Array{Items: keys}, nil
}

// appendChanges appends the frame of a tick. The changes are a tree.Patch.Delta.
func (t *paths) appendChanges(
	b []byte, epoch, from, tick int64, changes variant.Array,
) (_ []byte, err error) {
	kind := byte(frameChanges)
	if t.numbers == nil || len(t.steps) > maxPaths {
		t.reset()
		kind = frameFresh
	}

	var body []byte
	n := int64(0)
	for _, item := range changes.Items {
		change := item.(variant.Array).Items
		var number int64
		number, body, n, err = t.number(body, n, change[0].(variant.Array))
		if err != nil {
			return nil, err
		}

		op := int64(opSet)
		switch len(change) {
		case 1:
			op = opErase
		case 3:
			op = opInsert
		}

		body = appendInt(body, number<<2|op)
		if op != opErase {
			body, err = appendValue(body, change[1])
			if err != nil {
				return nil, err
			}
		}
		n++
	}

	b = append(b, kind)
	b = appendInt(b, epoch)
	b = appendInt(b, tick)
	b = appendInt(b, tick-from)
	b = appendInt(b, n)
	return append(b, body...), nil
}

// changes reads the data that appendChanges has written after the epoch.
func (t *paths) changes(r *bits, f *frame) {
	if f.kind == frameFresh {
		t.reset()
	}

	f.tick = r.int()
	f.from = f.tick - r.int()
	for range r.count() {
		head := r.int()
		op := head & 3
		if op == opAgree {
			t.agree(head>>2, r.value())
			continue
		}

		keys, err := t.keys(head >> 2)
		if err != nil {
			r.fail(err)
			return
		}

		change := variant.NewArray(keys)
		if op != opErase {
			change.Items = append(change.Items, r.value())
		}
		if op == opInsert {
			change.Items = append(change.Items, variant.Bool(true))
		}
		f.changes.Items = append(f.changes.Items, change)
	}
}

// appendState appends the frame with the whole state and the table of paths.
func (t *paths) appendState(
	b []byte, epoch, birth, tick int64, state variant.Variant,
) (_ []byte, err error) {
	b = append(b, frameState)
	b = appendInt(b, epoch)
	b = appendFixed(b, birth)
	b = appendInt(b, tick)
	b = appendInt(b, int64(len(t.steps)))
	for _, s := range t.steps {
		b = appendInt(b, s.parent)
		b, err = appendValue(b, s.key)
		if err != nil {
			return nil, err
		}
	}

	return appendValue(b, state)
}

// state reads the data that appendState has written after the epoch.
func (t *paths) state(r *bits, f *frame) {
	t.reset()
	f.birth = r.fixed()
	f.tick = r.int()
	f.from = f.tick
	for range r.count() {
		parent := r.int()
		t.agree(parent, r.value())
	}
	f.state = r.value()
}
