package packet

import (
	"math/bits"

	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// Sync has the values of properties that are sent at each poll. It is sent unreliably. Godot: SYNC,
// of a MultiplayerSynchronizer.
//
//	offset  size   field
//	0       1      command 6
//	1       2      time
//	3       …      states, up to the end
//
// A state:
//
//	0       4      synchronizer
//	4       4      size of the values, n
//	8       n      values, as AppendCompressed writes them
//
// If the first state of a Sync is nearly 1,350 bytes long, an engine sends a Sync without states
// before it.
type Sync struct {
	// Time is counted for each receiver separately. It rises by 1 at each poll at which the
	// receiver sees a synchronizer, and begins again after 65,535.
	Time   uint16
	States []State
}

func (Sync) isPacket() {}

// State has the values of the properties of one synchronizer.
type State struct {
	// ID is the sender's ID of a synchronizer that was spawned. For any other synchronizer it is
	// the number that the sender gave the node in a SimplifyPath, with [NumberBit] set.
	ID     uint32
	Values []variant.Variant // one or more

	// Encoded may have the encoded form of Values, for Append to write. If it is nil, Append
	// encodes Values. Decode leaves it nil.
	Encoded []byte
}

// Delta has the values of properties that have changed. It is sent reliably. Godot: SYNC with bit
// 4, since 4.1.
//
//	offset  size   field
//	0       1      16: command 6 and bit 4
//	1       …      changes, up to the end
//
// A change:
//
//	0       4      synchronizer, as in a State
//	4       8      bits: bit i is set if the i-th of the watched properties follows
//	12      4      size of the values, n
//	16      n      values, as AppendCompressed writes them
//
// Before a Delta of nearly 65,535 bytes, an engine sends a Delta without changes.
type Delta struct {
	Changes []DeltaState
}

func (Delta) isPacket() {}

// DeltaState has the values of some of the watched properties of one synchronizer. The watched
// properties are those that its SceneReplicationConfig sends on change, in the order of the
// configuration. There are at most 64 of them. [Codec.Append] returns an error of kind
// [variant.ErrLength] unless there are as many Values as set Bits.
type DeltaState struct {
	ID     uint32            // as in a State
	Bits   uint64            // bit i is set for the i-th watched property; not 0
	Values []variant.Variant // one value for each set bit, from the lowest bit

	Encoded []byte // as in a State
}

// NumberBit is set in the ID of a synchronizer that was not spawned. The other bits are the number
// of its node.
const NumberBit = 1 << 31

const deltaBit = 1 << 4

func decodeSync(r *reader, flags byte) Packet {
	if flags&deltaBit != 0 {
		return decodeDelta(r)
	}
	return decodeSyncOnly(r, flags)
}

func decodeSyncOnly(r *reader, _ byte) Packet {
	p := Sync{Time: r.uint16()}
	for len(r.rest()) > 0 {
		s := State{ID: r.uint32()}
		s.Values = parseValues(r)
		p.States = append(p.States, s)
	}
	return p
}

func decodeDelta(r *reader) Packet {
	var p Delta
	for len(r.rest()) > 0 {
		c := DeltaState{ID: r.uint32(), Bits: r.uint64()}
		at := r.pos
		c.Values = parseValues(r)

		if n := bits.OnesCount64(c.Bits); n != len(c.Values) {
			r.failAt(at, reason.Of(variant.ErrLength, "%d values for %d bits", len(c.Values), n))
		}
		p.Changes = append(p.Changes, c)
	}
	return p
}

// parseValues reads the size of values, and the values.
func parseValues(r *reader) []variant.Variant {
	at := r.pos
	n := r.size()
	if n == 0 {
		r.failAt(at, reason.Of(variant.ErrLength, "no values"))
		return nil
	}

	part := r.part(n)
	values := part.state()
	r.join(part)
	return values
}

func appendSync(w *writer, command byte, p Sync) {
	w.uint8(command)
	w.uint16(p.Time)
	for _, s := range p.States {
		w.uint32(s.ID)
		appendValues(w, s.Values, s.Encoded)
	}
}

func appendDelta(w *writer, command byte, p Delta) {
	w.uint8(command | deltaBit)
	for _, c := range p.Changes {
		if n := bits.OnesCount64(c.Bits); n != len(c.Values) {
			w.fail(reason.Of(variant.ErrLength, "%d values for %d bits", len(c.Values), n))
		}
		w.uint32(c.ID)
		w.uint64(c.Bits)
		appendValues(w, c.Values, c.Encoded)
	}
}

// appendValues writes the size of values, and the values. If the argument encoded is not nil, it
// has the encoded values: appendValues writes these bytes, and does not encode the values.
func appendValues(w *writer, values []variant.Variant, encoded []byte) {
	if len(values) == 0 {
		w.fail(reason.Of(variant.ErrLength, "no values"))
	}

	w.sized(func() {
		if encoded != nil {
			w.bytes(encoded)
		} else {
			w.state(values)
		}
	})
}
