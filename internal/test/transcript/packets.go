package transcript

import (
	"bytes"
	"encoding/binary"
	"slices"

	"godotvariant/codec"
)

// edges are words at the limits of headers, counts, lengths, flags and numbers.
var edges = []uint32{
	0, 1, 2, 3, 4, 5, 8, 17, 18, 19, 21, 24, 27, 28, 29, 34, 38, 100, 101, 0x7F, 0xFF, 0x100,
	0x10000, 0x10002, 0x10003, 0x10018, 0x1001C,
	0x2001C, 0x3001C, 0x5001B, 0xF001B, 0x20000, 0x40000, 0x7FFFFFFF, 0x80000000, 0x80000001,
	0xFFFFFFFF, 0x40000000, 0x1FFFFFFF,
	0x7F800000, 0x7FC00000, 0x7F800001, 0xBFBBEF, 0x61, 0x80,
}

// packet returns a random packet. One of twelve packets consists of random words. Of the other
// packets, about two of five are undamaged, and the rest are damaged.
func (s *script) packet() []byte {
	if s.oneIn(12) {
		return s.words(1 + s.n(12))
	}

	var b []byte
	for i := 0; b == nil; i++ {
		o := s.options()
		if o.Mode == codec.Strict {
			o.Mode = codec.Default // a strict codec refuses values that break a rule
		}
		b, _ = codec.MustNew(o).Encode(s.value(0))
	}

	if len(b) > 600 || s.n(5) < 2 {
		return b
	}

	return s.damage(b)
}

// words returns n random words.
func (s *script) words(n int) (b []byte) {
	b = binary.LittleEndian.AppendUint32(b, uint32(s.n(45)|s.n(2)*s.n(16)<<16))
	for range n {
		b = binary.LittleEndian.AppendUint32(b, pick(s.generator, edges...))
	}
	return b
}

// damage changes b one to three times.
func (s *script) damage(b []byte) []byte {
	b = bytes.Clone(b)
	for range 1 + s.n(3) {
		if len(b) < 4 {
			return append(b, s.words(1)...)
		}

		at := s.n(len(b))
		word := at &^ 3

		edge := pick(s.generator, edges...)
		switch s.n(11) {
		case 0:
			b[at] ^= 1 << s.n(8)
		case 1:
			b[at] = byte(s.n(256))

		case 2, 3:
			if word+4 <= len(b) {
				binary.LittleEndian.PutUint32(b[word:], edge)
			}

		case 4: // a small number, because most counts and types are small
			b[word] = byte(s.n(40))
		case 5: // flags
			b[min(word+2, len(b)-1)] = byte(s.n(16))
		case 6:
			b = b[:at]
		case 7:
			b = slices.Insert(b, word, binary.LittleEndian.AppendUint32(nil, edge)...)
		case 8:
			b = slices.Delete(b, word, min(word+4, len(b)))
		case 9: // the beginning of the packet, and then another part of it
			b = append(b[:word:word], b[s.n(len(b))&^3:]...)
		default:
			b = append(b, make([]byte, 1+s.n(4))...)
		}
	}

	return b[:min(len(b), 600)]
}
