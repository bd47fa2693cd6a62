package variant

// A TraceEvent is one step of a trace through a packet, see codec.Codec.Trace.
type TraceEvent struct {
	Kind TraceKind
	// Offset is that of the first byte of the step, End that of the byte after the last.
	Offset, End int

	Type  Type    // TraceOpen, TraceClose: the type of the value
	Flags uint32  // TraceOpen, TraceClose: the flags of the header, such as Flag64
	Value Variant // TraceClose: the value, nil after an error
}

// A TraceKind is the kind of a [TraceEvent].
type TraceKind uint8

const (
	// TraceField: a field was read, such as a number, a count, or text with its
	// padding but without its length.
	TraceField TraceKind = iota
	// TraceText: the bytes of the last field up to End are text or data. The rest
	// is padding.
	TraceText
	// TraceOpen: the last field was a header, and its value begins.
	TraceOpen
	// TraceClose: the value that was opened last ends.
	TraceClose
)
