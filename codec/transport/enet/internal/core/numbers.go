package core

// The numbers of reliable commands have 16 bits and wrap. They fall into 16 windows of 4,096
// numbers. A receiver accepts numbers in the window of the last delivered number, and in the six
// windows after this window.
const (
	windowBits  = 12
	windowSize  = 1 << windowBits
	windows     = 16
	freeWindows = 7
)

func windowOf(number uint16) int { return int(number >> windowBits) }

// A place says where the number of a reliable command is, compared with the last delivered number.
type place int

const (
	near   place = iota // in the accepted windows, and not before the last number
	beyond              // in the two windows after the accepted windows; not acknowledged
	behind              // before the last number, so it was delivered earlier
)

func placeOf(number, last uint16) place {
	w, current := windowOf(number), windowOf(last)
	if number < last {
		w += windows
	}

	switch {
	case w >= current && w < current+freeWindows:
		return near
	case w >= current+freeWindows && w <= current+freeWindows+1:
		return beyond
	default:
		return behind
	}
}

// kept is the greatest capacity of an empty slice that is reused.
const kept = 256

// without returns a slice without its first n elements, and clears these elements. If no elements
// remain, it returns s[:0], so that append reuses the memory. If the capacity is large, it returns
// nil instead.
func without[T any](s []T, n int) []T {
	clear(s[:n])
	switch {
	case n < len(s):
		return s[n:]
	case cap(s) <= kept:
		return s[:0]
	default:
		return nil
	}
}

// since returns the number of milliseconds between a time and now.
func since(at, now uint32) uint32 { return now - at }

// passed reports whether a time has come.
func passed(at, now uint32) bool { return int32(now-at) >= 0 }
