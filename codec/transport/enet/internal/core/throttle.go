package core

import "godotvariant/codec/transport/enet/internal/command"

// A throttle drops some of the unreliable packets of a sender, and makes its window smaller. The
// field share says which part of the packets is sent, and the field maxShare is the greatest
// allowed share. Both fields are multiples of 1/fullShare. The method balance of Host sets
// maxShare, to 32 × bytes that may be sent / bytes that were queued. Without a rule, share is equal
// to maxShare. With a rule, each acknowledgement changes share, but not to more than maxShare:
//
//	mean <= variance                      share = maxShare
//	round trip <= mean                    share += rule.Acceleration
//	round trip > mean + 2 × variance      share -= rule.Deceleration
//
// The first line that applies decides. Here mean is the lowest mean, and variance is the highest
// variance, during the last interval. The length of an interval is rule.Interval.
//
// Engines have a rule from the start. After one quick acknowledgement this rule can drop all
// unreliable packets for five seconds. So a Host has a rule only after the program or the other
// side of the connection has asked for it.
type throttle struct {
	share, maxShare uint32
	counter         uint32 // number of packets × dropStep, modulo fullShare

	rule     command.Throttle
	ruled    bool
	measured bool
	began    uint32         // time when the interval began
	last     roundTripRange // range in the last interval
	now      roundTripRange // range in the current interval
}

// A roundTripRange has the lowest mean and the highest variance of the round-trip times during one
// interval of a throttle.
type roundTripRange struct{ mean, variance uint32 }

const (
	fullShare = 32
	// dropStep spreads the dropped packets over the sequence of packets.
	dropStep = 7
)

func newThrottle() throttle { return throttle{share: fullShare, maxShare: fullShare} }

// configure sets the rule.
func (t *throttle) configure(rule command.Throttle) {
	t.rule = rule
	t.ruled = true
}

// limit sets the greatest share.
func (t *throttle) limit(maxShare uint32) {
	t.maxShare = min(max(maxShare, 1), fullShare)
	t.share = min(t.share, t.maxShare)
	if !t.ruled {
		t.share = t.maxShare
	}
}

// drops reports whether the next unreliable packet is to be dropped.
func (t *throttle) drops() bool {
	t.counter = (t.counter + dropStep) % fullShare
	return t.counter > t.share
}

// window returns the size of a window after the throttle has made it smaller. The argument bytes is
// the full size.
func (t *throttle) window(bytes int) int { return bytes * int(t.share) / fullShare }

// heed changes the share after a round trip. Call it before the round trip is added to the mean.
// The argument ms is the time of the round trip in milliseconds.
func (t *throttle) heed(ms uint32) {
	if !t.ruled || !t.measured {
		return
	}

	switch {
	case t.last.mean <= t.last.variance:
		t.share = t.maxShare
	case ms <= t.last.mean:
		t.share = min(t.share+t.rule.Acceleration, t.maxShare)
	case ms > t.last.mean+2*t.last.variance:
		t.share -= min(t.rule.Deceleration, t.share)
	}
}

// note stores the mean and the variance after a round trip.
func (t *throttle) note(r *roundTrip, now uint32) {
	if !t.measured {
		t.now = roundTripRange{r.mean, r.variance}
	}

	t.now.mean = min(t.now.mean, r.mean)
	t.now.variance = max(t.now.variance, r.variance)
	if t.measured && since(t.began, now) < t.rule.Interval {
		return
	}

	t.measured = true
	t.began = now
	t.last = roundTripRange{t.now.mean, max(t.now.variance, 1)}
	t.now = roundTripRange{r.mean, r.variance}
}
