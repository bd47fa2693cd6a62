package rooms

import (
	"errors"
	"time"

	"godotvariant/variant"
)

// A backlog has the session of a Client and its messages that are not acknowledged. Messages are
// numbered from the first message of the client, through all its sessions.
type backlog struct {
	session int64 // nonce of the session; 0 before the first session
	try     int64 // how many times the Client has connected in this session
	known   bool  // the room has answered in this session
	birth   int64 // random number that the room got when it was made

	base    int64 // number of the last message before this session
	acked   int64 // number of the last acknowledged message
	most    int64 // number of the last message that was sent in this session
	waiting []Do
	// sent is the time of the last resend or acknowledgement, or the time when a message was added
	// to the empty list.
	sent time.Time
}

// begin begins the next session.
func (b *backlog) begin() {
	b.session = randomID()
	b.try = 0
	b.known = false
	b.base = b.acked
	b.most = b.acked
}

// add appends a message.
func (b *backlog) add(body variant.Variant) Do {
	m := Do{b.acked + int64(len(b.waiting)) + 1, body}
	if len(b.waiting) == 0 {
		b.sent = time.Now()
	}
	b.waiting = append(b.waiting, m)
	return m
}

// window returns the first waiting messages, at most as many as a gateway keeps.
func (b *backlog) window() []Do { return b.waiting[:min(len(b.waiting), outcomes)] }

// send returns a copy of a message for the gateway. The Number of m counts the messages of all
// sessions. The Number of the copy counts only the messages of this session, from 1.
func (b *backlog) send(m Do) Do {
	b.most = max(b.most, m.Number)
	return Do{m.Number - b.base, m.Body}
}

// ack removes the messages up to a number. The number counts only the messages of this session. The
// result firstRemoved is the number of the first removed message, and counts the messages of all
// sessions. The result removed says how many messages were removed.
func (b *backlog) ack(number int64) (firstRemoved, removed int64) {
	firstRemoved = b.acked + 1
	removed = min(max(b.base+number-b.acked, 0), int64(len(b.waiting)))
	if removed > 0 {
		b.waiting = b.waiting[removed:]
		b.acked += removed
		b.sent = time.Now()
	}
	return firstRemoved, removed
}

// isBehind reports whether a room has lost acknowledged messages. The argument lastKnown is the
// number of the session's last message that the room knows.
func (b *backlog) isBehind(lastKnown int64) bool { return b.base+lastKnown < b.acked }

// forget begins a new session, because the room has ended the old session or has lost messages of
// it. The argument lastKnown is the number of the last message of the old session that the room
// knows, or -1 if the room knows none. These messages must be acknowledged before the call. The
// argument birth is the random number of the room, or 0 if it is not known.
//
// The client does not know whether the game has applied the messages from firstLost to lastLost,
// and does not send them again. There are no such messages if firstLost is greater than lastLost.
func (b *backlog) forget(lastKnown, birth int64) (firstLost, lastLost int64) {
	firstLost = b.acked + 1
	lastLost = b.acked

	switch {
	case lastKnown >= 0:
		firstLost = b.base + lastKnown + 1
	case birth != 0 && birth != b.birth: // the room is new, so it has no message of this session
		firstLost = b.base + 1
	default:
		n := min(max(0, b.most-b.acked), int64(len(b.waiting)))
		b.waiting = b.waiting[n:]
		b.acked += n
		lastLost = b.acked
	}

	b.begin()
	return firstLost, lastLost
}

// reasons reads the refusals in an Ack, State or Goodbye. It returns the reason for each refused
// message. The keys are the numbers of the messages in their session.
func reasons(refused variant.Array) (map[int64]string, error) {
	whys := map[int64]string{}
	for _, item := range refused.Items {
		pair, ok := item.(variant.Array)
		if !ok || len(pair.Items) != 2 {
			return nil, errors.New("rooms: a refusal is not a number and a reason")
		}

		n, _ := pair.Items[0].(variant.Int)
		why, _ := pair.Items[1].(variant.String)
		whys[int64(n)] = string(why)
	}
	return whys, nil
}
