package rooms

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A RecordKind is the kind of a [Record].
type RecordKind uint8

const (
	RecordBegin    RecordKind = iota + 1 // a host begins to own the room
	RecordTick                           // the entries of a tick
	RecordSnapshot                       // the state of the room, in place of all earlier records
	RecordGiven                          // a snapshot, and the host gives the room away
	RecordDeleted                        // the room is deleted
	RecordLeft                           // the host gives the room away; earlier records stay
)

// String returns the name of the kind, such as "tick".
func (k RecordKind) String() string {
	return [...]string{"nothing", "begin", "tick", "snapshot", "given", "deleted",
		"left"}[min(int(k), 6)]
}

// replaces reports whether a record replaces all records before it.
func (k RecordKind) replaces() bool {
	return k == RecordSnapshot || k == RecordGiven || k == RecordDeleted
}

// A Record is a message in the log of a room.
type Record struct {
	Kind    RecordKind
	Epoch   int64  // number of owners of the room so far, from 1
	Index   int64  // number of the record in the room, from 1
	Tick    int64  // tick of the state after the record
	Still   bool   // no Step since the previous record has changed the state
	Host    string // ID of the owner
	Nonce   int64  // random number in all records of an epoch
	Version int64  // Config.Version of the rules that have made the state

	Entries  []Entry   // for RecordTick
	Parts    int64     // number of parts of the Snapshot; 0 if the Snapshot is in the record
	Snapshot *Snapshot // for RecordSnapshot and RecordGiven; nil if the Snapshot is in parts
}

// A Snapshot is the state of a room in a Record.
type Snapshot struct {
	Birth int64           `godot:"birth"` // random number that the room got when it was made
	State variant.Variant `godot:"state"`
	// Before is the state after the previous record, for Config.Committed. Before is nil if it
	// would equal State, if there is no previous record, or if Config.Committed is nil.
	Before   variant.Variant `godot:"before,omitempty"`
	Sessions []Session       `godot:"sessions"`
	Ended    []Ended         `godot:"ended"` // the last maxEnded sessions that have ended
}

// The first two bytes of a record.
const (
	recordMark   = 0x52
	recordFormat = 1
)

const stillFlag = 0x80

// exactly is a codec that writes values without rounding. So a stored state is the same after it
// was read.
var exactly = codec.MustNew(codec.Options{Precision: variant.Double})

// encode returns the bytes of the record. Two records have equal bytes only if they have the same
// epoch, index and owner.
func (r Record) encode() ([]byte, error) {
	kind := byte(r.Kind)
	if r.Still {
		kind |= stillFlag
	}

	b := []byte{recordMark, recordFormat, kind}
	b = appendInt(b, r.Epoch)
	b = appendInt(b, r.Index)
	b = appendInt(b, r.Tick)
	b = appendText(b, r.Host)
	b = appendFixed(b, r.Nonce)
	b = appendInt(b, r.Version)

	switch r.Kind {
	case RecordTick:
		b = appendInt(b, int64(len(r.Entries)))
		for _, e := range r.Entries {
			b = e.appendTo(b)
		}
	case RecordSnapshot, RecordGiven:
		b = appendInt(b, r.Parts)
		if r.Parts == 0 {
			return exactly.AppendMarshal(b, r.Snapshot)
		}
	}

	return b, nil
}

// ReadRecord reads a message of a log. It does not keep the bytes. The error is ErrRecord, or
// ErrNewer for a record of a newer version of this package.
func ReadRecord(packet []byte) (r Record, err error) {
	b := bits{b: append([]byte(nil), packet...)}
	mark, format := b.byte(), b.byte()
	switch {
	case b.err != nil || mark != recordMark:
		return r, ErrRecord
	case format > recordFormat:
		return r, fmt.Errorf("%w: format %d", ErrNewer, format)
	}

	kind := b.byte()
	r.Kind = RecordKind(kind &^ stillFlag)
	r.Still = kind&stillFlag != 0
	r.Epoch = b.int()
	r.Index = b.int()
	r.Tick = b.int()
	r.Host = b.text()
	r.Nonce = b.fixed()
	r.Version = b.int()

	switch r.Kind {
	case RecordBegin, RecordDeleted, RecordLeft:
	case RecordTick:
		for range b.count() {
			r.Entries = append(r.Entries, b.entry())
		}
	case RecordSnapshot, RecordGiven:
		r.Parts = b.int()
		if r.Parts == 0 && b.err == nil {
			r.Snapshot, b.err = readSnapshot(b.b)
			b.b = nil
		}
	default:
		b.fail(fmt.Errorf("unknown kind %d", kind))
	}

	if err := b.end(); err != nil {
		return r, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return r, nil
}

// readSnapshot reads the bytes of a snapshot.
func readSnapshot(packet []byte) (*Snapshot, error) {
	s := new(Snapshot)
	return s, exactly.Unmarshal(packet, s)
}
