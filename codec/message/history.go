package message

import (
	"slices"

	"godotvariant/variant"
)

// A history is a list of states in the order of their numbers. The last state is the newest.
type history []snapshot

// A snapshot is a state with its number. The state never changes.
type snapshot struct {
	seq   int
	state variant.Variant
	size  int // length of the packet with the whole state; 0 if there is no such packet
}

// newest returns the newest state. Without states it returns an empty Dictionary with the number 0.
func (h history) newest() snapshot {
	if len(h) == 0 {
		return snapshot{state: variant.Dictionary{}}
	}
	return h[len(h)-1]
}

// find returns the state with a number.
func (h history) find(seq int) (variant.Variant, bool) {
	if seq == 0 {
		return variant.Dictionary{}, true
	}

	i := slices.IndexFunc(h, func(s snapshot) bool { return s.seq == seq })
	if i < 0 {
		return nil, false
	}
	return h[i].state, true
}

// forget drops old states. The argument oldest is the number of the oldest state that is still
// needed. The argument maxStates is the greatest number of states to keep, and the argument
// maxBytes is the greatest length of all their packets. forget always keeps the newest state.
func (h *history) forget(oldest, maxStates, maxBytes int) {
	size := 0
	kept := 0
	for kept < len(*h) {
		s := (*h)[len(*h)-1-kept]
		size += s.size
		if kept > 0 && (s.seq < oldest || kept == maxStates || size > maxBytes) {
			break
		}
		kept++
	}

	*h = slices.Delete(*h, 0, len(*h)-kept)
}
