package wire

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// This file reads parts of containers for package plan, which stores them in Go values.
//
// Each Next function reads one packet, header and payload, if the packet has the type in the
// function's name. Otherwise, and after an error, it reads nothing and returns false. The argument
// elem is the element type of the container around the packet.

// NextType returns the type of the next packet. The result inLibrary is true if a type of this
// library reads the packet, and false if a registered type of the program reads it. After an error
// NextType returns dialect.TypeNil and false.
func (r *Reader) NextType(elem dialect.Type) (t dialect.Type, inLibrary bool) {
	if r.err != nil || r.TooDeep() {
		return dialect.TypeNil, false
	}

	f, _ := r.Next(elem)
	if f == nil {
		return dialect.TypeNil, false
	}

	return f.Type, f.Kind != forms.KindForeign
}

// NextInt reads an [Int].
func (r *Reader) NextInt(elem dialect.Type) (int64, bool) {
	f, word := r.MatchHeader(elem)
	if f == nil {
		f, word = r.ReadHeader(elem)
		if f == nil {
			return 0, false
		}
	}

	switch f.Kind {
	case forms.KindInt32:
		r.pos += 8
		r.reserved -= forms.MinPacket
		return int64(int32(word >> 32)), true

	case forms.KindInt64:
		x := binary.LittleEndian.Uint64(r.data[r.pos+4:])
		r.pos += 12
		r.reserved -= forms.MinPacket
		return int64(x), true
	}

	return 0, false
}

// NextFloat reads a [Float].
func (r *Reader) NextFloat(elem dialect.Type) (float64, bool) {
	f, word := r.MatchHeader(elem)
	if f == nil {
		f, word = r.ReadHeader(elem)
		if f == nil {
			return 0, false
		}
	}

	switch f.Kind {
	case forms.KindFloat32:
		r.pos += 8
		r.reserved -= forms.MinPacket
		return float.Quieten(float.Widen(uint32(word >> 32))), true

	case forms.KindFloat64:
		x := binary.LittleEndian.Uint64(r.data[r.pos+4:])
		r.pos += 12
		r.reserved -= forms.MinPacket
		return math.Float64frombits(x), true
	}

	return 0, false
}

// NextText reads a [String] or [StringName]. The result aliases the input.
func (r *Reader) NextText(elem dialect.Type) ([]byte, bool) {
	f, word := r.MatchHeader(elem)
	if f == nil {
		f, word = r.ReadHeader(elem)
		if f == nil {
			return nil, false
		}
	}

	if f.Kind < forms.KindString || f.Kind > forms.LastText {
		return nil, false
	}

	start := r.pos
	r.pos = start + 8
	r.reserved -= forms.MinPacket
	b := r.textOf(start+forms.MinPacket, uint32(word>>32), bare)

	if r.err != nil {
		r.FailPacket(f, start, nil)
		return nil, false
	}

	return b, true
}

// reals reads the header of a packet of form f, if the packet has type t and consists of n real_t
// numbers.
func (r *Reader) reals(f *forms.Form, t dialect.Type, n int) bool {
	if f == nil || f.Type != t || f.Kind > forms.LastFixed ||
		int(f.Size) != forms.MinPacket+int(f.Width)*n {
		return false
	}

	r.pos += forms.MinPacket
	r.reserved -= forms.MinPacket
	r.width = int(f.Width)
	return true
}

// NextReals reads a packet of type t that consists of len(fs) real_t numbers.
func (r *Reader) NextReals(t, elem dialect.Type, fs []float64) bool {
	f, _ := r.Next(elem)
	ok := r.reals(f, t, len(fs))
	if ok {
		r.Reals(fs)
	}
	return ok
}

// NextReals3 is like NextReals, for three numbers.
func (r *Reader) NextReals3(t, elem dialect.Type) (x, y, z float64, ok bool) {
	f, _ := r.MatchHeader(elem)
	if f == nil {
		f, _ = r.ReadHeader(elem)
	}

	if f != nil && f.Kind == forms.KindReals3 && f.Type == t { // MatchHeader has checked the length
		b := r.Payload(12)
		r.reserved -= forms.MinPacket
		x = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[0:])))
		y = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4:])))
		z = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[8:])))

		if sum := x + y + z; sum == sum {
			return x, y, z, true
		}

		x = float.Widen(binary.LittleEndian.Uint32(b[0:])) // so that a NaN keeps its payload
		y = float.Widen(binary.LittleEndian.Uint32(b[4:]))
		return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:])), true
	}

	var c [3]float64
	ok = r.reals(f, t, 3)
	if ok {
		r.Reals(c[:])
	}

	return c[0], c[1], c[2], ok
}

// NextReals4 is like NextReals, for four numbers.
func (r *Reader) NextReals4(t, elem dialect.Type) (x, y, z, w float64, ok bool) {
	f, _ := r.MatchHeader(elem)
	if f == nil {
		f, _ = r.ReadHeader(elem)
	}

	if f != nil && f.Kind == forms.KindReals4 && f.Type == t {
		b := r.Payload(16)
		r.reserved -= forms.MinPacket
		x = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[0:])))
		y = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4:])))
		z = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[8:])))
		w = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[12:])))

		if sum := x + y + (z + w); sum == sum {
			return x, y, z, w, true
		}

		x = float.Widen(binary.LittleEndian.Uint32(b[0:]))
		y = float.Widen(binary.LittleEndian.Uint32(b[4:]))

		return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:])),
			float.Widen(binary.LittleEndian.Uint32(b[12:])), true
	}

	var c [4]float64
	ok = r.reals(f, t, 4)
	if ok {
		r.Reals(c[:])
	}

	return c[0], c[1], c[2], c[3], ok
}

// NextNil reads a [Nil].
func (r *Reader) NextNil(elem dialect.Type) bool {
	f, _ := r.Next(elem)
	if f == nil || f.Kind != forms.KindNil {
		return false
	}
	r.pos += int(f.Size)
	r.reserved -= forms.MinPacket
	return true
}

// NextWord reads a packet of type t whose payload is one word.
func (r *Reader) NextWord(t, elem dialect.Type) (uint32, bool) {
	f, word := r.Next(elem)
	if f == nil || f.Type != t || len(r.data)-r.pos < 8 {
		return 0, false
	}
	r.pos += 8
	r.reserved -= forms.MinPacket
	return uint32(word >> 32), true
}

// NextPayload reads the header of a packet. It returns true if the packet has the type t, and a
// prototype of this library reads this type. Then the caller reads the payload, and calls
// LeavePayload.
func (r *Reader) NextPayload(t, elem dialect.Type) bool {
	if r.err != nil || r.TooDeep() {
		return false
	}

	f, _ := r.Next(elem)
	if f == nil || f.Type != t || f.Kind == forms.KindForeign {
		return false
	}

	start := r.pos
	r.pos += forms.MinPacket
	r.reserved -= forms.MinPacket
	r.depth++
	r.Begin(f, start)

	return true
}

// LeavePayload ends a packet that NextPayload has begun. The caller must have read the whole
// payload.
func (r *Reader) LeavePayload() {
	id := r.data[r.head]
	if f := &r.format.Forms[uint32(id)|r.flags&dialect.Flag64>>8]; f.Checked && r.err == nil {
		r.AllFinite(f, r.head, r.pos)
	}
	r.depth--
}

// NextArray opens an [Array]. The result n is the number of its items, and the result item is their
// element type. If ok is true, the caller must read the items and then call Leave, even after an
// error.
func (r *Reader) NextArray(elem dialect.Type) (n int, item dialect.Type, ok bool) {
	f, word := r.Next(elem)
	if f == nil || f.Kind != forms.KindArray {
		return 0, dialect.TypeNil, false
	}

	if n, ok := r.openPlain(f, word, forms.MinPacket); ok {
		return n, dialect.TypeNil, true
	}

	if flags := r.open(f, word); flags != 0 {
		item = r.PartType(flags >> forms.FlagElem)
	}

	n, _ = r.CountShared(forms.MinPacket)
	return n, item, r.opened(n, forms.MinPacket, StepIndex)
}

// NextDictionary opens a [Dictionary]. The result n is the number of its pairs, and the results key
// and value are its element types. See NextArray.
func (r *Reader) NextDictionary(elem dialect.Type) (n int, key, value dialect.Type, ok bool) {
	f, word := r.Next(elem)
	if f == nil || f.Kind != forms.KindDictionary {
		return 0, dialect.TypeNil, dialect.TypeNil, false
	}

	if n, ok := r.openPlain(f, word, 2*forms.MinPacket); ok {
		return n, dialect.TypeNil, dialect.TypeNil, true
	}

	if flags := r.open(f, word); flags != 0 {
		key = r.PartType(flags >> forms.FlagKey)
		value = r.PartType(flags >> forms.FlagValue)
	}

	n, _ = r.CountShared(2 * forms.MinPacket)
	return n, key, value, r.opened(n, 2*forms.MinPacket, StepPairKey)
}

// openPlain opens an untyped container of form f. The argument word has the first 8 bytes of the
// packet. It returns the count of the parts, which have at least size bytes each. If the container
// is typed or the count is not valid, it returns false and reads nothing.
func (r *Reader) openPlain(f *forms.Form, word uint64, size int) (n int, ok bool) {
	count := word >> 32
	need := count*uint64(size) + uint64(r.reserved) + forms.MinPacket
	if uint32(word)&f.Flags != 0 || count > math.MaxInt32 || need > uint64(len(r.data)-r.pos) ||
		r.depth >= r.format.Limits.MaxDepth || r.reading.Partial || r.hashing || r.err != nil {
		return 0, false
	}

	n = int(count)
	r.pos += forms.MinPacket + 4
	r.reserved += n*size - forms.MinPacket
	r.depth++

	return n, true
}

// open reads the header of a container and returns its flags. A container with flags becomes the
// current packet of the Reader.
func (r *Reader) open(f *forms.Form, word uint64) uint32 {
	start := r.pos
	r.pos += forms.MinPacket
	r.reserved -= forms.MinPacket
	r.depth++

	flags := uint32(word) & f.Flags
	if flags != 0 {
		r.Begin(f, start)
	}

	return flags
}

// opened is called after the method open. It reserves size bytes for each of the n parts of the
// container, and checks the depth of the parts. After an error it closes the container and returns
// false.
func (r *Reader) opened(n, size int, first StepKind) bool {
	r.reserved += n * size
	if n > 0 && r.depth > r.format.Limits.MaxDepth && r.err == nil {
		r.TooDeep()
		r.Step(Step{Kind: first})
	}

	if r.err != nil {
		r.depth--
		return false
	}

	return true
}

// NextHasHeader reports whether NextKey can recognise keys of type t that begin with the header
// head: t is String or StringName, packets of t have this header in the format of r, and a
// container with the key type elem can have keys of type t. If r has an error, the result is false.
func (r *Reader) NextHasHeader(t dialect.Type, head uint32, elem dialect.Type) bool {
	f := &r.format.Forms[byte(head)]
	isText := f.Kind >= forms.KindString && f.Kind <= forms.LastText
	accepted := elem == dialect.TypeNil || elem == t
	return f.Head == head && f.Type == t && isText && accepted && r.err == nil
}

// Unread moves the cursor back to the start of the last packet that was read. The argument offset
// is the offset of this packet.
func (r *Reader) Unread(offset int) {
	r.pos = offset
	r.reserved += forms.MinPacket
}

// MatchStrings compares the payload of a PackedStringArray, which begins at the cursor, with the
// argument texts. If they have the same texts, it skips the payload and returns true. Otherwise it
// reads nothing and returns false. If there is an error in a text before the first difference, the
// Reader has this error.
func (r *Reader) MatchStrings(texts []string) bool {
	start := r.pos
	same := r.CountParts(4) == len(texts)

	end := ending(r.format.Spec.StringArrayNUL)
	for i := 0; same && i < len(texts); i++ {
		at := r.pos
		b := r.textOf(at, r.word(), end)
		if end == endsWithNUL {
			b = withoutNUL(b)
		}
		same = string(b) == texts[i]
	}

	if !same && r.err == nil {
		r.pos = start
	}

	return same && r.err == nil
}

// NextBool reads a [Bool].
func (r *Reader) NextBool(elem dialect.Type) (b, ok bool) {
	f, word := r.Next(elem)
	switch {
	case f == nil:
		return false, false

	case f.Kind == forms.KindBool:
		r.pos += 8
		r.reserved -= forms.MinPacket
		return word>>32 != 0, true

	case f.Kind == forms.KindOther && f.Type == dialect.TypeBool: // in strict mode only
		start := r.pos
		r.pos += forms.MinPacket
		r.reserved -= forms.MinPacket
		r.Begin(f, start)
		r.depth++

		if r.need(int(f.Size)-forms.MinPacket, r.pos) {
			b = r.Bool()
		}

		r.depth--

		if r.err != nil {
			r.FailPacket(f, start, nil)
		}

		return b, r.err == nil
	}

	return false, false
}
