//go:build gc && !purego

package variant

import (
	"encoding/binary"
	"unsafe"

	"godotvariant/internal/float"
	"godotvariant/internal/wire"
)

// This file has all unsafe code of the package. box_portable.go has the same functions without it.
//
// An interface of the compiler gc is two words: one for the type, and a pointer to the value.
// To make one, Go allocates memory for each value. Here values lie next to each other in
// blocks, and an interface is made of the type word of the type's prototype and a pointer into
// a block.
//
// The functions rely on this: the value has the type of the prototype, or its layout in memory;
// numbers are in blocks without pointers, and texts in blocks of strings, so that the collector
// sees all pointers; and no value is written again. An Int is an int64, a Float a float64, a String
// or StringName a string. The types of forms.KindReals2, KindReals3 and KindReals4 are types of
// this module whose components are float64; TestBoxes of codec/internal/packets compares them with
// the results of their Decode methods.

// The sizes of the blocks. They are small, because one retained value keeps its block in memory. A
// block of words has 512 bytes. A block of texts has 512 bytes, and its 32 texts are in at most six
// chunks of 512 bytes each, which hold no other texts.
const (
	blockWords = 64 // of 8 bytes
	blockTexts = 32
)

// A block is memory for future values. Its first wordsLeft words and textsLeft texts are free.
type block struct {
	types     *[256]Variant       // the prototypes
	words     *[blockWords]uint64 // for numbers and vectors
	wordsLeft int
	texts     *[blockTexts]string
	textsLeft int
	chunk     wire.Chunk // the bytes of texts
}

// boxed returns the value at p, which has the type of the prototype.
func boxed(prototype Variant, p unsafe.Pointer) Variant {
	(*[2]unsafe.Pointer)(unsafe.Pointer(&prototype))[1] = p
	return prototype
}

// take8 returns memory for n words of 8 bytes.
func (b *block) take8(n int) unsafe.Pointer {
	if b.wordsLeft < n {
		b.words = new([blockWords]uint64)
		b.wordsLeft = blockWords
	}
	b.wordsLeft -= n
	return unsafe.Add(unsafe.Pointer(b.words), 8*b.wordsLeft)
}

// boxInt returns i as an Int.
func (b *block) boxInt(i int64) Variant {
	if uint64(i) < 256 { // Go has these boxed already
		return Int(i)
	}
	p := b.take8(1)
	*(*int64)(p) = i
	return boxed(b.types[TypeInt], p)
}

// boxFloat returns x as a Float.
func (b *block) boxFloat(x float64) Variant {
	p := b.take8(1)
	*(*float64)(p) = x
	return boxed(b.types[TypeFloat], p)
}

// boxReals2, boxReals3 and boxReals4 read 2, 3 or 4 numbers of 4 bytes each from the payload at the
// cursor. They return a value of type t, whose Go type consists of as many float64 in the same
// order.

func (s *block) boxReals2(r *wire.Reader, t Type) Variant {
	b := r.Payload(8)
	p := (*[2]float64)(s.take8(2))
	p[0] = float.Widen(binary.LittleEndian.Uint32(b[0:]))
	p[1] = float.Widen(binary.LittleEndian.Uint32(b[4:]))
	return boxed(s.types[t], unsafe.Pointer(p))
}

func (s *block) boxReals3(r *wire.Reader, t Type) Variant {
	b := r.Payload(12)
	p := (*[3]float64)(s.take8(3))
	p[0] = float.Widen(binary.LittleEndian.Uint32(b[0:]))
	p[1] = float.Widen(binary.LittleEndian.Uint32(b[4:]))
	p[2] = float.Widen(binary.LittleEndian.Uint32(b[8:]))
	return boxed(s.types[t], unsafe.Pointer(p))
}

func (s *block) boxReals4(r *wire.Reader, t Type) Variant {
	b := r.Payload(16)
	p := (*[4]float64)(s.take8(4))
	p[0] = float.Widen(binary.LittleEndian.Uint32(b[0:]))
	p[1] = float.Widen(binary.LittleEndian.Uint32(b[4:]))
	p[2] = float.Widen(binary.LittleEndian.Uint32(b[8:]))
	p[3] = float.Widen(binary.LittleEndian.Uint32(b[12:]))

	return boxed(s.types[t], unsafe.Pointer(p))
}

// boxText returns text as a value of type t, String or StringName.
func (s *block) boxText(t Type, text string) Variant {
	if s.textsLeft == 0 {
		s.texts = new([blockTexts]string)
		s.textsLeft = blockTexts
	}

	s.textsLeft--
	p := &s.texts[s.textsLeft]
	*p = text

	return boxed(s.types[t], unsafe.Pointer(p))
}
