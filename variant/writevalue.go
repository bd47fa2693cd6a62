package variant

import (
	"encoding/binary"
	"fmt"
)

// Value writes one whole packet, header and payload. A nil v is written as Nil.
func (w *Writer) Value(v Variant) {
	m := w.mark()
	w.nest()
	w.value(v)
	if len(w.buf) > w.limit {
		w.room(0)
	}
	w.restore(m)
}

// value writes one packet: begin writes its header, the value's Encode the payload.
//
// The numbers and texts of this package are called by name, which is quicker than
// through the interface: most packets of a scene are theirs.
func (w *Writer) value(v Variant) {
	switch v := v.(type) {
	case String:
		if (w.begin(TypeString) || w.admit(TypeString)) && !w.ascii(string(v), len(v)) {
			w.text(string(v), len(v))
		}
	case Int:
		if w.begin(TypeInt) || w.admit(TypeInt) {
			if w.format.dialect.Int == IntByValue && Int(int32(v)) == v {
				w.word(uint32(v))
			} else {
				_ = v.Encode(w) // its error sticks
			}
		}
	case Float:
		if w.begin(TypeFloat) || w.admit(TypeFloat) {
			_ = v.Encode(w)
		}
	case Bool:
		if w.begin(TypeBool) || w.admit(TypeBool) {
			w.word(bit(v))
		}
	case StringName:
		if (w.begin(TypeStringName) || w.admit(TypeStringName)) && !w.ascii(string(v), len(v)) {
			w.text(string(v), len(v))
		}
	case nil:
		_ = w.begin(TypeNil) || w.admit(TypeNil)
	default:
		if w.guarding {
			w.guarded(v)
			return
		}
		w.other(v)
	}
}

// other is value by the methods of v.
func (w *Writer) other(v Variant) {
	t := v.Type()
	if !w.begin(t) && !w.admit(t) {
		return
	}
	w.depth++
	if err := v.Encode(w); err != nil || (len(w.buf)-w.start)&3 != 0 {
		w.fault(v, err)
	}
	w.depth--
}

// fault fails with the error that Encode has returned, or its payload's length.
func (w *Writer) fault(v Variant, err error) {
	if err == nil {
		err = Because(ErrLength, fmt.Sprintf("the Encode method of %T wrote a payload that is no multiple of 4 bytes", v))
	}
	w.Fail(err)
}

// guarded is other of a value that may be a typed nil, or have methods that
// do anything.
func (w *Writer) guarded(v Variant) {
	depth := w.depth
	defer func() {
		if p := recover(); p != nil {
			w.Fail(Because(ErrUnsupported, fmt.Sprintf("encoding a %T panicked: %v", v, p)))
		}
		w.depth = depth
	}()
	w.other(v)
}

// begin writes the header of a packet of type t. It returns false, having done
// nothing, where something may stand against that, or memory must be had first: then
// admit decides. It calls nothing, so that it costs next to nothing.
func (w *Writer) begin(t Type) bool {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + minPacket
	if !out.known || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}
	w.buf = w.buf[:end]
	binary.LittleEndian.PutUint32(buf[at:end:end], out.head)
	w.head, w.current = at, t
	return true
}

// admit writes the header of a packet of type t, or fails.
func (w *Writer) admit(t Type) bool {
	if w.err != nil {
		return false
	}
	w.head, w.current = len(w.buf), t
	out, want := &w.format.write[t], w.want
	switch {
	case w.depth > w.format.limits.MaxDepth:
		w.Fail(ErrDepth)
	case !out.known:
		w.Fail(Because(ErrUnsupported, w.format.dialect.Name+" has no "+t.String()))
	case want != TypeNil && !accepts(want, t, w.format.mode == Lenient):
		w.Fail(Because(ErrElementType, t.String()+" in a container of "+want.String()))
	case w.room(minPacket):
		w.word(out.head)
		w.limit, w.want = w.start+w.format.limits.MaxSize, TypeNil
	}
	return w.err == nil
}

// expect makes admit look at the next packet, which must be of type want, if that is
// one.
func (w *Writer) expect(want Type) { w.limit, w.want = -1, want }

// nest begins the packets inside of a packet. Where they would be too deep, admit
// refuses the first.
func (w *Writer) nest() {
	if w.depth > w.format.limits.MaxDepth {
		w.expect(TypeNil)
	}
}

// A Mark is the packet around those that are being written.
type Mark struct {
	head int
	typ  Type
}

func (w *Writer) mark() Mark { return Mark{w.head, w.current} }

func (w *Writer) restore(m Mark) { w.head, w.current = m.head, m.typ }
