package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/packed"
	"godotvariant/variant"
)

func traced(f *Format, b string) ([]variant.TraceEvent, int, error) {
	var events []variant.TraceEvent
	n, err := f.Trace([]byte(b), func(e variant.TraceEvent) { events = append(events, e) })
	return events, n, err
}

// TestTrace has every step through an array of an int in 8 bytes and a string.
func TestTrace(t *testing.T) {
	f := format(t, arrays(nil))
	packet := "\x13\x00\x00\x00\x02\x00\x00\x00" +
		"\x01\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00" +
		"\x02\x00\x00\x00\x01\x00\x00\x00x\x00\x00\x00"

	events, n, err := traced(f, packet+"more")
	require.NoError(t, err)
	assert.Equal(t, len(packet), n)

	field := func(from, to int) variant.TraceEvent {
		return variant.TraceEvent{Kind: variant.TraceField, Offset: from, End: to}
	}

	value := func(kind variant.TraceKind, from, to int, typ variant.Type,
		v variant.Variant) variant.TraceEvent {
		return variant.TraceEvent{Kind: kind, Offset: from, End: to, Type: typ, Value: v}
	}

	seven, x := variant.Int(7), str("x")
	openInt := value(variant.TraceOpen, 8, 12, variant.TypeInt, nil)
	openInt.Flags = variant.Flag64

	assert.Equal(t, []variant.TraceEvent{
		field(0, 4), value(variant.TraceOpen, 0, 4, variant.TypeArray, nil), field(4, 8),
		field(8, 12), openInt, field(12, 20), value(variant.TraceClose, 8, 20, variant.TypeInt,
			seven),
		field(20, 24), value(variant.TraceOpen, 20, 24, variant.TypeString, nil), field(24, 28),
		field(28, 32),
		{Kind: variant.TraceText, Offset: 28, End: 29},
		value(variant.TraceClose, 20, 32, variant.TypeString, x),
		value(variant.TraceClose, 0, 32, variant.TypeArray, variant.NewArray(seven, x)),
	}, events)
}

// TestTraceErrors: what is traced fails as what is decoded does, and as far as it
// went there are steps.
func TestTraceErrors(t *testing.T) {
	f := format(t, arrays(nil))
	packet := "\x13\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x05\x00\x00\x00hello\x00\x00\x00"
	for cut := range len(packet) {
		events, n, err := traced(f, packet[:cut])
		_, _, want := f.DecodeFirst([]byte(packet[:cut]))
		assert.ErrorIs(t, err, variant.ErrTruncated, "%d", cut)
		assert.Equal(t, want, err, "%d", cut)
		assert.LessOrEqual(t, n, cut)

		end := 0
		for _, e := range events {
			assert.LessOrEqual(t, e.End, cut)
			if e.Kind == variant.TraceField {
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

// TestTraceTexts: texts that are passed over in one look elsewhere are traced one by
// one.
func TestTraceTexts(t *testing.T) {
	f := format(t, everyType(nil))
	packet, err := f.Append(nil, packed.PackedStringArray{"ab", "c"})
	require.NoError(t, err)
	events, _, err := traced(f, string(packet))
	require.NoError(t, err)
	var texts []string
	for _, e := range events {
		if e.Kind == variant.TraceText {
			texts = append(texts, string(packet[e.Offset:e.End]))
		}
	}
	assert.Equal(t, []string{"ab", "c"}, texts)
}
