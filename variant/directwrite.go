package variant

import (
	"bytes"
	"encoding/binary"
	"math"
)

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
		out = w.detach()
	}
	w.reset(nil, nil)
	f.writers.Put(w)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// detach returns what has been written in memory of its own, just as much as it
// needs, and keeps the buffer for what comes next. Growing the new memory step by
// step would cost three times as much.
func (w *Writer) detach() []byte {
	if cap(w.buf) > maxSpare { // a copy would cost more than a new buffer
		return w.buf
	}
	w.spare = w.buf
	return bytes.Clone(w.buf)
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

// PutLiteral writes a packet of type t with this payload, the counterpart of
// [Reader.Match]. It reports whether all is well.
func (w *Writer) PutLiteral(t Type, payload []byte) bool {
	if b := w.quickSpace(t, TypeNil, 4+len(payload)); b != nil {
		copy(b[4:], payload)
		return true
	}
	m := w.Open(t)
	if w.err == nil && w.room(len(payload)) {
		w.buf = append(w.buf, payload...)
	}
	w.Close(m)
	return w.err == nil
}

// PutBool writes the packet of a [Bool].
func (w *Writer) PutBool(b bool) {
	if w.quickWord(TypeBool, TypeNil, bit(b)) {
		return
	}
	m := w.Open(TypeBool)
	w.Bool(b)
	w.Close(m)
}

// PutInt writes the packet of an [Int].
func (w *Writer) PutInt(i int64) {
	if int64(int32(i)) == i && w.quickWord(TypeInt, TypeNil, uint32(i)) {
		return
	}
	m := w.Open(TypeInt)
	_ = Int(i).Encode(w) // its error sticks
	w.Close(m)
}

// PutFloat writes the packet of a [Float].
func (w *Writer) PutFloat(f float64) {
	if s := float32(f); float64(s) == f && w.quickWord(TypeFloat, TypeNil, math.Float32bits(s)) {
		return
	}
	m := w.Open(TypeFloat)
	_ = Float(f).Encode(w)
	w.Close(m)
}

// PutText writes the packet of a [String].
func (w *Writer) PutText(s string) {
	if w.quickText(TypeString, TypeNil, s) {
		return
	}
	m := w.Open(TypeString)
	w.String(s)
	w.Close(m)
}

// PutReals writes a packet of type t whose payload is these numbers, as Reals
// writes them.
func (w *Writer) PutReals(t Type, fs ...float64) {
	if w.format.write[t].width == 4 && !w.format.exact {
		if b := w.quickSpace(t, TypeNil, 4+4*len(fs)); b != nil {
			for i, f := range fs {
				s, _ := Narrow(f)
				binary.LittleEndian.PutUint32(b[4+4*i:], s)
			}
			return
		}
	}
	m := w.Open(t)
	w.Reals(fs...)
	w.Close(m)
}
