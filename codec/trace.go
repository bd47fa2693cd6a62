package codec

import (
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A TraceEvent is one step of a trace through a packet, see [Codec.Trace].
type TraceEvent struct {
	Kind TraceKind
	// Offset is the offset of the first byte of the step in the packet. End is the offset of the
	// byte after its last byte.
	Offset, End int

	Type  variant.Type    // TraceOpen, TraceClose: the type of the value
	Flags uint32          // TraceOpen: the flags of the header, such as variant.Flag64
	Value variant.Variant // TraceClose: the value, or nil after an error
}

// A TraceKind is the kind of a [TraceEvent].
type TraceKind uint8

const (
	// TraceField means that a field was read: a number, a count, or text with its padding but
	// without its length.
	TraceField = TraceKind(wire.EventField)
	// TraceText means that the bytes of the last field up to End are text or data. The rest of the
	// field is padding.
	TraceText = TraceKind(wire.EventText)
	// TraceOpen means that the last field was a header, and that its value begins.
	TraceOpen = TraceKind(wire.EventOpen)
	// TraceClose means that the value that was opened last ends.
	TraceClose = TraceKind(wire.EventClose)
)

// Trace decodes like DecodeFirst, and calls on for each step, up to the first error. It is for
// tools that show the structure of a packet, as [Dump] does. It returns the length of the packet,
// or after an error the number of bytes that were read.
func (c *Codec) Trace(b []byte, on func(TraceEvent)) (n int, err error) {
	return packets.Trace(c.format(), b, func(e wire.Event) {
		v, _ := e.Value.(variant.Variant)
		on(TraceEvent{
			Kind: TraceKind(e.Kind), Offset: e.Offset, End: e.End, Type: e.Type, Flags: e.Flags,
			Value: v,
		})
	})
}
