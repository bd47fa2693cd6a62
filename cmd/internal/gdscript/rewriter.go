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

// A piece of the new text begins at the offset out in the new text. The field source is an offset
// in the old text: the piece is a copy of the old text from there on, or it replaces old text
// there.
type piece struct {
	out, source int
	replaced    bool
}

// replace replaces the source between two offsets. Both offsets must be after the end of the last
// replacement.
func (w *rewriter) replace(from, to int, text string) {
	w.pieces = append(w.pieces, piece{out: w.out.Len(), source: w.done})
	w.out.WriteString(w.source[w.done:from])

	w.pieces = append(w.pieces, piece{out: w.out.Len(), source: from, replaced: true})
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
func (w *rewriter) offset(out int) int {
	after := sort.Search(len(w.pieces), func(i int) bool { return w.pieces[i].out > out })
	if after == 0 {
		return out
	}

	p := w.pieces[after-1]
	if p.replaced {
		return p.source
	}

	return p.source + out - p.out
}
