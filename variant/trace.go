package variant

// A TraceEvent is one step of [Format.Trace] through a packet.
type TraceEvent struct {
	Kind TraceKind
	// Offset and End are the bytes that the step is about.
	Offset, End int
	// Of TraceOpen and TraceClose:
	Type  Type
	Flags uint32  // those of the header, in its bits
	Value Variant // of TraceClose: what was read, nil after an error
}

// A TraceKind tells the steps apart.
type TraceKind uint8

const (
	// TraceField: bytes were read that belong together, as a number, a count or a
	// text with its length apart and its padding.
	TraceField TraceKind = iota
	// TraceText: of the field before, so many bytes are text or data, and the rest
	// is padding.
	TraceText
	// TraceOpen: they were a header, and the value inside begins.
	TraceOpen
	// TraceClose: the value that was opened last ends.
	TraceClose
)

// tracer is what a Reader has while it is traced: all of the data, of which the
// Reader is given no more at a time than it asks for.
type tracer struct {
	data []byte
	on   func(TraceEvent)
}

// Trace reads the value at the start of b as [Format.DecodeFirst] does, and tells
// on of every step, up to the fault if there is one. It returns the length of
// the packet, or how far it came.
func (f *Format) Trace(b []byte, on func(TraceEvent)) (int, error) {
	r := new(Reader)
	r.reset(f, nil)
	r.trace = &tracer{data: b, on: on}
	r.careful = true
	r.fill = func(n int) error {
		if n > len(b) {
			return ErrTruncated
		}
		on(TraceEvent{Kind: TraceField, Offset: len(r.data), End: n})
		r.data = b[:n:n]
		return nil
	}
	r.Value()
	return r.pos, r.Err()
}
