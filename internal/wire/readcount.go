package wire

import (
	"math"

	"godotvariant/internal/fault"
)

// Count reads a 4-byte count of elements, each of which has size bytes. It fails with
// [ErrTruncated] if the data is too short for these elements. So it is safe to make a slice of this
// many elements.
func (r *Reader) Count(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, 0)
}

// CountParts reads a 4-byte count of parts. The parts are packets or texts that have at least size
// bytes each. It fails with [ErrTruncated] if the data is too short for these parts and for the
// parts that all open containers still expect. So it is safe to make a slice of this many parts.
// See [Reader.Reserve].
func (r *Reader) CountParts(size int) int {
	at := r.pos
	return r.claim(at, uint64(r.word()), size, r.reserved)
}

// CountShared is like CountParts, for a container whose count has a flag in bit 31.
func (r *Reader) CountShared(size int) (n int, shared bool) {
	at := r.pos
	x := r.word()
	n = r.claim(at, uint64(x&math.MaxInt32), size, r.reserved)

	shared = x>>31 == 1 && r.format.Spec.SharedBit
	if shared && r.hashing {
		r.mix(1)
	}

	return n, shared
}

// claim checks a count n of parts, and returns n, or 0 after an error. The argument offset is the
// offset of the field from which n was read. Each part has at least size bytes. The argument
// reserved is the least number of bytes that must follow the parts.
func (r *Reader) claim(offset int, n uint64, size, reserved int) int {
	switch {
	case r.err != nil:
		return 0
	case n > math.MaxInt32:
		r.failAt(offset, fault.ErrLength)
		return 0

	case n*uint64(size)+uint64(reserved) > uint64(max(r.rest(), 0)):
		r.short(offset)
		return 0
	}

	if r.hashing {
		r.mix(n)
	}

	return int(n)
}

// Reserve adds n to the result of [Reader.Reserved]. Call it after [Reader.CountParts] with the
// least size of all parts together, and before each part with minus the least size of that part.
// Then the counts of nested containers together can't claim more bytes than the data has.
// Otherwise the container at each level could claim all remaining bytes again, and the memory for a
// packet would grow with its depth.
func (r *Reader) Reserve(n int) { r.reserved += n }

// Reserved returns the least number of bytes that the unread parts of all open containers need.
func (r *Reader) Reserved() int { return r.reserved }

// Count64 is like Count, for a count of 8 bytes.
func (r *Reader) Count64(size int) int {
	at := r.pos
	return r.claim(at, r.quad(), size, 0)
}

// ClaimParts checks a count n as CountParts does. The count was read earlier. The argument offset
// is the offset of the field from which it was read.
func (r *Reader) ClaimParts(offset int, n uint32, size int) int {
	hash := r.hash // claim must not change the hash, which already includes the count
	parts := r.claim(offset, uint64(n), size, r.reserved)
	r.hash = hash
	return parts
}
