//go:build !purego && (386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package packed

import (
	"encoding/binary"
	"unsafe"

	"godotvariant/variant"
)

// This is the one file with unsafe. It looks at a slice of numbers, or of
// structs of nothing but numbers, as a slice of those numbers or of their
// bytes, which on a little-endian machine are the bytes on the wire. A copy of a
// packed array is ten times as fast so. view_portable.go is the same without.

// A bulk moves whole arrays of T. Its functions report false, having done
// nothing, where elements must go one by one.
type bulk[T any] struct {
	out func(w *variant.Writer, a []T) bool
	in  func(r *variant.Reader, a []T, size int) bool
}

// words are elements whose bytes in memory are those on the wire.
func words[T any]() bulk[T] {
	return bulk[T]{
		out: func(w *variant.Writer, a []T) bool {
			b := w.Elements(len(a), int(unsafe.Sizeof(*new(T))))
			copy(b, parts[byte](a))
			return b != nil
		},
		in: func(r *variant.Reader, a []T, size int) bool {
			b := r.Elements(len(a), size)
			copy(parts[byte](a), b)
			return b != nil
		},
	}
}

// reals are structs of float64, which have 4 bytes or 8 on the wire.
func reals[T any]() bulk[T] {
	return bulk[T]{
		out: func(w *variant.Writer, a []T) bool {
			components := parts[float64](a)
			b := w.Elements(len(components), w.Width())
			if w.Width() == 8 {
				copy(b, parts[byte](components))
			} else if b != nil {
				narrow(b, components)
			}
			return b != nil
		},
		in: func(r *variant.Reader, a []T, size int) bool {
			components := parts[float64](a)
			b := r.Elements(len(a), size)
			if r.Width() == 8 {
				copy(parts[byte](components), b)
			} else if b != nil {
				widen(components, b)
			}
			return b != nil
		},
	}
}

// parts returns a as a slice of the parts that its elements consist of.
func parts[P, T any](a []T) []P {
	n := len(a) * int(unsafe.Sizeof(*new(T))) / int(unsafe.Sizeof(*new(P)))
	return unsafe.Slice((*P)(unsafe.Pointer(unsafe.SliceData(a))), n)
}

// narrow writes fs in single precision.
func narrow(b []byte, fs []float64) {
	for ; len(fs) >= 4 && len(b) >= 16; fs, b = fs[4:], b[16:] {
		binary.LittleEndian.PutUint32(b[0:], single(fs[0]))
		binary.LittleEndian.PutUint32(b[4:], single(fs[1]))
		binary.LittleEndian.PutUint32(b[8:], single(fs[2]))
		binary.LittleEndian.PutUint32(b[12:], single(fs[3]))
	}
	for i, f := range fs {
		binary.LittleEndian.PutUint32(b[4*i:], single(f))
	}
}

func single(f float64) uint32 {
	bits, _ := variant.Narrow(f)
	return bits
}

func widen(fs []float64, b []byte) {
	for ; len(fs) >= 4 && len(b) >= 16; fs, b = fs[4:], b[16:] {
		fs[0] = variant.Widen(binary.LittleEndian.Uint32(b[0:]))
		fs[1] = variant.Widen(binary.LittleEndian.Uint32(b[4:]))
		fs[2] = variant.Widen(binary.LittleEndian.Uint32(b[8:]))
		fs[3] = variant.Widen(binary.LittleEndian.Uint32(b[12:]))
	}
	for i := range fs {
		fs[i] = variant.Widen(binary.LittleEndian.Uint32(b[4*i:]))
	}
}
