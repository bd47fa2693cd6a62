package wire

import (
	"encoding/binary"
	"math"
	"slices"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// Every packet is written in two steps. The first step writes the header: BeginFast, or BeginSlow
// if a check or more memory is needed. The second step writes the payload. For packets of one word
// and for short texts there is a single step, PutWordFast or PutTextFast. These steps leave out the
// checks that have the same result for all parts of a container. Instead, the container calls
// PrepareParts before its parts, CheckPart before a part whose type may not fit, and Exceeded after
// each part.

// A Mark remembers the outer packet while a writer writes a nested packet.
type Mark struct {
	head int          // offset of the packet's header
	kind dialect.Type // type of the packet
}

// Mark returns the current packet, for Restore.
func (w *Writer) Mark() Mark { return Mark{head: w.head, kind: w.current} }

func (w *Writer) Restore(m Mark) { w.head, w.current = m.head, m.kind }

// BeginFast writes the header of a packet of type t. If a check or more memory is needed, it writes
// nothing and returns false, and the caller calls BeginSlow. BeginFast calls no functions and is
// inlined.
func (w *Writer) BeginFast(t dialect.Type) bool {
	out, buf := &w.format.Headers[t], w.buf
	at := len(buf)

	end := at + forms.MinPacket
	if !out.Known || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}

	w.buf = w.buf[:end]
	binary.LittleEndian.PutUint32(buf[at:end:end], out.Word)
	w.head = at
	w.current = t

	return true
}

// BeginSlow writes the header of a packet of type t with all checks. It returns false
// after an error.
func (w *Writer) BeginSlow(t dialect.Type) bool {
	if w.allowed(t) && w.fits(forms.MinPacket) {
		w.word(w.format.Headers[t].Word)
		w.limit = w.start + w.format.Limits.MaxSize
	}
	return w.err == nil
}

// allowed makes a packet of type t the current packet, and reports whether it may be written. If
// not, allowed fails.
func (w *Writer) allowed(t dialect.Type) bool {
	if w.err != nil {
		return false
	}

	w.head = len(w.buf)
	w.current = t

	switch {
	case w.depth > w.format.Limits.MaxDepth:
		w.Fail(fault.ErrDepth)
	case !w.format.Headers[t].Known:
		w.Fail(forms.Lacks(w.format.Dialect, t))
	}

	return w.err == nil
}

// PrepareParts must be called before the parts of the current packet. If the parts are too deep,
// the next call of BeginSlow fails.
func (w *Writer) PrepareParts() {
	if w.depth > w.format.Limits.MaxDepth {
		w.limit = checkNext
	}
}

// CheckPart fails unless a container of element type elem accepts a part of type t. Call it before
// the part is written.
func (w *Writer) CheckPart(t, elem dialect.Type) {
	if forms.Accepts(elem, t, w.format.Mode) {
		return
	}
	if w.allowed(t) {
		w.Fail(fault.Because(fault.ErrElementType, t.String()+" in a container of "+elem.String()))
	}
}

// PutWordFast writes a packet of type t whose payload is one word. If the format writes this type
// in another way, or if a check or more memory is needed, PutWordFast writes nothing and returns
// false. The current packet does not change. PutWordFast calls no functions and is inlined.
func (w *Writer) PutWordFast(t dialect.Type, x uint32) bool {
	out, buf := &w.format.Headers[t], w.buf
	at := len(buf)

	end := at + forms.MinPacket + 4
	if !out.Short || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}

	w.buf = w.buf[:end]
	binary.LittleEndian.PutUint64(buf[at:end:end], uint64(out.Word)|uint64(x)<<32)
	return true
}

// OpenFast writes the header and the count of an untyped container of type t with n parts.
// Otherwise it is like BeginFast.
func (w *Writer) OpenFast(t dialect.Type, n int) bool {
	out, buf := &w.format.Headers[t], w.buf
	at := len(buf)

	end := at + forms.MinPacket + 4
	if !out.Known || uint(n) > math.MaxInt32 || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}

	w.buf = w.buf[:end]
	binary.LittleEndian.PutUint64(buf[at:end:end], uint64(out.Word)|uint64(n)<<32)
	w.head = at
	w.current = t

	return true
}

// Header returns the table entry with the facts about packets of type t.
func (w *Writer) Header(t dialect.Type) *forms.Header { return &w.format.Headers[t] }

// PacketFast appends size bytes for a packet and returns them. The caller fills them. If a check or
// more memory is needed, it appends nothing and returns nil. The current packet does not change.
func (w *Writer) PacketFast(size int) []byte {
	buf := w.buf
	at := len(buf)

	end := at + size
	if end > w.limit || uint(end) > uint(cap(buf)) {
		return nil
	}

	w.buf = buf[:end]
	return buf[at:end:end]
}

// Packets is like PacketFast for n packets of size bytes each. It also makes space for them.
func (w *Writer) Packets(n, size int) []byte {
	if n > (w.limit-len(w.buf))/size {
		return nil
	}
	w.buf = slices.Grow(w.buf, n*size)
	return w.next(n * size)
}

// PutTextFast writes a packet of type t with short ASCII text. Otherwise it is like PutWordFast.
func (w *Writer) PutTextFast(t dialect.Type, s string) bool {
	out := &w.format.Headers[t]
	return out.Known && w.ascii(0, out.Word, s, len(s))
}

func (w *Writer) PutWord(t dialect.Type, x uint32) {
	if w.BeginFast(t) || w.BeginSlow(t) {
		w.word(x)
	}
}

func (w *Writer) PutText(t dialect.Type, s string) {
	if w.BeginFast(t) || w.BeginSlow(t) {
		w.text(s, len(s))
	}
}

func (w *Writer) PutInt(i int64) {
	if w.BeginFast(dialect.TypeInt) || w.BeginSlow(dialect.TypeInt) {
		w.Int(i)
	}
}

func (w *Writer) PutFloat(f float64) {
	if w.BeginFast(dialect.TypeFloat) || w.BeginSlow(dialect.TypeFloat) {
		w.Float(f)
	}
}

// Int writes the payload of an Int.
func (w *Writer) Int(i int64) {
	switch rule := w.format.Spec.Int; {
	case rule == dialect.IntByValue && i == int64(int32(i)):
		w.word(uint32(i))
	case rule == dialect.IntPlain64:
		w.quad(uint64(i))

	default:
		w.Flags(dialect.Flag64)
		w.quad(uint64(i))
	}
}

// Float writes the payload of a Float.
func (w *Writer) Float(f float64) {
	switch s := float32(f); {
	case w.format.Spec.Float == dialect.FloatPlain32:
		w.single(f)
	case float64(s) == f:
		w.Float32(s)

	default:
		w.Flags(dialect.Flag64)
		w.Float64(f)
	}
}

// Null replaces the current packet with the packet of a Nil, which consists only of a header.
// Engines since Godot 3.4 write a null object in this way.
func (w *Writer) Null() {
	if w.err == nil {
		binary.LittleEndian.PutUint32(w.buf[w.head:], uint32(w.format.Headers[dialect.TypeNil].ID))
		w.buf = w.buf[:w.head+4]
	}
}
