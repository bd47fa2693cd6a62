package rooms

import (
	"time"
)

// join adds a visitor. It disconnects an older connection of the same session. It returns false if
// the view is closed.
func (v *view) join(c *Visitor, known bool) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}

	if before := v.members[c.session]; before != nil && before != c {
		before.end(farewell{kind: byeAgain, why: "the client has another connection"}, v.birth)
	}

	c.view = v
	c.known = known
	v.members[c.session] = c
	v.enter(c)
	if v.state == nil && v.asked.IsZero() {
		v.need()
	}

	return true
}

// enter asks the owner to let a visitor in.
func (v *view) enter(c *Visitor) {
	c.asked = time.Now()
	e := c.entry(EntryJoin)
	e.Gateway = v.registry.id
	e.Packet = c.data
	if c.known {
		e.Number = 1
	}
	v.send(e)
}

// leave removes a visitor. It reports whether the view had no other members and is closed now.
func (v *view) leave(c *Visitor) (closed bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.members[c.session] == c {
		delete(v.members, c.session)
		v.send(c.entry(EntryAway))
	}

	if len(v.members) == 0 && !v.closed {
		v.close()
		return true
	}

	return false
}

// quit tells the owner that a visitor will not come back.
func (v *view) quit(c *Visitor) {
	v.mu.Lock()
	defer v.mu.Unlock()
	c.leaving = true
	v.sendQuit(c)
}

func (v *view) sendQuit(c *Visitor) {
	e := c.entry(EntryLeave)
	e.Why = Quit
	c.asked = time.Now()
	v.send(e)
}

// do handles a message of a visitor, and sends it to the owner. If the message is already in the
// log, it acknowledges the message again. It ignores a message that already waits for the log. If
// the previous message is missing, it also ignores the message, because the client repeats it
// later.
func (v *view) do(c *Visitor, number int64, packet []byte) error {
	v.mu.Lock()
	defer v.mu.Unlock()

	next := c.last + int64(len(c.unacked)) + 1
	switch {
	case !c.welcome, number > next:
		return nil
	case number <= c.last:
		return c.Send(Ack{c.last, refusals(c.refused)})
	case number < next:
		return nil
	case len(c.unacked) >= v.config.Unacked:
		v.config.Hooks.Refused("full")
		return nil // the client will repeat it
	}

	if len(c.unacked) == 0 {
		c.sent = time.Now()
	}

	e := c.entry(EntryMessage)
	e.Number = number
	e.Dialect = c.Dialect().Name()
	e.Packet = packet
	c.unacked = append(c.unacked, e)
	v.send(e)

	return nil
}

// sync sends the complete state to a visitor.
func (v *view) sync(c *Visitor) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state == nil || !c.welcome || time.Since(c.synced) < patienceOfView/2 {
		return nil // the client will ask again
	}

	c.synced = time.Now()
	return c.Send(v.stateOf(c))
}

// reenter repeats the requests of visitors to enter or to leave. The argument interval is the least
// time between two attempts.
func (v *view) reenter(now time.Time, interval time.Duration) {
	for _, c := range v.members {
		if now.Sub(c.asked) < interval {
			continue
		}
		switch {
		case c.leaving:
			v.sendQuit(c)
		case !c.welcome:
			v.enter(c)
		}
	}
}

// resend repeats the unacknowledged messages of each visitor. The argument interval is the least
// time between two attempts.
func (v *view) resend(now time.Time, interval time.Duration) {
	for _, c := range v.members {
		if len(c.unacked) == 0 || now.Sub(c.sent) < interval {
			continue
		}

		c.sent = now
		for _, e := range c.unacked {
			v.send(e)
		}
	}
}
