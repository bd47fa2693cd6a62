package variant

import (
	"encoding/binary"
	"fmt"
)

// Value writes one whole packet, header and payload. A nil v is written as Nil.
func (w *Writer) Value(v Variant) { w.value(v, TypeNil) }

// value writes one packet. Where want is a type, v must be one that a container
// of that element type takes.
//
// The types of this package are called by name, which is quicker than through
// the interface: most packets of a scene are theirs.
func (w *Writer) value(v Variant, want Type) {
	if w.err != nil {
		return
	}
	switch v := v.(type) {
	case nil, Nil:
		w.Close(w.open(TypeNil, want))
	case Bool:
		m := w.open(TypeBool, want)
		v.Encode(w)
		w.Close(m)
	case Int:
		m := w.open(TypeInt, want)
		v.Encode(w)
		w.Close(m)
	case Float:
		m := w.open(TypeFloat, want)
		v.Encode(w)
		w.Close(m)
	case String:
		m := w.open(TypeString, want)
		v.Encode(w)
		w.Close(m)
	case StringName:
		m := w.open(TypeStringName, want)
		v.Encode(w)
		w.Close(m)
	case Array:
		m := w.open(TypeArray, want)
		v.Encode(w)
		w.Close(m)
	case Dictionary:
		m := w.open(TypeDictionary, want)
		v.Encode(w)
		w.Close(m)
	default:
		w.guarded(v, want)
	}
}

// guarded writes a packet of a type that is not this package's own: it may be a
// typed nil, or have methods that do anything.
func (w *Writer) guarded(v Variant, want Type) {
	depth, head, width := w.depth, w.head, w.width
	defer func() {
		if p := recover(); p != nil {
			w.Fail(Because(ErrUnsupported, fmt.Sprintf("encoding a %T panicked: %v", v, p)))
			w.depth, w.head, w.width = depth, head, width
		}
	}()
	m := w.open(v.Type(), want)
	if w.err == nil {
		if err := v.Encode(w); err != nil && w.err == nil {
			w.Fail(err)
		}
		if n := len(w.buf) - w.head; w.err == nil && n&3 != 0 {
			w.Fail(Because(ErrLength, fmt.Sprintf("the Encode method of %T wrote a payload that is no multiple of 4 bytes", v)))
		}
	}
	w.Close(m)
}

// A Mark is what [Writer.Open] has left behind it.
type Mark struct {
	head, width int
	typ         Type
}

// Open writes the header of a packet of type t, for code that writes packets
// without a value to each. The payload is next, then [Writer.Close].
func (w *Writer) Open(t Type) Mark { return w.open(t, TypeNil) }

func (w *Writer) open(t, want Type) Mark {
	m := Mark{w.head, w.width, t}
	out := &w.format.write[t]
	w.head, w.width = len(w.buf), out.width
	w.depth++
	if !out.known || want != t && want != TypeNil || w.depth > w.format.limits.MaxDepth+1 ||
		len(w.buf)-w.start > w.format.limits.MaxSize-longestScalar {
		w.refuse(t, want)
	}
	if w.err == nil {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, out.id|out.flags)
	}
	return m
}

// longestScalar is how much is written between one look at MaxSize and the next.
const longestScalar = 4 + 8

// refuse fails if a packet of type t can't be written where want is expected.
func (w *Writer) refuse(t, want Type) {
	switch {
	case w.depth > w.format.limits.MaxDepth+1:
		w.Fail(ErrDepth)
	case !w.format.write[t].known:
		w.Fail(Because(ErrUnsupported, w.format.dialect.Name+" has no "+t.String()))
	case want != TypeNil && !accepts(want, t, w.format.mode == Lenient):
		w.Fail(Because(ErrElementType, t.String()+" in a container of "+want.String()))
	default:
		w.room(longestScalar)
	}
}

// Close ends a packet whose payload has been written.
func (w *Writer) Close(m Mark) {
	if w.err != nil && w.typ == TypeNil && len(w.path) == 0 {
		w.typ = m.typ
	}
	w.depth--
	w.head, w.width = m.head, m.width
}
