package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/variant"
)

// TestAllocations: the text that Format returns is its only allocation, and Append to a long buffer
// allocates nothing.
func TestAllocations(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	for _, c := range []*codec.Codec{nil, godot3} {
		for _, w := range workloads.Messages() {
			b, err := text.Append(nil, w.Value, c)
			require.NoError(t, err, w.Name)

			fresh := testkit.AllocsPerRun(20, func() { _, _ = text.Format(w.Value, c) })
			assert.Equal(t, 1.0, fresh, w.Name)
			reused := testkit.AllocsPerRun(20, func() { _, _ = text.Append(b[:0], w.Value, c) })
			assert.Zero(t, reused, w.Name)
		}
	}
}

// TestParseAllocates: a scene of 100 entities takes one allocation for each value that is not a
// key, a bool or a small number, one for the items of each list, and a few for buffers that grow.
func TestParseAllocates(t *testing.T) {
	s, err := text.Format(workloads.Scene(100), nil)
	require.NoError(t, err)

	n := testkit.AllocsPerRun(10, func() { _, _ = text.Parse(s, nil) })
	assert.InDelta(t, 100*14, n, 50)
}

// TestNothingStays: an error inside of sorted dictionaries does not change the next text.
func TestNothingStays(t *testing.T) {
	inner := variant.NewDictionary(variant.KV("b", variant.String("\x00")),
		variant.KV("a", variant.Int(1)))
	bad := variant.NewDictionary(variant.KV("d", inner), variant.KV("c", variant.Int(2)))
	good := workloads.Entity(1)

	want, err := text.Format(good, nil)
	require.NoError(t, err)

	dst := []byte("before ")
	b, err := text.Append(dst, bad, nil)
	require.ErrorIs(t, err, variant.ErrNUL)
	assert.Equal(t, dst, b)

	b, err = text.Append(dst, good, nil)
	require.NoError(t, err)
	assert.Equal(t, "before "+want, string(b))
}
