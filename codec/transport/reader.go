package transport

import (
	"cmp"
	"errors"
	"time"

	"godotvariant/variant"
)

// enter calls Enter, unless the client is refused.
func (v *visit) enter() error {
	if v.refuse == nil {
		v.refuse = v.server.callEnter(v.Peer)
	}
	if v.refuse != nil {
		return v.refuse
	}

	v.rates = v.server.memory.enter(v.host, time.Now())
	v.inside = true
	v.Peer.enter()
	return nil
}

// readAll reads messages until the connection ends. After the end of the visit it still reads
// messages, and drops them. Otherwise the server would close a TCP connection with unread data, and
// the client could lose the last messages.
func (v *visit) readAll() {
	for {
		m, err := v.conn.Receive()
		if err == nil && len(m.Data) > v.limits.MaxFrame {
			err = tooLong(variant.OpDecode, len(m.Data), v.limits.MaxFrame, "Limits.MaxFrame")
		}
		if err != nil {
			v.lose(err)
			return
		}

		now := time.Now()
		if !v.hear(len(m.Data), now) {
			continue
		}
		if err := v.take(m, now); err != nil {
			v.End(err)
		}
	}
}

// lose ends the visit after an error of Receive.
func (v *visit) lose(err error) {
	if errors.Is(err, variant.ErrLimit) || errors.Is(err, ErrProtocol) {
		v.End(err) // the last message can still be sent
	} else {
		v.fail(err)
	}
}

// take gives a message to the program. If take returns an error, the visit must end.
func (v *visit) take(m Message, now time.Time) error {
	v.turn.take()
	defer v.turn.give()

	v.server.callTap(v.Peer, Incoming, m)
	if !v.inside {
		if err := v.first(m); err != nil {
			return err
		}
	}

	err := v.rates.count(len(m.Data), v.limits, now)
	if err == nil {
		err = v.server.callReceive(v.Peer, m)
	}
	if err == nil {
		return nil
	}

	decided := v.server.callFault(v.Peer, m, err)
	if decided == nil && errors.Is(err, ErrPanic) {
		return err
	}
	return decided
}

// first passes the first message to Server.First, and then lets the client enter.
func (v *visit) first(m Message) error {
	if v.server.First == nil {
		return v.refuse
	}

	err := v.server.callFirst(v.Peer, m)
	v.refuse = cmp.Or(v.refuse, err)
	return v.enter()
}
