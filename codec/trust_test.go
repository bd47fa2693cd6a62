package codec_test

import (
	"cmp"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/packed"
	"godotvariant/variant"
)

// headers are words that could be taken for the header of another form: those of the first
// and the last ID with and without Flag64, with stray bits, and words of one bit.
func headers() []uint32 {
	all := []uint32{
		0xFFFFFF00, 0xFFFFFFFF, 0x00000000, 0x00000100, 0xFF00, 0xFFFF, 0x1FF00, 0x1FFFF, 0xFE00FF,
		0xFEFF, 0x101, 0x10100, 0x10101,
	}

	for id := range uint32(256) {
		if 64 <= id && id < 250 {
			continue // no dialect has so many types
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

// typeFlags returns the flags of testdata/flags.txt, with keys such as "Godot4: int".
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

// TestHeaders: no wrong header finds a type, neither at the beginning of a packet nor in a
// container.
func TestHeaders(t *testing.T) {
	inOneGoroutine(t)
	flags := typeFlags(t)
	for _, s := range allSettings {
		d, c := s.dialect, testkit.Encode(t, s.in(codec.Default), array(nil))
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
					_, _, err := s.in(mode).DecodeFirst(packet)
					var e *variant.Error
					bad := errors.As(err, &e) && e.Offset == at && kindOf(err) != variant.ErrObject
					require.Equal(t, want, !bad, "%v, mode %d: header %#x at %d: %v", s, mode,
						head, at, err)
				}
			}
		}
	}
}

// TestLenientTakesCutPadding: lenient mode reads a PackedByteArray at the very end whose padding
// is missing or cut, as engines do.
func TestLenientTakesCutPadding(t *testing.T) {
	for d, id := range map[*variant.Dialect]byte{codec.Godot3: 20, codec.Godot4: 29} {
		whole := append([]byte{id, 0, 0, 0, 5, 0, 0, 0}, 1, 2, 3, 4, 5, 0, 0, 0)
		s, x := settings{dialect: d}, newExecutor(t, 1)
		lenient := s.in(codec.Lenient)
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
			require.Equal(t, n == 16, s.in(codec.Default).Valid(x.packet) == nil)

			if n < 16 { // not at the very end
				_, err = lenient.Decode(append([]byte{id - 1, 0, 0, 0, 2, 0, 0, 0}, x.packet...))
				require.ErrorIs(t, err, variant.ErrTruncated)
			}
		}
	}
}

// TestOnlyStrictRefuses: a typed container whose element type is 0 is an untyped one, and a text of a
// PackedStringArray of Godot 3 may have no NUL, except in strict mode. The offset is where the NUL
// should be, or the offset of the length if that is 0.
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
			c := settings{dialect: row.d}.in(mode)
			testkit.RequireEqual(t, row.want, testkit.Decode(t, c, packet))
		}

		strict := settings{dialect: row.d}.in(codec.Strict)
		require.Equal(t, row.at, testkit.RefuseDecode(t, strict, packet, row.kind).Offset)
	}
}
