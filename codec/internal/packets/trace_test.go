package packets_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/packed"
	"godotvariant/variant"
)

// trace returns the events of a packet, the offset that is reached, and the error.
func (f *format) trace(b []byte) (events []wire.Event, n int, err error) {
	n, err = packets.Trace(f.Format, b, func(e wire.Event) { events = append(events, e) })
	return events, n, err
}

// TestTraceHasEveryStep: an array of an int in 8 bytes and a string has these steps. The texts of a
// packed array are traced one by one.
func TestTraceHasEveryStep(t *testing.T) {
	packet := words(19, 2, 0x10001, 7, 0, 2, 1, "x")
	events, n, err := small(t).trace(append(slices.Clip(packet), "more"...))
	require.NoError(t, err)
	assert.Equal(t, len(packet), n)

	event := func(kind wire.EventKind, from, to int, typ variant.Type, v any) wire.Event {
		return wire.Event{Kind: kind, Offset: from, End: to, Type: typ, Value: v}
	}
	field := func(from, to int) wire.Event { return event(wire.EventField, from, to, 0, nil) }

	seven, x := variant.Int(7), str("x")
	openInt := event(wire.EventOpen, 8, 12, variant.TypeInt, nil)
	openInt.Flags = variant.Flag64

	assert.Equal(t, []wire.Event{
		field(0, 4), event(wire.EventOpen, 0, 4, variant.TypeArray, nil), field(4, 8),
		field(8, 12), openInt, field(12, 20),
		event(wire.EventClose, 8, 20, variant.TypeInt, seven),
		field(20, 24), event(wire.EventOpen, 20, 24, variant.TypeString, nil), field(24, 28),
		field(28, 32), event(wire.EventText, 28, 29, 0, nil),
		event(wire.EventClose, 20, 32, variant.TypeString, x),
		event(wire.EventClose, 0, 32, variant.TypeArray, list(seven, x)),
	}, events)

	packet = every(t).encode(packed.PackedStringArray{"ab", "c"})
	events, _, err = every(t).trace(packet)
	require.NoError(t, err)
	var texts []string
	for _, e := range events {
		if e.Kind == wire.EventText {
			texts = append(texts, string(packet[e.Offset:e.End]))
		}
	}
	assert.Equal(t, []string{"ab", "c"}, texts)
}

// TestTracesEndAtErrors: a trace has the error of Decode, and the steps before it.
func TestTracesEndAtErrors(t *testing.T) {
	f := small(t)
	packet := words(19, 1, 2, 5, "hello")
	claims := words(19, 4, 2, 5, "hello") // more items than there can be, if not at once
	cut := [][]byte{claims}
	for n := range packet {
		cut = append(cut, packet[:n])
	}

	for _, b := range cut {
		events, n, err := f.trace(b)
		want := f.refuse(b, variant.ErrTruncated)
		assert.Equal(t, error(want), err, "% x", b)
		assert.LessOrEqual(t, n, len(b))

		end := 0
		for _, e := range events {
			assert.LessOrEqual(t, e.End, len(b))
			if e.Kind == wire.EventField {
				assert.Equal(t, end, e.Offset, "fields follow each other")
				end = e.End
			}
		}
	}

	_, n, err := f.trace(words(99))
	assert.ErrorIs(t, err, variant.ErrUnknownType)
	assert.Equal(t, 4, n)
}
