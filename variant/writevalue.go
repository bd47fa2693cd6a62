package variant

import "fmt"

// Value writes one whole packet, header and payload. A nil v is written as Nil.
func (w *Writer) Value(v Variant) { w.value(v, TypeNil) }

// value writes one packet. Where want is a type, v must be one that a container
// of that element type takes.
func (w *Writer) value(v Variant, want Type) {
	if w.err != nil {
		return
	}
	if v == nil {
		v = Nil{}
	}
	outerHead, outerWidth := w.head, w.width
	w.head = len(w.buf)
	w.depth++
	switch v.(type) { // the kernel's own types can't panic
	case Nil, Bool, Int, Float, String, StringName, Array, Dictionary:
		w.packet(v, want)
	default:
		w.guarded(v, want)
	}
	w.depth--
	w.head, w.width = outerHead, outerWidth
}

// guarded is packet for values that may be a typed nil, or have methods that
// do anything.
func (w *Writer) guarded(v Variant, want Type) {
	defer func() {
		if p := recover(); p != nil {
			w.Fail(Because(ErrUnsupported, fmt.Sprintf("encoding a %T panicked: %v", v, p)))
		}
	}()
	w.packet(v, want)
	if n := len(w.buf) - w.head; w.err == nil && n&3 != 0 {
		w.Fail(Because(ErrLength, fmt.Sprintf("the Encode method of %T wrote a payload that is no multiple of 4 bytes", v)))
	}
}

// packet writes header and payload.
func (w *Writer) packet(v Variant, want Type) {
	t := v.Type()
	out := &w.format.write[t]
	w.width = out.width
	switch {
	case w.depth > w.format.limits.MaxDepth+1:
		w.Fail(ErrDepth)
	case !out.known:
		w.Fail(Because(ErrUnsupported, w.format.dialect.Name+" has no "+t.String()))
	case want != TypeNil && !accepts(want, t, w.format.mode == Lenient):
		w.Fail(Because(ErrElementType, t.String()+" in a container of "+want.String()))
	case w.room(4 + 8): // a header and the longest of scalars
		w.word(out.id | out.flags)
		if err := v.Encode(w); err != nil && w.err == nil {
			w.Fail(err)
		}
	}
	if w.err != nil && w.typ == TypeNil && len(w.path) == 0 {
		w.typ = t
	}
}
