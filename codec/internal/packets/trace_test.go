package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/wire"
	"godotvariant/packed"
	"godotvariant/variant"
)

func traced(f *Format, b string) ([]wire.Event, int, error) {
	var events []wire.Event
	n, err := f.Trace([]byte(b), func(e wire.Event) { events = append(events, e) })
	return events, n, err
}

// TestTraceHasEveryStep: an array of an int in 8 bytes and a string has these steps.
func TestTraceHasEveryStep(t *testing.T) {
	f := format(t, arrays(nil))
	packet := string(words(19, 2, 0x10001, 7, 0, 2, 1, "x"))

	events, n, err := traced(f, packet+"more")
	require.NoError(t, err)
	assert.Equal(t, len(packet), n)

	field := func(from, to int) wire.Event {
		return wire.Event{Kind: wire.EventField, Offset: from, End: to}
	}

	value := func(kind wire.EventKind, from, to int, typ variant.Type,
		v any) wire.Event {
		return wire.Event{Kind: kind, Offset: from, End: to, Type: typ, Value: v}
	}

	seven, x := variant.Int(7), str("x")
	openInt := value(wire.EventOpen, 8, 12, variant.TypeInt, nil)
	openInt.Flags = variant.Flag64

	assert.Equal(t, []wire.Event{
		field(0, 4), value(wire.EventOpen, 0, 4, variant.TypeArray, nil), field(4, 8),
		field(8, 12), openInt, field(12, 20), value(wire.EventClose, 8, 20, variant.TypeInt,
			seven),
		field(20, 24), value(wire.EventOpen, 20, 24, variant.TypeString, nil), field(24, 28),
		field(28, 32),
		{Kind: wire.EventText, Offset: 28, End: 29},
		value(wire.EventClose, 20, 32, variant.TypeString, x),
		value(wire.EventClose, 0, 32, variant.TypeArray, variant.NewArray(seven, x)),
	}, events)
}

// TestTracesEndAtErrors: a trace has the error of Decode, and the steps before it.
func TestTracesEndAtErrors(t *testing.T) {
	f := format(t, arrays(nil))
	packet := string(words(19, 1, 2, 5, "hello"))
	for cut := range len(packet) {
		events, n, err := traced(f, packet[:cut])
		_, _, want := f.DecodeFirst([]byte(packet[:cut]))
		assert.ErrorIs(t, err, variant.ErrTruncated, "%d", cut)
		assert.Equal(t, want, err, "%d", cut)
		assert.LessOrEqual(t, n, cut)

		end := 0
		for _, e := range events {
			assert.LessOrEqual(t, e.End, cut)
			if e.Kind == wire.EventField {
				assert.Equal(t, end, e.Offset, "fields follow each other")
				end = e.End
			}
			assert.Nil(t, e.Value)
		}
	}

	claims := packet[:4] + "\x04" + packet[5:] // more than there can be, if not at once
	_, _, err := traced(f, claims)
	_, _, want := f.DecodeFirst([]byte(claims))
	assert.ErrorIs(t, err, variant.ErrTruncated)
	assert.Equal(t, want, err)
	_, n, err := traced(f, "\x63\x00\x00\x00")
	assert.ErrorIs(t, err, variant.ErrUnknownType)
	assert.Equal(t, 4, n)
}

// TestTracesShowEachText: the texts of a packed array are traced one by one.
func TestTracesShowEachText(t *testing.T) {
	f := format(t, everyType(nil))
	packet, err := f.Append(nil, packed.PackedStringArray{"ab", "c"})
	require.NoError(t, err)
	events, _, err := traced(f, string(packet))
	require.NoError(t, err)
	var texts []string
	for _, e := range events {
		if e.Kind == wire.EventText {
			texts = append(texts, string(packet[e.Offset:e.End]))
		}
	}
	assert.Equal(t, []string{"ab", "c"}, texts)
}
