//go:build gc && !purego

package variant

import (
	"encoding/binary"
	"math"
	"unsafe"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
)

// This file has all unsafe code of the package. box_portable.go has the same functions without it.
//
// An interface of the compiler gc is two words: one for the type, and a pointer to the value. To
// make an interface, Go allocates memory for each value. Here the values are next to each other in
// blocks. An interface is made of two words: the type word of a prototype of the type, and a
// pointer into a block.
//
// The functions rely on these facts. A value has the type of the prototype, or the same layout in
// memory. Numbers are in blocks without pointers, and texts in blocks of strings, so the garbage
// collector sees all pointers. A value in a block is written only once. An Int is an int64, a Float
// a float64, a String or StringName a string. The types of forms.KindReals2, KindReals3 and
// KindReals4 are types of this module whose components are float64; TestBoxes of
// codec/internal/packets compares them with the results of their Decode methods.

// The sizes of the blocks. Blocks are small: a program that keeps one value of a block keeps the
// whole block in memory. A block of words has 512 bytes. A block of texts has 32 texts, in less
// than 4 KiB: the block itself has 512 bytes, and the bytes of the texts are in at most six chunks
// of 512 bytes.
const (
	blockWords = 64 // number of words of 8 bytes
	blockTexts = 32
)

// A block is memory for future values. The free memory is at its start: wordsLeft words and
// textsLeft texts.
type block struct {
	types     *[256]Variant       // the prototypes
	words     *[blockWords]uint64 // memory for numbers and vectors
	wordsLeft int
	texts     *[blockTexts]string
	textsLeft int
	chunk     wire.Chunk // memory for the bytes of texts
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
	if uint64(i) < 256 { // Go allocates no memory for these numbers
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

// An iface has the two words of an interface.
type iface struct{ typ, value unsafe.Pointer }

func ifaceOf(v *Variant) *iface { return (*iface)(unsafe.Pointer(v)) }

// writeReals writes v, which is of type t, if it is a vector, a color or another value of this
// library that consists of two to four numbers. For any other value it writes nothing and returns
// false. It does the same if the codec must check the numbers, or if the Writer needs more memory.
func writeReals(w *wire.Writer, t Type, v Variant) bool {
	h := w.Header(t)
	if h.Reals == 0 || ifaceOf(&v).typ != ifaceOf(&w.Format().Prototypes.(*[256]Variant)[t]).typ {
		return false
	}

	numbers := ifaceOf(&v).value
	switch h.Reals {
	case 2:
		if b := w.PacketFast(12); len(b) == 12 {
			q := (*[12]byte)(b)
			p := (*[2]float64)(numbers)
			putReals2(q, h.Word, p)
			if sum := p[0] + p[1]; sum != sum {
				keepNaN(q[4:], p[:])
			}
			return true
		}

	case 3:
		if b := w.PacketFast(16); len(b) == 16 {
			q := (*[16]byte)(b)
			p := (*[3]float64)(numbers)
			putReals3(q, h.Word, p)
			if sum := p[0] + p[1] + p[2]; sum != sum {
				keepNaN(q[4:], p[:])
			}
			return true
		}

	case 4:
		if b := w.PacketFast(20); len(b) == 20 {
			q := (*[20]byte)(b)
			p := (*[4]float64)(numbers)
			putReals4(q, h.Word, p)
			if sum := p[0] + p[1] + (p[2] + p[3]); sum != sum {
				keepNaN(q[4:], p[:])
			}
			return true
		}
	}

	return false
}

// writeRun writes the first items, as writeReals does. It stops at the first item that has another
// type than items[0], and returns the number of items that it wrote. For an Array of vectors,
// writeValue would take three times as many instructions.
func writeRun(w *wire.Writer, items []Variant) int {
	if len(items) < 2 || items[0] == nil || w.GuardsEach() {
		return 0
	}

	t := items[0].Type()
	h := w.Header(t)
	typ := ifaceOf(&items[0]).typ
	if h.Reals == 0 || typ != ifaceOf(&w.Format().Prototypes.(*[256]Variant)[t]).typ {
		return 0
	}

	n := 1
	for n < len(items) && ifaceOf(&items[n]).typ == typ {
		n++
	}

	size := forms.MinPacket + 4*int(h.Reals)
	b := w.Packets(n, size)
	if b == nil {
		return 0
	}

	switch h.Reals {
	case 2:
		for i := range items[:n] {
			q := (*[12]byte)(b[12*i:])
			p := (*[2]float64)(ifaceOf(&items[i]).value)
			putReals2(q, h.Word, p)
			if sum := p[0] + p[1]; sum != sum {
				keepNaN(q[4:], p[:])
			}
		}

	case 3:
		for i := range items[:n] {
			q := (*[16]byte)(b[16*i:])
			p := (*[3]float64)(ifaceOf(&items[i]).value)
			putReals3(q, h.Word, p)
			if sum := p[0] + p[1] + p[2]; sum != sum {
				keepNaN(q[4:], p[:])
			}
		}

	case 4:
		for i := range items[:n] {
			q := (*[20]byte)(b[20*i:])
			p := (*[4]float64)(ifaceOf(&items[i]).value)
			putReals4(q, h.Word, p)
			if sum := p[0] + p[1] + (p[2] + p[3]); sum != sum {
				keepNaN(q[4:], p[:])
			}
		}
	}

	return n
}

// putReals2, putReals3 and putReals4 write a header and the numbers at p to b. They do not look for
// NaN, so that they are short enough for inlining. If the sum of the numbers is NaN, the caller
// calls keepNaN.

func putReals2(b *[12]byte, head uint32, p *[2]float64) {
	binary.LittleEndian.PutUint32(b[0:], head)
	binary.LittleEndian.PutUint32(b[4:], math.Float32bits(float32(p[0])))
	binary.LittleEndian.PutUint32(b[8:], math.Float32bits(float32(p[1])))
}

func putReals3(b *[16]byte, head uint32, p *[3]float64) {
	binary.LittleEndian.PutUint32(b[0:], head)
	binary.LittleEndian.PutUint32(b[4:], math.Float32bits(float32(p[0])))
	binary.LittleEndian.PutUint32(b[8:], math.Float32bits(float32(p[1])))
	binary.LittleEndian.PutUint32(b[12:], math.Float32bits(float32(p[2])))
}

func putReals4(b *[20]byte, head uint32, p *[4]float64) {
	binary.LittleEndian.PutUint32(b[0:], head)
	binary.LittleEndian.PutUint32(b[4:], math.Float32bits(float32(p[0])))
	binary.LittleEndian.PutUint32(b[8:], math.Float32bits(float32(p[1])))
	binary.LittleEndian.PutUint32(b[12:], math.Float32bits(float32(p[2])))
	binary.LittleEndian.PutUint32(b[16:], math.Float32bits(float32(p[3])))
}

// keepNaN writes the numbers again. One of them may be a NaN whose bits the processor has changed.
//
//go:noinline
func keepNaN(b []byte, fs []float64) {
	for i, f := range fs {
		binary.LittleEndian.PutUint32(b[4*i:], float.Bits(f))
	}
}
