package variant

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Value writes one whole packet, header and payload. A nil v is written as Nil.
func (w *Writer) Value(v Variant) {
	head, typ := w.head, w.current
	w.value(v, TypeNil)
	w.head, w.current = head, typ
}

// value writes one packet. Where want is a type, v must be one that a container
// of that element type takes.
//
// The types of this package are called by name, which is quicker than through
// the interface: most packets of a scene are theirs.
func (w *Writer) value(v Variant, want Type) {
	written := false
	switch v := v.(type) {
	case String:
		written = w.quickText(TypeString, want, string(v))
	case Int:
		written = Int(int32(v)) == v && w.quickWord(TypeInt, want, uint32(v))
	case Float:
		written = Float(float32(v)) == v && w.quickWord(TypeFloat, want, math.Float32bits(float32(v)))
	case Bool:
		written = w.quickWord(TypeBool, want, bit(v))
	case StringName:
		written = w.quickText(TypeStringName, want, string(v))
	}
	if !written {
		w.anyValue(v, want)
	}
}

// anyValue is value the long way.
func (w *Writer) anyValue(v Variant, want Type) {
	switch {
	case v == nil:
		w.begin(TypeNil, want)
	case w.guarding:
		w.guarded(v, want)
	default:
		w.other(v, want)
	}
}

// other writes a packet by the methods of its value.
func (w *Writer) other(v Variant, want Type) {
	t := v.Type()
	if !w.begin(t, want) {
		return
	}
	head, depth, width := w.head, w.depth, w.width
	w.depth, w.width = depth+1, w.format.write[t].width
	if err := v.Encode(w); err != nil && w.err == nil {
		w.Fail(err)
	}
	switch n := len(w.buf) - head; {
	case w.err != nil:
	case n&3 != 0:
		w.Fail(Because(ErrLength, fmt.Sprintf("the Encode method of %T wrote a payload that is no multiple of 4 bytes", v)))
	case len(w.buf) > w.maxHead:
		w.room(0)
	}
	w.depth, w.width = depth, width
}

// guarded is other of a value that may be a typed nil, or have methods that
// do anything.
func (w *Writer) guarded(v Variant, want Type) {
	depth, width := w.depth, w.width
	defer func() {
		if p := recover(); p != nil {
			w.Fail(Because(ErrUnsupported, fmt.Sprintf("encoding a %T panicked: %v", v, p)))
		}
		w.depth, w.width = depth, width
	}()
	w.other(v, want)
}

// begin writes the header of a packet of type t, and reports whether the payload
// may follow.
func (w *Writer) begin(t, want Type) bool {
	if w.err != nil {
		return false
	}
	out := &w.format.write[t]
	w.head, w.current = len(w.buf), t
	if !out.known || want != t && want != TypeNil || w.depth > w.maxDepth || w.head > w.maxHead {
		if w.refuse(t, want); w.err != nil {
			return false
		}
	}
	w.buf = binary.LittleEndian.AppendUint32(w.buf, out.head)
	return true
}

// longestScalar is how much is written between one look at MaxSize and the next.
const longestScalar = 4 + 8

// refuse fails if a packet of type t can't be written where want is expected.
func (w *Writer) refuse(t, want Type) {
	switch {
	case w.depth > w.maxDepth:
		w.Fail(ErrDepth)
	case !w.format.write[t].known:
		w.Fail(Because(ErrUnsupported, w.format.dialect.Name+" has no "+t.String()))
	case want != TypeNil && !accepts(want, t, w.format.mode == Lenient):
		w.Fail(Because(ErrElementType, t.String()+" in a container of "+want.String()))
	default:
		w.room(minPacket) // the payload has a look of its own, at the latest when all is written
	}
}

// A Mark is what [Writer.Open] has left behind it.
type Mark struct {
	head, width int
	typ         Type
}

// Open writes the header of a packet of type t, for code that writes packets
// without a value to each. The payload is next, then [Writer.Close].
func (w *Writer) Open(t Type) Mark {
	m := Mark{w.head, w.width, w.current}
	w.begin(t, TypeNil)
	w.width = w.format.write[t].width
	w.depth++
	return m
}

// Close ends a packet whose payload has been written.
func (w *Writer) Close(m Mark) {
	w.depth--
	w.head, w.width, w.current = m.head, m.width, m.typ
}
