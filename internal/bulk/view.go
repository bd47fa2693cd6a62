//go:build !purego && (386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package bulk

import (
	"encoding/binary"
	"math"
	"runtime"
	"strings"
	"unsafe"

	"godotvariant/internal/float"
	"godotvariant/internal/wire"
)

// Only this file of the package uses unsafe. It treats a slice of numbers, or of structs that
// consist of numbers, as a slice of bytes or of those numbers. On a little-endian machine the bytes
// are the same as in a packet. So one copy of all bytes replaces a loop over the elements, and is
// ten times as fast. The file view_portable.go has the same functions without unsafe.

// If elements must be copied one by one, each of the following functions does nothing, and returns
// false or nil.

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

// makeWords reads elements into new memory. Unlike make, append does not clear the memory first.
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

// makeReals returns new memory for n elements, all of which the caller fills. The content is
// undefined: the memory comes from a strings.Builder, which does not clear it as make does. For
// less than minUncleared bytes, makeReals calls make, which is as fast.
func makeReals[T Real](n int) []T {
	size := n * int(unsafe.Sizeof(*new(T)))
	if size < minUncleared {
		return make([]T, n)
	}

	var b strings.Builder
	b.Grow(size)
	b.WriteByte(0) // the result of StringData is unspecified for an empty string

	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.StringData(b.String()))), n)
}

const minUncleared = 1 << 12 // bytes

// parts returns the memory of a as a slice of P. Each element of a consists of one or more values
// of type P.
func parts[P, T any](a []T) []P {
	n := len(a) * int(unsafe.Sizeof(*new(T))) / int(unsafe.Sizeof(*new(P)))
	return unsafe.Slice((*P)(unsafe.Pointer(unsafe.SliceData(a))), n)
}

// narrow writes fs in single precision, eight numbers at a time. If one of the eight is NaN, their
// sum is NaN. In this case narrow writes them one by one, to keep the payload of each NaN.
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

// anyAddress reports whether the machine reads a number of 8 bytes at any address. On other
// machines the address must be a multiple of 8. The address of data from a network often is not.
const anyAddress = runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" ||
	runtime.GOARCH == "386" || runtime.GOARCH == "wasm"

// widen converts the single-precision numbers in b to fs, 16 numbers at a time. If one of the 16 is
// NaN, widen converts them one by one, to keep the payload of each NaN. It finds a NaN among the
// first eight numbers by their sum, and among the other eight by their bits. The processor can add
// floats and integers at the same time. So this takes 10 % less time than adding all 16 numbers.
func widen(fs []float64, b []byte) {
	i := 0
	if anyAddress || uintptr(unsafe.Pointer(unsafe.SliceData(b)))%8 == 0 {
		for ; i <= len(fs)-16; i += 16 {
			from := (*[16]float32)(unsafe.Pointer((*[64]byte)(b[4*i:])))
			to := (*[16]float64)(fs[i:])

			sum := widen4((*[4]float64)(to[0:]), (*[4]float32)(from[0:]))
			sum += widen4((*[4]float64)(to[4:]), (*[4]float32)(from[4:]))
			widen4((*[4]float64)(to[8:]), (*[4]float32)(from[8:]))
			widen4((*[4]float64)(to[12:]), (*[4]float32)(from[12:]))

			pairs := (*[8]uint64)(unsafe.Pointer(from))
			bits := overflow(pairs[4]) | overflow(pairs[5]) |
				overflow(pairs[6]) | overflow(pairs[7])

			if sum != sum || bits&signs != 0 {
				widenEach(to[:], b[4*i:])
			}
		}
	}

	widenEach(fs[i:], b[4*i:])
}

// overflow finds NaN and infinity in the bits of two numbers in single precision: in such a number,
// all bits of the exponent are set. In the result, the sign bit of such a number is set.
func overflow(pair uint64) uint64 {
	const exponents = 0x7F800000_7F800000
	return pair&exponents + 0x00800000_00800000
}

const signs = 0x80000000_80000000

// widen4 copies four numbers and returns their sum. It loads all four before it stores the first,
// so that no load waits for a store.
func widen4(to *[4]float64, from *[4]float32) float64 {
	x, y, z, w := float64(from[0]), float64(from[1]), float64(from[2]), float64(from[3])
	to[0] = x
	to[1] = y
	to[2] = z
	to[3] = w
	return x + y + (z + w)
}

func widenEach(fs []float64, b []byte) {
	for i := range fs {
		fs[i] = float.Widen(binary.LittleEndian.Uint32(b[4*i:]))
	}
}
