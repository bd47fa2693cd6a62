package variant

import (
	"encoding/binary"
	"math"

	"godotvariant/internal"
	"godotvariant/internal/float"
)

// This file reads packets into Go values without building Variants, for codec.Unmarshal.
// Each Next function reads one whole packet, header and payload, if it has the type of the
// function. Otherwise it reads nothing and reports false; so it does after an error. want is
// the element type of the container around the packet.
//
// The checks are those of [Reader.Value], except that duplicate keys are not an error, even
// in strict mode.
//
// Every packet subtracts minPacket from the bytes that are owed, and the functions that open
// a container add the size of its parts, so that nested counts can't claim more than the
// data holds.

// NextType returns the type of the next packet, and whether the library's own method reads
// it. It returns TypeNil and false after an error.
func (kernel) NextType(r *Reader, want Type) (t Type, own bool) {
	if r.err != nil || r.tooDeep() {
		return TypeNil, false
	}
	f, _ := r.next(want)
	if f == nil {
		return TypeNil, false
	}
	return f.typ, f.kind != kindForeign
}

// FailPart sets err as the error of the packet at offset at, which was read already.
func (kernel) FailPart(r *Reader, at int, t Type, err error) {
	if r.err == nil {
		r.fail(at, t, err)
	}
}

// NextInt reads an [Int].
func (kernel) NextInt(r *Reader, want Type) (int64, bool) {
	f, word := r.peek(want)
	if f == nil {
		if f, word = r.odd(want); f == nil {
			return 0, false
		}
	}
	switch f.kind {
	case kindInt32:
		r.pos += 8
		r.owed -= minPacket
		return int64(int32(word >> 32)), true
	case kindInt64:
		x := binary.LittleEndian.Uint64(r.data[r.pos+4:])
		r.pos += 12
		r.owed -= minPacket
		return int64(x), true
	}
	return 0, false
}

// NextFloat reads a [Float].
func (kernel) NextFloat(r *Reader, want Type) (float64, bool) {
	f, word := r.peek(want)
	if f == nil {
		if f, word = r.odd(want); f == nil {
			return 0, false
		}
	}
	switch f.kind {
	case kindFloat32:
		r.pos += 8
		r.owed -= minPacket
		return float.Quieten(float.Widen(uint32(word >> 32))), true
	case kindFloat64:
		x := binary.LittleEndian.Uint64(r.data[r.pos+4:])
		r.pos += 12
		r.owed -= minPacket
		return math.Float64frombits(x), true
	}
	return 0, false
}

// NextBool reads a [Bool].
func (kernel) NextBool(r *Reader, want Type) (b, ok bool) {
	f, word := r.next(want)
	switch {
	case f == nil:
		return false, false
	case f.kind == kindBool:
		r.pos += 8
		r.owed -= minPacket
		return word>>32 != 0, true
	case f.kind == kindOther && f.typ == TypeBool: // strict mode rejects some payloads
		start := r.pos
		r.pos += minPacket
		r.owed -= minPacket
		b, ok := r.decode(f, start).(Bool)
		return bool(b), ok
	}
	return false, false
}

// NextText reads a [String] or [StringName]. The result aliases the input.
func (kernel) NextText(r *Reader, want Type) ([]byte, bool) {
	f, word := r.peek(want)
	if f == nil {
		if f, word = r.odd(want); f == nil {
			return nil, false
		}
	}
	if f.kind < kindString || f.kind > lastText {
		return nil, false
	}
	start := r.pos
	r.pos = start + 8
	r.owed -= minPacket
	b := r.textOf(start+minPacket, uint32(word>>32), false)
	if r.err != nil {
		r.failed(f, start, nil)
		return nil, false
	}
	return b, true
}

// Share returns text that NextText returned as a string, which may share its memory with other
// texts.
func (kernel) Share(r *Reader, b []byte) string { return r.share(b) }

// reals reads the header of a packet of form f, if it is of type t and consists of n real_t
// numbers.
func (r *Reader) reals(f *form, t Type, n int) bool {
	if f == nil || f.typ != t || f.kind > lastFixed || int(f.size) != minPacket+int(f.width)*n {
		return false
	}
	r.pos += minPacket
	r.owed -= minPacket
	r.width = int(f.width)
	return true
}

// NextReals reads a packet of type t that consists of len(fs) real_t numbers.
func (kernel) NextReals(r *Reader, t, want Type, fs []float64) bool {
	f, _ := r.next(want)
	ok := r.reals(f, t, len(fs))
	if ok {
		r.Reals(fs)
	}
	return ok
}

// NextReals3 is NextReals for three numbers.
func (kernel) NextReals3(r *Reader, t, want Type) (x, y, z float64, ok bool) {
	f, _ := r.peek(want)
	if f == nil {
		f, _ = r.odd(want)
	}
	if f != nil && f.kind == kindReals3 && f.typ == t { // all bytes are there
		b := r.data[r.pos+minPacket:][:12]
		r.pos += 16
		r.owed -= minPacket
		x, y = float.Widen(binary.LittleEndian.Uint32(b[0:])), float.Widen(binary.LittleEndian.Uint32(b[4:]))
		return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:])), true
	}
	var c [3]float64
	if ok = r.reals(f, t, 3); ok {
		r.Reals(c[:])
	}
	return c[0], c[1], c[2], ok
}

// NextReals4 is NextReals for four numbers.
func (kernel) NextReals4(r *Reader, t, want Type) (x, y, z, w float64, ok bool) {
	f, _ := r.peek(want)
	if f == nil {
		f, _ = r.odd(want)
	}
	if f != nil && f.kind == kindReals4 && f.typ == t {
		b := r.data[r.pos+minPacket:][:16]
		r.pos += 20
		r.owed -= minPacket
		x, y = float.Widen(binary.LittleEndian.Uint32(b[0:])), float.Widen(binary.LittleEndian.Uint32(b[4:]))
		return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:])), float.Widen(binary.LittleEndian.Uint32(b[12:])), true
	}
	var c [4]float64
	if ok = r.reals(f, t, 4); ok {
		r.Reals(c[:])
	}
	return c[0], c[1], c[2], c[3], ok
}

// NextNil reads a [Nil].
func (kernel) NextNil(r *Reader, want Type) bool {
	f, _ := r.next(want)
	if f == nil || f.kind != kindNil {
		return false
	}
	r.pos += int(f.size)
	r.owed -= minPacket
	return true
}

// NextWord reads a packet of type t whose payload is one word.
func (kernel) NextWord(r *Reader, t, want Type) (uint32, bool) {
	f, word := r.next(want)
	if f == nil || f.typ != t || len(r.data)-r.pos < 8 {
		return 0, false
	}
	r.pos += 8
	r.owed -= minPacket
	return uint32(word >> 32), true
}

// NextPayload reads the header of a packet of type t, if the library's own method reads that
// type. The caller reads the payload and then calls LeavePayload.
func (kernel) NextPayload(r *Reader, t, want Type) bool {
	if r.err != nil || r.tooDeep() {
		return false
	}
	f, _ := r.next(want)
	if f == nil || f.typ != t || f.kind == kindForeign {
		return false
	}
	start := r.pos
	r.pos += minPacket
	r.owed -= minPacket
	r.depth++
	r.enter(f, start)
	return true
}

// LeavePayload ends a packet that NextPayload opened, of which all has been read.
func (kernel) LeavePayload(r *Reader) {
	id := r.data[r.head]
	if f := &r.format.forms[uint32(id)|r.flags&Flag64>>8]; f.checked && r.err == nil {
		r.finite(f, r.head, r.pos)
	}
	r.depth--
}

// Leave ends a container.
func (kernel) Leave(r *Reader) { r.depth-- }

// NextArray opens an [Array] of n items with element type item. If it reports true, the
// caller reads the items and then calls Leave, also after an error.
func (kernel) NextArray(r *Reader, want Type) (n int, item Type, ok bool) {
	f, word := r.next(want)
	if f == nil || f.kind != kindArray {
		return 0, TypeNil, false
	}
	if flags := r.open(f, word); flags != 0 {
		item = r.partType(flags >> flagElem)
	}
	n, _ = r.countShared(minPacket)
	return n, item, r.opened(n, minPacket, StepIndex)
}

// NextDictionary opens a [Dictionary] of n pairs with element types key and value. See
// NextArray.
func (kernel) NextDictionary(r *Reader, want Type) (n int, key, value Type, ok bool) {
	f, word := r.next(want)
	if f == nil || f.kind != kindDictionary {
		return 0, TypeNil, TypeNil, false
	}
	if flags := r.open(f, word); flags != 0 {
		key, value = r.partType(flags>>flagKey), r.partType(flags>>flagValue)
	}
	n, _ = r.countShared(2 * minPacket)
	return n, key, value, r.opened(n, 2*minPacket, StepPairKey)
}

// open reads the header of a container and returns its flags.
func (r *Reader) open(f *form, word uint64) uint32 {
	start := r.pos
	r.pos += minPacket
	r.owed -= minPacket
	r.depth++
	flags := uint32(word) & f.flags
	if flags != 0 {
		r.enter(f, start)
	}
	return flags
}

// opened checks a container of n parts of at least size bytes each. It reports whether they
// may be read; if not, it closes the container.
func (r *Reader) opened(n, size int, first StepKind) bool {
	r.owed += n * size
	if n > 0 && r.depth > r.format.limits.MaxDepth && r.err == nil {
		r.tooDeep()
		r.Step(Step{Kind: first})
	}
	if r.err != nil {
		r.depth--
		return false
	}
	return true
}

// NextKey skips the next packet if it is k and more data follows.
func (kernel) NextKey(r *Reader, k *internal.KeyPacket) bool { return r.nextKey(k) }

// NextSpells reports whether packets of text type t, in a container of element type want,
// start with the header head, so that NextKey recognises them.
func (kernel) NextSpells(r *Reader, t Type, head uint32, want Type) bool {
	f := &r.format.forms[byte(head)]
	return f.head == head && f.typ == t && f.kind >= kindString && f.kind <= lastText &&
		(want == TypeNil || want == t) && r.err == nil
}

// NextValue reads any packet as a Variant. It returns nil after an error.
func (kernel) NextValue(r *Reader, want Type) Variant {
	if r.err != nil || r.tooDeep() {
		return nil
	}
	r.owed -= minPacket
	return r.value(want)
}

// SkipNext validates and skips the next packet.
func (kernel) SkipNext(r *Reader, want Type) {
	check := r.check
	r.check = true
	kernel{}.NextValue(r, want)
	r.check = check
}

// Back moves the cursor back to the packet at offset at, which was read last.
func (kernel) Back(r *Reader, at int) {
	r.pos = at
	r.owed += minPacket
}

// ValueAt returns the value of the packet at offset at, which was read already.
func (kernel) ValueAt(r *Reader, at int) Variant {
	v, _, _ := r.format.decode(r.data[at:], false)
	return v
}

// ReadInside calls read with a Reader of format f over b, a packet that replaces the one at
// offset at of r. Its error becomes the error of r.
func (kernel) ReadInside(r *Reader, f *Format, b []byte, at int, read func(*Reader)) {
	if r.format.finite {
		f = f.finiteOnly()
	}
	in := f.reader(b)
	defer in.release()
	in.owed = minPacket
	if read(in); in.err != nil && r.err == nil {
		r.fail(at, in.typ, in.err)
		r.path = append(r.path, in.path...)
	}
}

// MatchStrings skips the payload of a PackedStringArray if it consists of these texts, and
// reports whether it does. If not, it reads nothing; an error before the first other text
// is kept.
func (kernel) MatchStrings(r *Reader, texts []string) bool {
	start := r.pos
	same := r.CountParts(4) == len(texts)
	ended := r.format.dialect.StringArrayNUL
	for i := 0; same && i < len(texts); i++ {
		at := r.pos
		b := r.textOf(at, r.word(), ended)
		if ended {
			b = withoutNUL(b)
		}
		same = string(b) == texts[i]
	}
	if !same && r.err == nil {
		r.pos = start
	}
	return same && r.err == nil
}
