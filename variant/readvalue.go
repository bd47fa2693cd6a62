package variant

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Value reads one whole packet, header and payload, whatever type it is. It
// returns nil after an error, and where the data is only checked.
func (r *Reader) Value() Variant {
	v, h := r.value(TypeNil)
	if r.hashing {
		r.mix(h)
	}
	return v
}

// value reads one packet. Where want is a type, only packets that a container of
// that element type takes will do. While hashing it returns the value's hash.
func (r *Reader) value(want Type) (Variant, uint64) {
	if !r.quick() {
		return r.anyValue(want)
	}
	if r.check {
		if r.skim(1, want) == 1 {
			return nil, 0
		}
	} else if v := r.quickValue(want); v != nil {
		return v, 0
	}
	return r.anyValue(want)
}

// anyValue is value the long way.
func (r *Reader) anyValue(want Type) (v Variant, hash uint64) {
	start, head, flags, width := r.pos, r.head, r.flags, r.width
	in := r.enter(want)
	if in == nil {
		return nil, 0
	}
	if r.hashing {
		v, hash = r.hashedPayload(in, start)
	} else {
		v = r.payload(in, start)
	}
	r.depth--
	r.head, r.flags, r.width = head, flags, width // of the packet around
	return v, hash
}

// hashedPayload is payload with the hash of the whole packet that starts there.
func (r *Reader) hashedPayload(in *inbound, start int) (Variant, uint64) {
	outer := r.hash
	r.hash = r.seedOf(in.typ)
	if in.typ == TypeObject { // no two objects are one key, even of one ID
		r.mix(uint64(start))
	}
	v := r.payload(in, start)
	h := r.hash
	r.hash = outer
	return v, h
}

// enter reads the header of the next packet, whose payload is next. It returns nil
// after an error.
func (r *Reader) enter(want Type) *inbound {
	start := r.pos
	in, flags := r.header(want)
	if in == nil {
		return nil
	}
	r.within(start, in, flags)
	r.depth++
	return in
}

// within makes the packet at offset start the one being read.
func (r *Reader) within(start int, in *inbound, flags uint32) {
	r.head, r.flags, r.width = start, flags, in.width
	if flags&Flag64 != 0 {
		r.width = in.flagged
	}
}

// header reads a header and holds it against the dialect. It returns nil after an error.
func (r *Reader) header(want Type) (*inbound, uint32) {
	if b := r.data[r.pos:]; len(b) >= 4 && r.err == nil && r.depth <= r.format.limits.MaxDepth {
		head := binary.LittleEndian.Uint32(b)
		in := &r.format.read[byte(head)]
		if in.plain && head&^in.flags == in.id && (want == TypeNil || want == in.typ) {
			r.pos += 4
			return in, head & in.flags
		}
	}
	return r.oddHeader(want)
}

// oddHeader is header where there is something to be said about it.
func (r *Reader) oddHeader(want Type) (*inbound, uint32) {
	f, start := r.format, r.pos
	if r.depth > f.limits.MaxDepth {
		r.fail(start, TypeNil, ErrDepth)
	}
	head := r.word()
	if r.err != nil {
		return nil, 0
	}
	id := head & f.idMask
	if id > 255 || f.read[id].prototype == nil {
		r.fail(start, TypeNil, r.unknown(id))
		return nil, 0
	}
	in := &f.read[id]
	flags := head &^ f.idMask
	if stray := flags &^ in.flags; stray != 0 && f.mode != Lenient {
		r.fail(start, in.typ, Because(ErrFlags, fmt.Sprintf("%#x (lenient mode ignores them)", stray)))
	}
	if want != TypeNil && !accepts(want, in.typ, f.mode == Lenient) {
		r.fail(start, in.typ, Because(ErrElementType, in.typ.String()+" in a container of "+want.String()))
	}
	if r.err != nil {
		return nil, 0
	}
	return in, flags & in.flags
}

func (r *Reader) unknown(id uint32) error {
	d := &r.format.dialect
	switch {
	case id < uint32(len(d.Types)) && d.Types[id] == TypeUnsupported:
		return Because(ErrUnsupported, fmt.Sprintf("%s gives no form to ID %d", d.Name, id))
	case id <= 255 && r.format.read[id].known:
		return Because(ErrUnknownType, fmt.Sprintf("%d is %v, which the registry has not", id, r.format.read[id].typ))
	default:
		return Because(ErrUnknownType, fmt.Sprintf("%d in dialect %s", id, d.Name))
	}
}

// payload has the prototype read the payload of the packet at offset start.
func (r *Reader) payload(in *inbound, start int) Variant {
	if r.trace != nil && r.trace.enter() {
		return r.trace.payload(r, in, start)
	}
	if n := in.size + r.width*in.reals; n > len(r.data)-r.pos && !r.need(n, r.pos) {
		return r.failed(in, start, nil)
	}
	var v Variant
	var err error
	if in.foreign {
		v, err = r.guarded(in, start)
	} else {
		v, err = in.prototype.Decode(r)
	}
	if err != nil || r.err != nil || v == nil && !r.check {
		return r.failed(in, start, err)
	}
	return v
}

// failed notes where an error has happened, and returns nil.
func (r *Reader) failed(in *inbound, start int, err error) Variant {
	switch {
	case r.err == nil && err != nil:
		r.fail(start, in.typ, err)
	case r.err == nil:
		r.fail(start, in.typ, errors.New("the Decode method returned neither value nor error"))
	case r.typ == TypeNil && len(r.path) == 0:
		r.typ = in.typ
	}
	return nil
}

// guarded is Decode of a method that may do anything.
func (r *Reader) guarded(in *inbound, start int) (v Variant, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, err = nil, fmt.Errorf("the Decode method panicked: %v", p)
		}
	}()
	if v, err = in.prototype.Decode(r); err == nil && r.err == nil && (r.pos-start)&3 != 0 {
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
