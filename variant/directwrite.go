package variant

import "bytes"

// This file opens the Writer to code that writes Go values of its own without
// building a tree of values, as codec.Marshal does. All that [Writer.Value] holds a
// value against holds here too. directread.go is the way back.

// Write has write put a value to a Writer, and appends it to dst as
// [Format.Append] does. The Writer is only good until write returns. Where
// something has panicked, write is called again, to find out what: an Encode method
// of a value is an error then, and write itself panics for its caller to see.
func (f *Format) Write(dst []byte, write func(*Writer)) ([]byte, error) {
	w, _ := f.writers.Get().(*Writer)
	if w == nil {
		w = new(Writer)
	}
	buf := dst
	if dst == nil {
		buf = w.spare[:0]
	}
	w.reset(f, buf)
	if !w.try(write) {
		w.reset(f, buf)
		w.guarding = true
		write(w)
	}
	w.room(0)
	out, err := w.buf, w.Err()
	if dst == nil && err == nil {
		out = w.detach(out)
	}
	w.reset(nil, nil)
	f.writers.Put(w)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// detach returns a copy of b, which has just as much memory as it needs, and keeps
// b for what comes next. Growing the new memory step by step would cost three times
// as much.
func (w *Writer) detach(b []byte) []byte {
	if cap(b) > maxSpare { // a copy would cost more than a new buffer
		return b
	}
	w.spare = b
	return bytes.Clone(b)
}

// maxSpare is how much memory a Writer keeps from one call to the next.
const maxSpare = 1 << 20

// try reports whether write has not panicked. One guard around all costs less than
// one around each value, and does not know the path.
func (w *Writer) try(write func(*Writer)) (ok bool) {
	defer func() { ok = recover() == nil }()
	write(w)
	return true
}

// Open writes the header of a packet of type t and a count of parts, for code that
// writes packets without a value to each. The parts are next, then [Writer.Close].
func (w *Writer) Open(t Type, n int) Mark {
	m := w.mark()
	_ = w.begin(t) || w.admit(t)
	w.depth++
	w.Count(n)
	w.nest()
	return m
}

// Close ends a packet whose payload has been written.
func (w *Writer) Close(m Mark) {
	w.depth--
	w.restore(m)
}

// PutLiteral writes a packet of type t with this payload, the counterpart of
// [Reader.Match]. It reports whether all is well.
func (w *Writer) PutLiteral(t Type, payload []byte) bool {
	m := w.mark()
	if (w.begin(t) || w.admit(t)) && w.room(len(payload)) {
		w.buf = append(w.buf, payload...)
	}
	w.restore(m)
	return w.err == nil
}

// PutBool writes the packet of a [Bool].
func (w *Writer) PutBool(b bool) {
	m := w.mark()
	if w.begin(TypeBool) || w.admit(TypeBool) {
		w.word(bit(b))
	}
	w.restore(m)
}

// PutInt writes the packet of an [Int].
func (w *Writer) PutInt(i int64) {
	m := w.mark()
	if w.begin(TypeInt) || w.admit(TypeInt) {
		_ = Int(i).Encode(w) // its error sticks
	}
	w.restore(m)
}

// PutFloat writes the packet of a [Float].
func (w *Writer) PutFloat(f float64) {
	m := w.mark()
	if w.begin(TypeFloat) || w.admit(TypeFloat) {
		_ = Float(f).Encode(w)
	}
	w.restore(m)
}

// PutText writes the packet of a [String].
func (w *Writer) PutText(s string) {
	m := w.mark()
	if w.begin(TypeString) || w.admit(TypeString) {
		w.text(s, len(s))
	}
	w.restore(m)
}
