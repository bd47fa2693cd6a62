//go:build !purego && (386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package bulk

import (
	"bytes"
	"encoding/binary"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/float"
)

// TestUncleared: the memory of makeReals is not cleared. This is important for the tests of codec
// that look for old memory in results. With cleared memory they would find nothing.
func TestUncleared(t *testing.T) {
	const n = 8 << 10
	for range 100 {
		for range 20 {
			_ = bytes.Repeat([]byte{0x5a}, 8*n)
		}
		runtime.GC()

		for range 20 {
			for _, f := range makeReals[float64](n) {
				if f != 0 {
					return
				}
			}
		}
	}

	t.Error("all new memory is zero")
}

// TestWidenAndNarrow: numbers keep their bits at any address. The functions convert 16 or eight
// numbers at a time. All of these numbers keep their bits, even if one of them is NaN.
func TestWidenAndNarrow(t *testing.T) {
	const signalling = 0x7f800001
	for n := range 35 {
		for nan := range n + 1 {
			for shift := range 4 {
				b := make([]byte, shift+4*n)[shift:]
				for i := range n {
					binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(float32(i)-0.5))
				}

				if nan < n {
					binary.LittleEndian.PutUint32(b[4*nan:], signalling)
				}

				fs := make([]float64, n)
				widen(fs, b)
				for i, f := range fs {
					want := float.Widen(binary.LittleEndian.Uint32(b[4*i:]))
					assert.Equal(t, math.Float64bits(want), math.Float64bits(f), "%d of %d", i, n)
				}

				again := make([]byte, 4*n)
				narrow(again, fs)
				assert.Equal(t, b, again, "%d numbers, %d is NaN", n, nan)
			}
		}
	}
}
