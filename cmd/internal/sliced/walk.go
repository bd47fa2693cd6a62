package sliced

import (
	"godotvariant/variant"
)

// A walker goes through a value in small steps.
type walker struct {
	root   variant.Variant
	levels []level // the open containers
	begun  bool

	kind  stepKind
	value variant.Variant // the value for stepWhole
	from  int             // for stepRun: the step handles the parts i with from ≤ i < to
	to    int
}

// A level is a container whose parts are handled in separate steps.
type level struct {
	list
	next int // index of the first part after the current step
}

// A stepKind says what a step of a walker handles.
type stepKind uint8

const (
	stepWhole stepKind = iota // the value as a whole; no other step follows
	stepOpen                  // the beginning of the innermost container
	stepRun                   // some parts of the innermost container
	stepClose                 // the end of the innermost container
)

// next moves to the next step. It returns false at the end.
func (w *walker) next() bool {
	if !w.begun {
		w.begun = true
		if !w.opens(w.root) {
			w.kind = stepWhole
			w.value = w.root
		}
		return true
	}

	if w.kind == stepClose {
		w.levels = w.levels[:len(w.levels)-1]
	}
	if len(w.levels) == 0 {
		return false
	}

	w.parts(&w.levels[len(w.levels)-1])
	return true
}

// opens reports whether a value is a long container. If so, the container becomes the innermost
// one.
func (w *walker) opens(v variant.Variant) bool {
	l, ok := listOf(v)
	if !ok || l.parts.N == 0 || !isLong(v) {
		return false
	}

	w.kind = stepOpen
	w.levels = append(w.levels, level{list: l})
	return true
}

// parts moves to the next parts of the innermost container, or to its end.
func (w *walker) parts(top *level) {
	if top.next == top.parts.N {
		w.kind = stepClose
		return
	}

	w.kind = stepRun
	w.from = top.next

	for rest := weight; top.next < top.parts.N; top.next++ {
		rest = top.left(top.next, rest)
		if rest <= 0 {
			break
		}
	}

	if top.next == w.from { // the next part alone is as much work as one run may be, or more
		top.next++
		if w.opens(top.parts.At(w.from).Value) {
			return // the append in w.opens may have moved w.levels, so top is no longer valid
		}
	}

	w.to = top.next
}

// innermost returns the innermost container, and the container around it or nil.
func (w *walker) innermost() (top, around *level) {
	last := len(w.levels) - 1
	if last > 0 {
		around = &w.levels[last-1]
	}
	return &w.levels[last], around
}

// path returns the path to the innermost container.
func (w *walker) path() variant.Path {
	var path variant.Path
	for _, l := range w.levels[:len(w.levels)-1] {
		path = append(path, l.parts.At(l.next-1).Step)
	}
	return path
}

// run returns the innermost container with only the parts of the current step.
func (w *walker) run() variant.Variant {
	top, _ := w.innermost()
	return top.run(w.from, w.to)
}
