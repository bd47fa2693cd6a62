package span

import (
	"math"
	"slices"
)

// edits are the edits of a file that have not been made in its bytes yet.
type edits struct {
	all    []splice      // in the order of their offsets
	bytes  []byte        // bytes that the splices insert
	counts map[int32]int // number of parts added to a container, by the offset of its count
	moves  bool          // some parts are at other places or have other keys than in the bytes
}

// A splice replaces the bytes from start to end with a part of edits.bytes.
type splice struct {
	start, end int32
	from, to   int32
	record     bool // the splice adds or removes a record
	joins      bool // the splice may begin at an offset where an earlier splice inserts bytes
}

// add adds a splice that inserts some bytes. It returns false if another edit is already at this
// place.
func (e *edits) add(s splice, inserts ...[]byte) bool {
	i := len(e.all)
	for i > 0 && e.all[i-1].start > s.start {
		i--
	}

	if i > 0 && !e.all[i-1].before(s) || i < len(e.all) && s.end > e.all[i].start {
		return false
	}

	s.from = int32(len(e.bytes))
	for _, b := range inserts {
		e.bytes = append(e.bytes, b...)
	}

	s.to = int32(len(e.bytes))
	e.all = slices.Insert(e.all, i, s)

	return len(e.bytes) <= math.MaxInt32/2
}

// keepLengths reports whether all edits replace bytes with the same number of bytes.
func (e *edits) keepLengths() bool {
	for _, s := range e.all {
		if s.to-s.from != s.end-s.start {
			return false
		}
	}
	return !e.moves
}

// before reports whether another splice may follow s.
func (s splice) before(next splice) bool {
	return s.end <= next.start && (s.start < next.start || next.joins)
}
