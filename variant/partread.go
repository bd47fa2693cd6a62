package variant

import (
	"encoding/binary"
	"math"
)

// This file opens the Reader to code that reads packets into Go values without building
// Variants, as codec.Unmarshal does. Each Next method reads one whole packet, header and
// payload, if the packet is of the method's type. If it is of another type, the method reads
// nothing and reports false, as it does after an error. want is the element type of the
// container around.
//
// All that [Reader.Value] checks is checked here too, but for one thing: a key that comes
// twice is no error of its own, not even in strict mode. [Format.Valid] finds it.
//
// Every packet pays minPacket of the owed bytes, and the methods that open a container add
// what its parts need, so that nested counts cannot claim more than the data holds.

// Read calls read with a Reader over b, and refuses bytes after the value as [Format.Decode]
// does. The Reader is only good until read returns.
func (f *Format) Read(b []byte, read func(*Reader)) error {
	r := f.reader(b)
	defer r.release()
	r.owed = minPacket
	read(r)
	r.end()
	return r.Err()
}

// next returns the form and the first bytes of the next packet, or nil after an error.
func (r *Reader) next(want Type) (*form, uint64) {
	f, word := r.peek(want)
	if f == nil {
		return r.oddPacket(want)
	}
	return f, word
}

// NextType returns the type of the next packet, and whether that is read by the
// library's own method. It returns TypeNil and false after an error.
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

// FailPart makes err the error of the packet at offset at, which has been read.
func (kernel) FailPart(r *Reader, at int, t Type, err error) {
	if r.err == nil {
		r.fail(at, t, err)
	}
}

// NextInt reads an [Int].
func (kernel) NextInt(r *Reader, want Type) (int64, bool) {
	f, word := r.peek(want)
	if f == nil {
		if f, word = r.oddPacket(want); f == nil {
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
		if f, word = r.oddPacket(want); f == nil {
			return 0, false
		}
	}
	switch f.kind {
	case kindFloat32:
		r.pos += 8
		r.owed -= minPacket
		return quieten(Widen(uint32(word >> 32))), true
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
	case f.kind == kindOther && f.typ == TypeBool: // strict mode refuses some
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
		if f, word = r.oddPacket(want); f == nil {
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

// NextReals reads a packet of type t that is len(fs) components.
func (kernel) NextReals(r *Reader, t, want Type, fs []float64) bool {
	f, _ := r.next(want)
	if f == nil || f.typ != t || f.kind != kindFixed || int(f.size) != minPacket+int(f.width)*len(fs) {
		return false
	}
	r.pos += minPacket
	r.owed -= minPacket
	r.width = int(f.width)
	r.Reals(fs)
	return true
}

// NextReals3 reads a packet of type t that is three components.
func (kernel) NextReals3(r *Reader, t, want Type) (x, y, z float64, ok bool) {
	f, _ := r.peek(want)
	if f == nil || f.typ != t || f.kind != kindFixed || f.width != 4 || f.size != 16 {
		var c [3]float64
		ok := kernel{}.NextReals(r, t, want, c[:])
		return c[0], c[1], c[2], ok
	}
	b := r.data[r.pos+minPacket : r.pos+16]
	r.pos += 16
	r.owed -= minPacket
	return Widen(binary.LittleEndian.Uint32(b)), Widen(binary.LittleEndian.Uint32(b[4:])), Widen(binary.LittleEndian.Uint32(b[8:])), true
}

// NextReals4 reads a packet of type t that is four components.
func (kernel) NextReals4(r *Reader, t, want Type) (x, y, z, w float64, ok bool) {
	f, _ := r.peek(want)
	if f == nil || f.typ != t || f.kind != kindFixed || f.width != 4 || f.size != 20 {
		var c [4]float64
		ok := kernel{}.NextReals(r, t, want, c[:])
		return c[0], c[1], c[2], c[3], ok
	}
	b := r.data[r.pos+minPacket : r.pos+20]
	r.pos += 20
	r.owed -= minPacket
	return Widen(binary.LittleEndian.Uint32(b)), Widen(binary.LittleEndian.Uint32(b[4:])),
		Widen(binary.LittleEndian.Uint32(b[8:])), Widen(binary.LittleEndian.Uint32(b[12:])), true
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

// NextPayload reads the header of a packet of type t, whatever it is, that is read by the
// library's own method. The payload is next, and Leave after it.
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
	r.within(start, f)
	return true
}

// Leave ends a container, or a packet that NextPayload has opened.
func (kernel) Leave(r *Reader) { r.depth-- }

// NextArray opens an [Array] of n items, which come next, each to be read with want item.
// If it reports true, Leave must end the Array, also after an error.
func (kernel) NextArray(r *Reader, want Type) (n int, item Type, ok bool) {
	f, word := r.next(want)
	if f == nil || f.kind != kindArray {
		return 0, TypeNil, false
	}
	if flags := r.open(f, word); flags != 0 {
		item = r.heldAgainst(flags >> flagElem)
	}
	n, _ = r.countShared(minPacket)
	return n, item, r.opened(n, minPacket, StepIndex)
}

// NextDictionary opens a [Dictionary] of n pairs, as NextArray does an Array.
func (kernel) NextDictionary(r *Reader, want Type) (n int, key, value Type, ok bool) {
	f, word := r.next(want)
	if f == nil || f.kind != kindDictionary {
		return 0, TypeNil, TypeNil, false
	}
	if flags := r.open(f, word); flags != 0 {
		key, value = r.heldAgainst(flags>>flagKey), r.heldAgainst(flags>>flagValue)
	}
	n, _ = r.countShared(2 * minPacket)
	return n, key, value, r.opened(n, 2*minPacket, StepPairKey)
}

// open reads the header of a container, and returns its flags.
func (r *Reader) open(f *form, word uint64) uint32 {
	start := r.pos
	r.pos += minPacket
	r.owed -= minPacket
	r.depth++
	flags := uint32(word) & f.flags
	if flags != 0 {
		r.within(start, f)
	}
	return flags
}

// opened ends the opening of a container of n parts of size bytes each at least. It reports
// whether they may be read; if not, the container is closed again.
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

// heldAgainst is elementType without the ElementType.
func (r *Reader) heldAgainst(kind uint32) Type {
	if kind&kindMask == 0 {
		return TypeNil
	}
	check := r.check
	r.check = true
	_, t := r.elementType(kind)
	r.check = check
	return t
}

// A KeyPacket is a whole packet of text that is known beforehand, in words, which are quicker
// to compare.
type KeyPacket struct {
	head, text, mask uint64 // the first 8 bytes, and up to 8 bytes after them
	size             int
	rest             string
}

// NewKeyPacket returns the KeyPacket of a packet.
func NewKeyPacket(packet string) KeyPacket {
	k := KeyPacket{size: len(packet)}
	b := append([]byte(packet), make([]byte, 16)...)
	k.head, k.text = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	switch {
	case len(packet) >= 16:
		k.mask, k.rest = 1<<64-1, packet[16:]
	case len(packet) == 12:
		k.mask = 1<<32 - 1
	}
	return k
}

// NextKey passes over the next packet if it is k and something follows.
func (kernel) NextKey(r *Reader, k *KeyPacket) bool {
	b := r.data[r.pos:]
	if len(b) < 16 || binary.LittleEndian.Uint64(b) != k.head || binary.LittleEndian.Uint64(b[8:])&k.mask != k.text {
		return false
	}
	if k.rest != "" && !r.nextRest(k.rest) {
		return false
	}
	r.pos += k.size
	r.owed -= minPacket
	return true
}

func (r *Reader) nextRest(rest string) bool {
	b := r.data[r.pos+16:]
	return len(b) >= len(rest) && string(b[:len(rest)]) == rest
}

// NextSpells reports whether packets of text of type t, in a container whose parts are read
// with want, begin with head, so that NextKey finds them.
func (kernel) NextSpells(r *Reader, t Type, head uint32, want Type) bool {
	f := &r.format.forms[byte(head)]
	return f.head == head && f.typ == t && f.kind >= kindString && f.kind <= lastText &&
		(want == TypeNil || want == t) && r.err == nil
}

// NextValue reads any packet as a value, nil after an error.
func (kernel) NextValue(r *Reader, want Type) Variant {
	if r.err != nil || r.tooDeep() {
		return nil
	}
	r.owed -= minPacket
	return r.value(want)
}

// SkipNext checks the next packet and passes over it.
func (kernel) SkipNext(r *Reader, want Type) {
	check := r.check
	r.check = true
	kernel{}.NextValue(r, want)
	r.check = check
}

// Back makes the packet at offset at, which was read last, the next one again.
func (kernel) Back(r *Reader, at int) {
	r.pos = at
	r.owed += minPacket
}

// ValueAt returns the value whose packet, which has been read, is at offset at.
func (kernel) ValueAt(r *Reader, at int) Variant {
	v, _, _ := r.format.DecodeFirst(r.data[at:])
	return v
}

// ReadInside calls read with a Reader of f over b, a packet that stands for the one at
// offset at of r. An error becomes that of r.
func (kernel) ReadInside(r *Reader, f *Format, b []byte, at int, read func(*Reader)) {
	in := f.reader(b)
	defer in.release()
	in.owed = minPacket
	if read(in); in.err != nil && r.err == nil {
		r.fail(at, in.typ, in.err)
		r.path = append(r.path, in.path...)
	}
}

// MatchStrings passes over the payload of a PackedStringArray if it is these texts, and
// reports whether it was. If not, nothing is read, but an error on the way to the first
// other text sticks.
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

// AppendData appends to dst what [Reader.Data] would return.
func (kernel) AppendData(r *Reader, dst []byte) []byte {
	at := r.pos
	n := r.Count(1)
	if r.err == nil && n == len(r.data)-r.pos && r.format.mode == Lenient && r.fill == nil {
		return append(dst, r.take(n)...)
	}
	return append(dst, r.padded(at, n)...)
}

// IntPayload reads the payload of an [Int].
func (r *Reader) IntPayload() int64 {
	if r.flags&Flag64 != 0 || r.format.dialect.Int == IntPlain64 {
		return r.Int64()
	}
	return int64(r.Int32())
}

// FloatPayload reads the payload of a [Float].
func (r *Reader) FloatPayload() float64 {
	if r.flags&Flag64 != 0 {
		return r.Float64()
	}
	return quieten(Widen(math.Float32bits(r.Float32())))
}
