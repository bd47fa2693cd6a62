//go:build !purego && (386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package bulk

import (
	"encoding/binary"
	"math"
	"unsafe"

	"godotvariant/internal/float"
	"godotvariant/internal/wire"
)

// Only this file of the package uses unsafe. It views a slice of numbers, or of structs that
// consist of numbers, as a slice of those numbers or of their bytes. On a little-endian machine
// these are the bytes of the packet, and one copy is ten times as fast as a loop. view_portable.go
// has the same functions without unsafe.

// The functions return false or nil, and do nothing, if elements must be copied one by one.

func appendWords[T Word](w *wire.Writer, a []T) bool { return w.AppendElements(parts[byte](a)) }

func appendReals[T Real](w *wire.Writer, a []T) bool {
	if w.Width() == 8 {
		return w.AppendElements(parts[byte](a))
	}

	components := parts[float64](a)
	b := w.Extend(len(components), 4)
	if b != nil {
		narrow(b, components)
	}

	return b != nil
}

func readWords[T Word](r *wire.Reader, a []T, size int) bool {
	b := r.Elements(len(a), size)
	copy(parts[byte](a), b)
	return b != nil
}

// makeWords reads elements into new memory. Unlike make, append clears nothing first.
func makeWords[T Word](r *wire.Reader, n, size int) []T {
	b := append([]byte(nil), r.Elements(n, size)...)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size)
}

func readReals[T Real](r *wire.Reader, a []T, size int) bool {
	components := parts[float64](a)
	b := r.Elements(len(a), size)

	if r.Width() == 8 {
		copy(parts[byte](components), b)
	} else if b != nil {
		widen(components, b)
	}

	return b != nil
}

// parts returns a as a slice of the parts that its elements consist of.
func parts[P, T any](a []T) []P {
	n := len(a) * int(unsafe.Sizeof(*new(T))) / int(unsafe.Sizeof(*new(P)))
	return unsafe.Slice((*P)(unsafe.Pointer(unsafe.SliceData(a))), n)
}

// narrow writes fs in single precision, eight numbers at a time. If one of the eight is NaN, their
// sum is NaN: then narrow writes them one by one, to keep the payload of each NaN.
func narrow(b []byte, fs []float64) {
	for ; len(fs) >= 8 && len(b) >= 32; fs, b = fs[8:], b[32:] {
		f0 := fs[0]
		f1 := fs[1]
		f2 := fs[2]
		f3 := fs[3]
		f4 := fs[4]
		f5 := fs[5]
		f6 := fs[6]
		f7 := fs[7]

		if sum := f0 + f1 + f2 + f3 + (f4 + f5 + f6 + f7); sum != sum {
			narrowEach(b, fs[:8])
			continue
		}

		binary.LittleEndian.PutUint32(b[0:], math.Float32bits(float32(f0)))
		binary.LittleEndian.PutUint32(b[4:], math.Float32bits(float32(f1)))
		binary.LittleEndian.PutUint32(b[8:], math.Float32bits(float32(f2)))
		binary.LittleEndian.PutUint32(b[12:], math.Float32bits(float32(f3)))
		binary.LittleEndian.PutUint32(b[16:], math.Float32bits(float32(f4)))
		binary.LittleEndian.PutUint32(b[20:], math.Float32bits(float32(f5)))
		binary.LittleEndian.PutUint32(b[24:], math.Float32bits(float32(f6)))
		binary.LittleEndian.PutUint32(b[28:], math.Float32bits(float32(f7)))
	}

	narrowEach(b, fs)
}

func narrowEach(b []byte, fs []float64) {
	for i, f := range fs {
		binary.LittleEndian.PutUint32(b[4*i:], float.Bits(f))
	}
}

// widen reads fs from single precision, with the same test for NaN as narrow.
func widen(fs []float64, b []byte) {
	for ; len(fs) >= 4 && len(b) >= 16; fs, b = fs[4:], b[16:] {
		c0 := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[0:])))
		c1 := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4:])))
		c2 := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[8:])))
		c3 := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[12:])))

		if sum := c0 + c1 + c2 + c3; sum != sum {
			widenEach(fs[:4], b)
			continue
		}

		fs[0] = c0
		fs[1] = c1
		fs[2] = c2
		fs[3] = c3
	}

	widenEach(fs, b)
}

func widenEach(fs []float64, b []byte) {
	for i := range fs {
		fs[i] = float.Widen(binary.LittleEndian.Uint32(b[4*i:]))
	}
}
