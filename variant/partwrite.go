package variant

import (
	"bytes"
	"encoding/binary"
)

// This file opens the Writer to code that writes packets of Go values without building
// Variants, as codec.Marshal does. Each Part method writes one whole packet. All that
// [Writer.Value] checks is checked here too. What the Writer knows of the packet around, its
// flags and width, is lost.

// Write calls write with a Writer and appends what it wrote to dst, as [Format.Append] does.
// The Writer is only good until write returns. If write panics, it is called again with a
// guard around each Encode method of a value, whose panic then is an error; a panic of write
// itself is its caller's.
func (f *Format) Write(dst []byte, write func(*Writer)) ([]byte, error) {
	w := f.writer()
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
	w.release()
	if err != nil {
		return dst, err
	}
	return out, nil
}

func (f *Format) writer() *Writer {
	if w, ok := f.writers.Get().(*Writer); ok {
		return w
	}
	return new(Writer)
}

// release gives w back to its format, without what it was lent.
func (w *Writer) release() {
	f := w.format
	w.reset(nil, nil)
	f.writers.Put(w)
}

// detach returns a copy of b, which has just as much memory as it needs, and keeps b for the
// next call. Growing the new memory step by step would cost three times as much.
func (w *Writer) detach(b []byte) []byte {
	if cap(b) > maxSpare { // a copy would cost more than a new buffer
		return b
	}
	w.spare = b
	return bytes.Clone(b)
}

// maxSpare is how much memory a Writer keeps from one call to the next.
const maxSpare = 1 << 20

// try reports whether write has not panicked. One guard around all costs less than one
// around each value, and does not know the path.
func (w *Writer) try(write func(*Writer)) (ok bool) {
	defer func() { ok = recover() == nil }()
	write(w)
	return true
}

// WriteInside calls write with a Writer of f and appends what it wrote to dst. An error
// becomes that of w, which has written nothing. It reports whether all is well.
func (kernel) WriteInside(w *Writer, f *Format, dst []byte, write func(*Writer)) ([]byte, bool) {
	in := f.writer()
	defer in.release()
	in.reset(f, dst)
	write(in)
	if in.room(0); in.err != nil && w.err == nil {
		_ = w.Fail(in.err) // it sticks
		w.path = append(w.path, in.path...)
	}
	return in.buf, in.err == nil
}

// PartPacket writes a packet that begins as the format writes its type, see PartSpells. It
// reports false, having done nothing, where the value itself must be written.
func (kernel) PartPacket(w *Writer, packet string) bool {
	at := len(w.buf)
	end := at + len(packet)
	if end > w.limit || uint(end) > uint(cap(w.buf)) {
		return false
	}
	w.buf = w.buf[:end]
	copy(w.buf[at:], packet)
	return true
}

// PartSpells reports whether packets of type t begin with head.
func (kernel) PartSpells(w *Writer, t Type, head uint32) bool {
	out := &w.format.write[t]
	return out.known && out.head == head
}

// PartBool writes a [Bool].
func (kernel) PartBool(w *Writer, b bool) {
	m := w.mark()
	if w.begin(TypeBool) || w.admit(TypeBool) {
		w.word(bit(b))
	}
	w.restore(m)
}

// PartInt writes an [Int].
func (kernel) PartInt(w *Writer, i int64) {
	out, buf := &w.format.write[TypeInt], w.buf
	at := len(buf)
	end := at + 12
	if !out.known || end > w.limit || uint(end) > uint(cap(buf)) || w.format.dialect.Int != IntByValue {
		m := w.mark()
		if w.begin(TypeInt) || w.admit(TypeInt) {
			_ = Int(i).Encode(w) // its error sticks
		}
		w.restore(m)
		return
	}
	b := buf[at:end:end]
	if i == int64(int32(i)) {
		binary.LittleEndian.PutUint64(b, uint64(out.head)|uint64(i)<<32)
		w.buf = w.buf[:at+8]
		return
	}
	binary.LittleEndian.PutUint32(b, out.head|Flag64)
	binary.LittleEndian.PutUint64(b[4:], uint64(i))
	w.buf = w.buf[:end]
}

// PartFloat writes a [Float].
func (kernel) PartFloat(w *Writer, f float64) {
	out, buf := &w.format.write[TypeFloat], w.buf
	at := len(buf)
	end := at + 8
	s := float32(f)
	if !out.known || end > w.limit || uint(end) > uint(cap(buf)) || w.format.dialect.Float != FloatByValue ||
		float64(s) != f || w.format.keyed {
		m := w.mark()
		if w.begin(TypeFloat) || w.admit(TypeFloat) {
			_ = Float(f).Encode(w)
		}
		w.restore(m)
		return
	}
	binary.LittleEndian.PutUint64(buf[at:end:end], uint64(out.head)|uint64(narrow(f))<<32)
	w.buf = w.buf[:end]
}

// PartText writes a [String].
func (kernel) PartText(w *Writer, s string) {
	m := w.mark()
	if (w.begin(TypeString) || w.admit(TypeString)) && !w.ascii(s, len(s)) {
		w.text(s, len(s))
	}
	w.restore(m)
}

// PartWord writes a packet of type t whose payload is one word.
func (kernel) PartWord(w *Writer, t Type, x uint32) {
	m := w.mark()
	if w.begin(t) || w.admit(t) {
		w.word(x)
	}
	w.restore(m)
}

// PartReals3 writes a packet of type t that is three components. It reports false, having
// done nothing, where the value itself must be written.
func (kernel) PartReals3(w *Writer, t Type, x, y, z float64) bool {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + 16
	if !out.known || !out.rounds || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b, out.head)
	binary.LittleEndian.PutUint32(b[4:], narrow(x))
	binary.LittleEndian.PutUint32(b[8:], narrow(y))
	binary.LittleEndian.PutUint32(b[12:], narrow(z))
	w.buf = w.buf[:end]
	return true
}

// PartReals4 is PartReals3 for four components.
func (kernel) PartReals4(w *Writer, t Type, x, y, z, v float64) bool {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + 20
	if !out.known || !out.rounds || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b, out.head)
	binary.LittleEndian.PutUint32(b[4:], narrow(x))
	binary.LittleEndian.PutUint32(b[8:], narrow(y))
	binary.LittleEndian.PutUint32(b[12:], narrow(z))
	binary.LittleEndian.PutUint32(b[16:], narrow(v))
	w.buf = w.buf[:end]
	return true
}

// PartOpen begins a container of type t, with n parts next and then Close. It reports
// whether all is well; if not, no part and no Close may follow.
func (kernel) PartOpen(w *Writer, t Type, n int) (Mark, bool) {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + 8
	m := w.mark()
	if !out.known || end > w.limit || uint(end) > uint(cap(buf)) || w.depth >= w.format.limits.MaxDepth || uint(n) > 1<<31-1 {
		return m, w.open(t, n, m)
	}
	binary.LittleEndian.PutUint64(buf[at:end:end], uint64(out.head)|uint64(n)<<32)
	w.buf = w.buf[:end]
	w.head, w.current = at, t
	w.depth++
	return m, true
}

// open is PartOpen where something may stand against it, or memory must be had first.
func (w *Writer) open(t Type, n int, m Mark) bool {
	if w.begin(t) || w.admit(t) {
		w.depth++
		if w.Count(n); w.err == nil {
			w.nest()
			return true
		}
		w.depth--
	}
	w.restore(m)
	return false
}

// Close ends a container.
func (kernel) Close(w *Writer, m Mark) {
	w.depth--
	w.restore(m)
}

// Over reports whether there is an error, and fails if the packet has become too long. Ask
// it after each part of a container.
func (kernel) Over(w *Writer) bool { return len(w.buf) > w.limit && !w.room(0) }
