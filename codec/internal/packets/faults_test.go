package packets_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestNaNIsQuietInShortFloatsOnly: the short form of a float sets the quiet bit of a NaN, as the
// processor does. Components keep all bits.
func TestNaNIsQuietInShortFloatsOnly(t *testing.T) {
	f := every(t)
	short := f.decode(words(3, 0x7f800001)).(variant.Float)
	assert.Equal(t, uint64(0x7FF8000020000000), math.Float64bits(float64(short)))
	v := f.decode(words(5, 0x7f800001, uint32(0xff800000))).(gdmath.Vector2)
	assert.Equal(t, uint64(0x7FF0000020000000), math.Float64bits(v.X))
	assert.Equal(t, math.Inf(-1), v.Y)
}

// TestMaxSizeHoldsAnywhere: no packet is longer than MaxSize, even if it does not begin at the
// start of the buffer. A packet that is at least 8 bytes shorter than MaxSize is never refused.
func TestMaxSizeHoldsAnywhere(t *testing.T) {
	for _, v := range []variant.Variant{
		nil, one, variant.Int(1 << 40), variant.Float(0.1), variant.Bool(true), str("abc"),
		str("abcdefghijklmnop"), str("é"), variant.StringName("n"), list(), list(one),
		list(one, str("abc")), list(nil, nil, nil), list(nil, list(nil)), dict(kv("a", one)),
		dict(pair(nil, nil)), gdmath.Vector3{}, packed.PackedVector3Array{{}},
		packed.PackedByteArray("abcde"), packed.PackedInt32Array{1, 2},
		packed.PackedStringArray{"a", "b"}, variant.NewTypedArray(of(variant.TypeInt), one),
	} {
		whole := every(t).encode(v)
		for more := max(-3, 4-len(whole)); more <= 13; more++ {
			f := every(t, limits(forms.Limits{MaxSize: len(whole) + more}))

			for _, dst := range [][]byte{{}, make([]byte, 0, 256), make([]byte, 40),
				make([]byte, 40, 296)} {
				b, err := f.Append(dst, v)
				if more < 0 || err != nil && more < 8 {
					assert.ErrorIs(t, err, variant.ErrLimit, "%v, %d", v, more)
					assert.Equal(t, dst, b)
					continue
				}

				require.NoError(t, err, "%v, %d", v, more)
				assert.Equal(t, whole, b[len(dst):])
			}
		}
	}
}

// TestPackedStringsName: texts of many lengths are read. An error names the text that is invalid.
func TestPackedStringsName(t *testing.T) {
	for _, nul := range []bool{false, true} {
		f := every(t, func(s *settings) { s.Spec.StringArrayNUL = nul })
		texts := packed.PackedStringArray{"a", strings.Repeat("b", 300), "",
			strings.Repeat("c", 70_000), "é", "a\x00"}
		if nul {
			texts = append(texts, strings.Repeat("d", 1<<24), "e")
		}

		beside := list(packed.PackedStringArray{"a", "é", "b"}, one,
			packed.PackedStringArray{"é", "c"}, two, two)
		for _, v := range []variant.Variant{texts, beside} {
			assert.True(t, variant.Equal(v, f.decode(f.encode(v))))
		}

		b := f.encode(packed.PackedStringArray{"a", "b", "c"})
		b[20] = 0xff
		e := f.refuse(b, variant.ErrUTF8)
		assert.Equal(t, variant.Error{Op: variant.OpDecode, Offset: 20,
			Path: variant.Path{{Index: 1}}, Err: e.Err}, *e)
	}
}

// TestStrictFindsDuplicates: strict mode finds a repeated key, even in nested values. It does not
// confuse the keys of two values.
func TestStrictFindsDuplicates(t *testing.T) {
	two2 := pair(two, one)
	twice := dict(kv("x", one), kv("y", one), kv("z", one), kv("w", one), kv("y", one))
	lists := dict(pair(list(one), one), pair(list(one), two))
	lax, f := every(t), every(t, mode(forms.Strict))
	f.decode(lax.encode(many(3, kv("a", many(3, kv("a", many(3)))),
		kv("b", many(40, kv("a", many(3)), kv("b", one))))))

	for path, v := range map[string]variant.Variant{
		"$[key 3]":           many(3, two2),
		"$[key 40]":          many(40, two2),
		`$["a"][key 4]`:      many(3, kv("a", twice)),
		`$["a"][key 20]`:     many(40, kv("a", many(20, pair(variant.Int(19), one)))),
		`$["b"]["c"][key 1]`: many(2, kv("a", many(2)), kv("b", many(20, kv("c", lists)))),
		`$[key 2][0][key 1]`: many(2, pair(list(dict(two2, pair(two, two))), one)),
		`$["b"][key 3]`:      dict(kv("a", many(3)), kv("b", many(3, pair(variant.Int(0), one)))),
	} {
		packet := lax.encode(v)
		lax.decode(packet)
		assert.Equal(t, path, f.refuse(packet, variant.ErrDuplicateKey, path).Path.String())
	}
}

// many returns a Dictionary with the keys from 0 to n-1, followed by the given pairs.
func many(n int, more ...variant.Pair) variant.Variant {
	d := dict()
	for i := range n {
		d.Pairs = append(d.Pairs, pair(variant.Int(i), nil))
	}
	d.Pairs = append(d.Pairs, more...)
	return d
}

// TestBeginsReadsSoFar: Begins accepts a packet that is longer than the limit if the bytes up to
// the limit are valid.
func TestBeginsReadsSoFar(t *testing.T) {
	f := every(t)
	begins := func(b []byte, limit int, extent packets.Extent) bool {
		return packets.Begins(f.Format, b, limit, extent)
	}

	packet := f.encode(list(one, str("text"), list(two)))
	for limit := range len(packet) + 1 {
		assert.True(t, begins(packet, limit, packets.Alone), limit)
	}

	longer := append(slices.Clone(packet), 0)
	assert.True(t, begins(longer, 100, packets.First))
	assert.False(t, begins(longer, 100, packets.Alone), "a byte follows")
	assert.False(t, begins(packet[:12], len(packet), packets.Alone), "it is cut")
	assert.False(t, begins(words(28, 2, 99, 0), 12, packets.Alone), "no such type")
	assert.False(t, begins(words(28, 1<<30, 0), 8, true), "too many items")
}

// TestDistinctKeepsFirstKeyAndLastValue: if keys are equal, Distinct keeps the first key with the
// last value. It keeps all keys that equal no other key. The same holds in nested keys.
func TestDistinctKeepsFirstKeyAndLastValue(t *testing.T) {
	nan := list(variant.Float(math.NaN()))
	long := func(v variant.Variant) variant.Variant {
		return list(slices.Repeat([]variant.Variant{v}, 20)...)
	}
	nested := func() variant.Variant { return dict(pair(long(one), long(two))) }

	var numbers wire.KeyNumbers
	got := packets.Distinct(&numbers, []variant.Pair{
		pair(str("a"), one), pair(variant.StringName("a"), two), pair(nan, one), pair(nan, two),
		pair(nested(), one), pair(long(one), one), pair(nested(), two), pair(long(two), one),
	})

	var values []variant.Variant
	for _, p := range got {
		values = append(values, p.Value)
	}
	assert.Equal(t, []variant.Variant{two, one, two, two, one, one}, values)
	assert.Equal(t, str("a"), got[0].Key)
}

// TestTextsOfAllLengths: texts of all lengths are read and written unchanged. Some have a byte that
// is not ASCII, which may be at any position. The buffers have little or much capacity. A byte that
// is not UTF-8 is found at any position, when reading and when writing.
func TestTextsOfAllLengths(t *testing.T) {
	f := every(t)
	for n := range 80 {
		text := strings.Repeat("a", n)
		textIsWritten(t, f, text)

		for at := range n {
			if at < n-1 { // é has two bytes
				textIsWritten(t, f, text[:at]+"é"+text[at+2:])
			}

			bad := text[:at] + "\xff" + text[at+1:]
			for _, v := range []variant.Variant{str(bad), packed.PackedStringArray{bad, "z"},
				dict(kv(bad, one))} {
				for _, dst := range [][]byte{nil, make([]byte, 0, 256)} {
					_, err := f.Append(dst, v)
					require.ErrorIs(t, err, variant.ErrUTF8, "%q", bad)
				}
			}

			packet := f.encode(str(text))
			packet[8+at] = 0xff
			require.Equal(t, 8+at, f.refuse(packet, variant.ErrUTF8).Offset, "%q", bad)
		}
	}
}

func textIsWritten(t *testing.T, f *format, text string) {
	want := words(4, len(text), text)
	require.Equal(t, str(text), f.decode(want))

	for _, v := range []variant.Variant{str(text), list(str(text)), dict(pair(str(text), nil))} {
		start := 8
		if v.Type() == variant.TypeString {
			start = 0
		}

		for _, room := range []int{0, 4, 8, 200} {
			out, err := f.Append(make([]byte, 0, room), v)
			require.NoError(t, err)
			require.Equal(t, want, out[start:start+len(want)], "%q in a %v, room for %d", text,
				v.Type(), room)
		}
	}
}
