package codec_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// dumped returns a dump's lines and the bytes that they show, which must follow
// one upon the other.
func dumped(t *testing.T, data []byte, o codec.DumpOptions) (lines []string, shown []byte, err error) {
	t.Helper()
	o.MaxBytes, o.MaxFields = 1<<30, 1<<30
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

// TestDumpVectors dumps what engines wrote: every byte is shown once, in its
// place, and nothing is wrong with it.
func TestDumpVectors(t *testing.T) {
	for _, r := range recorded {
		for _, v := range vectors.Load(t, r.file) {
			c := codec.MustNew(codec.Options{Dialect: r.dialect, Precision: r.precision, FullObjects: v.Full})
			lines, shown, err := dumped(t, v.Hex, codec.DumpOptions{Codec: c})
			require.NoError(t, err)
			require.Equal(t, []byte(v.Hex), shown)
			require.Contains(t, lines[0], " $", "line %d", v.Line)
		}
	}
}

// TestDumpBroken cuts and damages a packet everywhere: the dump reports the
// decoder's error, in one place, and still shows every byte.
func TestDumpBroken(t *testing.T) {
	c := codec.MustNew(codec.Options{FullObjects: true})
	whole, err := c.Encode(scene())
	require.NoError(t, err)
	check := func(b []byte) {
		_, want := c.Decode(b)
		lines, shown, err := dumped(t, b, codec.DumpOptions{Codec: c})
		require.Equal(t, hex.EncodeToString(b), hex.EncodeToString(shown), "%x", b)
		faults := 0
		for _, line := range lines {
			if strings.Contains(line, "  !! ") {
				faults++
			}
		}
		if want == nil {
			require.NoError(t, err)
			require.Zero(t, faults)
			return
		}
		require.EqualError(t, err, want.Error())
		require.Equal(t, 1, faults, "%x", b)
	}
	for n := range whole {
		check(whole[:n:n])
	}
	for i := range whole {
		for _, x := range []byte{1, 0x80, 0xff} {
			b := bytes.Clone(whole)
			b[i] ^= x
			check(b)
		}
	}
	check(append(bytes.Clone(whole), 1, 2, 3))
}

func TestDumpFrames(t *testing.T) {
	data := []byte{8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0}
	lines, shown, err := dumped(t, data, codec.DumpOptions{Frames: true})
	assert.ErrorIs(t, err, variant.ErrTruncated)
	assert.Equal(t, data, shown)
	assert.Equal(t, []string{
		"00000000  08 00 00 00                 frame 0 of 8 bytes",
		"00000004  02 00 00 00              $  int = 5",
		"00000008  05 00 00 00              $",
		"0000000c  04 00 00 00                 frame 1 of 4 bytes",
		"00000010  00 00 00 00              $  Nil",
		"00000014  09 00 00 00                 frame 2 of 9 bytes",
		"00000018                              !! the frame ends 5 bytes too early",
		"00000018  01 00 00 00              $  bool",
		"0000001c                           $  !! unexpected end of data",
	}, lines[:9:9])
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestDumpLimitsAndWriter(t *testing.T) {
	var out strings.Builder
	big, err := codec.Encode(variant.String(strings.Repeat("x", 1000)))
	require.NoError(t, err)
	require.NoError(t, codec.Dump(&out, big, codec.DumpOptions{MaxBytes: 16}))
	assert.Contains(t, out.String(), "… 984 bytes more")

	many := make([]variant.Variant, 100)
	list, err := codec.Encode(variant.NewArray(many...))
	require.NoError(t, err)
	out.Reset()
	require.NoError(t, codec.Dump(&out, list, codec.DumpOptions{MaxFields: 10}))
	assert.Contains(t, out.String(), "91 fields and values more")
	assert.Less(t, strings.Count(out.String(), "\n"), 20)

	assert.EqualError(t, codec.Dump(brokenPipe{}, big, codec.DumpOptions{}), "broken pipe")
}

func scene() variant.Variant {
	return variant.NewDictionary(
		variant.KV("hp", variant.Int(1<<40)),
		variant.KV("at", math.Transform3D{}),
		variant.KV("path", objects.MustParseNodePath("/a/b:c")),
		variant.KV("timer", objects.NewObject("Timer", objects.Prop("wait", variant.Float(1)))),
		variant.KV("ids", variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1))),
		variant.Pair{Key: variant.NewArray(variant.StringName("k")), Value: objects.Signal{Name: "hit", Object: 5}},
	)
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

// TestTraceEmptyText: an empty text has its step too, like every other.
func TestTraceEmptyText(t *testing.T) {
	c := codec.MustNew(codec.Options{Dialect: codec.DocsGodot4, FullObjects: true})
	for _, test := range []struct {
		v     variant.Variant
		texts int
	}{
		{variant.String(""), 1},
		{variant.NewDictionary(variant.KV("", variant.String("")), variant.KV("a", variant.String(""))), 4},
		{packed.PackedStringArray{"", "a", ""}, 3},
		{objects.NodePath{Names: []string{"", ""}, SubNames: []string{""}}, 3},
		{objects.NewObject("Node", objects.Prop("", variant.Nil{})), 2},
		{packed.PackedByteArray{}, 1},
	} {
		packet, err := c.Encode(test.v)
		require.NoError(t, err)
		texts := 0
		_, err = c.Trace(packet, func(e variant.TraceEvent) {
			if e.Kind == variant.TraceText {
				texts++
			}
		})
		require.NoError(t, err)
		assert.Equal(t, test.texts, texts, "%v", test.v)
	}
}
