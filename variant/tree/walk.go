package tree

import (
	"iter"

	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Walk yields v and all values in it with their paths, each value before its parts. A path is valid
// until the next step of the iteration; to keep it, use slices.Clone.
//
// Walk skips values deeper than 1024, such as those in a value that contains itself; encoding these
// returns [variant.ErrDepth]. It ends after 67,108,864 values, the most that a packet of 256 MiB
// holds; encoding more returns [variant.ErrLimit], unless Limits.MaxSize is raised.
func Walk(v variant.Variant) iter.Seq2[Path, variant.Variant] {
	return func(yield func(Path, variant.Variant) bool) {
		left := maxWalk
		walk(make(Path, 0, 8), v, &left, yield)
	}
}

// maxWalk is the number of values in the longest packet of the default Limits.
const maxWalk = forms.MaxSize / forms.MinPacket

func walk(path Path, v variant.Variant, left *int, yield func(Path, variant.Variant) bool) bool {
	*left--

	if *left < 0 || !yield(path, v) {
		return false
	}
	if len(path) >= forms.MaxDepth {
		return true
	}

	switch v := v.(type) {
	case variant.Array: // the iterator would take most of the time
		path = append(path, variant.Step{Kind: variant.StepIndex})
		for i, item := range v.Items {
			path[len(path)-1].Index = i
			if !walk(path, item, left, yield) {
				return false
			}
		}

	case variant.Container:
		for step, part := range partsOf(v) {
			if !walk(append(path, step), part, left, yield) {
				return false
			}
		}
	}

	return true
}
