package codec_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// requireRows holds the dump of hexadecimal data against rows, which stand in a
// raw string with tabs before them.
func requireRows(t *testing.T, data string, o codec.DumpOptions, rows string) error {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(data, " ", ""))
	require.NoError(t, err)
	var out strings.Builder
	err = codec.Dump(&out, b, o)
	require.Equal(t, strings.ReplaceAll(strings.TrimLeft(rows, "\n"), "\t", ""), out.String())
	return err
}

// TestDumpFaults: the fault stands behind the field that it is about, before what was
// not read.
func TestDumpFaults(t *testing.T) {
	for name, c := range map[string]struct {
		mode codec.Mode
		data string
		kind error
		rows string
	}{
		"trailing data": {codec.Default, "00000000 0102030405060708090a", variant.ErrTrailing, `
			00000000  00 00 00 00              $  Nil
			00000004                           $  !! trailing data: 10 bytes after the value
			00000004  01 02 03 04 05 06 07 08     not read
			0000000c  09 0a
			`},
		"trailing data that is let pass": {codec.Lenient, "00000000 01", nil, `
			00000000  00 00 00 00              $  Nil
			00000004  01                          not read
			`},
		"a header": {codec.Default, "1c000000 02000000 ff000000 01000000", variant.ErrUnknownType, `
			00000000  1c 00 00 00              $     Array
			00000004  02 00 00 00              $     2
			00000008  ff 00 00 00              $     255
			00000008                           $[0]  !! unknown type ID: 255 in dialect Godot4
			0000000c  01 00 00 00                    not read
			`},
		"inside of a field": {codec.Default, "1c000000 02000000 04000000 03000000 61ff6200 02000000 07000000", variant.ErrUTF8, `
			00000000  1c 00 00 00              $     Array
			00000004  02 00 00 00              $     2
			00000008  04 00 00 00              $[0]  String
			0000000c  03 00 00 00              $[0]  3
			00000010  61 ff 62                 $[0]
			00000011                           $[0]  !! invalid UTF-8
			00000013  00                       $[0]  padding
			00000014  02 00 00 00 07 00 00 00        not read
			`},
		"before what was read since": {codec.Strict, "1b000000 02000000 02000000 07000000 02000000 01000000 02000000 07000000 00000000", variant.ErrDuplicateKey, `
			00000000  1b 00 00 00              $         Dictionary
			00000004  02 00 00 00              $         2
			00000008  02 00 00 00              $[key 0]  int = 7
			0000000c  07 00 00 00              $[key 0]
			00000010  02 00 00 00              $[7]      int = 1
			00000014  01 00 00 00              $[7]
			00000018  02 00 00 00              $[key 1]  int = 7
			00000018                           $[key 1]  !! duplicate key
			0000001c  07 00 00 00              $[key 1]
			00000020  00 00 00 00                        not read
			`},
		"a header cut off": {codec.Default, "0200", variant.ErrTruncated, `
			00000000                           $  !! unexpected end of data
			00000000  02 00                       not read
			`},
		"a value cut off": {codec.Default, "1c000000 01000000 02000000 0700", variant.ErrTruncated, `
			00000000  1c 00 00 00              $     Array
			00000004  01 00 00 00              $     1
			00000008  02 00 00 00              $[0]  int
			0000000c                           $[0]  !! unexpected end of data
			0000000c  07 00                          not read
			`},
	} {
		t.Run(name, func(t *testing.T) {
			o := codec.DumpOptions{Codec: codec.MustNew(codec.Options{Mode: c.mode})}
			require.ErrorIs(t, requireRows(t, c.data, o, c.rows), c.kind)
		})
	}
}

func TestDumpFrameFaults(t *testing.T) {
	o := codec.DumpOptions{Frames: true}
	require.NoError(t, requireRows(t, "", o, ""))
	require.NoError(t, requireRows(t, "04000000 00000000 04000000 00000000", o, `
		00000000  04 00 00 00                 frame 0 of 4 bytes
		00000004  00 00 00 00              $  Nil
		00000008  04 00 00 00                 frame 1 of 4 bytes
		0000000c  00 00 00 00              $  Nil
		`))
	require.ErrorIs(t, requireRows(t, "04000000 00000000 040000", o, `
		00000000  04 00 00 00                 frame 0 of 4 bytes
		00000004  00 00 00 00              $  Nil
		00000008  04 00 00                    !! unexpected end of data in a frame's length
		`), variant.ErrTruncated)
	require.ErrorIs(t, requireRows(t, "04000000", o, `
		00000000  04 00 00 00                 frame 0 of 4 bytes
		00000004                              !! the frame ends 4 bytes too early
		00000004                           $  !! unexpected end of data
		`), variant.ErrTruncated)
	require.ErrorIs(t, requireRows(t, "08000000 02000000 05000000 05000000 02000000 05000000 00", o, `
		00000000  08 00 00 00                 frame 0 of 8 bytes
		00000004  02 00 00 00              $  int = 5
		00000008  05 00 00 00              $
		0000000c  05 00 00 00                 frame 1 of 5 bytes
		00000010  02 00 00 00              $  int
		00000014                           $  !! unexpected end of data
		00000014  05                          not read
		`), variant.ErrTruncated, "the first fault is the last that is looked at")
}

func TestDumpContainers(t *testing.T) {
	godot4, pandemonium := codec.Options{FullObjects: true}, codec.Options{Dialect: codec.Pandemonium5, FullObjects: true}
	for name, c := range map[string]struct {
		options codec.Options
		value   string
		rows    string
	}{
		"flags": {godot4, "1c000100 02000000 02000000 02000000 01000000 02000000 02000000", `
			00000000  1c 00 01 00              $     Array (flags 0x1)
			00000004  02 00 00 00              $     2
			00000008  02 00 00 00              $     2
			0000000c  02 00 00 00              $[0]  int = 1
			00000010  01 00 00 00              $[0]
			00000014  02 00 00 00              $[1]  int = 2
			00000018  02 00 00 00              $[1]
			`},
		"keys and values": {godot4, "1b000000 02000000 1c000000 01000000 00000000 1b000000 00000000 02000000 07000000 00000000", `
			00000000  1b 00 00 00              $            Dictionary
			00000004  02 00 00 00              $            2
			00000008  1c 00 00 00              $[key 0]     Array
			0000000c  01 00 00 00              $[key 0]     1
			00000010  00 00 00 00              $[key 0][0]  Nil
			00000014  1b 00 00 00              $[Array]     Dictionary
			00000018  00 00 00 00              $[Array]
			0000001c  02 00 00 00              $[key 1]     int = 7
			00000020  07 00 00 00              $[key 1]
			00000024  00 00 00 00              $[7]         Nil
			`},
		"properties": {godot4, "18000000 01000000 41000000 02000000 00000000 00000000 01000000 78000000 02000000 01000000", `
			00000000  18 00 00 00              $    Object
			00000004  01 00 00 00              $    1
			00000008  41                       $    "A"
			00000009  00 00 00                 $    padding
			0000000c  02 00 00 00              $    2
			00000010  00 00 00 00              $    0
			00000014  00 00 00 00              $.   Nil
			00000018  01 00 00 00              $    1
			0000001c  78                       $    "x"
			0000001d  00 00 00                 $    padding
			00000020  02 00 00 00              $.x  int = 1
			00000024  01 00 00 00              $.x
			`},
		"items behind a class": {pandemonium, "1b000000 17000000 18000000 01000000 41000000 02000000 00000000 00000000", `
			00000000  1b 00 00 00              $        TypedArray
			00000004  17 00 00 00              $        23
			00000008  18 00 00 00              $.class  StringName = &"A"
			0000000c  01 00 00 00              $.class  1
			00000010  41                       $.class  "A"
			00000011  00 00 00                 $.class  padding
			00000014  02 00 00 00              $        2
			00000018  00 00 00 00              $[0]     Nil
			0000001c  00 00 00 00              $[1]     Nil
			`},
		"names are no class": {pandemonium, "1c000000 18000000 01000000 18000000 00000000", `
			00000000  1c 00 00 00              $     PackedTypedArray
			00000004  18 00 00 00              $     24
			00000008  01 00 00 00              $     1
			0000000c  18 00 00 00              $[0]  StringName = &""
			00000010  00 00 00 00              $[0]
			`},
		"objects by ID have no class": {pandemonium, "1b000100 17000000 01000000 17000100 07000000 00000000", `
			00000000  1b 00 01 00              $     TypedArray (flags 0x1)
			00000004  17 00 00 00              $     23
			00000008  01 00 00 00              $     1
			0000000c  17 00 01 00              $[0]  Object (flags 0x1)
			00000010  07 00 00 00 00 00 00 00  $[0]
			`},
		"texts": {godot4, "22000000 02000000 03000000 61620000 02000000 ff000000", `
			00000000  22 00 00 00              $     PackedStringArray
			00000004  02 00 00 00              $     2
			00000008  03 00 00 00              $     3
			0000000c  61 62 00                 $     "ab\x00"
			0000000f  00                       $     padding
			00000010  02 00 00 00              $     2
			00000014  ff 00                    $
			00000014                           $[1]  !! invalid UTF-8
			00000016  00 00                    $     padding
			`},
	} {
		t.Run(name, func(t *testing.T) {
			_ = requireRows(t, c.value, codec.DumpOptions{Codec: codec.MustNew(c.options)}, c.rows)
		})
	}
}

// numerals is a type of a program's own: so many numbers of 4 bytes, behind a text
// without length, and before one of 8 bytes, a text and a value.
type numerals int

func (numerals) Type() variant.Type { return variant.TypeCustom }

func (n numerals) Encode(w *variant.Writer) error {
	for i := range int(n) {
		w.Int32(int32(i))
	}
	w.Int64(-1)
	w.String("abcd")
	for range int(n) {
		w.Int32(-1)
	}
	w.Value(variant.Nil{})
	return w.Err()
}

func (n numerals) Decode(r *variant.Reader) (variant.Variant, error) {
	kernel.TextAfter(r, r.Offset(), 0)
	for range int(n) {
		r.Int32()
	}
	r.Int64()
	_ = r.String()
	for range int(n) {
		r.Int32()
	}
	r.Value()
	return variant.Result(r, n)
}

// TestDumpRuns: up to eight numbers of one size stand in rows of their own.
func TestDumpRuns(t *testing.T) {
	for n, rows := range map[numerals]string{
		0: `
			00000000  64 00 00 00              $     custom type 0 = custom type 0(…)
			00000004  ff ff ff ff ff ff ff ff  $
			0000000c  04 00 00 00              $     4
			00000010  61 62 63 64              $     "abcd"
			00000014  00 00 00 00              $[0]  Nil
			`,
		8: `
			00000000  64 00 00 00              $     custom type 0 = custom type 0(…)
			00000004  00 00 00 00              $     0
			00000008  01 00 00 00              $     1
			0000000c  02 00 00 00              $     2
			00000010  03 00 00 00              $     3
			00000014  04 00 00 00              $     4
			00000018  05 00 00 00              $     5
			0000001c  06 00 00 00              $     6
			00000020  07 00 00 00              $     7
			00000024  ff ff ff ff ff ff ff ff  $
			0000002c  04 00 00 00              $     4
			00000030  61 62 63 64              $     "abcd"
			00000034  ff ff ff ff              $     -1
			00000038  ff ff ff ff              $     -1
			0000003c  ff ff ff ff              $     -1
			00000040  ff ff ff ff              $     -1
			00000044  ff ff ff ff              $     -1
			00000048  ff ff ff ff              $     -1
			0000004c  ff ff ff ff              $     -1
			00000050  ff ff ff ff              $     -1
			00000054  00 00 00 00              $[0]  Nil
			`,
		9: `
			00000000  64 00 00 00              $     custom type 0 = custom type 0(…)
			00000004  00 00 00 00 01 00 00 00  $     9 × 4 bytes
			0000000c  02 00 00 00 03 00 00 00
			00000014  04 00 00 00 05 00 00 00
			0000001c  06 00 00 00 07 00 00 00
			          … 4 bytes more
			00000028  ff ff ff ff ff ff ff ff  $
			00000030  04 00 00 00              $     4
			00000034  61 62 63 64              $     "abcd"
			00000038  ff ff ff ff ff ff ff ff  $     9 × 4 bytes
			00000040  ff ff ff ff ff ff ff ff
			00000048  ff ff ff ff ff ff ff ff
			00000050  ff ff ff ff ff ff ff ff
			          … 4 bytes more
			0000005c  00 00 00 00              $[0]  Nil
			`,
	} {
		r := codec.NewRegistry()
		require.NoError(t, r.Register(n, 100))
		c := codec.MustNew(codec.Options{Registry: r})
		packet, err := c.Encode(n)
		require.NoError(t, err)
		require.NoError(t, requireRows(t, hex.EncodeToString(packet), codec.DumpOptions{Codec: c}, rows))
	}
}

// TestDumpMaxFields: what is left out is one row, to the end of the value.
func TestDumpMaxFields(t *testing.T) {
	for name, c := range map[string]struct {
		value variant.Variant
		most  int
		row   string
	}{
		"up to a header":        {variant.NewArray(variant.Int(1), variant.Nil{}, variant.Nil{}), 2, "00000010  00 00 00 00 00 00 00 00  $     2 fields and values more\n"},
		"up to a field inside":  {variant.NewArray(variant.Nil{}, variant.NewArray(variant.NewArray())), 2, "0000000c  1c 00 00 00 01 00 00 00  $     1 fields and values more\n00000014  1c 00 00 00 00 00 00 00\n"},
		"up to a text":          {packed.PackedStringArray{"ab", "cde"}, 3, "00000010  04 00 00 00 63 64 65 00  $  2 fields and values more\n"},
		"as many as there are":  {variant.NewArray(variant.Nil{}, variant.Nil{}), 3, "0000000c  00 00 00 00              $[1]  Nil\n"},
		"behind a value inside": {variant.NewArray(variant.NewArray(variant.Nil{}), variant.Nil{}, variant.Int(5)), 2, "00000014  00 00 00 00 02 00 00 00  $        2 fields and values more\n0000001c  05 00 00 00\n"},
	} {
		t.Run(name, func(t *testing.T) {
			packet, err := codec.Encode(c.value)
			require.NoError(t, err)
			var out strings.Builder
			require.NoError(t, codec.Dump(&out, packet, codec.DumpOptions{MaxFields: c.most}))
			require.True(t, strings.HasSuffix(out.String(), c.row), out.String())
		})
	}
}

func TestDumpWidths(t *testing.T) {
	dump := func(v variant.Variant, o codec.DumpOptions) []string {
		packet, err := codec.Encode(v)
		require.NoError(t, err)
		var out strings.Builder
		require.NoError(t, codec.Dump(&out, packet, o))
		return strings.Split(out.String(), "\n")
	}
	t.Run("bytes of a field", func(t *testing.T) {
		for most, rows := range map[int][]string{
			8:  {`00000008  30 31 32 33 34 35 36 37  $  "0123456789"`, `          … 2 bytes more`},
			9:  {`00000008  30 31 32 33 34 35 36 37  $  "0123456789"`, `00000010  38`, `          … 1 bytes more`},
			10: {`00000008  30 31 32 33 34 35 36 37  $  "0123456789"`, `00000010  38 39`, `00000012  00 00                    $  padding`},
		} {
			assert.Equal(t, rows, dump(variant.String("0123456789"), codec.DumpOptions{MaxBytes: most})[2:2+len(rows)])
		}
	})
	t.Run("text of a value", func(t *testing.T) {
		for n, want := range map[int]string{58: strings.Repeat("x", 58) + `"`, 59: strings.Repeat("x", 59) + "…"} {
			lines := dump(variant.String(strings.Repeat("x", n)), codec.DumpOptions{})
			assert.Equal(t, `00000000  04 00 00 00              $  String = "`+want, lines[0])
			assert.Equal(t, `00000008  78 78 78 78 78 78 78 78  $  "`+want, lines[2])
		}
		assert.True(t, strings.HasSuffix(dump(variant.String(strings.Repeat("x", 58)+"é"), codec.DumpOptions{})[0], "x…"), "no half of a character")
	})
	t.Run("paths", func(t *testing.T) {
		deep := func(depth, index int) variant.Variant {
			v := variant.Variant(variant.Nil{})
			for range depth {
				v = variant.NewArray(v)
			}
			items := make([]variant.Variant, index+1)
			items[index] = v
			return variant.NewArray(items...)
		}
		for _, c := range []struct {
			v           variant.Variant
			path, width int
		}{
			{deep(4, 0), 16, 16},
			{deep(12, 0), 40, 40},
			{deep(12, 10), 41, 40},
		} {
			lines := dump(c.v, codec.DumpOptions{})
			assert.Equal(t, 35+c.width+2, strings.Index(lines[0], "Array"))
			assert.Equal(t, 35+c.path+2, strings.Index(lines[len(lines)-2], "Nil"))
		}
	})
	t.Run("numbers of 4 bytes", func(t *testing.T) {
		lines := dump(objects.Signal{Name: "a", Object: 5}, codec.DumpOptions{})
		assert.Equal(t, "0000000c  05 00 00 00 00 00 00 00  $", lines[4])
		lines = dump(math.Vector2{}, codec.DumpOptions{})
		assert.Equal(t, "00000004  00 00 00 00 00 00 00 00  $", lines[1])
	})
}
