package rooms

import (
	"errors"
	"fmt"

	"godotvariant/variant"
)

// A message between an owner and the gateways consists of frames. The first byte of a frame is its
// kind.
const (
	frameChanges   = iota + 1 // changes of the state in a tick
	frameFresh                // as frameChanges, but the numbers of paths begin again at 1
	frameState                // whole state, as the answer to a gateway
	frameAcks                 // acknowledgements of messages
	frameFarewells            // farewells, which end sessions
	frameLetters
	frameTrouble // reason why the room can't be opened
	frameHere    // from a gateway: its members
	frameKick    // from any host: end the session of a player
	frameDelete  // from any host: delete the room
	framePart    // a part of a message that is too long for NATS
)

// A frame has the decoded fields of a frameChanges, a frameFresh or a frameState.
type frame struct {
	kind    byte
	from    int64         // tick of the state before the changes
	tick    int64         // tick of the state after the changes
	changes variant.Array // see tree.Patch.Delta

	birth int64 // for frameState
	state variant.Variant
}

// A changesFrame is a frame with changes. The paths in the frame are not read before the frame is
// applied.
type changesFrame struct {
	kind byte
	body []byte // rest of the frame after the epoch
}

// ticks returns the ticks of the states before and after the changes.
func (c changesFrame) ticks() (from, to int64) {
	r := bits{b: c.body}
	to = r.int()
	return to - r.int(), to
}

// An ack says that all messages of a session up to a number are in the log.
type ack struct {
	session int64
	try     int64     // number of the session's last connection in the log
	last    int64     // number of the session's last message in the log
	refused []Refusal // messages that the game has refused
}

// A farewell ends a session at its gateway.
type farewell struct {
	session int64
	kind    string // kind of a [Goodbye]
	why     string
	last    int64 // number of the session's last message in the log; 0: none, -1: unknown session
	refused []Refusal
}

// appendAcks appends the frame of acknowledgements.
func appendAcks(b []byte, epoch int64, acks []ack) []byte {
	b = append(b, frameAcks)
	b = appendInt(b, epoch)
	b = appendInt(b, int64(len(acks)))
	for _, a := range acks {
		b = appendFixed(b, a.session)
		b = appendInt(b, a.try)
		b = appendInt(b, a.last)
		b = appendRefusals(b, a.refused)
	}
	return b
}

func appendRefusals(b []byte, all []Refusal) []byte {
	b = appendInt(b, int64(len(all)))
	for _, r := range all {
		b = appendInt(b, r.Number)
		b = appendText(b, r.Why)
	}
	return b
}

// appendFarewells appends the frame of farewells.
func appendFarewells(b []byte, epoch int64, all []farewell) []byte {
	b = append(b, frameFarewells)
	b = appendInt(b, epoch)
	b = appendInt(b, int64(len(all)))
	for _, f := range all {
		b = appendFixed(b, f.session)
		b = appendText(b, f.kind)
		b = appendText(b, f.why)
		b = appendInt(b, f.last+1)
		b = appendRefusals(b, f.refused)
	}
	return b
}

// appendLetters appends the frame of letters.
func appendLetters(b []byte, epoch int64, all []Letter) ([]byte, error) {
	b = append(b, frameLetters)
	b = appendInt(b, epoch)
	b = appendInt(b, int64(len(all)))
	for _, l := range all {
		b = appendText(b, l.To)
		var err error
		b, err = appendValue(b, l.Body)
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// appendTrouble appends the frame with the reason why a room can't be opened.
func appendTrouble(b []byte, epoch int64, why string) []byte {
	b = append(b, frameTrouble)
	b = appendInt(b, epoch)
	return appendText(b, why)
}

// acks, farewells, letters and refusals read the data that the functions above have written.
func (r *bits) acks() (all []ack) {
	for range r.count() {
		all = append(all, ack{r.fixed(), r.int(), r.int(), r.refusals()})
	}
	return all
}

func (r *bits) refusals() (all []Refusal) {
	for range r.count() {
		all = append(all, Refusal{r.int(), r.text()})
	}
	return all
}

func (r *bits) farewells() (all []farewell) {
	for range r.count() {
		all = append(all, farewell{r.fixed(), r.text(), r.text(), r.int() - 1, r.refusals()})
	}
	return all
}

func (r *bits) letters() (all []Letter) {
	for range r.count() {
		all = append(all, Letter{r.text(), r.value()})
	}
	return all
}

// A hereMessage is a message of a gateway to an owner. The gateway sends this message once a
// second, and when the gateway needs the state.
type hereMessage struct {
	gateway string
	members map[int64]bool // sessions of clients; true if the owner has answered
	full    bool           // the gateway asks for the state
}

// encode returns the message.
func (h hereMessage) encode() []byte {
	b := appendBool([]byte{frameHere}, h.full)
	b = appendText(b, h.gateway)
	b = appendInt(b, int64(len(h.members)))
	for session, known := range h.members {
		b = appendFixed(b, session)
		b = appendBool(b, known)
	}

	return b
}

// errFrame is the error for a message that is no frame.
var errFrame = errors.New("rooms: not a frame")

// readHere reads the message.
func readHere(message []byte) (h hereMessage, err error) {
	r := bits{b: message}
	if r.byte() != frameHere {
		return h, errFrame
	}

	h.full = r.bool()
	h.gateway = r.text()
	h.members = map[int64]bool{}
	for range r.count() {
		session := r.fixed()
		h.members[session] = r.bool()
	}

	return h, r.end()
}

// unknown returns the error for an unknown kind of frame.
func unknown(kind byte) error { return fmt.Errorf("%w: kind %d", errFrame, kind) }

// split cuts a message with more than limit bytes into parts. The content of each part has at most
// limit bytes. NATS delivers the parts in their order.
func split(message []byte, limit int) (parts [][]byte) {
	if len(message) <= limit {
		return [][]byte{message}
	}

	for len(message) > 0 {
		n := min(len(message), limit)
		part := appendBool([]byte{framePart}, n == len(message))
		parts = append(parts, append(part, message[:n]...))
		message = message[n:]
	}
	return parts
}

// A joiner puts parts together.
type joiner struct{ parts []byte }

// add adds a message of NATS. It returns the whole message if this is the last part, or nil if
// parts are missing.
func (j *joiner) add(message []byte) []byte {
	if len(message) < 2 || message[0] != framePart {
		return message
	}

	j.parts = append(j.parts, message[2:]...)
	if message[1] == 0 {
		return nil
	}
	whole := j.parts
	j.parts = nil
	return whole
}
