package main

import "time"

const (
	maxBurst = 100                  // values that a member may say at once
	sayTime  = 5 * time.Millisecond // for each further value
)

// A pace slows down a member that says more than the others can hear. Without it the others would
// be disconnected as too slow.
type pace struct {
	due time.Time // of the last value, if each takes sayTime
}

// next returns how long to wait after a value before the next one is read.
func (p *pace) next(now time.Time) time.Duration {
	earliest := now.Add(-maxBurst * sayTime)
	if p.due.Before(earliest) {
		p.due = earliest
	}

	p.due = p.due.Add(sayTime)
	return p.due.Sub(now)
}
