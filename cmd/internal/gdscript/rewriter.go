package gdscript

import (
	"sort"
	"strings"
)

// A rewriter replaces pieces of a text, from the start of the text to its end. It converts an
// offset in the new text to the offset in the source.
type rewriter struct {
	source string
	done   int // the source before this offset is copied or replaced
	out    strings.Builder
	pieces []piece
}

// A piece is a part of the new text. It begins at newOffset in the new text. If replaced is false,
// the piece is a copy of old text, which begins at oldOffset in the source. If replaced is true,
// the piece replaces the old text at oldOffset.
type piece struct {
	newOffset, oldOffset int
	replaced             bool
}

// replace replaces the source between two offsets. Both offsets must be after the end of the last
// replacement.
func (w *rewriter) replace(from, to int, text string) {
	w.pieces = append(w.pieces, piece{newOffset: w.out.Len(), oldOffset: w.done})
	w.out.WriteString(w.source[w.done:from])

	w.pieces = append(w.pieces, piece{newOffset: w.out.Len(), oldOffset: from, replaced: true})
	w.out.WriteString(text)

	w.done = to
}

// text returns the new text.
func (w *rewriter) text() string {
	if len(w.pieces) == 0 {
		return w.source
	}

	w.replace(len(w.source), len(w.source), "")
	return w.out.String()
}

// offset returns the offset in the source for an offset in the new text.
func (w *rewriter) offset(newOffset int) int {
	after := sort.Search(len(w.pieces), func(i int) bool {
		return w.pieces[i].newOffset > newOffset
	})
	if after == 0 {
		return newOffset
	}

	p := w.pieces[after-1]
	if p.replaced {
		return p.oldOffset
	}

	return p.oldOffset + newOffset - p.newOffset
}
