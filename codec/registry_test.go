package codec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// half is a Vector2 in single precision.
type half struct{ X, Y float32 }

func (half) Type() variant.Type { return variant.TypeVector2 }
func (v half) Encode(w *variant.Writer) error {
	w.Real(float64(v.X))
	w.Real(float64(v.Y))
	return w.Err()
}
func (half) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, half{float32(r.Real()), float32(r.Real())})
}

func TestReplace(t *testing.T) {
	r := codec.NewRegistry()
	require.NoError(t, r.Replace(half{}))
	assert.ErrorContains(t, r.Replace(nil), "no prototype")
	assert.ErrorContains(t, r.Replace(numberedType{variant.TypeCustom}), "no built-in type")
	assert.ErrorContains(t, r.Replace(numberedType{variant.TypePackedTypedArray + 1}),
		"no built-in type")
	c := codec.MustNew(codec.Options{Registry: r})
	packet := testkit.Encode(t, standard, variant.NewArray(math.Vector2{X: 1, Y: 2}))
	v := testkit.Decode(t, c, packet)
	assert.Equal(t, variant.NewArray(half{1, 2}), v)
	again := testkit.Encode(t, c, v)
	assert.Equal(t, packet, again)
	v = testkit.Decode(t, standard, packet)

	assert.Equal(t, variant.NewArray(math.Vector2{X: 1, Y: 2}), v, "no other registry has changed")
}

func TestRegister(t *testing.T) {
	r := codec.NewRegistry()
	v := numberedType{variant.TypeCustom}
	assert.ErrorContains(t, r.Register(nil, 99), "no prototype")
	assert.ErrorContains(t, r.Register(variant.Int(0), 99), "Replace is for built-in types")
	assert.ErrorContains(t, r.Register(numberedType{variant.TypeUnsupported}, 99),
		"not variant.TypeCustom or more")
	require.NoError(t, r.Register(v, 99))
	assert.ErrorContains(t, r.Register(v, 100), "is registered as")
	assert.ErrorContains(t, r.Register(numberedType{variant.TypeCustom + 1}, 99), "ID 99 is taken")
	assert.ErrorContains(t, r.Replace(v), "no built-in type",
		"a registered type is of the program's own")
	_, err := codec.New(codec.Options{Registry: r})
	require.NoError(t, err)

	taken := codec.NewRegistry()
	require.NoError(t, taken.Register(v, 30))
	_, err = codec.New(codec.Options{Registry: taken})
	assert.ErrorContains(t, err, "is taken in dialect Godot4")
	_, err = codec.New(codec.Options{Registry: taken, Dialect: codec.Godot3})
	assert.NoError(t, err, "where it is free")
}

func TestNewErrors(t *testing.T) {
	for want, o := range map[string]codec.Options{
		"no double precision":     {Dialect: codec.Godot3, Precision: variant.Double},
		"no such mode":            {Mode: 9},
		"Limits.MaxDepth is 5000": {Limits: codec.Limits{MaxDepth: 5000}},
	} {
		_, err := codec.New(o)
		assert.ErrorContains(t, err, want)
		assert.Panics(t, func() { codec.MustNew(o) })
	}
}

// TestEncodeBig encodes more than the reused buffers may hold. Later calls do not change
// the result.
func TestEncodeBig(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	for _, n := range []int{1 << 10, 1<<20 - 8, 1 << 20, 1<<20 + 4} {
		big := packed.PackedByteArray(make([]byte, n))
		big[n-1] = 7
		packet := testkit.Encode(t, c, big)
		require.Len(t, packet, 8+n)
		for range 3 {
			testkit.Encode(t, c, packed.PackedByteArray(make([]byte, n)))
		}
		require.Equal(t, byte(7), packet[len(packet)-1])
	}
}

func TestDialectByName(t *testing.T) {
	for _, d := range codec.Dialects() {
		assert.Same(t, d, codec.DialectByName(d.Name))
	}
	assert.Same(t, codec.Pandemonium5, codec.DialectByName("pandemonium5"))
	assert.Nil(t, codec.DialectByName("Godot5"))
}
