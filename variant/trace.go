package variant

// A TraceEvent is one step of a trace through a packet, see codec.Codec.Trace.
type TraceEvent struct {
	Kind TraceKind
	// Offset and End delimit the bytes of the step.
	Offset, End int
	// Of TraceOpen and TraceClose:
	Type  Type
	Flags uint32  // of the header, in place
	Value Variant // of TraceClose: the value, nil after an error
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

// A tracer holds the data of a trace. The Reader gets no more of it at a time than
// it asks for, so that every read is seen.
type tracer struct {
	data []byte
	on   func(TraceEvent)
}

func (t *tracer) source(buf []byte, n int) ([]byte, error) {
	if n > len(t.data) {
		return buf, ErrTruncated
	}
	t.on(TraceEvent{Kind: TraceField, Offset: len(buf), End: n})
	return t.data[:n:n], nil
}

func (t *tracer) open(typ Type, r *Reader) {
	t.on(TraceEvent{Kind: TraceOpen, Offset: r.head, End: r.pos, Type: typ, Flags: r.flags})
}

func (t *tracer) close(typ Type, start int, r *Reader, v Variant) {
	t.on(TraceEvent{Kind: TraceClose, Offset: start, End: r.pos, Type: typ, Value: v})
}

// Trace is Decode that calls on for every step, up to an error. It returns the length
// of the packet, or the offset that was reached.
func (kernel) Trace(f *Format, b []byte, on func(TraceEvent)) (int, error) {
	r := new(Reader)
	r.reset(f, nil)
	r.trace = &tracer{data: b, on: on}
	r.source = r.trace.source
	r.careful = true
	r.Value()
	return r.pos, r.Err()
}
