package savefile

import (
	"errors"
	"fmt"
)

// FastLZ level 1, which compressors use below 64 KiB. A stream is a sequence of instructions:
//
//	000nnnnn            n+1 literal bytes follow
//	lllddddd DDDDDDDD   copy l+2 bytes (l is 1 to 6) from distance dD+1
//	111ddddd e DDDDDDDD copy e+9 bytes from distance dD+1
//
// The first instruction is always literal. Its upper three bits are the level minus 1.
const (
	lzRun      = 32   // most literals in one instruction
	lzWindow   = 8191 // greatest distance that the compressor uses
	lzShort    = 8    // longest match in a short instruction
	lzLong     = 264  // longest match in a long instruction
	lzPiece    = 262  // a longer match is split into pieces of this length
	lzSlots    = 8192 // slots in the table of earlier positions
	lzTail     = 13   // no match begins in the last lzTail bytes
	lzKeep     = 2    // no match includes the last lzKeep bytes
	lzMinInput = 16   // Godot pads shorter blocks with zeros
)

var (
	errLevel = fmt.Errorf("%w: FastLZ level above 1, which no engine writes into save files",
		ErrUnsupported)
	errStream   = errors.New("FastLZ stream ends inside an instruction")
	errDistance = errors.New("FastLZ match reaches before the start of the block")
	errRoom     = errors.New("FastLZ stream is longer than its block")
)

// compressFastLZ appends src as a FastLZ stream. src has at least lzMinInput bytes and less than
// 64 KiB. Readers accept any valid stream; this one is the same as that of the engines'
// compressor, so that equal saves are equal files.
func compressFastLZ(dst, src []byte) []byte {
	var seen [lzSlots]uint16 // last position of each hash of three bytes; 0 in an unused slot
	literals := 0            // start of the bytes not yet written
	for at := 2; at < len(src)-lzTail; {
		slot := lzSlot(src[at:])
		from := int(seen[slot])
		seen[slot] = uint16(at)

		if at-from > lzWindow || [3]byte(src[from:]) != [3]byte(src[at:]) {
			at++
			continue
		}

		n := lzMatch(src, from, at)
		dst = appendLiterals(dst, src[literals:at])
		dst = appendMatch(dst, n, at-from)
		at += n
		seen[lzSlot(src[at-2:])] = uint16(at - 2)
		seen[lzSlot(src[at-1:])] = uint16(at - 1)
		literals = at
	}

	return appendLiterals(dst, src[literals:])
}

// decompressFastLZ appends the decompressed stream to dst, within its capacity.
func decompressFastLZ(dst, src []byte) ([]byte, error) {
	if len(src) > 0 && src[0]>>5 != 0 {
		return dst, errLevel
	}

	out := lzWriter{dst, len(dst)}
	for len(src) > 0 {
		var err error
		if src[0] < lzRun {
			src, err = out.literals(src)
		} else {
			src, err = out.match(src)
		}

		if err != nil {
			return out.b, err
		}
	}

	return out.b, nil
}

// An lzWriter executes the instructions of a stream. It appends to b within its capacity.
type lzWriter struct {
	b     []byte
	start int // offset of the stream in b
}

// literals executes the instruction at the start of src, and returns the rest of src.
func (w *lzWriter) literals(src []byte) ([]byte, error) {
	n := int(src[0]) + 1
	src = src[1:]

	switch {
	case n > len(src):
		return nil, errStream
	case n > cap(w.b)-len(w.b):
		return nil, errRoom
	}

	w.b = append(w.b, src[:n]...)
	return src[n:], nil
}

// match executes the instruction at the start of src, and returns the rest of src.
func (w *lzWriter) match(src []byte) ([]byte, error) {
	size := 2
	if src[0]>>5 == 7 {
		size = 3
	}

	if len(src) < size {
		return nil, errStream
	}

	n := int(src[0]>>5) + 2
	if size == 3 {
		n = int(src[1]) + 9
	}

	distance := int(src[0]&31)<<8 + int(src[size-1]) + 1
	switch {
	case distance > len(w.b)-w.start:
		return nil, errDistance
	case n > cap(w.b)-len(w.b):
		return nil, errRoom
	}

	for range n { // byte by byte: a match may overlap its copy
		w.b = append(w.b, w.b[len(w.b)-distance])
	}

	return src[size:], nil
}

func appendLiterals(dst, src []byte) []byte {
	for len(src) > 0 {
		n := min(len(src), lzRun)
		dst = append(append(dst, byte(n-1)), src[:n]...)
		src = src[n:]
	}
	return dst
}

func appendMatch(dst []byte, n, distance int) []byte {
	high, low := byte((distance-1)>>8), byte(distance-1)
	for ; n > lzLong; n -= lzPiece {
		dst = append(dst, 7<<5|high, lzPiece-9, low)
	}

	if n <= lzShort {
		return append(dst, byte(n-2)<<5|high, low)
	}

	return append(dst, 7<<5|high, byte(n-9), low)
}

// lzMatch returns the length of a match as the engines' compressor counts it: one byte less than
// possible if the match reaches the end of the block.
func lzMatch(src []byte, from, at int) int {
	n, end := 3, len(src)-lzKeep
	for at+n < end && src[from+n] == src[at+n] {
		n++
	}

	if at+n == end {
		n--
	}

	return n
}

// lzSlot hashes three bytes. The hash must be the hash of the engines' compressor, because
// collisions change the compressed bytes.
func lzSlot(b []byte) int {
	low, high := uint(b[0])|uint(b[1])<<8, uint(b[1])|uint(b[2])<<8
	return int((low ^ high ^ low>>3) & (lzSlots - 1))
}
