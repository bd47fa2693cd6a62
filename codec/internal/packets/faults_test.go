package packets_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// TestErrorsNameTheValue: an error names the one value that can't be written, wherever it is.
func TestErrorsNameTheValue(t *testing.T) {
	f := format(t, everyType(nil))
	bad := str("\xff")

	for path, v := range map[string]variant.Variant{
		"$":       bad,
		"$[1]":    variant.NewArray(one, bad, one, one),
		"$[0][0]": variant.NewArray(variant.NewArray(bad, one), one),
		"$[key 1]": variant.NewDictionary(variant.KV("a", one), pair(bad, one),
			variant.KV("b", one), variant.KV("c", one)),
		`$["b"]`: variant.NewDictionary(variant.KV("a", one), variant.KV("b", bad),
			variant.KV("c", one), variant.KV("d", one)),
		`$["b"][key 0]`: variant.NewDictionary(variant.KV("b",
			variant.NewDictionary(pair(bad, one), variant.KV("c", one))), variant.KV("d", one)),
		`$[[]][1]["k"]`: variant.NewDictionary(pair(variant.NewArray(),
			variant.NewArray(one, variant.NewDictionary(variant.KV("k", bad)), two))),
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

// TestExactRefusesRounding: the option Exact refuses what single precision would round, and says
// what it would become.
func TestExactRefusesRounding(t *testing.T) {
	settings := func(exact bool) *Format {
		return format(t, everyType(func(d *variant.Dialect, s *Settings) {
			d.Float = variant.FloatPlain32
			s.Exact = exact
		}))
	}

	exact, round := settings(true), settings(false)
	low := math.Float64frombits(0x7FF8000000000001)
	for _, c := range []struct {
		f    float64
		text string // of the error
	}{
		{0, ""}, {math.Copysign(0, -1), ""}, {0.5, ""}, {math.Inf(-1), ""}, {math.MaxFloat32, ""},
		{1.0 / (1 << 149), ""},
		{math.Float64frombits(0x7FF8 << 48), ""}, {math.Float64frombits(0x7FF0000020000000), ""},
		{math.Float64frombits(0xFFFFFFFFE0000000), ""},
		{0.1, "0.1 becomes 0.10000000149011612"}, {16777217, "16777217 becomes 1.6777216e+07"},
		{1e300, "1e+300 becomes +Inf"}, {1e-300, "1e-300 becomes 0"},
		{low, "nan becomes NaN"},
	} {
		for _, v := range []variant.Variant{
			variant.Float(c.f), gdmath.Vector2{X: 1, Y: c.f}, gdmath.Color{A: c.f},
			packed.PackedVector2Array{{}, {Y: c.f}},
		} {
			b, err := exact.Append(nil, v)
			rounded, errRound := round.Append(nil, v)
			require.NoError(t, errRound)

			if c.text == "" {
				require.NoError(t, err, "%v", v)
				assert.Equal(t, rounded, b)
				got, err := exact.Decode(b)
				require.NoError(t, err)

				// of a float the short form sets the quiet bit
				if _, ok := v.(variant.Float); !ok || c.f == c.f {
					assert.True(t, variant.Equal(v, got), "%#v and %#v", v, got)
				}

				continue
			}

			assert.ErrorIs(t, err, variant.ErrInexact, "%v", v)
			assert.ErrorContains(t, err, c.text)
		}
	}
}

// TestNaNIsQuietInShortFloatsOnly: the short form of a float sets the quiet bit, as the processor
// does, and components keep all bits.
func TestNaNIsQuietInShortFloatsOnly(t *testing.T) {
	f := format(t, everyType(nil))
	v, err := f.Decode(words(3, 0x7f800001))
	require.NoError(t, err)
	assert.Equal(t, uint64(0x7FF8000020000000), math.Float64bits(float64(v.(variant.Float))))
	v, err = f.Decode(words(5, 0x7f800001, uint32(0xff800000)))
	require.NoError(t, err)
	assert.Equal(t, uint64(0x7FF0000020000000), math.Float64bits(v.(gdmath.Vector2).X))
	assert.Equal(t, math.Inf(-1), v.(gdmath.Vector2).Y)
}

// TestMaxSizeHoldsAnywhere: no packet is longer than MaxSize, wherever it begins in the buffer,
// and a packet that is 8 bytes shorter is never refused.
func TestMaxSizeHoldsAnywhere(t *testing.T) {
	free := format(t, everyType(nil))
	for _, v := range []variant.Variant{
		nil, one, variant.Int(1 << 40), variant.Float(0.1), variant.Bool(true), str("abc"),
		str("abcdefghijklmnop"), str("é"), variant.StringName("n"),
		variant.NewArray(), variant.NewArray(one), variant.NewArray(one, str("abc")),
		variant.NewArray(nil, nil, nil), variant.NewArray(nil, variant.NewArray(nil)),
		variant.NewDictionary(variant.KV("a", one)), variant.NewDictionary(pair(nil, nil)),
		gdmath.Vector3{}, packed.PackedVector3Array{{}},
		packed.PackedByteArray("abcde"), packed.PackedInt32Array{1, 2},
		packed.PackedStringArray{"a", "b"},
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, one),
	} {
		whole, err := free.Append(nil, v)
		require.NoError(t, err)
		for _, before := range []int{0, 40} {
			for more := -3; more <= 13; more++ {
				if len(whole)+more < 4 {
					continue
				}

				f := format(t, everyType(func(_ *variant.Dialect, s *Settings) {
					s.Limits.MaxSize = len(whole) + more
				}))

				for _, dst := range [][]byte{make([]byte, before),
					make([]byte, before, before+256)} {
					b, err := f.Append(dst, v)
					if more < 0 {
						assert.ErrorIs(t, err, variant.ErrLimit, "%v, %d", v, more)
						assert.Len(t, b, before)
						continue
					} else if err != nil && more < 8 {
						assert.ErrorIs(t, err, variant.ErrLimit)
						continue
					}

					require.NoError(t, err, "%v, %d", v, more)
					assert.Equal(t, whole, b[before:])
				}
			}
		}
	}
}

// TestPackedStringsName: texts of many lengths are read, and an error names the text that is at
// fault.
func TestPackedStringsName(t *testing.T) {
	for _, nul := range []bool{false, true} {
		f := format(t, everyType(func(d *variant.Dialect, _ *Settings) { d.StringArrayNUL = nul }))
		texts := packed.PackedStringArray{"a", strings.Repeat("b", 300), "",
			strings.Repeat("c", 70_000), "é", "a\x00"}
		if nul {
			texts = append(texts, strings.Repeat("d", 1<<24), "e")
		}

		b, err := f.Append(nil, texts)
		require.NoError(t, err)
		got, err := f.Decode(b)
		require.NoError(t, err)
		assert.True(t, variant.Equal(texts, got))

		beside := variant.NewArray(packed.PackedStringArray{"a", "é", "b"}, one,
			packed.PackedStringArray{"é", "c"}, two, two)
		b, err = f.Append(nil, beside)
		require.NoError(t, err)
		require.NoError(t, f.Valid(b))
		got, err = f.Decode(b)
		require.NoError(t, err)
		assert.True(t, variant.Equal(beside, got), "a text of one is none of another")

		b, err = f.Append(nil, packed.PackedStringArray{"a", "b", "c"})
		require.NoError(t, err)
		b[20] = 0xff
		_, err = f.Decode(b)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, variant.Error{Op: "decode", Offset: 20, Path: "$[1]", Err: e.Err}, *e)
		assert.ErrorIs(t, err, variant.ErrUTF8)
		assert.Equal(t, err, f.Valid(b))
	}
}

// TestStrictFindsDuplicateKeys: the key that comes twice is found in nested dictionaries, and keys
// of two dictionaries are not mixed up.
func TestStrictFindsDuplicateKeys(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Mode = dialect.Strict }))
	many := func(n int, more ...variant.Pair) variant.Dictionary {
		d := variant.NewDictionary()
		for i := range n {
			d.Pairs = append(d.Pairs, pair(variant.Int(i), nil))
		}
		d.Pairs = append(d.Pairs, more...)
		return d
	}

	for path, v := range map[string]variant.Variant{
		"": many(3, variant.KV("a", many(3, variant.KV("a", many(3)))),
			variant.KV("b", many(40, variant.KV("a", many(3)), variant.KV("b", one)))),
		"$[key 3]":  many(3, pair(two, one)),
		"$[key 40]": many(40, pair(two, one)),
		`$["a"][key 4]`: many(3, variant.KV("a", variant.NewDictionary(variant.KV("x", one),
			variant.KV("y", one), variant.KV("z", one), variant.KV("w", one),
			variant.KV("y", one)))),
		`$["a"][key 20]`: many(40, variant.KV("a", many(20, pair(variant.Int(19), one)))),
		`$["b"]["c"][key 1]`: many(2, variant.KV("a", many(2)), variant.KV("b", many(20,
			variant.KV("c", variant.NewDictionary(pair(variant.NewArray(one), one),
				pair(variant.NewArray(one), two)))))),
		`$[key 2][0][key 1]`: many(2,
			pair(variant.NewArray(variant.NewDictionary(pair(two, one), pair(two, two))), one)),
		`$["b"][key 3]`: variant.NewDictionary(variant.KV("a", many(3)),
			variant.KV("b", many(3, pair(variant.Int(0), one)))),
	} {
		lax := format(t, everyType(nil))
		packet, err := lax.Append(nil, v)
		require.NoError(t, err)
		assertDuplicate(t, f, packet, path)
	}
}

// assertDuplicate holds that a packet has a key twice at path, or with no path that it
// has none.
func assertDuplicate(t *testing.T, f *Format, packet []byte, path string) {
	t.Helper()
	_, err := f.Decode(packet)
	assert.Equal(t, err, f.Valid(packet), path)
	if path == "" {
		require.NoError(t, err)
		return
	}
	var e *variant.Error
	require.ErrorAs(t, err, &e, path)
	assert.ErrorIs(t, err, variant.ErrDuplicateKey)
	assert.Equal(t, path, e.Path)
}

// TestStrictFindsDuplicateNames: the name of a property that comes twice is found.
func TestStrictFindsDuplicateNames(t *testing.T) {
	settings := func(mode dialect.Mode) *Format {
		return format(t, everyType(func(_ *variant.Dialect, s *Settings) {
			s.Mode = mode
			s.FullObjects = true
		}))
	}

	f, lax := settings(dialect.Strict), settings(dialect.Default)
	many := func(n int, more ...objects.Property) objects.Object {
		o := objects.NewObject("A")
		for i := range n {
			o.Properties = append(o.Properties, objects.Prop(fmt.Sprint("p", i), one))
		}
		o.Properties = append(o.Properties, more...)
		return o
	}

	for path, v := range map[string]variant.Variant{
		"": many(3, objects.Prop("x", many(3, objects.Prop("y", one))), objects.Prop("y",
			many(20, objects.Prop("x", one), objects.Prop("y", one))), objects.Prop("z", one)),
		"$.p1":   many(3, objects.Prop("p1", one)),
		"$.x.p1": many(3, objects.Prop("x", many(3, objects.Prop("p1", one)))),
		"$.x.y.p29": many(40, objects.Prop("w", many(20)),
			objects.Prop("x", many(20, objects.Prop("y", many(30, objects.Prop("p29", one)))))),
		`$["k"].p3`: variant.NewDictionary(variant.KV("a", many(2)),
			variant.KV("k", many(4, objects.Prop("p3", one)))),
	} {
		packet, err := lax.Append(nil, v)
		require.NoError(t, err)
		_, err = lax.Decode(packet)
		require.NoError(t, err)
		assertDuplicate(t, f, packet, path)
	}
}

// TestTextAfterItsLength: text is read whose length has been read before, as in a NodePath.
func TestTextAfterItsLength(t *testing.T) {
	for _, c := range []struct {
		mode dialect.Mode
		n    uint32
		text string // on the wire
		want string
		ok   bool
		kind error
	}{
		{dialect.Default, 3, "abc\x00", "abc", true, nil},
		{dialect.Default, 4, "abcd", "abcd", true, nil},
		{dialect.Default, 0, "", "", true, nil},
		{dialect.Default, 5, "abcd", "", false, nil},
		{dialect.Default, 3, "abc", "", false, nil}, // the padding is missing
		{dialect.Default, 1<<31 - 4, "abcd", "", false, nil},
		{dialect.Default, 1<<31 - 3, "abcd", "", false, nil},
		{dialect.Default, 1<<32 - 1, "abcd", "", false, nil},
		{dialect.Default, 3, "a\xffc\x00", "", false, variant.ErrUTF8},
		{dialect.Lenient, 3, "a\xffc\x00", "a\xffc", true, nil},
		{dialect.Default, 3, "abc\x01", "abc", true, nil},
		{dialect.Strict, 3, "abc\x01", "", false, variant.ErrPadding},
		{dialect.Strict, 3, "a\x00c\x00", "", false, variant.ErrNUL},
	} {
		var failed error
		f := customFormat(t, wrong{func(r *variant.Reader) (variant.Variant, error) {
			b, ok := (*wire.Reader)(r).TextAfter(4, c.n)
			failed = r.Err()
			assert.Equal(t, c.ok, ok, "%+v", c)

			if ok {
				assert.Equal(t, c.want, string(b), "%+v", c)
				assert.Equal(t, 4+len(c.text), r.Offset())
			} else if failed == nil {
				assert.Equal(t, 4, r.Offset(), "nothing is read")
			}

			r.Fail(variant.ErrRange)
			_, ok = (*wire.Reader)(r).TextAfter(4, 0)
			assert.False(t, ok, "after an error")

			return variant.Nil{}, r.Err()
		}}, c.mode)

		_, err := f.Decode(append([]byte{200, 0, 0, 0}, c.text...))
		assert.Error(t, err)
		assert.Equal(t, c.kind == nil, failed == nil, "%+v: %v", c, failed)
		assert.ErrorIs(t, failed, c.kind)
	}
}
