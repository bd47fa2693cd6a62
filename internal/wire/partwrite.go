package wire

import (
	"encoding/binary"
	"math"

	"godotvariant/variant/dialect"
)

// This file writes parts of containers for package plan, which has the parts as Go values. Each
// Part function writes the packet of one part. After the call, the current packet of the Writer is
// the packet of the container, as before the call.

// PartKey writes the packet of a key. The header of the packet must be one that the format writes,
// see HasHeader. If the Writer has to check a limit or needs more memory, PartKey writes nothing
// and returns false. Then the caller has to write the key as a value. For a key whose field Short
// is true, PutWords is faster, because it is inlined.
func (w *Writer) PartKey(k *KeyPacket) bool {
	b := w.PacketFast(k.Size)
	if b == nil {
		return false
	}

	binary.LittleEndian.PutUint64(b, k.Head)

	switch text := b[8:]; {
	case len(text) >= 8:
		binary.LittleEndian.PutUint64(text, k.Text)
		copy(text[8:], k.Rest)
	case len(text) >= 4:
		binary.LittleEndian.PutUint32(text, uint32(k.Text))
	}

	return true
}

// HasHeader reports whether packets of type t start with the header head.
func (w *Writer) HasHeader(t dialect.Type, head uint32) bool {
	out := &w.format.Headers[t]
	return out.Known && out.Word == head
}

// PartInt writes an [Int].
func (w *Writer) PartInt(i int64) {
	if i == int64(int32(i)) && w.PutWordFast(dialect.TypeInt, uint32(i)) {
		return
	}
	m := w.Mark()
	w.PutInt(i)
	w.Restore(m)
}

// PartFloat writes a [Float].
func (w *Writer) PartFloat(f float64) {
	if s := float32(f); float64(s) == f && w.PutWordFast(dialect.TypeFloat, math.Float32bits(s)) {
		return
	}
	m := w.Mark()
	w.PutFloat(f)
	w.Restore(m)
}

// PartText writes a [String].
func (w *Writer) PartText(s string) {
	if w.PutTextFast(dialect.TypeString, s) {
		return
	}
	m := w.Mark()
	w.PutText(dialect.TypeString, s)
	w.Restore(m)
}

// PartWord writes a packet of type t with a payload of one word.
func (w *Writer) PartWord(t dialect.Type, x uint32) {
	if w.PutWordFast(t, x) {
		return
	}
	m := w.Mark()
	w.PutWord(t, x)
	w.Restore(m)
}

// PartReals3 writes a packet of type t that consists of three real_t numbers.
func (w *Writer) PartReals3(t dialect.Type, x, y, z float64) {
	out, buf := &w.format.Headers[t], w.buf
	at := len(buf)

	end := at + 16
	if sum := x + y + z; sum == sum && out.Rounds && end <= w.limit && uint(end) <= uint(cap(buf)) {
		w.buf = w.buf[:end]
		b := buf[at:end:end]
		binary.LittleEndian.PutUint32(b[0:], out.Word)
		binary.LittleEndian.PutUint32(b[4:], singleBits(x))
		binary.LittleEndian.PutUint32(b[8:], singleBits(y))
		binary.LittleEndian.PutUint32(b[12:], singleBits(z))

		return
	}

	w.putReals(t, x, y, z)
}

// PartReals4 writes a packet of type t that consists of four real_t numbers.
func (w *Writer) PartReals4(t dialect.Type, x, y, z, v float64) {
	out, buf := &w.format.Headers[t], w.buf
	at := len(buf)

	end := at + 20
	if sum := x + y + z + v; sum == sum && out.Rounds && end <= w.limit &&
		uint(end) <= uint(cap(buf)) {
		w.buf = w.buf[:end]
		b := buf[at:end:end]
		binary.LittleEndian.PutUint32(b[0:], out.Word)
		binary.LittleEndian.PutUint32(b[4:], singleBits(x))
		binary.LittleEndian.PutUint32(b[8:], singleBits(y))
		binary.LittleEndian.PutUint32(b[12:], singleBits(z))
		binary.LittleEndian.PutUint32(b[16:], singleBits(v))

		return
	}

	w.putReals(t, x, y, z, v)
}

// putReals writes a packet of real_t numbers with all checks.
func (w *Writer) putReals(t dialect.Type, fs ...float64) {
	m := w.Mark()
	if w.BeginFast(t) || w.BeginSlow(t) {
		w.Reals(fs...)
	}
	w.Restore(m)
}

// PartOpen writes the header and the count of a container of type t. If it returns true, the caller
// must write n parts and then call Close with the Mark. If it returns false, the caller must not
// write anything more.
func (w *Writer) PartOpen(t dialect.Type, n int) (Mark, bool) {
	m := w.Mark()
	if w.OpenFast(t, n) {
		w.depth++
		w.PrepareParts()

		return m, true
	}

	if w.BeginSlow(t) {
		w.depth++
		w.Count(n)

		if w.err == nil {
			w.PrepareParts()
			return m, true
		}

		w.depth--
	}

	w.Restore(m)
	return m, false
}

// Rounds notes that rounding may change keys of the dictionary. If it makes two of these keys
// equal, encoding fails.
func (w *Writer) Rounds() { w.rounded = true }

// Close ends a container.
func (w *Writer) Close(m Mark) {
	w.depth--
	w.Restore(m)
}
