package wire

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/fault"
	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/token"
)

// Real reads a real_t number, such as a component of a vector. The header or the precision decides
// whether it has 4 or 8 bytes.
func (r *Reader) Real() float64 {
	var f float64
	if r.width == 8 {
		f = math.Float64frombits(r.quad())
	} else {
		f = float.Widen(r.word())
	}

	if r.hashing || r.finiteOnly {
		r.note(f, r.width)
	}

	return f
}

// note is called with f, the number that was read last, and its size in bytes. It adds f to the
// hash of a key. If f must be finite and is not, note fails.
func (r *Reader) note(f float64, width int) {
	if r.hashing {
		r.mix(float.KeyBits(f))
	}
	if r.finiteOnly && !float.Finite(f) {
		r.failAt(r.pos-width, token.NotFinite(f))
	}
}

// Reals reads len(fs) real_t numbers.
func (r *Reader) Reals(fs []float64) {
	size := len(fs) * r.width
	if size > len(r.data)-r.pos && !r.need(size, r.pos) || r.err != nil {
		clear(fs)
		return
	}

	b := r.data[r.pos : r.pos+size]
	r.pos += size

	if r.width == 8 {
		for i := range fs {
			fs[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
	} else {
		for i := range fs {
			fs[i] = float.Widen(binary.LittleEndian.Uint32(b[4*i : 4*i+4 : 4*i+4]))
		}
	}

	if r.hashing || r.finiteOnly {
		for i, f := range fs {
			r.note(f, (len(fs)-i)*r.width)
		}
	}
}

// Bool reads 4 bytes. Zero is false, and any other number is true. Strict mode accepts only 0 and
// 1.
func (r *Reader) Bool() bool {
	at := r.pos
	x := r.word()
	if x > 1 && r.format.Mode == forms.Strict {
		r.failAt(at, fault.ErrBool)
	}

	if r.hashing {
		r.mix(uint64(min(x, 1)))
	}

	return x != 0
}

// Int32 reads 4 bytes.
func (r *Reader) Int32() int32 {
	x := int32(r.word())
	if r.hashing {
		r.mix(uint64(x)) // same hash as in Int64, because equal numbers have equal hashes
	}
	return x
}

// Uint32 reads 4 bytes.
func (r *Reader) Uint32() uint32 {
	x := r.word()
	if r.hashing {
		r.mix(uint64(x))
	}
	return x
}

// Int64 reads 8 bytes.
func (r *Reader) Int64() int64 { return int64(r.Uint64()) }

// Uint64 reads 8 bytes.
func (r *Reader) Uint64() uint64 {
	x := r.quad()
	if r.hashing {
		r.mix(x)
	}
	return x
}

// Float32 reads 4 bytes, also in a format of double precision.
func (r *Reader) Float32() float32 {
	b := r.word()
	if r.hashing || r.finiteOnly {
		r.note(float.Widen(b), 4)
	}
	return math.Float32frombits(b)
}

// Float64 reads 8 bytes, also in a format of single precision.
func (r *Reader) Float64() float64 {
	f := math.Float64frombits(r.quad())
	if r.hashing || r.finiteOnly {
		r.note(f, 8)
	}
	return f
}

// Width returns the number of bytes, 4 or 8, of each number that Real reads.
func (r *Reader) Width() int { return r.width }

// SkipValid skips n bytes if the Reader only validates and is not reading a key. Otherwise it reads
// nothing and returns false. SkipValid is for numbers, because all bytes are valid numbers.
func (r *Reader) SkipValid(n int) bool {
	if !r.check || r.hashing {
		return false
	}
	r.take(n)
	return true
}

// Elements reads n elements, and returns their bytes. The argument size is the number of bytes of
// one element. After an error, Elements reads nothing and returns nil. While r reads a key,
// Elements also reads nothing and returns nil. In a key the caller must read the elements one by
// one, because each element changes the hash of the key.
func (r *Reader) Elements(n, size int) []byte {
	if r.hashing {
		return nil
	}
	return r.take(n * size)
}

// BeginFinite makes r refuse numbers that are not finite. It returns the old format of r, for
// EndFinite.
func (r *Reader) BeginFinite() *forms.Format {
	f := r.format
	r.format = f.FiniteOnly()
	return f
}

// EndFinite restores the format that BeginFinite returned.
func (r *Reader) EndFinite(outer *forms.Format) { r.format = outer }

// Reals2, Reals3 and Reals4 read two, three and four real_t numbers. Most values of a scene consist
// of such numbers. So these methods are fast: they check the length once and need no slice.

func (r *Reader) Reals2() (x, y float64) {
	at := r.pos
	end := at + 8
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [2]float64
		r.Reals(c[:])
		return c[0], c[1]
	}

	b := r.data[at:end:end]
	r.pos = end
	return float.Widen(binary.LittleEndian.Uint32(b[0:])),
		float.Widen(binary.LittleEndian.Uint32(b[4:]))
}

func (r *Reader) Reals3() (x, y, z float64) {
	at := r.pos
	end := at + 12
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [3]float64
		r.Reals(c[:])
		return c[0], c[1], c[2]
	}

	b := r.data[at:end:end]
	r.pos = end
	x = float.Widen(binary.LittleEndian.Uint32(b[0:]))
	y = float.Widen(binary.LittleEndian.Uint32(b[4:]))

	return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:]))
}

func (r *Reader) Reals4() (x, y, z, v float64) {
	at := r.pos
	end := at + 16
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [4]float64
		r.Reals(c[:])
		return c[0], c[1], c[2], c[3]
	}

	b := r.data[at:end:end]
	r.pos = end
	x = float.Widen(binary.LittleEndian.Uint32(b[0:]))
	y = float.Widen(binary.LittleEndian.Uint32(b[4:]))

	return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:])),
		float.Widen(binary.LittleEndian.Uint32(b[12:]))
}

// number returns the float of width bytes, 4 or 8, at the start of b.
func number(b []byte, width int) float64 {
	if width == 8 {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return float.Widen(binary.LittleEndian.Uint32(b))
}
