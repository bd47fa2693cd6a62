package math

import "math"

// truncInt32 cuts off the fraction. What int32 cannot hold, and NaN, becomes the
// least int32 on every platform, where a plain conversion would depend on it.
func truncInt32(x float64) int32 {
	if x > math.MinInt32-1.0 && x < math.MaxInt32+1.0 {
		return int32(x)
	}
	return math.MinInt32
}

// absInt32 leaves the least int32, which has no positive counterpart, as it is.
func absInt32(x int32) int32 {
	if x < 0 {
		return -x
	}
	return x
}

func signInt32(x int32) int32 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func clampInt32(x, lo, hi int32) int32 {
	switch {
	case x < lo:
		return lo
	case x > hi:
		return hi
	}
	return x
}

func snappedInt32(x, step int32) int32 {
	return truncInt32(Snapped(float64(x), float64(step)))
}

// divInt32 returns 0 for a division by zero, which would panic.
func divInt32(a, b int32) int32 {
	if b == 0 {
		return 0
	}
	return a / b
}

// modInt32 returns 0 for a division by zero, which would panic.
func modInt32(a, b int32) int32 {
	if b == 0 {
		return 0
	}
	return a % b
}

// wrapUint returns the lowest bits of the integer x, as far as an integer can
// hold it, and 0 for NaN and what is beyond.
func wrapUint(x float64, bits int) uint64 {
	if !(math.Abs(x) < 1<<62) {
		return 0
	}
	return uint64(int64(x)) & (1<<bits - 1)
}
