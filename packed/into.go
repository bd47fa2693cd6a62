package packed

import (
	"godotvariant/math"
	"godotvariant/variant"
)

// A Word is an element, of a packed array or of a Go slice that one is read into,
// that is the same bytes in memory as on the wire, on little-endian machines.
type Word interface {
	byte | int32 | int64 | float32 | float64 | tuple[float32] | tuple[float64]
}

// A Real is an element that consists of float64 numbers, each of which may have 4 bytes
// on the wire.
type Real interface {
	float64 | tuple[float64] | math.Vector2 | math.Vector3 | math.Vector4 | math.Color
}

type tuple[F float32 | float64] interface {
	[2]F | [3]F | [4]F
}

// ReadWords reads n elements, behind a count that has vouched for them, into the
// memory of a, or into new memory if that has no room for them. It returns
// them, and no nil. size is that of an element on the wire, which must be that
// in memory. Where the bytes can't be copied, get reads each element.
func ReadWords[T Word](r *variant.Reader, a []T, n, size int, get func(*variant.Reader) T) []T {
	return readInto(r, a, n, size, words[T](), get)
}

// ReadReals is ReadWords for elements whose numbers have the width that the
// header or the precision says, see [variant.Reader.Width].
func ReadReals[T Real](r *variant.Reader, a []T, n, size int, get func(*variant.Reader) T) []T {
	return readInto(r, a, n, size, reals[T](), get)
}

func readInto[T any](r *variant.Reader, a []T, n, size int, move bulk[T], get func(*variant.Reader) T) []T {
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
