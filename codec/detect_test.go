package codec_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

// family names engines whose types have the same IDs.
func family(d *variant.Dialect) string {
	for _, name := range []string{"Godot4", "Godot3", "Pandemonium5", "Pandemonium3"} {
		if strings.HasPrefix(d.Name, name) {
			return name
		}
	}
	return d.Name
}

// TestDetectVectors checks how often the engine that wrote a value comes first: for all
// containers but one, which holds only integers of random bits, and for a given share of
// the other values.
func TestDetectVectors(t *testing.T) {
	others := map[string]float64{
		"godot-3.2-single.jsonl": 0.60, "godot-4.2-single.jsonl": 0.99, "godot-4.6-single.jsonl": 0.99,
		"godot-4.6-double.jsonl": 0.99, "pandemonium-5.3-single.jsonl": 0.40,
	}
	misses := 0
	for _, r := range recorded {
		first, all := map[bool]int{}, map[bool]int{}
		for _, v := range vectors.Load(t, r.file) {
			found := codec.Detect(v.Hex)
			require.True(t, slices.ContainsFunc(found, func(d codec.Detection) bool {
				return d.Dialect == r.dialect && d.Framing == codec.FrameNone
			}), "%s:%d: the engine that wrote it reads it", r.file, v.Line)
			typ := v.Value.Type()
			container := typ == variant.TypeArray || typ == variant.TypeDictionary
			all[container]++
			if family(found[0].Dialect) == family(r.dialect) {
				first[container]++
			}
		}
		t.Logf("%s: containers %d of %d, other values %d of %d", r.file, first[true], all[true], first[false], all[false])
		misses += all[true] - first[true]
		require.GreaterOrEqual(t, float64(first[false])/float64(all[false]), others[r.file], r.file)
	}
	require.LessOrEqual(t, misses, 1, "containers")
}

// records frames packets as store_var does.
func records(order binary.ByteOrder, packets ...string) []byte {
	var b []byte
	for _, p := range packets {
		size := make([]byte, 4)
		order.PutUint32(size, uint32(len(p)))
		b = append(append(b, size...), p...)
	}
	return b
}

// TestDetectFacts detects values that only one dialect writes in that way.
func TestDetectFacts(t *testing.T) {
	encode := func(d *variant.Dialect, v variant.Variant) string {
		return string(testkit.Encode(t, codec.MustNew(codec.Options{Dialect: d, FullObjects: true}), v))
	}
	save := variant.NewDictionary(
		variant.KV("name", variant.String("Tia")),
		variant.KV("hp", variant.Int(10)),
		variant.KV("items", variant.NewArray(variant.Int(1), variant.Float(2.5))),
	)
	typed := variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1))
	for name, c := range map[string]struct {
		data  string
		first *variant.Dialect
	}{
		"3.1 to 3.6":            {encode(codec.Godot3, save), codec.Godot3},
		"3.0, where ints are 8": {encode(codec.Godot30, save), codec.Godot30},
		"4":                     {encode(codec.Godot4, save), codec.Godot4},
		"Pandemonium 5":         {encode(codec.Pandemonium5, save), codec.Pandemonium5},
		"Pandemonium 3.8":       {encode(codec.Pandemonium38, save), codec.Pandemonium5},
		"Pandemonium 3.5":       {encode(codec.Pandemonium35, save), codec.Pandemonium35},
		"a page of 3.2":         {encode(codec.DocsGodot32, save), codec.DocsGodot32},
		"typed arrays":          {encode(codec.Godot4, typed), codec.Godot4},
		"an int of 3.0":         {"\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00", codec.Godot30},
	} {
		t.Run(name, func(t *testing.T) {
			found := codec.Detect([]byte(c.data))
			require.NotEmpty(t, found)
			require.Equal(t, c.first.Name, found[0].Dialect.Name, "%v", found)
			require.True(t, c.first == found[0].Dialect, "the package's own variable")
			require.Equal(t, 1, found[0].Values)
			require.Equal(t, codec.FrameNone, found[0].Framing)
			require.InDelta(t, 1, found[0].Score, 0)
			for _, d := range found[1:] {
				require.LessOrEqual(t, d.Score, found[0].Score)
				require.Positive(t, d.Score)
			}
		})
	}
}

func TestDetectFraming(t *testing.T) {
	for _, file := range []string{"containers-4.6/plain-var.bin", "containers-4.6/plain-objects.bin"} {
		data, err := os.ReadFile(vectors.Path(file))
		require.NoError(t, err)
		found := codec.Detect(data)
		require.NotEmpty(t, found, file)
		require.Equal(t, codec.Godot4, found[0].Dialect)
		require.Equal(t, codec.FrameU32, found[0].Framing)
		n := 0
		c := codec.MustNew(codec.Options{Dialect: found[0].Dialect, FullObjects: true})
		for _, err := range c.NewDecoder(bytes.NewReader(data), found[0].Framing).All() {
			require.NoError(t, err)
			n++
		}
		require.Equal(t, n, found[0].Values)
	}

	dictionary := "\x12\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00a\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00"
	big := codec.Detect(records(binary.BigEndian, dictionary, dictionary))
	require.NotEmpty(t, big)
	require.Equal(t, codec.FrameU32BE, big[0].Framing)
	require.Equal(t, codec.Godot3, big[0].Dialect)
	require.Equal(t, 2, big[0].Values)
	require.Equal(t, "Godot3, single precision, 2 records (FrameU32BE): "+
		"score 1.00: writes the same bytes; begins with a Dictionary", big[0].String())

	var doubles string
	for _, v := range vectors.Load(t, "godot-4.6-double.jsonl") {
		if v.Value.Type() == variant.TypeTransform3D {
			doubles = string(v.Hex)
		}
	}
	require.Equal(t, codec.Double, codec.Detect([]byte(doubles))[0].Precision)
}

func TestDetectNothing(t *testing.T) {
	for _, data := range []string{
		"", "abc", "GCPF\x00\x00\x00\x00", strings.Repeat("x", 100), "\xff\xff\xff\xff",
		string(records(binary.LittleEndian, "\xff\x00\x00\x00")), "\x08\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00\x01",
	} {
		require.Empty(t, codec.Detect([]byte(data)), "%q", data)
	}
}

// TestDetectMany: of many records all are read, and only a part is examined closely.
func TestDetectMany(t *testing.T) {
	record := string(records(binary.LittleEndian, "\x1b\x00\x00\x00\x00\x00\x00\x00"))
	data := strings.Repeat(record, 20_000)
	found := codec.Detect([]byte(data))
	require.NotEmpty(t, found)
	require.Equal(t, 20_000, found[0].Values)
	require.Equal(t, codec.Godot4, found[0].Dialect)
	require.Empty(t, codec.Detect([]byte(data+"\x01")))
}
