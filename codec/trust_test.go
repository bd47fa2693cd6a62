package codec_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// headers returns words that a decoder could confuse with valid headers. For the IDs 0 to 63 and
// 250 to 255, these are headers with and without Flag64, and headers with unknown bits. The others
// are words such as 0xFF00, and all words with one bit set or one bit cleared.
func headers() []uint32 {
	all := []uint32{
		0xFFFFFF00, 0xFFFFFFFF, 0x00000000, 0x00000100, 0xFF00, 0xFFFF, 0x1FF00, 0x1FFFF, 0xFE00FF,
		0xFEFF, 0x101, 0x10100, 0x10101,
	}

	for id := range uint32(256) {
		if 64 <= id && id < 250 {
			continue // no dialect has this many types
		}

		for _, bits := range []uint32{0, 1 << 16, 1 << 8, 1 << 17, 1 << 24, 1 << 31, id << 8,
			0x10000 | id<<8, 0xFF00, 0xFFFFFF00} {
			all = append(all, id|bits)
		}
	}

	for bit := range 32 {
		all = append(all, 1<<bit, ^uint32(1<<bit))
	}

	return all
}

// typeFlags returns the flags of testdata/flags.txt, by keys such as "Godot4: int".
func typeFlags(t *testing.T) map[string]uint32 {
	data, err := os.ReadFile("testdata/flags.txt")
	require.NoError(t, err)
	_, rows, _ := strings.Cut(string(data), "\n\n")

	all := map[string]uint32{}
	for row := range strings.Lines(rows) {
		words := strings.Fields(row)
		for _, word := range words[1:] {
			name, number, _ := strings.Cut(word, "=")
			flags, err := strconv.Atoi(number)
			require.NoError(t, err)
			all[words[0]+" "+name] = uint32(flags) << 16
		}
	}

	return all
}

// TestHeaders: a wrong header is an error, at the beginning of a packet and in a container.
func TestHeaders(t *testing.T) {
	testkit.InOneGoroutine(t)
	flags := typeFlags(t)
	for _, s := range random.AllSettings {
		d, c := s.Dialect.Spec(), testkit.Encode(t, s.In(codec.Default), array(nil))
		mask := cmp.Or(d.IDMask, 0xFF)
		for _, mode := range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
			for _, head := range headers() {
				id := head & mask
				want := id < uint32(len(d.Types)) && d.Types[id] != variant.TypeUnsupported
				if want && mode != codec.Lenient {
					want = head&^mask&^flags[d.Name+": "+d.Types[id].String()] == 0
				}

				packet := append(words(head), make([]byte, 256)...)
				for at, packet := range map[int][]byte{0: packet, 8: append(c[:8:8], packet...)} {
					_, _, err := s.In(mode).DecodeFirst(packet)
					var e *variant.Error
					bad := errors.As(err, &e) && e.Offset == at && kindOf(err) != variant.ErrObject
					require.Equal(t, want, !bad, "%v, mode %d: header %#x at %d: %v", s, mode,
						head, at, err)
				}
			}
		}
	}
}

// TestLenientTakesCutPadding: lenient mode reads a PackedByteArray at the very end, even if its
// padding is missing or cut, as engines do.
func TestLenientTakesCutPadding(t *testing.T) {
	for d, id := range map[*variant.Dialect]byte{codec.Godot3: 20, codec.Godot4: 29} {
		whole := append([]byte{id, 0, 0, 0, 5, 0, 0, 0}, 1, 2, 3, 4, 5, 0, 0, 0)
		s, x := settings{Dialect: d}, newExecutor(t, 1)
		lenient := s.In(codec.Lenient)
		for n := 12; n <= 16; n++ {
			x.packet = whole[:n]
			require.Equal(t, n > 12, x.run(s))
			v, used, err := lenient.DecodeFirst(x.packet)
			if n == 12 {
				require.ErrorIs(t, err, variant.ErrTruncated)
				continue
			}

			require.NoError(t, err)
			require.Equal(t, packed.PackedByteArray{1, 2, 3, 4, 5}, v)
			require.Equal(t, n, used)
			require.Equal(t, n == 16, s.In(codec.Default).Valid(x.packet) == nil)

			if n < 16 { // padding may be cut only at the very end
				_, err = lenient.Decode(append([]byte{id - 1, 0, 0, 0, 2, 0, 0, 0}, x.packet...))
				require.ErrorIs(t, err, variant.ErrTruncated)
			}
		}
	}
}

// TestOnlyStrictRefuses: except in strict mode, a typed container with element type 0 is read as an
// untyped container, and a text of a PackedStringArray of Godot 3 may have no NUL at its end. In
// strict mode both are errors. The error of a container has the offset of the element type. The
// error of a text has the offset at which the NUL should be. For a text of length 0, it has the
// offset of the length.
func TestOnlyStrictRefuses(t *testing.T) {
	ints := variant.ElementType{Type: variant.TypeInt}
	for _, row := range []struct {
		d    *variant.Dialect
		hex  string
		kind error
		at   int
		want variant.Variant
	}{
		{codec.Godot4, "1c000100 00000000 01000000 02000000 01000000", variant.ErrUnknownType, 4,
			variant.NewArray(variant.Int(1))},
		{codec.Godot4, "1b000100 00000000 00000000", variant.ErrUnknownType, 4,
			variant.Dictionary{}},
		{codec.Godot4, "1b000400 00000000 00000000", variant.ErrUnknownType, 4,
			variant.Dictionary{}},
		{codec.Godot4, "1b000500 02000000 00000000 00000000", variant.ErrUnknownType, 8,
			variant.Dictionary{Key: &ints}},
		{codec.Godot3, "17000000 01000000 02000000 61620000", variant.ErrNUL, 14,
			packed.PackedStringArray{"ab"}},
		{codec.Godot3, "17000000 01000000 04000000 61626364", variant.ErrNUL, 16,
			packed.PackedStringArray{"abcd"}},
		{codec.Godot3, "17000000 01000000 00000000", variant.ErrNUL, 8,
			packed.PackedStringArray{""}},
		{codec.Godot3, "17000000 02000000 02000000 61000000 01000000 61000000", variant.ErrNUL, 21,
			packed.PackedStringArray{"a", "a"}},
	} {
		packet := testkit.Unhex(t, row.hex)
		for _, mode := range []codec.Mode{codec.Default, codec.Lenient} {
			c := settings{Dialect: row.d}.In(mode)
			testkit.RequireEqual(t, row.want, testkit.Decode(t, c, packet))
		}

		strict := settings{Dialect: row.d}.In(codec.Strict)
		require.Equal(t, row.at, testkit.RefuseDecode(t, strict, packet, row.kind).Offset)
	}
}

// nearby returns two vectors that are equal in single precision.
func nearby() (a, b variant.Variant) { return gm.Vector2{X: 0.1}, gm.Vector2{X: 0.1 + 1e-12} }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// TestStrictRoundTrip: a strict encoder rejects everything that a strict decoder rejects. The error
// has the path of the fault, and the offset of the header of the value that has the fault.
func TestStrictRoundTrip(t *testing.T) {
	const text = "a\x00b"
	one, nul := variant.Int(1), variant.String(text)
	dictionary := variant.NewDictionary
	twice := objects.NewObject("A", objects.Prop("p", one), objects.Prop("p", one))
	a, b := nearby()

	for _, row := range []struct {
		value  variant.Variant
		kind   error
		path   string
		offset int
	}{
		{nul, variant.ErrNUL, "$", 0},
		{variant.NewArray(one, nul), variant.ErrNUL, "$[1]", 16},
		{dictionary(variant.KV("a", nul)), variant.ErrNUL, `$["a"]`, 20},
		{dictionary(pair(nul, one)), variant.ErrNUL, "$[key 0]", 8},
		{variant.StringName(text), variant.ErrNUL, "$", 0},
		{objects.NodePath{Names: []string{"a", text}}, variant.ErrNUL, "$", 0},
		{packed.PackedStringArray{"a", text}, variant.ErrNUL, "$[1]", 0},
		{objects.Signal{Name: text}, variant.ErrNUL, "$", 0},
		{objects.NewObject(text), variant.ErrNUL, "$", 0},
		{twice, variant.ErrDuplicateKey, "$.p", 0},
		{variant.NewTypedArray(objectElem(text)), variant.ErrNUL, "$", 0},
		{dictionary(variant.KV("a", one), variant.KV("a", one)),
			variant.ErrDuplicateKey, "$[key 1]", 28},
		{dictionary(variant.KV("a", one), pair(variant.StringName("a"), one)),
			variant.ErrDuplicateKey, "$[key 1]", 28},
		{variant.NewArray(dictionary(pair(a, one), pair(b, one))),
			variant.ErrDuplicateKey, "$[0][key 1]", 36},
	} {
		c := settings{Dialect: codec.Godot4, Full: true}.In(codec.Strict)
		before := []byte("before")
		out, err := c.Append(before, row.value)
		assert.Equal(t, before, out)

		e := testkit.RefuseEncode(t, c, row.value, row.kind)
		assert.Equal(t, err, e)
		assert.Equal(t, []any{variant.OpEncode, row.path, row.offset},
			[]any{e.Op, e.Path.String(), e.Offset})

		_, err = c.Marshal(row.value)
		assert.ErrorIs(t, err, row.kind)
	}
}

// TestRoundedKeys: keys that become equal in single precision are an error in every mode. Keys that
// are equal before rounding are an error only in strict mode.
func TestRoundedKeys(t *testing.T) {
	one := variant.Int(1)
	a, b := nearby()

	type wrap = func(variant.Variant) variant.Variant
	plain := func(v variant.Variant) variant.Variant { return v }
	array := func(v variant.Variant) variant.Variant { return variant.NewArray(v) }
	key := func(v variant.Variant) variant.Variant { return variant.NewDictionary(pair(v, one)) }
	value := func(v variant.Variant) variant.Variant {
		return variant.NewDictionary(pair(one, v))
	}
	deep := func(v variant.Variant) variant.Variant { return key(array(value(key(v)))) }

	for i, around := range []wrap{plain, array, key, value, deep} {
		for _, mode := range []codec.Mode{codec.Default, codec.Lenient, codec.Strict} {
			t.Run(fmt.Sprint(i, mode), func(t *testing.T) {
				single := settings{Dialect: codec.Godot4}.In(mode)
				double := settings{Dialect: codec.Godot4, Precision: variant.Double}.In(mode)

				first, second := around(a), around(b)
				merged := variant.NewDictionary(variant.KV("x", one), pair(first, one),
					pair(a, one), pair(second, one))
				if i == 0 { // around is plain, so first equals a, and a is left out
					merged.Pairs = slices.Delete(merged.Pairs, 2, 3)
				}

				for _, v := range []variant.Variant{merged, array(merged), key(merged),
					variant.NewDictionary(pair(a, one), pair(merged, one))} {
					e := testkit.RefuseEncode(t, single, v, variant.ErrDuplicateKey)
					require.Contains(t, e.Path.String(), fmt.Sprintf("[key %d]", merged.Len()-1))
					testkit.RequireEqual(t, v,
						testkit.Decode(t, double, testkit.Encode(t, double, v)))
				}

				_, err := single.Encode(variant.NewDictionary(pair(first, one),
					pair(first, one), variant.KV("a", one), variant.KV("a", one)))
				require.Equal(t, mode == codec.Strict, err != nil, "%v", err)

				apart := around(gm.Vector2{X: 0.2})
				testkit.Encode(t, single, variant.NewDictionary(pair(first, one),
					pair(apart, one)))
			})
		}
	}
}

// TestRoundedKeysOfMaps: Marshal also refuses a Go map whose keys become equal in single precision.
// The packet of a Raw may have a key twice, because nothing in this packet is rounded.
func TestRoundedKeysOfMaps(t *testing.T) {
	c := settings{Dialect: codec.Godot4}.In(codec.Default)
	_, err := c.Marshal(map[string]any{"m": map[gm.Vector2]int{{X: 0.1}: 1, {X: 0.1 + 1e-12}: 2}})
	require.ErrorIs(t, err, variant.ErrDuplicateKey)
	require.ErrorContains(t, err, `$["m"][key 1]`)
	_, err = c.Marshal(map[gm.Vector2]int{{X: 0.1}: 1, {X: 0.2}: 2})
	require.NoError(t, err)

	a, _ := nearby()
	raw, err := c.Raw(testkit.Encode(t, c, variant.NewDictionary(pair(a, variant.Int(1)),
		pair(a, variant.Int(2)))))
	require.NoError(t, err)
	for _, v := range []variant.Variant{raw, variant.NewDictionary(pair(a, raw)),
		variant.NewDictionary(pair(raw, a), pair(a, a))} {
		testkit.Encode(t, c, v)
	}
}
