package core

// A Bandwidth has the numbers of bytes that a side can receive and send in a second. 0 means no
// limit.
type Bandwidth struct{ Incoming, Outgoing uint32 }

// windowFor returns the window, in bytes, for two bandwidths in bytes a second. The bandwidth 0
// means no limit.
func windowFor(a, b uint32) int {
	const (
		least = 4096
		most  = 65536
	)

	limit := min(a, b)
	if limit == 0 {
		limit = max(a, b)
	}

	if limit == 0 {
		return most
	}

	return int(min(max(limit/most*least, least), most))
}
