package core

import "godotvariant/codec/transport/enet/internal/command"

// These constants decide when a connection is lost. They concern the commands that have timed out
// since the last acknowledgement. The time counts from when the first of these commands was sent. A
// connection is lost after maxLost milliseconds. It is also lost after minLost milliseconds if one
// of the commands was sent maxTries times. The values are the defaults of Godot's
// ENetPacketPeer.set_timeout.
const (
	maxTries = 6
	minLost  = 5000
	maxLost  = 30000
)

// An outgoing is a command that has to be sent, or that waits for its acknowledgement.
type outgoing struct {
	command.Command
	order   uint32 // order among all commands of the peer
	packet  bool   // the command has data of a reliable packet
	tries   int
	at      uint32 // time when the command was last sent
	timeout uint32
	waits   bool // the command has timed out, and waits to be sent again
	done    bool // the command was acknowledged
}

// A key identifies the command of an acknowledgement.
type key struct {
	channel uint8
	number  uint16
}

// A flight has the commands that were sent and not acknowledged, in the order in which they were
// last sent.
type flight struct {
	list     []*outgoing
	byKey    map[key]*outgoing
	bytes    int                // number of bytes of reliable packets in flight
	channels []*[windows]uint16 // by channel, window: number of unacknowledged commands with data

	late     bool   // a command has timed out since the last acknowledgement
	earliest uint32 // if late: the earliest sending time of a command that has timed out
	resent   int
}

func newFlight(channels int) flight {
	return flight{byKey: map[key]*outgoing{}, channels: make([]*[windows]uint16, channels)}
}

// add adds a command that was sent.
func (f *flight) add(o *outgoing, now, timeout uint32) {
	o.tries++
	o.at = now
	o.waits = false
	if o.timeout == 0 {
		o.timeout = timeout
	}

	f.list = append(f.list, o)
	f.byKey[key{o.Channel, o.Number}] = o
	if !o.packet {
		return
	}

	f.bytes += len(o.Data)
	if o.tries == 1 {
		f.ranges(o.Channel)[windowOf(o.Number)]++
	}
}

// ranges returns, for each window of a channel, the number of unacknowledged commands with data.
func (f *flight) ranges(channel uint8) *[windows]uint16 {
	r := &f.channels[channel]
	if *r == nil {
		*r = new([windows]uint16)
	}

	return *r
}

// mayBegin reports whether the first number of a window may be sent. It returns false while all
// numbers of the previous window are in flight. It also returns false while a number of this window
// or of one of the next nine windows is in flight, because that number is from the previous round
// of the 16 windows. In both cases the receiver might not accept the first number.
func (f *flight) mayBegin(channel uint8, number uint16) bool {
	r := f.ranges(channel)
	w := windowOf(number)
	if r[(w+windows-1)%windows] >= windowSize {
		return false
	}

	for d := range freeWindows + 3 {
		if r[(w+d)%windows] > 0 {
			return false
		}
	}

	return true
}

// take removes an acknowledged command and returns it. It returns nil for an unknown command. The
// command may already wait to be sent again.
func (f *flight) take(channel uint8, number uint16) *outgoing {
	k := key{channel, number}
	o := f.byKey[k]
	if o == nil {
		return nil
	}

	delete(f.byKey, k)
	o.done = true
	if o.packet {
		f.ranges(channel)[windowOf(number)]--
	}

	if o.packet && !o.waits {
		f.bytes -= len(o.Data)
	}

	for len(f.list) > 0 && f.list[0].done {
		f.list = without(f.list, 1)
	}

	return o
}

// expire removes the commands that have timed out, and returns them. It doubles their timeouts, up
// to maxTimeout. The second result is false if the connection is lost.
func (f *flight) expire(now, maxTimeout uint32) (again []*outgoing, ok bool) {
	kept := f.list[:0]
	for i, o := range f.list {
		switch {
		case o.done:
			continue
		case since(o.at, now) < o.timeout:
			kept = append(kept, o)
			continue
		}

		if !f.late || int32(o.at-f.earliest) < 0 {
			f.late = true
			f.earliest = o.at
		}
		age := since(f.earliest, now)
		if age >= maxLost || o.tries >= maxTries && age >= minLost {
			f.list = append(kept, f.list[i:]...)
			return again, false
		}

		f.resent++
		o.timeout = max(o.timeout, min(2*o.timeout, maxTimeout))
		o.waits = true
		if o.packet {
			f.bytes -= len(o.Data)
		}
		again = append(again, o)
	}

	clear(f.list[len(kept):])
	f.list = kept
	return again, true
}

// due returns the number of milliseconds until the first command times out. It returns limit if no
// command times out earlier.
func (f *flight) due(now, limit uint32) uint32 {
	for _, o := range f.list {
		if o.done {
			continue
		}
		age := since(o.at, now)
		if age >= o.timeout {
			return 0
		}
		limit = min(limit, o.timeout-age)
	}

	return limit
}
