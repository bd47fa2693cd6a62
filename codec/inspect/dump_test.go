package inspect_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

var standard = codec.MustNew(codec.Options{})

var modes = map[string]codec.Mode{"strict": codec.Strict, "lenient": codec.Lenient}

// TestDumpRows dumps the packets of testdata/dumps.txt. The row of an error follows the row of its
// field, and comes before the bytes that were not read.
func TestDumpRows(t *testing.T) {
	data, err := os.ReadFile("testdata/dumps.txt")
	require.NoError(t, err)
	cases := strings.Split(string(data), "\n== ")[1:]
	require.Len(t, cases, 46)

	for _, c := range cases {
		lines := strings.SplitN(c, "\n", 4)
		t.Run(lines[0], func(t *testing.T) {
			o, dump := codec.Options{Registry: codec.NewRegistry()}, inspect.Options{}
			number := func(s string) int64 {
				n, err := strconv.ParseInt(s, 10, 64)
				require.NoError(t, err)
				return n
			}

			want := ""
			for option := range strings.FieldsSeq(lines[1]) {
				switch name, value, _ := strings.Cut(option, "="); name {
				case "mode":
					o.Mode = modes[value]
				case "dialect":
					o.Dialect = codec.DialectByName(value)
				case "full":
					o.FullObjects = true
				case "frames":
					dump.Framed = true
				case "error":
					want = value

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
			err := inspect.Dump(&out, packet, dump)
			require.Equal(t, want, variant.KindOf(err))
			require.Equal(t, strings.TrimSuffix(lines[3], "\n"),
				strings.TrimSuffix(out.String(), "\n"))

			var at *variant.Error
			if errors.As(err, &at) {
				require.LessOrEqual(t, at.Offset, len(packet), "an offset in the packet")
			}
		})
	}

	var out strings.Builder
	require.NoError(t, inspect.Dump(&out, nil, inspect.Options{Framed: true}))
	require.Empty(t, out.String())
}

// numerals is a type that a program defines. The payload of numerals(n) has these fields: an empty
// text without a length, n numbers of 4 bytes, a number of 8 bytes, a text with a length, n numbers
// of 4 bytes, and a value. Dump shows the whole payload as one field.
type numerals int

func (numerals) Type() variant.Type { return variant.TypeCustom }

func (n numerals) Encode(w *variant.Writer) error {
	for i := range int(n) {
		w.Int32(int32(i))
	}
	w.Int64(-1)
	w.Text("abcd")
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
	_ = r.Text()
	for range int(n) {
		r.Int32()
	}
	r.Value()
	return variant.Result(r, n)
}

// TestDumpOfLongKeys: the text of a nested key is not repeated in every row.
func TestDumpOfLongKeys(t *testing.T) {
	v := variant.Variant(variant.NewArray(make([]variant.Variant, 900)...))
	for range 30 {
		v = variant.NewDictionary(variant.KV(strings.Repeat("\x01", 64), v))
	}

	var out bytes.Buffer
	require.NoError(t, inspect.Dump(&out, testkit.Encode(t, standard, v), inspect.Options{}))
	for line := range strings.Lines(out.String()) {
		require.Less(t, len(line), 550)
	}
}

// TestDumpOfLongPaths: if a path has more than 32 steps, Dump prints only the first 16 and the last
// 16 of them.
func TestDumpOfLongPaths(t *testing.T) {
	v := variant.Variant(variant.Nil{})
	for range 40 {
		v = variant.NewArray(v)
	}

	var out strings.Builder
	require.NoError(t, inspect.Dump(&out, testkit.Encode(t, standard, v), inspect.Options{}))
	half := strings.Repeat("[0]", 16)
	require.Contains(t, out.String(), "  $"+half+half+"  Array\n")
	require.True(t, strings.HasSuffix(out.String(), "  $"+half+"…"+half+"  Nil\n"))
}

// failingWriter is a writer that fails after some writes.
type failingWriter struct{ left, calls int }

func (w *failingWriter) Write(b []byte) (int, error) {
	w.calls++
	if w.left--; w.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

// TestDumpEndsWithItsWriter: after an error of the writer the dump ends.
func TestDumpEndsWithItsWriter(t *testing.T) {
	packet := testkit.Encode(t, standard, variant.NewArray(make([]variant.Variant, 1<<16)...))
	dump := func(w io.Writer) (err error) {
		return inspect.Dump(w, packet, inspect.Options{MaxFields: 1 << 30})
	}

	w := &failingWriter{left: 2}
	ended := testkit.Allocated(func() { require.Equal(t, io.ErrClosedPipe, dump(w)) })
	require.Equal(t, 3, w.calls)
	require.Less(t, ended, testkit.Allocated(func() { require.NoError(t, dump(io.Discard)) }))

	frames := testkit.Records(binary.LittleEndian, "\x00\x00\x00\x00", "\x00\x00\x00\x00")
	require.Equal(t, io.ErrClosedPipe, inspect.Dump(&failingWriter{}, frames,
		inspect.Options{Framed: true}))
}

// TestDumpOfBigEndianFrames: Options.Framing says the order of the bytes in a length.
func TestDumpOfBigEndianFrames(t *testing.T) {
	const want = "00000000  00 00 00 04                 frame 0 of 4 bytes\n" +
		"00000004  00 00 00 00              $  Nil\n" +
		"00000008  00 00 00 05                 frame 1 of 5 bytes\n" +
		"0000000c                              !! the frame ends 1 bytes too early\n" +
		"0000000c  00 00 00 00              $  Nil\n"

	var out strings.Builder
	err := inspect.Dump(&out,
		[]byte("\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00"),
		inspect.Options{Framed: true, Framing: codec.FrameU32BE})
	require.NoError(t, err)
	require.Equal(t, want, out.String())
}
