package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"godotvariant/internal/fault"
	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/token"
	"godotvariant/variant/dialect"
)

// Every packet is read in two steps. The first step finds the packet's form: MatchHeader recognises
// the usual headers, and ReadHeader reads all others. The second step reads the payload.
//
// For every packet, MinPacket is subtracted from the number of reserved bytes. For every container,
// the least size of its parts is added to this number. So nested counts can't claim more bytes than
// the data has.

// ErrNothing is the error of a Decode method that returns neither a value nor an error.
var ErrNothing = errors.New("the Decode method returned neither a value nor an error")

// Skip moves the cursor forward by n bytes. The data must have these bytes.
func (r *Reader) Skip(n int) { r.pos += n }

// Seek moves the cursor to an offset.
func (r *Reader) Seek(offset int) { r.pos = offset }

// Payload returns the n bytes of payload of the packet whose header is at the cursor. It moves the
// cursor to the end of the payload. The data must have these bytes.
func (r *Reader) Payload(n int) []byte {
	at := r.pos + forms.MinPacket
	end := at + n
	r.pos = end
	return r.data[at:end:end]
}

// Since returns the bytes from an offset to the cursor.
func (r *Reader) Since(start int) []byte { return r.data[start:r.pos] }

// Rest returns the bytes from an offset to the end of the data.
func (r *Reader) Rest(start int) []byte { return r.data[start:] }

// TextOf reads text of n bytes. The argument offset is the offset of the field from which the
// length was read.
func (r *Reader) TextOf(offset int, n uint32) []byte { return r.textOf(offset, n, bare) }

// NeedFixed fails unless the data has the fixed part of a packet of form f. The cursor must be
// behind the header.
func (r *Reader) NeedFixed(f *forms.Form) bool { return r.need(int(f.Size)-forms.MinPacket, r.pos) }

// SetWidth sets the number of bytes, 4 or 8, of each number that Real reads. A packet that consists
// only of such numbers needs no call of Begin.
func (r *Reader) SetWidth(width uint8) { r.width = int(width) }

// Head returns the offset of the header of the packet being read.
func (r *Reader) Head() int { return r.head }

// Current returns the current packet, for Restore.
func (r *Reader) Current() Packet { return r.Packet }

// Restore ends the reading of a nested packet, and makes the outer packet the current packet again.
func (r *Reader) Restore(outer Packet) { r.Packet = outer }

// A Scope has the values of the fields that the Begin methods change. EndScope and EndForeign
// restore them.
type Scope struct {
	check, finiteOnly, hashing, slowText bool
	reserved                             int
}

func (r *Reader) scope() Scope {
	return Scope{r.check, r.finiteOnly, r.hashing, r.slowText, r.reserved}
}

// BeginForeign prepares for the Decode method of another module. The method builds its value even
// in a validation. Its numbers must be finite if the format says so.
func (r *Reader) BeginForeign() Scope {
	outer := r.scope()
	r.check = false
	r.finiteOnly = r.format.Finite
	return outer
}

// BeginSkip prepares for a packet that is only validated.
func (r *Reader) BeginSkip() Scope {
	outer := r.scope()
	r.check = true
	return outer
}

// BeginKey prepares for a dictionary key.
func (r *Reader) BeginKey() Scope {
	outer := r.scope()
	r.hashing = true
	r.slowText = true
	return outer
}

// EndScope restores the fields that BeginSkip or BeginKey changed.
func (r *Reader) EndScope(outer Scope) {
	r.check = outer.check
	r.finiteOnly = outer.finiteOnly
	r.hashing = outer.hashing
	r.slowText = outer.slowText
}

// EndForeign restores the fields that BeginForeign changed. It also restores the number of reserved
// bytes.
func (r *Reader) EndForeign(outer Scope) {
	r.reserved = outer.reserved
	r.EndScope(outer)
}

// ValidateParts validates n packets. The arguments firstType and secondType are element types. They
// accept the types of the packets in turn: firstType must accept the first packet, secondType the
// second packet, firstType the third packet, and so on. It returns n, or the number of valid
// packets before the first error. The function payload validates packets that have neither a fixed
// length nor text.
func (r *Reader) ValidateParts(n int, firstType, secondType dialect.Type,
	payload func(r *Reader, f *forms.Form, word uint64)) int {
	r.validate = payload // a local variable would have to be saved and restored for each packet
	outer := r.reserved

	// Rotating one variable is faster than swapping two.
	elems := uint16(firstType) | uint16(secondType)<<8

	for left := n - 1; left >= 0; left-- {
		elem := dialect.Type(elems)
		elems = bits.RotateLeft16(elems, 8)
		f, word := r.MatchHeader(elem)
		if f == nil {
			r.reserved = outer + left*forms.MinPacket
			f, word = r.ReadHeader(elem)
			if f == nil {
				return n - 1 - left
			}
		}

		start := r.pos
		r.pos = start + int(f.Size)
		switch {
		case f.Kind <= forms.LastFixed:

		case f.Kind <= forms.LastText:
			r.reserved = outer + left*forms.MinPacket
			r.textOf(start+forms.MinPacket, uint32(word>>32), bare)
			if r.err != nil {
				r.FailPacket(f, start, nil)
				return n - 1 - left
			}

		default:
			r.pos = start
			r.reserved = outer + left*forms.MinPacket
			r.validate(r, f, word)
			if r.err != nil {
				return n - 1 - left
			}
		}

	}

	r.reserved = outer
	return n
}

// TooDeep reports whether the depth of the current packet's parts exceeds MaxDepth. If it does,
// TooDeep also fails. Containers call it once for all their parts.
func (r *Reader) TooDeep() bool {
	if r.depth <= r.format.Limits.MaxDepth {
		return false
	}
	r.fail(r.pos, dialect.TypeNil, fault.ErrDepth)
	return true
}

// MatchHeader returns the form of the next packet, and the first 8 bytes of the packet. It returns
// nil if fewer bytes follow or if the header is not exactly the header of a form.
func (r *Reader) MatchHeader(elem dialect.Type) (*forms.Form, uint64) {
	if left := len(r.data) - r.pos; left >= 8 {
		word := load64(r.data, r.pos)
		f := &r.format.Forms[(word|word>>8)&511] // usual headers have only the bits 0 to 7 and 16
		if f.Head == uint32(word) && int(f.Size) <= left &&
			(elem == dialect.TypeNil || elem == f.Type) {
			return f, word
		}
	}

	return nil, 0
}

// Next calls MatchHeader and, if that returns nil, ReadHeader.
func (r *Reader) Next(elem dialect.Type) (*forms.Form, uint64) {
	f, word := r.MatchHeader(elem)
	if f == nil {
		return r.ReadHeader(elem)
	}
	return f, word
}

// ReadHeader reads the headers that MatchHeader does not read: headers at the end of the data,
// headers with unusual flags, and headers with errors. It returns nil after an error.
func (r *Reader) ReadHeader(elem dialect.Type) (*forms.Form, uint64) {
	start := r.pos
	f := r.header(elem)
	switch {
	case f == nil:
		return nil, 0
	case !r.need(int(f.Size)-forms.MinPacket, r.pos):
		r.FailPacket(f, start, nil)
		return nil, 0

	case f.Checked && !r.AllFinite(f, start, start+int(f.Size)):
		return nil, 0
	}

	r.pos = start

	if f.Size < 8 {
		return f, uint64(f.Head)
	}

	return f, binary.LittleEndian.Uint64(r.data[start:])
}

// header reads a header and checks it against the dialect and the mode. The argument elem is the
// element type of the container around the packet. Unless elem is TypeNil, the container must
// accept the type of the packet. After an error header returns nil.
func (r *Reader) header(elem dialect.Type) *forms.Form {
	format, start := r.format, r.pos
	head := r.word()

	if r.err != nil {
		return nil
	}

	id := head & format.IDMask
	if id > 255 || format.Forms[id].Kind == forms.KindNone {
		r.fail(start, dialect.TypeNil, r.unknownID(id))
		return nil
	}

	f := &format.Forms[id]
	flags := head &^ format.IDMask
	if stray := flags &^ f.Flags; stray != 0 && format.Mode != forms.Lenient {
		r.fail(start, f.Type,
			fault.Because(fault.ErrFlags, fmt.Sprintf("%#x (lenient mode ignores them)", stray)))
	}

	if elem != dialect.TypeNil && !forms.Accepts(elem, f.Type, format.Mode) {
		r.fail(start, f.Type, fault.Because(fault.ErrElementType,
			f.Type.String()+" in a container of "+elem.String()))
	}

	switch {
	case r.err != nil:
		return nil
	case flags&f.Flags&dialect.Flag64 != 0:
		return &format.Forms[256+id]
	}

	return f
}

// unknownID returns the error for an ID that can't be read.
func (r *Reader) unknownID(id uint32) error {
	d := &r.format.Spec
	switch {
	case id < uint32(len(d.Types)) && d.Types[id] == dialect.TypeUnsupported:
		return fault.Because(fault.ErrUnsupported, fmt.Sprintf("%s defines no payload for ID %d",
			d.Name, id))

	case id <= 255 && r.format.Forms[id].Known:
		return fault.Because(fault.ErrUnknownType, fmt.Sprintf("%d is %v, which is not registered",
			id, r.format.Forms[id].Type))

	default:
		return fault.Because(fault.ErrUnknownType, fmt.Sprintf("%d in dialect %s", id, d.Name))
	}
}

// AllFinite reports whether all numbers of the packet that begins at the offset start are finite.
// It looks only at the bytes before the offset end. If a number is not finite, AllFinite also
// fails.
func (r *Reader) AllFinite(f *forms.Form, start, end int) bool {
	first := start + forms.MinPacket

	if f.Each > 0 {
		first += 4 // skips the count
	}

	width := int(f.Width)
	at := float.FirstNotFinite(r.data[min(first, end):end], width)
	if at < 0 {
		return true
	}

	r.fail(first+at, f.Type, token.NotFinite(number(r.data[first+at:], width)))

	if f.Each > 0 {
		r.StepIndex(at / width / int(f.Each))
	}

	return false
}

// Begin sets the current packet. This packet has the form f, and begins at the offset start.
func (r *Reader) Begin(f *forms.Form, start int) {
	r.head = start
	r.width = int(f.Width)
	r.flags = binary.LittleEndian.Uint32(r.data[start:]) & f.Flags
}

// FailPacket is called if the Decode method of the packet at the offset start has failed. The
// argument err is the error that the method returned. It becomes the error of the Reader, unless
// the Reader has an error already. An error without a type gets the type of the packet.
func (r *Reader) FailPacket(f *forms.Form, start int, err error) {
	switch {
	case r.err == nil && err != nil:
		r.fail(start, f.Type, err)
	case r.err == nil:
		r.fail(start, f.Type, ErrNothing)
	case r.typ == dialect.TypeNil && len(r.path) == 0:
		r.typ = f.Type
	}
}

// Int reads the payload of an Int.
func (r *Reader) Int() int64 {
	if r.flags&dialect.Flag64 != 0 || r.format.Spec.Int == dialect.IntPlain64 {
		return r.Int64()
	}
	return int64(r.Int32())
}

// Float reads the payload of a Float.
func (r *Reader) Float() float64 {
	if r.flags&dialect.Flag64 != 0 {
		return r.Float64()
	}
	return float.Quieten(float.Widen(math.Float32bits(r.Float32())))
}
