package transport

import "time"

// times are the times by which something has to happen in a visit:
//
//	before End       a message, or a pong after the first message, by idleBy
//	while writing    the write ends by writing + patience
//	after End        the connection is closed by endBy
//
// One timer, the alarm, rings at the first of these times or earlier. A message changes idleBy, but
// does not set the alarm again.
type times struct {
	idle, patience time.Duration
	idleBy         time.Time
	endBy          time.Time // zero before End
	writing        time.Time // time when the current write began; zero if there is none
	pings          bool      // pongs count
	pinging        bool      // a ping is under way
}

// A limit says which time limit of a visit has passed.
type limit int

const (
	noLimit    limit = iota
	writeLimit       // a write, or the visit after End, takes too long
	idleLimit
	pingLimit // half of the idle time has passed, so the client is pinged
)

// due returns the kind of time limit that has passed, or noLimit.
func (t *times) due(now time.Time) limit {
	passed := func(by time.Time) bool { return !by.IsZero() && !now.Before(by) }

	switch {
	case passed(t.writtenBy()), passed(t.endBy):
		return writeLimit
	case t.endBy.IsZero() && passed(t.idleBy):
		return idleLimit
	case passed(t.pingBy()):
		return pingLimit
	default:
		return noLimit
	}
}

// rest returns the time until the alarm has to ring.
func (t *times) rest(now time.Time) time.Duration {
	by := now.Add(min(t.patience, t.idle/2+1))
	idleBy := t.idleBy
	if !t.endBy.IsZero() {
		idleBy = time.Time{}
	}

	for _, limit := range [...]time.Time{idleBy, t.endBy, t.writtenBy(), t.pingBy()} {
		if !limit.IsZero() && limit.Before(by) {
			by = limit
		}
	}

	return by.Sub(now)
}

// writtenBy returns the time by which the current write has to end, or zero.
func (t *times) writtenBy() time.Time {
	if t.writing.IsZero() {
		return time.Time{}
	}
	return t.writing.Add(t.patience)
}

// pingBy returns the time for the next ping of the client, or zero.
func (t *times) pingBy() time.Time {
	if !t.pings || t.pinging || !t.endBy.IsZero() {
		return time.Time{}
	}
	return t.idleBy.Add(-t.idle / 2)
}
