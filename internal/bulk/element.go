package bulk

import "godotvariant/math"

// A Word is the element type of a packed array, or of a Go slice for a packed array. On
// little-endian machines its bytes in memory are the bytes in a packet.
type Word interface {
	byte | int32 | int64 | float32 | float64 | tuple[float32] | tuple[float64] |
		math.Vector2i | math.Vector3i | math.Vector4i
}

// A Real is an element type that consists of float64 numbers. In a packet each number has 4 or 8
// bytes.
type Real interface {
	float64 | tuple[float64] | math.Vector2 | math.Vector3 | math.Vector4 | math.Color
}

type tuple[F float32 | float64] interface {
	[2]F | [3]F | [4]F
}
