package variant

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/float"
)

// This file opens the Reader to code that goes from the wire to Go values of its own
// without building a tree of values, as codec.Unmarshal does. All that
// [Reader.Value] holds a packet against, header, depth, width, limits and mode,
// holds here too. directwrite.go is the way back.

// Read has read take the value that b is from a Reader, and refuses bytes
// behind it as [Format.Decode] does. The Reader is only good until read
// returns.
//
// One thing is left to read: a key that comes twice is no error of its own,
// not even in strict mode. [Format.Valid] finds it.
func (f *Format) Read(b []byte, read func(*Reader)) error {
	r := f.reader(b)
	defer r.release()
	read(r)
	r.end()
	return r.Err()
}

// Enter reads the header of the next packet, and refuses it as [Reader.Value]
// would; with want another type than TypeNil, it must be one that a container of
// that element type takes. It returns the type, and whether that is decoded by a
// method that is not the library's own, so that only [Reader.Payload] knows what
// the payload means. After an error the type is TypeNil.
//
// The payload is next, then [Reader.Leave]. What the Reader knows of the packet
// around, its flags and width, is lost: read what needs them before.
func (r *Reader) Enter(want Type) (t Type, foreign bool) {
	start := r.pos
	f := r.header(want)
	if f == nil {
		return TypeNil, false
	}
	r.within(start, f)
	r.depth++
	return f.typ, f.kind == kindForeign
}

// EnterPart is Enter for a key, value or item of a container that
// [Reader.ArrayHead] or [Reader.DictionaryHead] has claimed.
func (r *Reader) EnterPart(want Type) (t Type, foreign bool) {
	r.owed -= minPacket
	return r.Enter(want)
}

// Leave ends a packet whose payload has been read.
func (r *Reader) Leave() { r.depth-- }

// Payload reads the payload of the packet just entered, whatever its type. It
// returns nil after an error.
func (r *Reader) Payload() Variant {
	if r.err != nil {
		return nil
	}
	return r.payload(&r.format.forms[uint32(r.data[r.head])|r.flags>>8&256])
}

// Drop is Payload without the value: the payload is checked and forgotten.
func (r *Reader) Drop() {
	check := r.check
	r.check = true
	r.Payload()
	r.check = check
}

// plain returns the form of the next packet if there is nothing odd about the
// header, and the packet is of type t, which a container of element type want takes. If
// not, it returns nil, and the packet must be entered.
func (r *Reader) plain(t, want Type) *form {
	f, _ := r.peek(want)
	if f == nil || f.typ != t || f.kind == kindForeign || r.err != nil || r.depth > r.format.limits.MaxDepth {
		return nil
	}
	return f
}

// A Literal is how parts of one type begin, see [Reader.Literal]. The zero
// Literal is no part's beginning.
type Literal struct {
	head  uint32
	known bool
}

// Literal returns what [Reader.Match] wants for the parts of type t of the
// container just opened.
func (r *Reader) Literal(t, want Type) Literal {
	out := &r.format.write[t]
	f := &r.format.forms[byte(out.id)]
	ok := out.known && f.kind != kindForeign && f.head == uint32(out.id) && (want == TypeNil || want == f.typ)
	return Literal{uint32(out.id), ok && r.err == nil && r.depth <= r.format.limits.MaxDepth}
}

// Match passes over the next part of the container if it begins as l says, and
// its payload is just that, byte by byte. It reports whether it was.
func (r *Reader) Match(l Literal, payload []byte) bool {
	b := r.data[r.pos:]
	n := 4 + len(payload)
	if !l.known || len(b) < n || binary.LittleEndian.Uint32(b) != l.head || string(b[4:n]) != string(payload) {
		return false
	}
	r.pos += n
	r.owed -= minPacket
	return true
}

// MatchHead is EnterPart if the next part is of type t, which has no parts
// itself, and its header the plainest. It reports whether it was, else nothing
// is read. The payload is next, and no Leave behind it.
func (r *Reader) MatchHead(t, want Type) bool {
	f := r.plain(t, want)
	if f == nil {
		return false
	}
	r.head, r.flags, r.width = r.pos, f.head&f.flags, int(f.width)
	r.pos += minPacket
	r.owed -= minPacket
	return true
}

// MatchReals is MatchHead and Reals, if all of the payload is there.
func (r *Reader) MatchReals(t, want Type, fs []float64) bool {
	f := r.plain(t, want)
	if f == nil || int(f.size) != minPacket+int(f.width)*len(fs) {
		return false
	}
	b := r.data[r.pos+minPacket : r.pos+int(f.size)]
	if f.width == 8 {
		for i := range fs {
			fs[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i : 8*i+8 : 8*i+8]))
		}
	} else {
		for i := range fs {
			fs[i] = float.Widen(binary.LittleEndian.Uint32(b[4*i : 4*i+4 : 4*i+4]))
		}
	}
	r.pos += int(f.size)
	r.owed -= minPacket
	return true
}

// MatchContainer is EnterPart and ArrayHead or DictionaryHead, for a container
// that says nothing of the types of its parts, of which there are n. Leave
// ends it.
func (r *Reader) MatchContainer(t, want Type) (n int, ok bool) {
	f := r.plain(t, want)
	if f == nil || f.head&f.flags != 0 {
		return 0, false
	}
	size := minPacket
	if t == TypeDictionary {
		size += minPacket
	}
	count := binary.LittleEndian.Uint32(r.data[r.pos+4:]) & math.MaxInt32
	owed := int64(r.owed-minPacket) + int64(count)*int64(size)
	if owed > int64(len(r.data)-r.pos-8) {
		return 0, false
	}
	r.head, r.flags, r.width = r.pos, 0, int(f.width)
	r.pos += 8
	r.owed = int(owed)
	r.depth++
	return int(count), true
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
	return float.Quieten(float.Widen(math.Float32bits(r.Float32())))
}

// MatchStrings passes over the payload of a PackedStringArray if it is these
// texts, and reports whether it was. If not, nothing is read, but a fault on
// the way to the first other text sticks.
func (r *Reader) MatchStrings(texts []string) bool {
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
func (r *Reader) AppendData(dst []byte) []byte {
	at := r.pos
	n := r.Count(1)
	if r.err == nil && n == len(r.data)-r.pos && r.format.mode == Lenient && r.fill == nil {
		return append(dst, r.take(n)...)
	}
	return append(dst, r.padded(at, n)...)
}

// ArrayHead reads what stands before the items of an [Array] just entered: how
// many there are, and the type to enter each with, by [Reader.EnterPart].
func (r *Reader) ArrayHead() (n int, item Type) {
	item = r.heldAgainst(r.flags >> flagElem)
	n, _ = r.countShared(minPacket)
	r.Owe(n * minPacket)
	return n, item
}

// DictionaryHead reads what stands before the pairs of a [Dictionary] just
// entered: how many there are, and the types to enter keys and values with, by
// [Reader.EnterPart].
func (r *Reader) DictionaryHead() (n int, key, value Type) {
	flags := r.flags
	key = r.heldAgainst(flags >> flagKey)
	value = r.heldAgainst(flags >> flagValue)
	n, _ = r.countShared(2 * minPacket)
	r.Owe(n * 2 * minPacket)
	return n, key, value
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
