package core

// Reliable numbers have 16 bits and wrap. They fall into 16 windows of 4,096. A receiver takes
// those of its own window and of the six after it.
const (
	windowBits  = 12
	windowSize  = 1 << windowBits
	windows     = 16
	freeWindows = 7
)

func windowOf(number uint16) int { return int(number >> windowBits) }

// A place says where a reliable number stands, seen from the last one that was delivered.
type place int

const (
	near   place = iota // within the windows that are taken; the last one itself too
	beyond              // in the windows after them: it may come again later
	behind              // it was delivered long ago
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

// kept is the greatest capacity of an empty slice that is used again.
const kept = 256

// without returns a slice without its first elements. An empty one is used again, unless it is
// long.
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

// since returns the milliseconds from a time to now.
func since(at, now uint32) uint32 { return now - at }

// passed reports whether a time has come.
func passed(at, now uint32) bool { return int32(now-at) >= 0 }
