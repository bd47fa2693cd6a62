package variant

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"godotvariant/internal/float"
)

// Value reads one whole packet of any type, header and payload. It returns nil
// after an error, and where the data is only validated.
func (r *Reader) Value() Variant {
	if r.err != nil || r.tooDeep() {
		return nil
	}
	head, flags, width := r.head, r.flags, r.width
	v := r.part(TypeNil)
	r.head, r.flags, r.width = head, flags, width
	return v
}

// tooDeep fails if the parts of the packet being read are too deep. Containers
// ask once for all their parts.
func (r *Reader) tooDeep() bool {
	if r.depth <= r.format.limits.MaxDepth {
		return false
	}
	r.fail(r.pos, TypeNil, ErrDepth)
	return true
}

// Every packet is read in two steps. The first finds the form: peek recognises the
// header, and odd does so where peek can't. The second reads the payload. Where
// Variants are built, parts takes both steps in one loop, since a call for each part would
// cost more than the steps do; long reads what holds parts of its own. Validation only
// moves the cursor past forms of fixed length, and a key hashes them.

// value reads one packet, of a type that a container of element type want accepts.
// The Reader has no error, and tooDeep has been asked. The packet around must be
// restored by the caller.
func (r *Reader) value(want Type) Variant {
	f, word := r.next(want)
	switch {
	case f == nil:
		return nil
	case f.kind > lastText:
		return r.long(f, word)
	default:
		return r.leaf(f, word, want)
	}
}

// leaf reads the packet of form f, of a kind up to lastText, whose first 8 bytes are word.
// It is a function of its own to keep the stack frames of nested values small.
//
//go:noinline
func (r *Reader) leaf(f *form, word uint64, want Type) Variant {
	start := r.pos
	switch {
	case !r.check && !r.hashing:
		var one [1]Variant
		r.owed += minPacket // parts takes it off
		r.parts(one[:], nil, nil, want)
		return one[0]
	case f.kind > lastFixed:
		r.pos = start + 8
		b := r.textOf(start+minPacket, uint32(word>>32), false)
		if r.err != nil {
			return r.failed(f, start, nil)
		}
		if r.check {
			return nil
		}
		return textValue(f, b) // in memory of its own: keys are kept for long
	case r.hashing:
		r.pos = start + minPacket
		return r.decode(f, start)
	default:
		r.pos = start + int(f.size)
		return nil
	}
}

// parts reads packets of types that a container of element type want accepts: into items,
// or after the known keys, in their order, into pairs. It returns how many it has read. They
// are fewer than all if another key comes, and after an error.
//
// The length of a packet is a constant in each case. A sum with form.size would make every
// packet wait for the one before it to be recognised.
func (r *Reader) parts(items []Variant, pairs []Pair, known *knownKeys, want Type) int {
	n := max(len(items), len(pairs))
	for i := range n {
		var part *Variant
		if pairs == nil {
			part = &items[i]
		} else {
			if i >= len(known.keys) || !r.nextKey(&known.keys[i].packet) {
				return i
			}
			pairs[i].Key = known.keys[i].key
			part = &pairs[i].Value
		}
		r.owed -= minPacket
		f, word := r.peek(want)
		if f == nil {
			if f, word = r.odd(want); f == nil {
				return i
			}
		}
		var v Variant
		switch start := r.pos; f.kind {
		case kindNil:
			r.pos = start + minPacket
			v = Nil{}
		case kindBool:
			r.pos = start + 8
			v = Bool(word>>32 != 0)
		case kindInt32:
			r.pos = start + 8
			v = r.boxInt(f, int64(int32(word>>32)))
		case kindInt64:
			r.pos = start + 12
			v = r.boxInt(f, int64(binary.LittleEndian.Uint64(r.data[start+4:])))
		case kindFloat32:
			r.pos = start + 8
			v = r.boxFloat(f, float.Quieten(float.Widen(uint32(word>>32))))
		case kindFloat64:
			r.pos = start + 12
			v = r.boxFloat(f, math.Float64frombits(binary.LittleEndian.Uint64(r.data[start+4:])))
		case kindReals2:
			v = r.boxReals2(f)
			r.pos = start + 12
		case kindReals3:
			v = r.boxReals3(f)
			r.pos = start + 16
		case kindReals4:
			v = r.boxReals4(f)
			r.pos = start + 20
		case kindString, kindStringName:
			r.pos = start + 8
			b := r.textOf(start+minPacket, uint32(word>>32), false)
			if r.err != nil {
				r.failed(f, start, nil)
				return i
			}
			v = r.boxText(f, b)
		default:
			if v = r.long(f, word); r.err != nil {
				return i
			}
		}
		*part = v
	}
	return n
}

// part is value for a part of a container. In a key it adds the part to the hash.
func (r *Reader) part(want Type) Variant {
	if !r.hashing {
		return r.value(want)
	}
	start := r.pos
	v, hash := r.hashed(want)
	if r.err == nil {
		id := r.data[start]
		r.mix(uint64(id)) // since String and StringName have one hash
		r.mix(hash)
		if r.format.forms[id].typ == TypeFloat && r.format.dialect.Keys == KeysByContent && isNaN(r.data[start+minPacket:r.pos]) {
			r.mix(uint64(start))
		}
	}
	return v
}

// peek returns the form of the next packet and the packet's first 8 bytes. It
// returns nil if the data is short or the header is not exactly that of a form.
func (r *Reader) peek(want Type) (*form, uint64) {
	if left := len(r.data) - r.pos; left >= 8 {
		word := binary.LittleEndian.Uint64(r.data[r.pos:])
		f := &r.format.forms[(word|word>>8)&511] // a header has no bits but 0 to 7 and 16
		if f.head == uint32(word) && int(f.size) <= left && (want == TypeNil || want == f.typ) {
			return f, word
		}
	}
	return nil, 0
}

// next is peek, then odd.
func (r *Reader) next(want Type) (*form, uint64) {
	f, word := r.peek(want)
	if f == nil {
		return r.odd(want)
	}
	return f, word
}

// odd is peek for packets that peek does not recognise: at the end of the data, with
// more data to come, with unusual flags or errors, and in a trace. It returns nil
// after an error.
func (r *Reader) odd(want Type) (*form, uint64) {
	start := r.pos
	f := r.header(want)
	switch {
	case f == nil:
		return nil, 0
	case r.trace != nil: // the prototype reads every packet, so that all its fields are seen
		traced := *f
		traced.kind = max(f.kind, kindOther)
		r.pos = start
		return &traced, 0
	case !r.need(int(f.size)-minPacket, r.pos):
		r.failed(f, start, nil)
		return nil, 0
	case f.checked && !r.finite(f, start, start+int(f.size)):
		return nil, 0
	}
	r.pos = start
	if f.size < 8 {
		return f, uint64(f.head)
	}
	return f, binary.LittleEndian.Uint64(r.data[start:])
}

// header reads a header and checks it against the dialect, the mode and the
// element type want. It returns nil after an error.
func (r *Reader) header(want Type) *form {
	format, start := r.format, r.pos
	head := r.word()
	if r.err != nil {
		return nil
	}
	id := head & format.idMask
	if id > 255 || format.forms[id].kind == kindNone {
		r.fail(start, TypeNil, r.unknown(id))
		return nil
	}
	f := &format.forms[id]
	flags := head &^ format.idMask
	if stray := flags &^ f.flags; stray != 0 && format.mode != Lenient {
		r.fail(start, f.typ, Because(ErrFlags, fmt.Sprintf("%#x (lenient mode ignores them)", stray)))
	}
	if want != TypeNil && !accepts(want, f.typ, format.mode == Lenient) {
		r.fail(start, f.typ, Because(ErrElementType, f.typ.String()+" in a container of "+want.String()))
	}
	switch {
	case r.err != nil:
		return nil
	case flags&f.flags&Flag64 != 0:
		return &format.forms[256+id]
	}
	return f
}

// unknown returns the error of an ID that can't be read.
func (r *Reader) unknown(id uint32) error {
	d := &r.format.dialect
	switch {
	case id < uint32(len(d.Types)) && d.Types[id] == TypeUnsupported:
		return Because(ErrUnsupported, fmt.Sprintf("%s defines no payload for ID %d", d.Name, id))
	case id <= 255 && r.format.forms[id].known:
		return Because(ErrUnknownType, fmt.Sprintf("%d is %v, which is not registered", id, r.format.forms[id].typ))
	default:
		return Because(ErrUnknownType, fmt.Sprintf("%d in dialect %s", id, d.Name))
	}
}

// long reads the packet of form f whose first 8 bytes are word: a container, or what the
// prototype reads.
func (r *Reader) long(f *form, word uint64) Variant {
	start := r.pos
	r.pos = start + minPacket
	var v Variant
	switch f.kind {
	case kindFixed:
		r.width = int(f.width)
		v, _ = f.prototype.Decode(r)
		return v
	case kindArray:
		r.depth++
		v = r.array(uint32(word) & f.flags)
		r.depth--
	case kindDictionary:
		r.depth++
		v = r.dictionary(uint32(word) & f.flags)
		r.depth--
	default:
		return r.decode(f, start)
	}
	if r.err != nil {
		return r.failed(f, start, nil)
	}
	return v
}

// textValue returns b as the prototype of form f, a String or StringName.
//
//go:noinline
func textValue(f *form, b []byte) Variant {
	if f.kind == kindString {
		return String(b)
	}
	return StringName(b)
}

// decode reads the payload of the packet at offset start with the prototype.
func (r *Reader) decode(f *form, start int) Variant {
	r.enter(f, start)
	r.depth++
	if r.trace != nil {
		r.trace.open(f.typ, r)
	}
	var v Variant
	var err error
	switch {
	case !r.need(int(f.size)-minPacket, r.pos):
	case f.kind == kindForeign:
		owed := r.owed
		v, err = r.guarded(f)
		r.owed = owed // whatever it has made of it, since a stream is read so far ahead
	default:
		v, err = f.prototype.Decode(r)
	}
	if err != nil || r.err != nil || v == nil && !r.check || f.checked && !r.finite(f, start, r.pos) {
		v = r.failed(f, start, err)
	}
	if r.trace != nil {
		r.trace.close(f.typ, start, r, v)
	}
	r.depth--
	return v
}

// finite reports whether all numbers of the packet at offset start, of which the bytes up to
// end are there, are finite. If not, it fails.
func (r *Reader) finite(f *form, start, end int) bool {
	first := start + minPacket
	if f.each > 0 {
		first += 4 // the count
	}
	width := int(f.width)
	at := float.FirstNotFinite(r.data[min(first, end):end], width)
	if at < 0 {
		return true
	}
	r.fail(first+at, f.typ, notFinite(number(r.data[first+at:], width)))
	if f.each > 0 {
		r.stepIndex(at / width / int(f.each))
	}
	return false
}

// number returns the number of width bytes at the start of b.
func number(b []byte, width int) float64 {
	if width == 8 {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return float.Widen(binary.LittleEndian.Uint32(b))
}

// enter makes the packet at offset start the one being read.
func (r *Reader) enter(f *form, start int) {
	r.head, r.width = start, int(f.width)
	r.flags = binary.LittleEndian.Uint32(r.data[start:]) & f.flags
}

// guarded is Decode of a method of another module, which may panic. The method builds its
// value in a validation, too: only the value shows that there is one, and the method may
// rely on what it has read.
func (r *Reader) guarded(f *form) (v Variant, err error) {
	check, watched := r.check, r.watched
	defer func() {
		if p := recover(); p != nil {
			v, err = nil, fmt.Errorf("the Decode method panicked: %v", p)
		}
		if r.check, r.watched = check, watched; check {
			v = nil
		}
	}()
	start := r.head
	r.check, r.watched = false, r.format.finite
	switch v, err = f.prototype.Decode(r); {
	case err != nil || r.err != nil:
	case (r.pos-start)&3 != 0:
		err = Because(ErrLength, "the Decode method read a payload that is not a multiple of 4 bytes")
	case v == nil:
		err = errNothing
	}
	return v, err
}

var errNothing = errors.New("the Decode method returned neither a value nor an error")

// failed completes the error of the packet at offset start and returns nil. err is
// what the Decode method returned.
func (r *Reader) failed(f *form, start int, err error) Variant {
	switch {
	case r.err == nil && err != nil:
		r.fail(start, f.typ, err)
	case r.err == nil:
		r.fail(start, f.typ, errNothing)
	case r.typ == TypeNil && len(r.path) == 0:
		r.typ = f.typ
	}
	return nil
}

// int reads the payload of an Int.
func (r *Reader) int() int64 {
	if r.flags&Flag64 != 0 || r.format.dialect.Int == IntPlain64 {
		return r.Int64()
	}
	return int64(r.Int32())
}

// float reads the payload of a Float.
func (r *Reader) float() float64 {
	if r.flags&Flag64 != 0 {
		return r.Float64()
	}
	return float.Quieten(float.Widen(math.Float32bits(r.Float32())))
}
