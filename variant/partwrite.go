package variant

import (
	"encoding/binary"
	"math"

	"godotvariant/internal"
)

// This file writes packets of Go values without building Variants, for codec.Marshal. Each
// Part function writes one whole packet with the checks of [Writer.Value]. The packet around
// stays the current one.

// WriteInside calls write with a Writer of format f and appends what it wrote to dst. Its
// error becomes the error of w. It reports whether there is no error.
func (kernel) WriteInside(w *Writer, f *Format, dst []byte, write func(*Writer)) ([]byte, bool) {
	in := f.writer()
	defer in.release()
	in.reset(f, dst)
	write(in)
	if in.room(0); in.err != nil && w.err == nil {
		_ = w.Fail(in.err)
		w.path = append(w.path, in.path...)
	}
	return in.buf, in.err == nil
}

// PartKey writes the packet of a key whose header is that of the format, see PartSpells. It
// returns false, and has done nothing, if a check or more memory is needed, and for an empty
// key; then write the key as a value. Words of 8 bytes may go 4 bytes beyond the key, where the
// header of its value comes.
func (kernel) PartKey(w *Writer, k *internal.KeyPacket) bool {
	buf := w.buf
	at := len(buf)
	words, end := at+16, at+k.Size
	if k.Size < 12 || end > w.limit || uint(words) > uint(cap(buf)) || uint(end) > uint(cap(buf)) {
		return false
	}
	b := buf[at:words]
	binary.LittleEndian.PutUint64(b, k.Head)
	binary.LittleEndian.PutUint64(b[8:], k.Text)
	w.buf = w.buf[:end]
	if end > words {
		copy(w.buf[words:], k.Rest)
	}
	return true
}

// PartSpells reports whether packets of type t start with the header head.
func (kernel) PartSpells(w *Writer, t Type, head uint32) bool {
	out := &w.format.write[t]
	return out.known && out.head == head
}

// PartBool writes a [Bool].
func (kernel) PartBool(w *Writer, b bool) { kernel{}.PartWord(w, TypeBool, bit(b)) }

// PartInt writes an [Int].
func (kernel) PartInt(w *Writer, i int64) {
	if i == int64(int32(i)) && w.short(TypeInt, uint32(i)) {
		return
	}
	m := w.mark()
	w.putInt(i)
	w.restore(m)
}

// PartFloat writes a [Float].
func (kernel) PartFloat(w *Writer, f float64) {
	if s := float32(f); float64(s) == f && w.short(TypeFloat, math.Float32bits(s)) {
		return
	}
	m := w.mark()
	w.putFloat(f)
	w.restore(m)
}

// PartText writes a [String].
func (kernel) PartText(w *Writer, s string) {
	if w.shortText(TypeString, s) {
		return
	}
	m := w.mark()
	w.putText(TypeString, s)
	w.restore(m)
}

// PartWord writes a packet of type t with a payload of one word.
func (kernel) PartWord(w *Writer, t Type, x uint32) {
	if w.short(t, x) {
		return
	}
	m := w.mark()
	w.putWord(t, x)
	w.restore(m)
}

// PartReals3 writes a packet of type t that consists of three real_t numbers.
func (kernel) PartReals3(w *Writer, t Type, x, y, z float64) {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + 16
	if sum := x + y + z; sum == sum && out.rounds && end <= w.limit && uint(end) <= uint(cap(buf)) {
		b := buf[at:end:end]
		binary.LittleEndian.PutUint32(b[0:], out.head)
		binary.LittleEndian.PutUint32(b[4:], singleBits(x))
		binary.LittleEndian.PutUint32(b[8:], singleBits(y))
		binary.LittleEndian.PutUint32(b[12:], singleBits(z))
		w.buf = w.buf[:end]
		return
	}
	w.putReals(t, x, y, z)
}

// PartReals4 writes a packet of type t that consists of four real_t numbers.
func (kernel) PartReals4(w *Writer, t Type, x, y, z, v float64) {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + 20
	if sum := x + y + z + v; sum == sum && out.rounds && end <= w.limit && uint(end) <= uint(cap(buf)) {
		b := buf[at:end:end]
		binary.LittleEndian.PutUint32(b[0:], out.head)
		binary.LittleEndian.PutUint32(b[4:], singleBits(x))
		binary.LittleEndian.PutUint32(b[8:], singleBits(y))
		binary.LittleEndian.PutUint32(b[12:], singleBits(z))
		binary.LittleEndian.PutUint32(b[16:], singleBits(v))
		w.buf = w.buf[:end]
		return
	}
	w.putReals(t, x, y, z, v)
}

// putReals writes a packet of real_t numbers with all checks.
func (w *Writer) putReals(t Type, fs ...float64) {
	m := w.mark()
	if w.begin(t) || w.admit(t) {
		w.Reals(fs...)
	}
	w.restore(m)
}

// PartOpen writes the header and the count of a container of type t. If it reports true, the
// caller writes n parts and then calls Close with the result. Otherwise nothing may follow.
func (kernel) PartOpen(w *Writer, t Type, n int) (internal.Mark, bool) {
	m := w.mark()
	if w.begin(t) || w.admit(t) {
		w.depth++
		if w.Count(n); w.err == nil {
			w.nest()
			return m, true
		}
		w.depth--
	}
	w.restore(m)
	return m, false
}

// Rounds notes that the keys of a dictionary can be rounded, so that two become one. Encoding
// then fails.
func (kernel) Rounds(w *Writer) { w.rounded = true }

// Close ends a container.
func (kernel) Close(w *Writer, m internal.Mark) {
	w.depth--
	w.restore(m)
}

// Over reports whether there is an error; it fails if the packet is too long. Call it after
// each part of a container.
func (kernel) Over(w *Writer) bool { return len(w.buf) > w.limit && !w.room(0) }
