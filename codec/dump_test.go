package codec_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/internal/wire"
	"godotvariant/math"
	"godotvariant/variant"
)

// dumped returns the lines of a dump and the bytes that they show. The offset of each
// line must be the number of bytes before it.
func dumped(t require.TestingT, data []byte, o codec.DumpOptions) (lines []string, shown []byte,
	err error) {
	o.MaxBytes = 1 << 30
	o.MaxFields = 1 << 30
	var out bytes.Buffer
	err = codec.Dump(&out, data, o)
	s := bufio.NewScanner(&out)
	s.Buffer(nil, 1<<20)

	for s.Scan() {
		line := s.Text()
		lines = append(lines, line)
		if strings.Contains(line, "  !! ") {
			continue
		}

		offset, err := strconv.ParseUint(line[:8], 16, 32)
		require.NoError(t, err, line)
		require.EqualValues(t, len(shown), offset, line)
		b, err := hex.DecodeString(strings.ReplaceAll(line[10:min(33, len(line))], " ", ""))
		require.NoError(t, err, line)
		shown = append(shown, b...)
	}

	return lines, shown, err
}

func ExampleDump() {
	data, err := codec.Encode(variant.NewDictionary(
		variant.KV("hp", variant.Int(10)),
		variant.KV("at", math.Vector2{X: 1, Y: 2}),
	))

	if err != nil {
		panic(err)
	}

	// Eight bytes are missing.
	err = codec.Dump(os.Stdout, data[:len(data)-8], codec.DumpOptions{})
	if err != nil {
		os.Stdout.WriteString(err.Error() + "\n")
	}
	// Output:
	// 00000000  1b 00 00 00              $         Dictionary
	// 00000004  02 00 00 00              $         2
	// 00000008  04 00 00 00              $[key 0]  String = "hp"
	// 0000000c  02 00 00 00              $[key 0]  2
	// 00000010  68 70                    $[key 0]  "hp"
	// 00000012  00 00                    $[key 0]  padding
	// 00000014  02 00 00 00              $["hp"]   int = 10
	// 00000018  0a 00 00 00              $["hp"]
	// 0000001c  04 00 00 00              $[key 1]  String = "at"
	// 00000020  02 00 00 00              $[key 1]  2
	// 00000024  61 74                    $[key 1]  "at"
	// 00000026  00 00                    $[key 1]  padding
	// 00000028  05 00 00 00              $["at"]   Vector2
	// 0000002c                           $["at"]   !! unexpected end of data
	// godot: decode $["at"] (Vector2) at offset 44: unexpected end of data
}

// TestDumpRows dumps the packets of testdata/dumps.txt. An error stands in the row after
// the field that it is about, before what was not read.
func TestDumpRows(t *testing.T) {
	data, err := os.ReadFile("testdata/dumps.txt")
	require.NoError(t, err)
	cases := strings.Split(string(data), "\n== ")[1:]
	require.Len(t, cases, 41)

	for _, c := range cases {
		lines := strings.SplitN(c, "\n", 4)
		t.Run(lines[0], func(t *testing.T) {
			o, dump := codec.Options{Registry: codec.NewRegistry()}, codec.DumpOptions{}
			number := func(s string) int64 {
				n, err := strconv.ParseInt(s, 10, 64)
				require.NoError(t, err)
				return n
			}

			var want error
			for option := range strings.FieldsSeq(lines[1]) {
				switch name, value, _ := strings.Cut(option, "="); name {
				case "mode":
					o.Mode = modes[value]
				case "dialect":
					o.Dialect = codec.DialectByName(value)
				case "full":
					o.FullObjects = true
				case "frames":
					dump.Frames = true
				case "error":
					want = kinds[value]

				case "base":
					dump.Base = number(value)
				case "maxfields":
					dump.MaxFields = int(number(value))
				case "maxbytes":
					dump.MaxBytes = int(number(value))
				case "numerals":
					require.NoError(t, o.Registry.Register(numerals(number(value)), 100))
				}
			}

			dump.Codec = codec.MustNew(o)
			packet := testkit.Unhex(t, lines[2])
			var out strings.Builder
			err := codec.Dump(&out, packet, dump)
			require.ErrorIs(t, err, want)
			require.Equal(t, strings.TrimSuffix(lines[3], "\n"),
				strings.TrimSuffix(out.String(), "\n"))

			var at *variant.Error
			if errors.As(err, &at) {
				require.LessOrEqual(t, at.Offset, len(packet), "an offset in the packet")
			}
		})
	}

	var out strings.Builder
	require.NoError(t, codec.Dump(&out, nil, codec.DumpOptions{Frames: true}))
	require.Empty(t, out.String())
}

// numerals is a type of a program's own: that many numbers of 4 bytes after a text
// without length, then a number of 8 bytes, a text, as many numbers, and a value. Up to
// eight numbers of one size get a row each.
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
	(*wire.Reader)(r).TextAfter(r.Offset(), 0)
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

// TestDumpOfLongKeys: a nested key does not repeat in every row.
func TestDumpOfLongKeys(t *testing.T) {
	v := variant.Variant(variant.NewArray(make([]variant.Variant, 900)...))
	for range 30 {
		v = variant.NewDictionary(variant.KV(strings.Repeat("\x01", 64), v))
	}

	var out bytes.Buffer
	require.NoError(t, codec.Dump(&out, testkit.Encode(t, standard, v), codec.DumpOptions{}))
	for line := range strings.Lines(out.String()) {
		require.Less(t, len(line), 550)
	}
}

// failing fails after some writes.
type failing struct{ left, calls int }

func (w *failing) Write(b []byte) (int, error) {
	w.calls++
	if w.left--; w.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

// TestDumpEndsWithItsWriter: after an error of the writer nothing more is written or printed.
func TestDumpEndsWithItsWriter(t *testing.T) {
	dump := func(w io.Writer) (err error) {
		return codec.Dump(w, nullArray(1<<16), codec.DumpOptions{MaxFields: 1 << 30})
	}

	w := &failing{left: 2}
	ended := testkit.Allocated(func() { require.Equal(t, io.ErrClosedPipe, dump(w)) })
	require.Equal(t, 3, w.calls)
	require.Less(t, ended, testkit.Allocated(func() { require.NoError(t, dump(io.Discard)) }))

	frames := slices.Concat(goodFrame, goodFrame)
	require.Equal(t, io.ErrClosedPipe, codec.Dump(&failing{}, frames,
		codec.DumpOptions{Frames: true}))
}
