//go:build !purego && (386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/forms"
	"godotvariant/internal/test/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
)

// This file has the build constraint of internal/bulk/view.go. In builds without view.go the codec
// appends number by number, and finds only at the end that the packet is too long. There this test
// would fail.

// TestRefusedArraysNeedNoMemory: a packed array that is longer than MaxSize is refused before its
// memory is allocated.
func TestRefusedArraysNeedNoMemory(t *testing.T) {
	f := every(t, limits(forms.Limits{MaxSize: 1000}))
	for _, v := range []variant.Variant{
		make(packed.PackedVector3Array, 50_000), make(packed.PackedInt32Array, 50_000),
		make(packed.PackedFloat64Array, 50_000), make(packed.PackedColorArray, 50_000),
	} {
		allocated := testkit.Allocated(func() {
			_, err := f.Append(nil, v)
			require.ErrorIs(t, err, variant.ErrLimit)
		})
		assert.Less(t, allocated, uint64(20_000), "%v", v.Type())
	}
}
