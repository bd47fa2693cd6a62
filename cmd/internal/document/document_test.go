package document_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"io"
	gomath "math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// must returns the result of a call that does not fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// options returns the options to open a save that an engine wrote.
func options(t testing.TB, path string) (o document.Options) {
	z := zstd.Compressor()
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

// TestSaves: Read finds the engine, container and framing of each save that engines wrote. An
// unchanged file is written with its old bytes, and a changed file in the same form.
func TestSaves(t *testing.T) {
	paths := must(filepath.Glob("../../gdvar/testdata/saves/godot*/*"))
	require.Len(t, paths, 23)
	frames := map[string]frame.Frame{"big.save": frame.U32BE, "packet.bin": frame.None,
		"small.bin": frame.None}
	hp := map[string]string{"small.bin": "a", "two.save": "[0].hp"}

	for _, path := range paths {
		data := must(os.ReadFile(path))
		o := options(t, path)
		name := filepath.Base(path)

		d := must(document.Read(data, o))
		require.Equal(t, filepath.Base(filepath.Dir(path)), probe.EngineName(d.Dialect()), path)
		require.Equal(t, frames[name], d.Framing, path)
		require.Equal(t, name != "two.save", d.Single(), path)
		require.False(t, d.Changed(), path)

		same := must(d.Bytes())
		again := must(document.Read(same, o))
		require.Equal(t, d.Plain, again.Plain, path)
		require.Equal(t, d.Container, again.Container, path)
		if d.Container.Container == savefile.Plain {
			require.Equal(t, data, same, path)
		}

		v := must(tree.Set(d.Root(), cmp.Or(hp[name], "hp"), variant.Int(11)))
		require.NoError(t, d.SetRoot(v))
		require.True(t, d.Changed(), path)
		again = must(document.Read(must(d.Bytes()), o))
		require.True(t, variant.Equal(v, again.Root()), path)
		require.Equal(t, d.Container.Container, again.Container.Container, path)
		require.Equal(t, d.Container.Compression, again.Container.Compression, path)
		require.Equal(t, d.Framing, again.Framing, path)
	}
}

func packet(t testing.TB, d *variant.Dialect, v variant.Variant) []byte {
	t.Helper()
	return must(codec.MustNew(codec.Options{Dialect: d}).Encode(v))
}

// TestTie: if several engines could have written a file, it can only be changed if all of them
// write the same bytes.
func TestTie(t *testing.T) {
	dict := variant.NewDictionary(variant.KV("hp", variant.Int(1)))
	b := packet(t, codec.Godot4, dict)
	d := must(document.Read(b, document.Options{}))
	require.Greater(t, len(d.Ties()), 1)
	dict.Set(variant.String("xp"), variant.Int(2))
	require.NoError(t, d.SetRoot(dict))
	got := must(d.Bytes())
	require.Equal(t, packet(t, codec.Godot4, dict), got)

	typed := variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt})
	for _, only4 := range []variant.Variant{typed, packed.PackedVector4Array{}} {
		dict.Set(variant.String("new"), only4)
		require.NoError(t, d.SetRoot(dict))
		_, err := d.Bytes()
		require.ErrorIs(t, err, document.ErrTie)
		require.ErrorContains(t, err, "--engine")

		d := must(document.Read(b, document.Options{Options: probe.Options{Dialect: codec.Godot4}}))
		require.NoError(t, d.SetRoot(dict))
		got = must(d.Bytes())
		require.Equal(t, packet(t, codec.Godot4, dict), got)
	}
}

// TestUnchangedRecords: records that have not changed keep their bytes, even bytes that the engine
// would not write.
func TestUnchangedRecords(t *testing.T) {
	// The record has the int 7 in 8 bytes. An engine would write it in 4 bytes.
	wide := []byte("\x0c\x00\x00\x00\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00")
	b := bytes.Repeat(wide, 3)

	four := document.Options{Options: probe.Options{Dialect: codec.Godot4}}
	d := must(document.Read(b, four))
	narrow := []byte("\x08\x00\x00\x00\x02\x00\x00\x00\x08\x00\x00\x00")

	seven := variant.Int(7)
	for _, test := range []struct {
		root variant.Array
		want [][]byte
	}{
		{variant.NewArray(seven, variant.Int(8), seven), [][]byte{wide, narrow, wide}},
		{variant.NewArray(seven, seven), [][]byte{wide, wide}},
		{variant.NewArray(seven, seven, seven, variant.Int(8)), [][]byte{wide, wide, wide, narrow}},
	} {
		require.NoError(t, d.SetRoot(test.root))
		require.Equal(t, bytes.Join(test.want, nil), must(d.Bytes()), test.root)
	}

	require.Error(t, d.SetRoot(seven))
	require.Error(t, d.SetRoot(variant.NewArray()))
}

// TestDamaged: the Document of a damaged file has the readable values, and the file can't be
// written.
func TestDamaged(t *testing.T) {
	data := must(os.ReadFile("../../gdvar/testdata/saves/godot4/two.save"))
	d, err := document.Read(data[:len(data)-30], document.Options{})
	var at *document.Error
	require.ErrorAs(t, err, &at)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, 1, at.Record)
	require.EqualValues(t, 412, at.Offset)
	require.Len(t, d.Records, 2)
	hp := must(tree.Lookup(d.Root(), "[0].hp"))
	require.Equal(t, variant.Int(10), hp)
	require.Nil(t, d.Records[1].Value)
	_, err = d.Bytes()
	require.ErrorContains(t, err, "damaged")

	for _, junk := range []string{"", "{\"hp\": 10}", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"} {
		double := variant.Double // most engines do not have this precision
		for _, precision := range []*variant.Precision{nil, &double} {
			o := document.Options{Options: probe.Options{Precision: precision}}
			d, err := document.Read([]byte(junk), o)
			require.ErrorIs(t, err, probe.ErrUnknown, junk)
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

// TestEveryDamage damages one byte of the file at any place, or cuts the file off anywhere. There
// is no panic, and values that can't be read are not written.
func TestEveryDamage(t *testing.T) {
	for _, name := range []string{"godot3/plain.save", "godot4/packet.bin", "godot4/fastlz.save"} {
		whole := must(os.ReadFile("../../gdvar/testdata/saves/" + name))
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

// TestLayersInLayers: a file inside four layers can't be read, whatever its content is.
func TestLayersInLayers(t *testing.T) {
	gzipped := func(b []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		must(w.Write(b))
		require.NoError(t, w.Close())
		return out.Bytes()
	}

	o := document.Options{Layers: kinds.Layers(), Kinds: kinds.All(kinds.Settings{})}
	for _, inner := range []string{
		"", "x", "{}", "\x02\x00\x00\x00\x07\x00\x00\x00", "[a]\nb=1\n",
	} {
		b := []byte(inner)
		for range 3 {
			b = gzipped(b)
		}
		if len(inner) > 1 {
			must(document.Read(b, o))
		}

		d, err := document.Read(gzipped(b), o)
		require.ErrorIs(t, err, probe.ErrUnknown, inner)
		require.Nil(t, d)
	}
}

// TestLooseLayers: a base64 text counts as a layer only if it has a complete save and nothing else.
// Otherwise it is read as plain text.
func TestLooseLayers(t *testing.T) {
	hp := variant.NewDictionary(variant.KV("hp", variant.Int(7)))
	save := frame.U32.Append(nil, packet(t, codec.Godot4, hp))
	o := document.Options{Layers: kinds.Layers(), Kinds: []document.Kind{kinds.Text()}}

	for _, test := range []struct {
		inner  []byte
		layers []string
	}{
		{save, []string{"base64"}},
		{slices.Concat([]byte("SAVE\x01\x00\x00\x00"), save), nil},
		{save[:len(save)-3], nil},
	} {
		text := base64.StdEncoding.EncodeToString(test.inner)
		d := must(document.Read([]byte(text), o))
		require.Equal(t, test.layers, d.Layers, text)
		if test.layers == nil {
			require.Equal(t, variant.String(text), d.Root())
		}
	}
}

// TestOpenKind: if a file is not a save, a Reader reads the whole file as one record.
func TestOpenKind(t *testing.T) {
	o := document.Options{Kinds: kinds.All(kinds.Settings{})}
	r := must(document.Open(strings.NewReader(`["hp"]`), o))

	var got []variant.Variant
	for record, err := range r.All() {
		require.NoError(t, err)
		got = append(got, record.Value)
	}
	require.Equal(t, []variant.Variant{variant.NewArray(variant.String("hp"))}, got)
}

// TestLongRecord: a record over the limit is an error, and the records before it are read.
func TestLongRecord(t *testing.T) {
	for name, most := range map[string]int64{
		"godot4/two.save": 100, "godot4/packet.bin": 100, "godot3/deflate.save": 339,
	} {
		file := must(os.Open("../../gdvar/testdata/saves/" + name))
		defer file.Close()
		r := must(document.Open(file, document.Options{Options: probe.Options{MaxRecord: most}}))

		n := 0
		for record, err := range r.All() {
			n++
			require.ErrorIs(t, err, document.ErrLong, name)
			require.Nil(t, record.Value)
			require.LessOrEqual(t, len(record.Packet), int(most)+1)
		}

		require.Equal(t, 1, n)
	}

	compressed := savefile.Options{Container: savefile.Compressed, Compression: savefile.Deflate}
	bomb := must(savefile.Encode(make([]byte, 16<<20), compressed))
	_, err := document.Open(bytes.NewReader(bomb),
		document.Options{Options: probe.Options{MaxRecord: 4 << 20}})
	require.ErrorIs(t, err, probe.ErrUnknown)

	behindHeader := append([]byte("SAVE\nRSRC"), make([]byte, 100)...)
	_, err = document.Open(bytes.NewReader(behindHeader),
		document.Options{Options: probe.Options{MaxRecord: 100}})
	require.ErrorIs(t, err, document.ErrLong)
}

// TestLargeRecord: Read looks at the first bytes of a file to detect its format. If the only record
// is longer than these bytes, Read uses the whole record.
func TestLargeRecord(t *testing.T) {
	items := slices.Repeat([]variant.Variant{variant.Int(7)}, 200_000)
	b := packet(t, codec.Godot4, variant.NewArray(items...))
	data := frame.U32.Append(nil, b)

	d := must(document.Read(data, document.Options{}))
	require.Equal(t, 1.0, d.Detections[0].Score)
	require.Equal(t, frame.U32, d.Framing)
	require.Equal(t, 1, d.Detections[0].Values)
}

// TestHeader: data in front of the first record are written once, in front of the first record.
func TestHeader(t *testing.T) {
	const header = "SAVE\x01\x00\x00\x00"
	save := func(n int) []byte {
		v := variant.NewDictionary(variant.KV("hp", variant.Int(n)))
		return append([]byte(header), frame.U32.Append(nil, packet(t, codec.Godot4, v))...)
	}

	at := int64(len(header))
	for _, o := range []document.Options{{}, {At: &at}} {
		d := must(document.Read(save(7), o))
		require.Equal(t, at, d.At)
		require.NoError(t, d.SetRoot(must(tree.Set(d.Root(), "hp", variant.Int(8)))))
		require.Equal(t, save(8), must(d.Bytes()))
	}
}

// TestPathError: PathError adds a hint about the start of a path only if the file has several
// records and the path does not begin with an index.
func TestPathError(t *testing.T) {
	one := frame.U32.Append(nil, packet(t, codec.Godot4,
		variant.NewDictionary(variant.KV("hp", variant.Int(7)))))
	several := must(document.Read(slices.Concat(one, one), document.Options{}))
	single := must(document.Read(one, document.Options{}))
	wrong := func(path string) error {
		return variant.NewError(variant.OpLookup, must(variant.ParsePath(path)), nil,
			variant.ErrNotFound)
	}

	require.ErrorContains(t, several.PathError(wrong("mp.x")),
		"the file has 2 records, and a path begins with one of them: [0].mp.x")
	other := errors.New("other")
	require.Equal(t, other, several.PathError(other))
	for _, err := range []error{wrong("[5]"), wrong("$")} {
		require.Equal(t, err, several.PathError(err))
	}
	require.Equal(t, wrong("mp"), single.PathError(wrong("mp")))
}

// TestBarePackets: a file of packets without length fields is read packet by packet, and each
// packet is checked once.
func TestBarePackets(t *testing.T) {
	first := packet(t, codec.Godot4, variant.NewDictionary(variant.KV("hp", variant.Int(7))))
	second := packet(t, codec.Godot4, variant.NewArray(variant.Int(1), variant.Int(2)))
	none := frame.None

	for mode, want := range map[codec.Mode][]int{
		codec.Default: {len(first), len(second)}, codec.Lenient: {len(first) + len(second)},
	} {
		o := document.Options{Options: probe.Options{Dialect: codec.Godot4, Framing: &none,
			Mode: mode}}
		r, err := document.Open(bytes.NewReader(slices.Concat(first, second)), o)
		require.NoError(t, err)

		var got []int
		for record, err := range r.All() {
			if err != nil {
				break
			}
			got = append(got, len(record.Packet))
		}
		require.Equal(t, want, got, mode)
	}
}
