// Package history compares the observations of the clients of a room with the log of the room.
//
// Each acknowledged message must be in the log, and only once. The messages of each client must be
// in the order in which the client sent them. If message A was acknowledged before message B was
// sent, A must come before B. All states and ticks that clients have seen must follow from the log.
package history

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"godotvariant/codec/message/rooms"
)

// A Log collects what an observer knows about the log of a room: the stored records, and the
// attempts to write a record. A snapshot may replace older records before a reader has received
// them. Then their content is known only from the attempts.
type Log struct {
	last     uint64                  // number of the last record that was stored
	stored   map[uint64]rooms.Record // records by their number in the stream
	attempts map[identity]attempt
}

// An identity has the fields that distinguish a record from all others.
type identity struct{ epoch, index, nonce int64 }

// An attempt is a record that a process has tried to write. It may not have been written.
type attempt struct {
	record   rooms.Record
	expected uint64 // number of the record directly before this record
	at       time.Time
}

// NewLog returns an empty Log.
func NewLog() *Log {
	return &Log{stored: map[uint64]rooms.Record{}, attempts: map[identity]attempt{}}
}

func identify(r rooms.Record) identity { return identity{r.Epoch, r.Index, r.Nonce} }

// Tried stores an attempt to write the record r. The argument expected is the number of the record
// directly before r.
func (l *Log) Tried(expected uint64, r rooms.Record, at time.Time) {
	if _, again := l.attempts[identify(r)]; !again {
		l.attempts[identify(r)] = attempt{r, expected, at}
	}
}

// Stored adds the record r, which is in the stream with the number sequence. The caller knows the
// number because it has read the stream, or from an answer of NATS.
func (l *Log) Stored(sequence uint64, r rooms.Record) {
	l.stored[sequence] = r
	l.last = max(l.last, sequence)
}

// Last returns the last stored record, or a zero Record if there is none.
func (l *Log) Last() rooms.Record { return l.stored[l.last] }

// A Stored is a record in the log.
type Stored struct {
	rooms.Record
	// Tried is the time when the record was first sent to NATS. It is zero if the observer does not
	// know of this attempt.
	Tried time.Time
}

// Records returns all records up to the last record that is known to be stored. The error lists the
// records that the observer has missed.
func (l *Log) Records() (all []Stored, err error) {
	l.follow()
	l.precede()

	before := rooms.Record{}
	for _, sequence := range slices.Sorted(maps.Keys(l.stored)) {
		r := l.stored[sequence]
		if r.Index > before.Index+1 {
			err = fmt.Errorf("the observer has missed records %d to %d", before.Index+1, r.Index-1)
		}
		all = append(all, Stored{r, l.attempts[identify(r)].at})
		before = r
	}
	return all, err
}

// follow finds attempts that were successful. An owner writes a record only after its previous
// record is stored. So a later attempt of an owner proves that its earlier attempt was stored.
func (l *Log) follow() {
	for id, a := range l.attempts {
		before, is := l.attempts[identity{id.epoch, id.index - 1, id.nonce}]
		if is && a.record.Kind != rooms.RecordBegin {
			l.stored[a.expected] = before.record
		}
	}
}

// precede adds the record directly before the first record of each owner, unless it is known that
// this record is stored. It looks for the record among the attempts of the previous epoch. If
// several attempts fit, none of their owners has written another record, and the attempts differ
// only in the owner and the tick. Then precede takes the attempt with the smallest tick.
func (l *Log) precede() {
	open := slices.Collect(maps.Keys(l.stored))
	for len(open) > 0 {
		r := l.stored[open[len(open)-1]]
		open = open[:len(open)-1]

		a, heard := l.attempts[identify(r)]
		_, known := l.stored[a.expected]
		if known || !heard || r.Kind != rooms.RecordBegin {
			continue
		}
		if before, found := l.before(a); found {
			l.stored[a.expected] = before
			open = append(open, a.expected)
		}
	}
}

// before returns the record that comes directly before the first record of an owner. The argument
// successor is the attempt to write this first record. If the records of several attempts can come
// before it, before returns the one with the smallest tick.
func (l *Log) before(successor attempt) (found rooms.Record, ok bool) {
	for id, a := range l.attempts {
		fits := id.epoch == successor.record.Epoch-1 && id.index == successor.record.Index-1 &&
			a.record.Tick <= successor.record.Tick && a.expected < successor.expected
		if fits && !l.refused(a) && (!ok || a.record.Tick < found.Tick) {
			found, ok = a.record, true
		}
	}
	return found, ok
}

// refused reports whether an attempt has certainly failed, because its owner has later tried to
// begin again.
func (l *Log) refused(a attempt) bool {
	if a.record.Kind != rooms.RecordBegin {
		return false
	}
	for id, other := range l.attempts {
		if id.nonce == a.record.Nonce && other.record.Kind == rooms.RecordBegin &&
			other.expected > a.expected {
			return true
		}
	}
	return false
}
