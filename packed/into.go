package packed

import (
	"godotvariant/math"
	"godotvariant/variant"
)

// A Word is an element that has the same bytes in memory as in a packet, on little-endian
// machines: that of a packed array, or of a Go slice into which a packed array is read.
type Word interface {
	byte | int32 | int64 | float32 | float64 | tuple[float32] | tuple[float64]
}

// A Real is an element that consists of float64 numbers. In a packet each of them has 4 or
// 8 bytes.
type Real interface {
	float64 | tuple[float64] | math.Vector2 | math.Vector3 | math.Vector4 | math.Color
}

type tuple[F float32 | float64] interface {
	[2]F | [3]F | [4]F
}

// ReadWords reads n elements into the memory of a, or into new memory if a has no room for
// them. It returns the elements, and never nil. Call [variant.Reader.Count] first: it checks
// that the data has n elements. size is the length of an element in the packet, which must be its
// length in memory. If the bytes can't be copied, get reads each element.
func ReadWords[T Word](r *variant.Reader, a []T, n, size int, get func(*variant.Reader) T) []T {
	return readInto(r, a, n, size, words[T](), get)
}

// ReadReals is ReadWords for elements whose numbers have 4 or 8 bytes, see
// [variant.Reader.Real]. size is the length of an element in the packet.
func ReadReals[T Real](r *variant.Reader, a []T, n, size int, get func(*variant.Reader) T) []T {
	return readInto(r, a, n, size, reals[T](), get)
}

func readInto[T any](r *variant.Reader, a []T, n, size int, move bulk[T],
	get func(*variant.Reader) T) []T {
	if a == nil || cap(a) < n {
		if made := move.made(r, n, size); made != nil {
			return made
		}
		a = make([]T, n)
	}

	a = a[:n]
	if !move.in(r, a, size) {
		for i := range a {
			a[i] = get(r)
		}
	}

	return a
}
