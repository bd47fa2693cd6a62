package variant

import "encoding/binary"

// Most packets of a message are scalars, vectors and short texts with nothing odd
// about them. They are read here in one look. Whatever has a flag, a fault or a
// part in a dictionary key goes the long way, by [Reader.Enter] and the
// prototype, which decides alone what is refused and why: nothing here fails.

// quickKind says how a packet may be read that has no flags in its header.
type quickKind uint8

const (
	quickNone  quickKind = iota // only by its prototype
	quickFixed                  // of fixed length, and no payload is refused
	quickBool
	quickInt
	quickFloat
	quickText // a String, where it is short ASCII
	quickName // a StringName, likewise
)

// quickKind returns how packets of an ID may be read.
func (f *Format) quickKind(in *inbound) quickKind {
	switch {
	case !in.plain || in.foreign || f.mode == Strict && !strictlyFixed(in):
		return quickNone
	case in.typ == TypeBool:
		return quickBool
	case in.typ == TypeInt && f.dialect.Int != IntPlain64:
		return quickInt
	case in.typ == TypeFloat:
		return quickFloat
	case in.typ == TypeString:
		return quickText
	case in.typ == TypeStringName:
		return quickName
	case in.size+in.reals > 0:
		return quickFixed
	default:
		return quickNone
	}
}

// strictlyFixed reports whether strict mode refuses no payload of an ID.
func strictlyFixed(in *inbound) bool {
	return in.typ == TypeInt || in.typ == TypeFloat || in.typ != TypeBool && in.size+in.reals > 0
}

// quickSize returns the length of the packets of an ID without flags, or 0 where that
// is not all one.
func (f *Format) quickSize(in *inbound) int {
	switch in.quick {
	case quickNone, quickText, quickName:
		return 0
	case quickInt, quickFloat:
		return 8
	default:
		return 4 + in.size + in.width*in.reals
	}
}

// longestQuick is up to which length text is read here, padding included.
const longestQuick = 64

// inboundOf returns what is known of the packet that b begins with, or nil if it has
// flags, is of no ID, or not of type want where that is a type. b has 4 bytes.
func (f *Format) inboundOf(b []byte, want Type) *inbound {
	head := binary.LittleEndian.Uint32(b)
	in := &f.read[byte(head)]
	if head != in.id || want != TypeNil && want != in.typ {
		return nil
	}
	return in
}

// textLength returns the length of the packet that b, of 8 bytes at least, begins
// with, if it is text that is read here, or 0.
func (in *inbound) textLength(b []byte) int {
	n := uint(binary.LittleEndian.Uint32(b[4:]))
	if size := 8 + (n+3)&^3; in.quick != quickNone && n <= longestQuick && size <= uint(len(b)) && isASCII(b[8:size]) {
		return int(size)
	}
	return 0
}

// quickTexts reports whether nothing but ASCII is asked of short texts.
func (r *Reader) quickTexts() bool {
	return !r.hashing && r.trace == nil && r.format.mode != Strict
}

// skimTexts passes over those of the next n texts that are short ASCII, up to the
// first that is not, and returns how many they were.
func (r *Reader) skimTexts(n int) int {
	if !r.quickTexts() {
		return 0
	}
	data, pos := r.data, r.pos
	passed := 0
	for ; passed < n && pos+4 <= len(data); passed++ {
		b := data[pos:]
		n := uint(binary.LittleEndian.Uint32(b))
		size := 4 + (n+3)&^3
		if n > longestQuick || size > uint(len(b)) || !isASCII(b[4:size]) {
			break
		}
		pos += int(size)
	}
	r.pos = pos
	return passed
}

// quick reports whether packets may be read here at all just now. While the parts
// of one container are read it stays as it is, but for errors.
func (r *Reader) quick() bool {
	return !r.hashing && r.trace == nil && r.err == nil && r.depth <= r.format.limits.MaxDepth
}

// skim passes over those of the next n packets that need no more than a look, up to
// the first that must go the long way, and returns how many they were.
func (r *Reader) skim(n int, want Type) int {
	format, data, pos := r.format, r.data, r.pos
	passed := 0
	for ; passed < n && pos+8 <= len(data); passed++ {
		in := format.inboundOf(data[pos:], want)
		if in == nil {
			break
		}
		size := in.length
		if size == 0 {
			size = in.textLength(data[pos:])
		}
		if size == 0 || size > len(data)-pos {
			break
		}
		pos += size
	}
	r.pos = pos
	return passed
}

// quickValue reads one packet as skim does, and returns its value, or nil if it
// must go the long way.
func (r *Reader) quickValue(want Type) Variant {
	b := r.data[r.pos:]
	if len(b) < 8 {
		return nil
	}
	in := r.format.inboundOf(b, want)
	if in == nil {
		return nil
	}
	size := in.length
	if size == 0 {
		size = in.textLength(b)
	}
	if size == 0 || size > len(b) {
		return nil
	}
	word := binary.LittleEndian.Uint32(b[4:])
	switch in.quick {
	case quickFixed:
		return r.quickFixed(in)
	case quickText:
		r.pos += size
		return String(b[8 : 8+word])
	case quickInt:
		r.pos += size
		return Int(int32(word))
	case quickFloat:
		r.pos += size
		return Float(quieten(Widen(word)))
	case quickBool:
		r.pos += size
		return Bool(word != 0)
	default:
		r.pos += size
		return StringName(b[8 : 8+word])
	}
}

// quickFixed has the prototype read a payload that is all there.
func (r *Reader) quickFixed(in *inbound) Variant {
	width := r.width
	r.width = in.width
	r.pos += 4
	v, _ := in.prototype.Decode(r)
	r.width = width
	return v
}
