// Package fastlz has the compression of Godot's compressed files and of PackedByteArray.compress.
// It writes level 1, which compressors use below 64 KiB, and reads level 2 too. A stream of level 1
// is a sequence of instructions:
//
//	000nnnnn            n+1 literal bytes follow
//	lllddddd DDDDDDDD   copy l+2 bytes (l is 1 to 6) from distance dD+1
//	111ddddd e DDDDDDDD copy e+9 bytes from distance dD+1
//
// The first instruction is always literal. Its upper three bits are the level minus 1. In level 2,
// if a byte of a length is 255, the length continues in the next byte. If the distance is 8192, the
// next two bytes are added to the distance.
package fastlz

const (
	maxRun   = 32   // greatest number of literals in one instruction
	window   = 8191 // greatest distance that the compressor uses
	maxShort = 8    // length of the longest match in a short instruction
	maxLong  = 264  // length of the longest match in a long instruction
	piece    = 262  // length of a piece of a match that is longer than maxLong
	slots    = 8192 // number of slots in the table of earlier positions
	tail     = 13   // number of bytes at the end in which no match begins
	keep     = 2    // number of bytes at the end that no match includes
)

// MinInput is the length of the shortest block. Godot pads shorter blocks with zeros.
const MinInput = 16

// Compress appends src as a stream. The length of src must be at least MinInput bytes and less than
// 64 KiB. Readers accept any valid stream. But this function writes the same stream as the engines'
// compressor, so that equal saves are equal files.
func Compress(dst, src []byte) []byte {
	var seen [slots]uint16 // last position of each hash of three bytes; 0 in an unused slot
	literals := 0          // offset in src of the first byte that is not written yet
	for at := 2; at < len(src)-tail; {
		slot := slotOf(src[at:])
		from := int(seen[slot])
		seen[slot] = uint16(at)

		if at-from > window || [3]byte(src[from:]) != [3]byte(src[at:]) {
			at++
			continue
		}

		n := matchLength(src, from, at)
		dst = AppendLiterals(dst, src[literals:at])
		dst = appendMatch(dst, n, at-from)
		at += n
		seen[slotOf(src[at-2:])] = uint16(at - 2)
		seen[slotOf(src[at-1:])] = uint16(at - 1)
		literals = at
	}

	return AppendLiterals(dst, src[literals:])
}

// AppendLiterals appends instructions that copy src as literals. These instructions are also a
// complete stream of level 1. The argument src may have any length.
func AppendLiterals(dst, src []byte) []byte {
	for len(src) > 0 {
		n := min(len(src), maxRun)
		dst = append(append(dst, byte(n-1)), src[:n]...)
		src = src[n:]
	}
	return dst
}

func appendMatch(dst []byte, n, distance int) []byte {
	high, low := byte((distance-1)>>8), byte(distance-1)
	for ; n > maxLong; n -= piece {
		dst = append(dst, 7<<5|high, piece-9, low)
	}

	if n <= maxShort {
		return append(dst, byte(n-2)<<5|high, low)
	}

	return append(dst, 7<<5|high, byte(n-9), low)
}

// matchLength returns the length of a match by the rule of the engines' compressor. If a match
// reaches the end of the block, this rule makes it one byte shorter than possible.
func matchLength(src []byte, from, at int) int {
	n, end := 3, len(src)-keep
	for at+n < end && src[from+n] == src[at+n] {
		n++
	}

	if at+n == end {
		n--
	}

	return n
}

// slotOf returns the hash of three bytes. It must be the same hash as in the engines' compressor,
// because collisions of hashes change the compressed bytes.
func slotOf(b []byte) int {
	low, high := uint(b[0])|uint(b[1])<<8, uint(b[1])|uint(b[2])<<8
	return int((low ^ high ^ low>>3) & (slots - 1))
}
