package wire

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/token"
	"godotvariant/variant/dialect"
)

// Real writes a real_t number, such as a component of a vector, in 4 or 8 bytes according to the
// precision. In single precision the number is rounded to the nearest float32, as in engines. With
// the option Exact, a number that would change is an [ErrInexact].
func (w *Writer) Real(f float64) {
	if w.Width() == 8 {
		w.Float64(f)
		return
	}
	w.single(f)
}

// Reals writes real_t numbers one after another.
func (w *Writer) Reals(fs ...float64) {
	for _, f := range fs {
		w.Real(f)
	}
}

// Width returns the number of bytes, 4 or 8, of each number that Real writes.
func (w *Writer) Width() int { return int(w.format.Headers[w.current].Width) }

// single writes f in 4 bytes.
func (w *Writer) single(f float64) {
	b, exact := float.Narrow(f)
	if w.format.Finite && !float.Finite(float.Widen(b)) {
		w.Fail(token.NotFinite(f))
	}

	if !exact && w.format.Exact {
		w.Fail(token.Inexact(f))
	}

	w.word(b)
}

// Bool writes 4 bytes, 0 or 1.
func (w *Writer) Bool(b bool) { w.word(Bit(b)) }

func Bit[B ~bool](b B) uint32 {
	if b {
		return 1
	}
	return 0
}

// Int32 writes 4 bytes.
func (w *Writer) Int32(i int32) { w.word(uint32(i)) }

// Uint32 writes 4 bytes.
func (w *Writer) Uint32(u uint32) { w.word(u) }

// Int64 writes 8 bytes.
func (w *Writer) Int64(i int64) { w.quad(uint64(i)) }

// Uint64 writes 8 bytes.
func (w *Writer) Uint64(u uint64) { w.quad(u) }

// Float32 writes 4 bytes, also in a format of double precision.
func (w *Writer) Float32(f float32) {
	b := math.Float32bits(f)
	if w.format.Keyed {
		b = w.keyFloat32(f)
	}
	if w.format.Finite && !float.Finite(float64(f)) {
		w.Fail(token.NotFinite(float64(f)))
	}

	w.word(b)
}

// keyFloat32 returns the bits that represent f in a key. Numbers that are equal by the rule for
// keys have equal bits.
func (w *Writer) keyFloat32(f float32) uint32 {
	b := math.Float32bits(f)
	if w.format.Spec.Keys == dialect.KeysByReference &&
		w.current == dialect.TypePackedFloat32Array {
		if f != f {
			w.Fail(ErrNoEqual)
		}
		return b
	}

	return float.Bits(math.Float64frombits(float.KeyBits(float.Widen(b))))
}

// Float64 writes 8 bytes, also in a format of single precision.
func (w *Writer) Float64(f float64) {
	if w.format.Keyed {
		w.quad(float.KeyBits(f))
		return
	}

	if w.format.Finite && !float.Finite(f) {
		w.Fail(token.NotFinite(f))
	}

	w.quad(math.Float64bits(f))
}

// BeginFinite makes w refuse numbers that are not finite. It returns the old format of w, for
// EndFinite.
func (w *Writer) BeginFinite() *forms.Format {
	f := w.format
	w.format = f.FiniteOnly()
	return f
}

// EndFinite restores the format that BeginFinite returned.
func (w *Writer) EndFinite(outer *forms.Format) { w.format = outer }

func (w *Writer) Reals2(x, y float64) error {
	at := len(w.buf)
	end := at + 8

	buf := w.buf
	if sum := x + y; sum != sum || !w.format.Headers[w.current].Rounds ||
		uint(end) > uint(cap(buf)) {
		w.Reals(x, y)
		return w.err
	}

	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], singleBits(x))
	binary.LittleEndian.PutUint32(b[4:], singleBits(y))

	return w.err
}

func (w *Writer) Reals3(x, y, z float64) error {
	at := len(w.buf)
	end := at + 12

	buf := w.buf
	if sum := x + y + z; sum != sum || !w.format.Headers[w.current].Rounds ||
		uint(end) > uint(cap(buf)) {
		w.Reals(x, y, z)
		return w.err
	}

	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], singleBits(x))
	binary.LittleEndian.PutUint32(b[4:], singleBits(y))
	binary.LittleEndian.PutUint32(b[8:], singleBits(z))

	return w.err
}

func (w *Writer) Reals4(x, y, z, v float64) error {
	at := len(w.buf)
	end := at + 16

	buf := w.buf
	if sum := x + y + z + v; sum != sum || !w.format.Headers[w.current].Rounds ||
		uint(end) > uint(cap(buf)) {
		w.Reals(x, y, z, v)
		return w.err
	}

	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], singleBits(x))
	binary.LittleEndian.PutUint32(b[4:], singleBits(y))
	binary.LittleEndian.PutUint32(b[8:], singleBits(z))
	binary.LittleEndian.PutUint32(b[12:], singleBits(v))

	return w.err
}

// singleBits returns the bits of f, which is not NaN, in single precision.
func singleBits(f float64) uint32 { return math.Float32bits(float32(f)) }
