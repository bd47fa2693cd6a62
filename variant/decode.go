package variant

import (
	"errors"
	"io"
)

// Decode returns the value of the packet at the start of b and its length. If whole is
// set, bytes after it are an error, except in lenient mode.
func (kernel) Decode(f *Format, b []byte, whole bool) (Variant, int, error) {
	return f.decode(b, whole)
}

func (f *Format) decode(b []byte, whole bool) (Variant, int, error) {
	r := f.reader(b)
	defer r.release()
	v := r.Value()
	if whole {
		r.end()
	}
	if r.err != nil {
		return nil, 0, r.Err()
	}
	return v, r.pos, nil
}

// Valid is Decode without the value. It allocates nothing while the data is valid, but for
// the values of registered types, whose Decode methods build them.
func (kernel) Valid(f *Format, b []byte, whole bool) (int, error) { return f.valid(b, whole) }

func (f *Format) valid(b []byte, whole bool) (int, error) {
	r := f.reader(b)
	defer r.release()
	r.check = true
	r.Value()
	if whole {
		r.end()
	}
	if r.err == nil {
		return r.pos, nil
	}
	return 0, f.explain(b, whole, r.Err())
}

// Read calls get with a Reader of b. If whole is set, bytes after what get read are an error,
// except in lenient mode. Duplicate keys are not an error, even in strict mode; Valid finds
// them.
func (kernel) Read(f *Format, b []byte, whole bool, get func(*Reader)) error {
	r := f.reader(b)
	defer r.release()
	r.owed = minPacket
	get(r)
	if whole {
		r.end()
	}
	return r.Err()
}

// explain returns the error of decode for an error of a validation, which does not
// know the keys in the path. It returns err if decode does not find the same error.
func (f *Format) explain(b []byte, whole bool, err error) error {
	var found, same *Error
	_, _, again := f.decode(b, whole)
	if errors.As(err, &found) && errors.As(again, &same) && found.Offset == same.Offset && found.Err.Error() == same.Err.Error() {
		return again
	}
	return err
}

// Begins reports whether b is a packet, or if b has more than most bytes, whether those at its
// start can be the start of one. Unless whole is set, bytes may follow the packet.
func (kernel) Begins(f *Format, b []byte, most int, whole bool) bool {
	r := f.reader(b[:min(len(b), most)])
	defer r.release()
	r.check, r.mute = true, true
	if len(b) > most {
		r.source = func(buf []byte, _ int) ([]byte, error) { return buf, io.EOF }
	}
	r.Value()
	if r.err == nil {
		return !whole || r.pos == len(b)
	}
	return r.failure != nil // nothing is wrong up to there
}

// NextPacket reads one packet from source and returns its bytes, which are valid. r
// is used again from call to call. buf is empty, or has the start of the packet from a
// call that failed. Only bytes of the packet are asked for.
//
// After an error it returns the bytes so far. If source returned io.EOF, the error is
// that of decode for these bytes, or io.EOF if there are none. Another error of source
// is wrapped in an [*Error] whose offset is the number of bytes. No packet is longer
// than Limits.MaxFrame.
func (kernel) NextPacket(r *Reader, f *Format, buf []byte, source source) ([]byte, error) {
	r.reset(f, buf)
	r.check, r.source = true, source
	r.Value()
	packet, n, failure, err := r.data, r.pos, r.failure, r.Err()
	r.reset(nil, nil)

	switch {
	case err == nil:
		return packet[:n], nil
	case failure == nil:
		return packet, f.explain(packet, false, err)
	case failure != io.EOF:
		err.(*Error).Offset = len(packet)
		return packet, err
	case len(packet) == 0:
		return packet, io.EOF
	}
	_, _, err = f.decode(packet, false)
	return packet, err // nil if lenient mode accepts missing padding at the end
}

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
