package document_test

import (
	"bytes"
	"io"
	gomath "math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/internal/zstd"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// options open the saves that engines wrote.
func options(t testing.TB, path string) (o document.Options) {
	z, err := zstd.Codec()
	require.NoError(t, err)
	o.Save.Compressors = map[savefile.Compression]savefile.Compressor{savefile.Zstandard: z}
	switch filepath.Base(path) {
	case "secret.save":
		o.Save.Password = "secret"
	case "key.save":
		for i := range 32 {
			o.Save.Key = append(o.Save.Key, byte(i))
		}
	}
	return o
}

// eachSave calls f for each save that engines wrote.
func eachSave(t *testing.T, f func(t *testing.T, path string, data []byte, o document.Options)) {
	paths, err := filepath.Glob("../testdata/saves/godot*/*")
	require.NoError(t, err)
	require.Len(t, paths, 23)
	for _, path := range paths {
		t.Run(strings.TrimPrefix(path, "../testdata/saves/"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			f(t, path, data, options(t, path))
		})
	}
}

// TestSaves: the engine, container and framing of each file are found, an unchanged file is written
// with its bytes, and a changed one in the same form.
func TestSaves(t *testing.T) {
	eachSave(t, func(t *testing.T, path string, data []byte, o document.Options) {
		d, err := document.Read(data, o)
		require.NoError(t, err)
		require.Equal(t, filepath.Base(filepath.Dir(path)), document.EngineName(d.Dialect()))

		name := filepath.Base(path)
		frame := map[string]codec.Framing{
			"big.save": codec.FrameU32BE, "packet.bin": codec.FrameNone,
			"small.bin": codec.FrameNone,
		}[name]

		require.Equal(t, frame, d.Framing)
		require.Equal(t, name != "two.save", d.Single())
		require.False(t, d.Changed())

		same, err := d.Bytes()
		require.NoError(t, err)
		again, err := document.Read(same, o)
		require.NoError(t, err)
		require.Equal(t, d.Plain, again.Plain)
		require.Equal(t, d.Container, again.Container)

		if d.Container.Format == savefile.Plain {
			require.Equal(t, data, same)
		}

		at := "hp"
		if name == "small.bin" {
			at = "a"
		}
		if !d.Single() {
			at = "[0].hp"
		}

		v, err := tree.Set(d.Root(), at, variant.Int(11))
		require.NoError(t, err)
		require.NoError(t, d.SetRoot(v))
		require.True(t, d.Changed())
		changed, err := d.Bytes()
		require.NoError(t, err)
		again, err = document.Read(changed, o)
		require.NoError(t, err)
		require.True(t, variant.Equal(v, again.Root()))
		require.Equal(t, d.Container.Format, again.Container.Format)
		require.Equal(t, d.Container.Compression, again.Container.Compression)
		require.Equal(t, d.Framing, again.Framing)
	})
}

func packet(t testing.TB, d *variant.Dialect, v variant.Variant) []byte {
	t.Helper()
	b, err := codec.MustNew(codec.Options{Dialect: d}).Encode(v)
	require.NoError(t, err)
	return b
}

// TestTie: a file that several engines could have written is written where their bytes are the
// same, and refused where they are not.
func TestTie(t *testing.T) {
	dict := variant.NewDictionary(variant.KV("hp", variant.Int(1)))
	b := packet(t, codec.Godot4, dict)
	read := func(o document.Options) *document.Document {
		d, err := document.Read(b, o)
		require.NoError(t, err)
		return d
	}

	d := read(document.Options{})
	require.Greater(t, len(d.Ties()), 1)
	dict.Set(variant.String("xp"), variant.Int(2))
	require.NoError(t, d.SetRoot(dict))
	got, err := d.Bytes()
	require.NoError(t, err)
	require.Equal(t, packet(t, codec.Godot4, dict), got)

	typed := variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt})
	for _, only4 := range []variant.Variant{typed, packed.PackedVector4Array{}} {
		dict.Set(variant.String("new"), only4)
		require.NoError(t, d.SetRoot(dict))
		_, err = d.Bytes()
		require.ErrorIs(t, err, document.ErrTie)
		require.ErrorContains(t, err, "--engine")

		d := read(document.Options{Dialect: codec.Godot4})
		require.NoError(t, d.SetRoot(dict))
		got, err = d.Bytes()
		require.NoError(t, err)
		require.Equal(t, packet(t, codec.Godot4, dict), got)
	}
}

// TestUnchangedRecords: records that have not changed keep their bytes, those that the engine would
// not write too.
func TestUnchangedRecords(t *testing.T) {
	// 7 in 8 bytes
	wide := []byte("\x0c\x00\x00\x00\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00")
	var b []byte
	for range 3 {
		b = append(b, wide...)
	}

	four := document.Options{Dialect: codec.Godot4}
	d, err := document.Read(b, four)
	require.NoError(t, err)
	narrow := []byte("\x08\x00\x00\x00\x02\x00\x00\x00\x08\x00\x00\x00")

	seven := variant.Int(7)
	for name, test := range map[string]struct {
		root variant.Variant
		want [][]byte
	}{
		"one changed": {variant.NewArray(seven, variant.Int(8), seven),
			[][]byte{wide, narrow, wide}},
		"one removed": {variant.NewArray(seven, seven), [][]byte{wide, wide}},
		"one appended": {variant.NewArray(seven, seven, seven, variant.Int(8)),
			[][]byte{wide, wide, wide, narrow}},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, d.SetRoot(test.root))
			got, err := d.Bytes()
			require.NoError(t, err)
			require.Equal(t, bytes.Join(test.want, nil), got)
		})
	}

	require.Error(t, d.SetRoot(seven))
	require.Error(t, d.SetRoot(variant.NewArray()))
}

// TestDamaged: what can be read is there, and nothing is written.
func TestDamaged(t *testing.T) {
	data, err := os.ReadFile("../testdata/saves/godot4/two.save")
	require.NoError(t, err)
	d, err := document.Read(data[:len(data)-30], document.Options{})
	var at *document.Error
	require.ErrorAs(t, err, &at)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, 1, at.Record)
	require.EqualValues(t, 412, at.Offset)
	require.Len(t, d.Records, 2)
	hp, err := tree.Lookup(d.Root(), "[0].hp")
	require.NoError(t, err)
	require.Equal(t, variant.Int(10), hp)
	require.Nil(t, d.Records[1].Value)
	_, err = d.Bytes()
	require.ErrorContains(t, err, "damaged")

	for _, junk := range []string{"", "{\"hp\": 10}", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"} {
		double := variant.Double // which most engines do not have
		for _, precision := range []*variant.Precision{nil, &double} {
			d, err := document.Read([]byte(junk), document.Options{Precision: precision})
			require.ErrorIs(t, err, document.ErrUnknown, junk)
			require.Nil(t, d)
		}
	}
}

// TestText: the text of each value in a save is read as the same value, and is one line.
func TestText(t *testing.T) {
	var d document.Document
	for _, v := range []variant.Variant{
		variant.Nil{}, variant.Bool(true), variant.Int(-7), variant.String("a\n\"b\"\\\t\x00ü"),
		variant.StringName("x\ny"),
		variant.Float(0.1), variant.Float(float64(float32(0.1))),
		variant.Float(gomath.Copysign(0, -1)),
		variant.Float(gomath.NaN()), variant.Float(gomath.Inf(-1)),
		math.Vector2{X: float64(float32(0.1)), Y: gomath.Copysign(0, -1)},
		packed.PackedFloat64Array{float64(float32(0.1)), 0.1}, packed.PackedFloat32Array{0.1},
		packed.PackedStringArray{"\n"},
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1)),
		objects.RID(4),
		objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5))),
		objects.Object{ID: 5},
	} {
		text := d.Text(v)
		again, err := d.Parse(text)
		require.NoError(t, err, text)
		require.True(t, variant.Equal(v, again), text)
		require.NotContains(t, text, "\n")
	}

	require.Equal(t, "null", d.Text(objects.Object{}))
}

// TestEveryDamage: whatever byte of a file is damaged, and wherever it ends, there is no panic, and
// what can't be read is not written.
func TestEveryDamage(t *testing.T) {
	for _, name := range []string{"godot3/plain.save", "godot4/packet.bin", "godot4/fastlz.save"} {
		whole, err := os.ReadFile("../testdata/saves/" + name)
		require.NoError(t, err)
		check := func(b []byte) {
			d, err := document.Read(b, document.Options{})
			if d == nil {
				require.Error(t, err)
				return
			}
			_ = d.Root()
			_, refused := d.Bytes()
			require.Equal(t, err == nil, refused == nil, "%x", b)
		}

		for i := range whole {
			check(whole[:i])
			for _, c := range []byte{2, 0xff} {
				damaged := bytes.Clone(whole)
				damaged[i] ^= c
				check(damaged)
			}
		}
	}
}

// TestLongRecord: a record over the limit is an error, and those before it are read.
func TestLongRecord(t *testing.T) {
	for name, o := range map[string]document.Options{
		"godot4/two.save": {MaxRecord: 100}, "godot4/packet.bin": {MaxRecord: 100},
		"godot3/deflate.save": {MaxRecord: 339},
	} {
		file, err := os.Open("../testdata/saves/" + name)
		require.NoError(t, err)
		defer file.Close()
		r, err := document.Open(file, o)
		require.NoError(t, err)

		n := 0
		for record, err := range r.All() {
			n++
			require.ErrorIs(t, err, document.ErrLong, name)
			require.Nil(t, record.Value)
			require.LessOrEqual(t, len(record.Packet), int(o.MaxRecord)+1)
		}

		require.Equal(t, 1, n)
	}

	compressed := savefile.Options{Format: savefile.Compressed, Compression: savefile.Deflate}
	bomb, err := savefile.Pack(make([]byte, 16<<20), compressed)
	require.NoError(t, err)
	_, err = document.Open(bytes.NewReader(bomb), document.Options{MaxRecord: 4 << 20})
	require.ErrorIs(t, err, document.ErrUnknown)
}

// TestLargeRecord: the format of a file of one record that is longer than the first look
// is found by all of it.
func TestLargeRecord(t *testing.T) {
	items := make([]variant.Variant, 200_000)
	for i := range items {
		items[i] = variant.Int(i)
	}

	packet, err := codec.MustNew(codec.Options{}).Encode(variant.NewArray(items...))
	require.NoError(t, err)
	data := append(document.AppendLength(nil, codec.FrameU32, int64(len(packet))), packet...)

	d, err := document.Read(data, document.Options{})
	require.NoError(t, err)
	require.Equal(t, 1.0, d.Detections[0].Score)
	require.Equal(t, codec.FrameU32, d.Framing)
	require.Equal(t, 1, d.Detections[0].Values)
}
