package sliced

import (
	"iter"
	"slices"
)

// Pieces are the bytes of a long file in pieces. New bytes go to the last piece, so the other
// pieces are not copied when the file grows. The zero Pieces has no bytes.
type Pieces struct {
	list [][]byte
	n    int
}

// pieceSize is the length in bytes at which a piece is full. A piece can be longer, because the
// bytes of one call of Write stay together.
const pieceSize = 256 << 10

// PiecesOf returns Pieces with one piece, without copying it.
func PiecesOf(b []byte) Pieces {
	return Pieces{[][]byte{slices.Clip(b)}, len(b)} // Write must not change bytes after b
}

// Write appends bytes. It never fails.
func (p *Pieces) Write(b []byte) (int, error) {
	last := len(p.list) - 1
	if last < 0 || len(p.list[last]) >= pieceSize {
		p.list = append(p.list, nil)
		last++
	}

	p.list[last] = append(p.list[last], b...)
	p.n += len(b)
	return len(b), nil
}

// Len returns the number of bytes.
func (p *Pieces) Len() int { return p.n }

// All returns the pieces in their order. A loop must not change them.
func (p *Pieces) All() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, piece := range p.list {
			if !yield(piece) {
				return
			}
		}
	}
}

// Slice returns a copy of the n bytes that begin at the offset from. If the Pieces have fewer bytes
// after this offset, the copy is shorter.
func (p *Pieces) Slice(from, n int) []byte {
	out := []byte{}
	at := 0

	for piece := range p.All() {
		start := min(max(from-at, 0), len(piece))
		end := min(start+n-len(out), len(piece))
		out = append(out, piece[start:end]...)
		at += len(piece)
	}

	return out
}
