package variant

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"godotvariant/internal/float"
)

// Value reads one whole packet, header and payload, whatever type it is. It
// returns nil after an error, and where the data is only checked.
func (r *Reader) Value() Variant {
	if r.err != nil || r.tooDeep() {
		return nil
	}
	head, flags, width := r.head, r.flags, r.width
	v := r.part(TypeNil)
	r.head, r.flags, r.width = head, flags, width // of the packet around
	return v
}

// tooDeep fails if parts of the value being read would lie too deep. Containers ask
// once for all of their parts.
func (r *Reader) tooDeep() bool {
	if r.depth <= r.format.limits.MaxDepth {
		return false
	}
	r.fail(r.pos, TypeNil, ErrDepth)
	return true
}

// part is value, and mixes what it reads into the hash of a dictionary key around.
func (r *Reader) part(want Type) Variant {
	if !r.hashing {
		return r.value(want)
	}
	start := r.pos
	v, hash := r.hashed(want)
	if r.err == nil {
		r.mix(uint64(r.data[start])) // the type: text has one hash as either
		r.mix(hash)
	}
	return v
}

// value reads one packet. Where want is a type, only packets that a container of
// that element type takes will do. There is no error yet, and the caller has asked
// tooDeep. What the Reader knows of the packet around, head, flags and width, is lost.
func (r *Reader) value(want Type) Variant {
	f, word := r.peek(want)
	if f == nil {
		if f, word = r.oddPacket(want); f == nil {
			return nil
		}
	}
	switch start := r.pos; {
	case f.kind > lastFixed, !r.check && !r.hashing:
		return r.build(f, word)
	case r.hashing:
		r.pos = start + minPacket
		return r.decode(f, start)
	default:
		r.pos = start + int(f.size)
		return nil
	}
}

// peek returns the form of the next packet and its first 8 bytes. It returns nil where
// the packet must be looked at by oddPacket.
func (r *Reader) peek(want Type) (*form, uint64) {
	if left := len(r.data) - r.pos; left >= 8 {
		word := binary.LittleEndian.Uint64(r.data[r.pos:])
		f := &r.format.forms[(word|word>>8)&511] // of a head, bits 0 to 7 and 16 are set
		if f.head == uint32(word) && int(f.size) <= left && (want == TypeNil || want == f.typ) {
			return f, word
		}
	}
	return nil, 0
}

// build reads the packet of form f, the first bytes of which are word. A check may
// call it for forms of no fixed length.
func (r *Reader) build(f *form, word uint64) Variant {
	start := r.pos
	r.pos = start + int(f.size)
	var v Variant
	switch f.kind {
	case kindNil:
		return Nil{}
	case kindBool:
		return Bool(word>>32 != 0)
	case kindInt32:
		return Int(int32(word >> 32))
	case kindInt64:
		return Int(binary.LittleEndian.Uint64(r.data[start+4:]))
	case kindFloat32:
		return Float(float.Quieten(float.Widen(uint32(word >> 32))))
	case kindFloat64:
		return Float(math.Float64frombits(binary.LittleEndian.Uint64(r.data[start+4:])))
	case kindFixed:
		r.pos, r.width = start+minPacket, int(f.width)
		v, _ = f.prototype.Decode(r)
		return v
	case kindString:
		if b := r.textOf(start+minPacket, uint32(word>>32), false); r.err == nil && !r.check {
			return String(b)
		}
	case kindStringName:
		if b := r.textOf(start+minPacket, uint32(word>>32), false); r.err == nil && !r.check {
			return StringName(b)
		}
	case kindArray:
		r.pos = start + minPacket
		r.depth++
		v = r.array(uint32(word) & f.flags)
		r.depth--
	case kindDictionary:
		r.pos = start + minPacket
		r.depth++
		v = r.dictionary(uint32(word) & f.flags)
		r.depth--
	default:
		r.pos = start + minPacket
		return r.decode(f, start)
	}
	if r.err != nil {
		return r.failed(f, start, nil)
	}
	return v
}

// oddPacket is peek where there is something to be said about the packet, or it has
// still to come. It returns nil after an error.
func (r *Reader) oddPacket(want Type) (*form, uint64) {
	start := r.pos
	f := r.oddHeader(want)
	switch {
	case f == nil:
		return nil, 0
	case r.trace != nil: // every packet is read by its prototype
		traced := *f
		traced.kind = max(f.kind, kindOther)
		r.pos = start
		return &traced, 0
	case !r.need(int(f.size)-minPacket, r.pos):
		r.failed(f, start, nil)
		return nil, 0
	}
	r.pos = start
	if f.size < 8 {
		return f, uint64(f.head)
	}
	return f, binary.LittleEndian.Uint64(r.data[start:])
}

// flagsAt returns the flags of the packet at offset start.
func (r *Reader) flagsAt(start int, f *form) uint32 {
	return binary.LittleEndian.Uint32(r.data[start:]) & f.flags
}

// decode reads the payload of the packet at offset start by its prototype.
func (r *Reader) decode(f *form, start int) Variant {
	r.within(start, f)
	r.depth++
	v := r.payload(f)
	r.depth--
	return v
}

// within makes the packet at offset start the one being read.
func (r *Reader) within(start int, f *form) {
	r.head, r.flags, r.width = start, r.flagsAt(start, f), int(f.width)
}

// header reads a header and holds it against the dialect. It returns nil after an error.
func (r *Reader) header(want Type) *form {
	if r.err != nil || r.tooDeep() {
		return nil
	}
	if f, _ := r.peek(want); f != nil {
		r.pos += minPacket
		return f
	}
	return r.oddHeader(want)
}

// oddHeader is header where there is something to be said about it.
func (r *Reader) oddHeader(want Type) *form {
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

func (r *Reader) unknown(id uint32) error {
	d := &r.format.dialect
	switch {
	case id < uint32(len(d.Types)) && d.Types[id] == TypeUnsupported:
		return Because(ErrUnsupported, fmt.Sprintf("%s gives no form to ID %d", d.Name, id))
	case id <= 255 && r.format.forms[id].known:
		return Because(ErrUnknownType, fmt.Sprintf("%d is %v, which the registry has not", id, r.format.forms[id].typ))
	default:
		return Because(ErrUnknownType, fmt.Sprintf("%d in dialect %s", id, d.Name))
	}
}

// payload has the prototype read the payload of the packet being read.
func (r *Reader) payload(f *form) Variant {
	start := r.head
	if r.trace != nil {
		r.trace.on(TraceEvent{Kind: TraceOpen, Offset: start, End: r.pos, Type: f.typ, Flags: r.flags})
	}
	var v Variant
	var err error
	switch {
	case !r.need(int(f.size)-minPacket, r.pos):
	case f.kind == kindForeign:
		v, err = r.guarded(f)
	default:
		v, err = f.prototype.Decode(r)
	}
	if err != nil || r.err != nil || v == nil && !r.check {
		v = r.failed(f, start, err)
	}
	if r.trace != nil {
		r.trace.on(TraceEvent{Kind: TraceClose, Offset: start, End: r.pos, Type: f.typ, Value: v})
	}
	return v
}

// failed notes where an error has happened, and returns nil.
func (r *Reader) failed(f *form, start int, err error) Variant {
	switch {
	case r.err == nil && err != nil:
		r.fail(start, f.typ, err)
	case r.err == nil:
		r.fail(start, f.typ, errors.New("the Decode method returned neither value nor error"))
	case r.typ == TypeNil && len(r.path) == 0:
		r.typ = f.typ
	}
	return nil
}

// guarded is Decode of a method that may do anything.
func (r *Reader) guarded(f *form) (v Variant, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, err = nil, fmt.Errorf("the Decode method panicked: %v", p)
		}
	}()
	start := r.head
	if v, err = f.prototype.Decode(r); err == nil && r.err == nil && (r.pos-start)&3 != 0 {
		err = Because(ErrLength, "the Decode method read a payload that is no multiple of 4 bytes")
	}
	return v, err
}

// fail is failAt for a fault that is known to be a value's of type t.
func (r *Reader) fail(at int, t Type, kind error) {
	if r.err == nil {
		r.typ = t
	}
	r.failAt(at, kind)
}
