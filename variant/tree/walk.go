package tree

import (
	"iter"

	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Walk yields v and all values in it with their paths, each value before its parts. A path is valid
// until the next step of the iteration; to keep it, use slices.Clone.
//
// Walk skips values deeper than 1024, as in a value that contains itself. Encoding such a value
// returns [variant.ErrDepth]. Walk ends after 67,108,864 values, which is the greatest number that
// a packet of 256 MiB can hold. Encoding more values returns [variant.ErrLimit], unless
// Limits.MaxSize is greater than its default.
func Walk(v variant.Variant) iter.Seq2[variant.Path, variant.Variant] {
	return func(yield func(variant.Path, variant.Variant) bool) {
		w := walker{path: make(variant.Path, 0, 8), left: maxWalk, yield: yield}
		w.walk(v)
	}
}

// maxWalk is the greatest number of values that a packet within the default Limits can have.
const maxWalk = forms.MaxSize / forms.MinPacket

// A walker yields values with the path to them.
type walker struct {
	path  variant.Path
	left  int // number of values that may still be yielded
	yield func(variant.Path, variant.Variant) bool
}

// walk yields v and its parts. It returns false to end the walk.
func (w *walker) walk(v variant.Variant) bool {
	w.left--

	if w.left < 0 || !w.yield(w.path, v) {
		return false
	}
	if len(w.path) >= forms.MaxDepth {
		return true
	}

	switch v := v.(type) {
	case variant.Array: // the iterator of Array.Parts would take most of the time
		for i, item := range v.Items {
			if !w.part(variant.Step{Kind: variant.StepIndex, Index: i}, item) {
				return false
			}
		}

	case variant.Container:
		for step, part := range partsOf(v) {
			if !w.part(step, part) {
				return false
			}
		}
	}

	return true
}

// part walks the part at a step. The paths that Walk yields share the memory of w.path.
func (w *walker) part(s variant.Step, v variant.Variant) bool {
	w.path = append(w.path, s)
	more := w.walk(v)
	w.path = w.path[:len(w.path)-1]
	return more
}
