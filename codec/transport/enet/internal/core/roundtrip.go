package core

const (
	// firstMean is the mean round trip before the first acknowledgement, in milliseconds.
	firstMean = 500
	// minTimeout is the shortest time until a command is sent again. Engines have no minimum: they
	// send a command twice if a game acknowledges it only in its next frame.
	minTimeout = 30
	// maxTimeout is the longest time until a command is sent again, after the other side has
	// answered once. Engines have no maximum: if one command is lost six times or more, their
	// connection ends, although other commands arrive.
	maxTimeout = 2000
)

// A roundTrip is the mean time until an acknowledgement, and its variance, in milliseconds.
type roundTrip struct {
	mean, variance uint32
	measured       bool
}

// add adds the time of a round trip to the mean.
func (r *roundTrip) add(ms uint32) {
	ms = max(ms, 1)
	if !r.measured {
		r.measured = true
		r.mean = ms
		r.variance = (ms + 1) / 2
		return
	}

	r.variance -= r.variance / 4
	if ms >= r.mean {
		r.variance += (ms - r.mean) / 4
		r.mean += (ms - r.mean) / 8
	} else {
		r.variance += (r.mean - ms) / 4
		r.mean -= (r.mean - ms) / 8
	}
}

// timeout returns the time after which a command is sent again.
func (r *roundTrip) timeout() uint32 {
	if !r.measured {
		return firstMean
	}

	return max(r.mean+4*r.variance, minTimeout)
}

// maxTimeout returns the limit up to which the timeouts of a command double.
func (r *roundTrip) maxTimeout() uint32 {
	if !r.measured {
		return 1 << 30
	}

	return maxTimeout
}

// sentAt returns the full time for the low 16 bits in an acknowledgement. It returns false for a
// time in the future.
func sentAt(low uint16, now uint32) (at uint32, ok bool) {
	at = now&^0xffff | uint32(low)
	if at&0x8000 > now&0x8000 {
		at -= 1 << 16
	}

	return at, passed(at, now)
}
