package view

import (
	"bufio"
	"errors"
	"hash/maphash"
	"io"
	"math"
	"slices"
)

// A hunk is a difference between two texts: the lines from the offset a to endA of the first text
// are replaced with the lines from b to endB of the second.
type hunk struct{ a, endA, b, endB int64 }

const (
	// lineWindow is the number of lines of each text that are compared at once.
	lineWindow = 1 << 15
	// lineMargin is a number of lines at the end of a window. Differences in these lines are found
	// in the next window, which has more lines after them.
	lineMargin = lineWindow / 4
)

// hunksOf returns the hunks in which two texts differ. It keeps only a window of the lines. If a
// window has no equal lines, all lines from this window on are one hunk.
func hunksOf(first, second io.Reader) (hunks []hunk, err error) {
	seed := maphash.MakeSeed()
	a := &lineWindowReader{in: bufio.NewReader(first), seed: seed}
	b := &lineWindowReader{in: bufio.NewReader(second), seed: seed}

	for {
		if err := errors.Join(a.fill(), b.fill()); err != nil {
			return nil, err
		}

		if len(a.hashes) == 0 && len(b.hashes) == 0 {
			return hunks, nil
		}

		passedA, passedB := len(a.hashes), len(b.hashes)
		for _, r := range runsOf(a.hashes, b.hashes) {
			if a.inMargin(r.endA) || b.inMargin(r.endB) {
				passedA, passedB = r.a, r.b
				break
			}
			hunks = append(hunks, hunk{
				a.offset(r.a), a.offset(r.endA), b.offset(r.b), b.offset(r.endB),
			})
		}

		if passedA == 0 && passedB == 0 {
			return append(hunks, hunk{a.start, math.MaxInt64, b.start, math.MaxInt64}), nil
		}
		a.pass(passedA)
		b.pass(passedB)
	}
}

// A lineWindowReader reads a window of the lines of a text.
type lineWindowReader struct {
	in    *bufio.Reader
	seed  maphash.Seed
	ended bool

	start  int64    // offset of the first line of the window
	hashes []uint64 // hash of each line
	ends   []int64  // offset of the end of each line
}

// fill reads lines until the window is full.
func (r *lineWindowReader) fill() error {
	for !r.ended && len(r.hashes) < lineWindow {
		if err := r.line(); err != nil {
			return err
		}
	}
	return nil
}

// line reads a line.
func (r *lineWindowReader) line() error {
	var hash maphash.Hash
	hash.SetSeed(r.seed)
	length := 0

	for {
		part, err := r.in.ReadSlice('\n')
		_, _ = hash.Write(part)
		length += len(part)

		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			r.ended = true
			if length == 0 {
				return nil
			}
		case err != nil:
			return err
		}

		r.ends = append(r.ends, r.offset(len(r.ends))+int64(length))
		r.hashes = append(r.hashes, hash.Sum64())
		return nil
	}
}

// offset returns the offset of line i of the window, or of the end of the last line.
func (r *lineWindowReader) offset(i int) int64 {
	if i == 0 {
		return r.start
	}
	return r.ends[i-1]
}

// inMargin reports whether line i is in the margin at the end of the window. The last window of a
// text has no margin.
func (r *lineWindowReader) inMargin(i int) bool { return !r.ended && i > lineWindow-lineMargin }

// pass removes the first n lines of the window.
func (r *lineWindowReader) pass(n int) {
	r.start = r.offset(n)
	r.hashes = slices.Delete(r.hashes, 0, n)
	r.ends = slices.Delete(r.ends, 0, n)
}
