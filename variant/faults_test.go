package variant_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	gdmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestEncodePaths: an error names the one value that can't be written, wherever among
// others it lies.
func TestEncodePaths(t *testing.T) {
	f := format(t, everyType(nil))
	bad := str("\xff")
	for path, v := range map[string]variant.Variant{
		"$":                bad,
		"$[1]":             variant.NewArray(one, bad, one, one),
		"$[0][0]":          variant.NewArray(variant.NewArray(bad, one), one),
		"$[key 1]":         variant.NewDictionary(variant.KV("a", one), pair(bad, one), variant.KV("b", one), variant.KV("c", one)),
		`$["b"]`:           variant.NewDictionary(variant.KV("a", one), variant.KV("b", bad), variant.KV("c", one), variant.KV("d", one)),
		`$["b"][key 0]`:    variant.NewDictionary(variant.KV("b", variant.NewDictionary(pair(bad, one), variant.KV("c", one))), variant.KV("d", one)),
		`$[Array][1]["k"]`: variant.NewDictionary(pair(variant.NewArray(), variant.NewArray(one, variant.NewDictionary(variant.KV("k", bad)), two))),
	} {
		b, err := f.Append([]byte("x"), v)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "x", string(b))
		assert.ErrorIs(t, err, variant.ErrUTF8)
		assert.Equal(t, path, e.Path)
		assert.Equal(t, variant.TypeString, e.Type)
		assert.ErrorContains(t, err, "at byte 0 of the text")
	}
}

// TestExact refuses what single precision would round, and says what it would become.
func TestExact(t *testing.T) {
	settings := func(exact bool) *variant.Format {
		return format(t, everyType(func(d *variant.Dialect, s *variant.Settings) { d.Float, s.Exact = variant.FloatPlain32, exact }))
	}
	exact, round := settings(true), settings(false)
	low := math.Float64frombits(0x7FF8000000000001)
	for _, c := range []struct {
		f    float64
		text string // of the error
	}{
		{0, ""}, {math.Copysign(0, -1), ""}, {0.5, ""}, {math.Inf(-1), ""}, {math.MaxFloat32, ""}, {1.0 / (1 << 149), ""},
		{math.Float64frombits(0x7FF8 << 48), ""}, {math.Float64frombits(0x7FF0000020000000), ""}, {math.Float64frombits(0xFFFFFFFFE0000000), ""},
		{0.1, "0.1 becomes 0.10000000149011612"}, {16777217, "16777217 becomes 1.6777216e+07"}, {1e300, "1e+300 becomes +Inf"}, {1e-300, "1e-300 becomes 0"},
		{low, "nan becomes NaN"},
	} {
		for _, v := range []variant.Variant{
			variant.Float(c.f), gdmath.Vector2{X: 1, Y: c.f}, gdmath.Color{A: c.f}, packed.PackedVector2Array{{}, {Y: c.f}},
		} {
			b, err := exact.Append(nil, v)
			rounded, errRound := round.Append(nil, v)
			require.NoError(t, errRound)
			if c.text == "" {
				require.NoError(t, err, "%v", v)
				assert.Equal(t, rounded, b)
				got, err := exact.Decode(b)
				require.NoError(t, err)
				if _, ok := v.(variant.Float); !ok || c.f == c.f { // of a float the short form sets the quiet bit
					assert.True(t, variant.Equal(v, got), "%#v and %#v", v, got)
				}
				continue
			}
			assert.ErrorIs(t, err, variant.ErrInexact, "%v", v)
			assert.ErrorContains(t, err, c.text)
		}
	}
}

// TestNarrow holds the bits that become of numbers on their way to single precision and back.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		wide   uint64
		single uint32
		exact  bool
	}{
		{0, 0, true}, {1 << 63, 1 << 31, true}, {0x3FE0000000000000, 0x3F000000, true}, {0x3FB999999999999A, 0x3DCCCCCD, false},
		{0x7FF0000000000000, 0x7F800000, true}, {0xFFF0000000000000, 0xFF800000, true},
		{0x7FF8000000000000, 0x7FC00000, true}, {0xFFF8000000000000, 0xFFC00000, true}, {0x7FF0000020000000, 0x7F800001, true}, {0x7FFFFFFFE0000000, 0x7FFFFFFF, true},
		{0x7FF0000000000001, 0x7FC00000, false}, {0x7FF000001FFFFFFF, 0x7FC00000, false}, {0xFFF8000000000001, 0xFFC00000, false}, {0x7FF0000030000000, 0x7F800001, false},
	} {
		single, exact := variant.Narrow(math.Float64frombits(c.wide))
		assert.Equal(t, c.single, single, "%x", c.wide)
		assert.Equal(t, c.exact, exact, "%x", c.wide)
		if c.exact {
			assert.Equal(t, c.wide, math.Float64bits(variant.Widen(c.single)), "%x", c.single)
		}
	}
}

// TestShortNaN: the short form of a float sets the quiet bit, as the processor does, and
// components keep all bits.
func TestShortNaN(t *testing.T) {
	f := format(t, everyType(nil))
	v, err := f.Decode([]byte("\x03\x00\x00\x00\x01\x00\x80\x7f"))
	require.NoError(t, err)
	assert.Equal(t, uint64(0x7FF8000020000000), math.Float64bits(float64(v.(variant.Float))))
	v, err = f.Decode([]byte("\x05\x00\x00\x00\x01\x00\x80\x7f\x00\x00\x80\xff"))
	require.NoError(t, err)
	assert.Equal(t, uint64(0x7FF0000020000000), math.Float64bits(v.(gdmath.Vector2).X))
	assert.Equal(t, math.Inf(-1), v.(gdmath.Vector2).Y)
}
