package inspect_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/internal/test/parsed"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

const (
	save  = `{"name": "Tia", "hp": 10, "items": [1, 2.5]}`
	array = "\x1c\x00\x00\x00\x00\x00\x00\x00" // an empty Array of Godot4
)

// encoded returns the packet of the value whose constructor text is s.
func encoded(t *testing.T, d *variant.Dialect, p variant.Precision, s string) []byte {
	t.Helper()
	c := codec.MustNew(codec.Options{Dialect: d, Precision: p, FullObjects: true})
	return testkit.Encode(t, c, parsed.Value(t, s))
}

func little(packets ...string) []byte { return testkit.Records(binary.LittleEndian, packets...) }

// family returns one name for all dialects whose types have the same IDs.
func family(d *variant.Dialect) string {
	for _, name := range []string{"Godot4", "Godot3", "Pandemonium5", "Pandemonium3"} {
		if strings.HasPrefix(d.Name(), name) {
			return name
		}
	}
	return d.Name()
}

// TestVectors checks how often the engine that wrote a value is the first result. For containers
// this is always the case, except for one container that holds only integers of random bits. For
// other values the test requires a minimum share.
func TestVectors(t *testing.T) {
	testkit.InOneGoroutine(t)
	misses := 0
	for _, r := range []struct {
		file    string
		dialect *variant.Dialect
		others  float64
	}{
		{"godot-3.2-single.jsonl", codec.Godot3, 0.60},
		{"godot-4.2-single.jsonl", codec.Godot40, 0.99},
		{"godot-4.6-single.jsonl", codec.Godot4, 0.99},
		{"godot-4.6-double.jsonl", codec.Godot4, 0.99},
		{"pandemonium-5.3-single.jsonl", codec.Pandemonium5, 0.40},
	} {
		first, all := map[bool]int{}, map[bool]int{}
		for _, v := range vectors.Load(t, r.file) {
			found := inspect.Detect(v.Hex)
			require.True(t, slices.ContainsFunc(found, func(d inspect.Detection) bool {
				return d.Dialect == r.dialect && !d.Framed
			}), "%s:%d: the engine that wrote it reads it", r.file, v.Line)

			typ := v.Value.Type()
			container := typ == variant.TypeArray || typ == variant.TypeDictionary
			all[container]++

			if family(found[0].Dialect) == family(r.dialect) {
				first[container]++
			}
		}

		misses += all[true] - first[true]
		require.GreaterOrEqual(t, float64(first[false])/float64(all[false]), r.others, r.file)
	}

	require.LessOrEqual(t, misses, 1, "containers")
}

// TestFirst: the first Detection has the right dialect, and no other Detection has a higher score.
func TestFirst(t *testing.T) {
	dictionary := string(encoded(t, codec.Godot3, codec.Single, `{"a": 1}`))
	of := func(d *variant.Dialect, s string) []byte { return encoded(t, d, codec.Single, s) }

	for _, c := range []struct {
		data  []byte
		first *variant.Dialect
		want  string // beginning of the text that follows the dialect's name
	}{
		{of(codec.Godot3, save), codec.Godot3, "1 packet: score 1.00: Dictionary"},
		{of(codec.Godot30, save), codec.Godot30, "1 packet: score 1.00: Dictionary"},
		{of(codec.Godot4, save), codec.Godot4, "1 packet: score 1.00: Dictionary"},
		{of(codec.Pandemonium5, save), codec.Pandemonium5, "1 packet: score 1.00: Dictionary"},
		{of(codec.Pandemonium38, save), codec.Pandemonium5, "1 packet: score 1.00: Dictionary"},
		{of(codec.Pandemonium35, save), codec.Pandemonium35, "1 packet: score 1.00: Dictionary"},
		{of(codec.DocsGodot32, save), codec.DocsGodot32,
			"1 packet: score 0.90: Dictionary; no engine writes by this page"},
		{of(codec.Godot4, "Array[int]([1])"), codec.Godot4, "1 packet: score 1.00: Array"},
		{of(codec.Godot30, "7"), codec.Godot30, "1 packet: score 1.00: int"},
		{[]byte(array), codec.Godot4, "1 packet: score 1.00: Array"},
		{little(array), codec.Godot4, "1 record (FrameU32): score 1.00: Array"},
		{little(array, array), codec.Godot4, "2 records (FrameU32): score 1.00: Array"},
		{testkit.Records(binary.BigEndian, dictionary, dictionary), codec.Godot3,
			"2 records (FrameU32BE): score 1.00: Dictionary"},
		{[]byte("\x19\x00\x00\x00\x00\x00\x00\x00"), codec.Pandemonium5,
			"1 packet: score 1.00: Dictionary"},
		{[]byte("\x1a\x00\x00\x00\x00\x00\x00\x00"), codec.Pandemonium5,
			"1 packet: score 1.00: Array"},
	} {
		found := inspect.Detect(c.data)
		require.NotEmpty(t, found, c.want)
		got := strings.Replace(found[0].String(), "writes the same bytes; begins with a ", "", 1)
		assert.Equal(t, c.first.Name()+", single precision, "+c.want, got)
		assert.True(t, c.first == found[0].Dialect, "the package's own variable")

		for _, d := range found[1:] {
			assert.LessOrEqual(t, d.Score, found[0].Score)
			assert.Positive(t, d.Score)
		}
	}
}

// TestScalarsComeLater: if scores are equal, the dialects in which the data is a container come
// first.
func TestScalarsComeLater(t *testing.T) {
	found := inspect.Detect([]byte("\x19\x00\x00\x00\x00\x00\x00\x00"))
	assert.Equal(t, codec.Pandemonium38, found[1].Dialect)
	assert.Equal(t, codec.Godot3, found[2].Dialect, "an empty array of numbers")
	assert.InDelta(t, 1, found[2].Score, 0)
}

func TestFilesOfAnEngine(t *testing.T) {
	for _, file := range []string{"plain-var.bin", "plain-objects.bin"} {
		data, err := os.ReadFile(vectors.Path("containers-4.6/" + file))
		require.NoError(t, err)
		found := inspect.Detect(data)
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
}

func TestNothingIsFound(t *testing.T) {
	for _, data := range []string{
		"", "abc", "GCPF\x00\x00\x00\x00", strings.Repeat("x", 100), "\xff\xff\xff\xff",
		string(little("\xff\x00\x00\x00")), "\x08\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00\x01",
	} {
		require.Empty(t, inspect.Detect([]byte(data)), "%q", data)
	}
}

// TestManyRecords: Detect reads all records, and examines only the values of some of them.
func TestManyRecords(t *testing.T) {
	data := strings.Repeat(string(little("\x1b\x00\x00\x00\x00\x00\x00\x00")), 20_000)
	found := inspect.Detect([]byte(data))
	require.NotEmpty(t, found)
	require.Equal(t, 20_000, found[0].Values)
	require.Equal(t, codec.Godot4, found[0].Dialect)
	require.Empty(t, inspect.Detect([]byte(data+"\x01")))
}

// TestCutRecords: if the last record is cut off, no Detection says that the data consists of
// records.
func TestCutRecords(t *testing.T) {
	const packet = "\x09\x00\x00\x00AAAABBBBCCCC"
	data := little(packet, packet)
	require.NotEmpty(t, inspect.Detect(data))
	for cut := 1; cut < 20; cut++ {
		for _, d := range inspect.Detect(data[:len(data)-cut]) {
			assert.False(t, d.Framed, "%d bytes", cut)
		}
	}
}

// TestPages: if the same bytes fit the dialect of an engine and the dialect of a published page,
// the dialect of the page has the lower score.
func TestPages(t *testing.T) {
	packet := encoded(t, codec.Godot3, codec.Single, `{"name": "Tia", "hp": 10}`)
	page := detection(t, packet, codec.DocsGodot3)
	require.InDelta(t, 1, detection(t, packet, codec.Godot3).Score, 0)
	require.InDelta(t, 0.9, page.Score, 0)
	require.Contains(t, page.Why, "no engine writes by this page")
}

// detection returns the result of Detect for one dialect and framing.
func detection(t *testing.T, data []byte, d *variant.Dialect,
	frames ...codec.Framing) inspect.Detection {
	t.Helper()
	found := inspect.Detect(data)
	i := slices.IndexFunc(found, func(x inspect.Detection) bool {
		if len(frames) == 0 {
			return x.Dialect == d && !x.Framed
		}
		return x.Dialect == d && x.Framed && x.Framing == frames[0]
	})
	require.GreaterOrEqual(t, i, 0, "%v", found)
	return found[i]
}

// TestDoubts checks the doubts that Detect has about the values of testdata/doubts.txt, and about
// some other objects and packed arrays. Detect looks only at the first 100 elements of a packed
// array.
func TestDoubts(t *testing.T) {
	c := codec.MustNew(codec.Options{FullObjects: true, Precision: codec.Double})
	check := func(v variant.Variant, doubt string) {
		d := detection(t, testkit.Encode(t, c, v), codec.Godot4)
		if doubt == "no doubt" {
			assert.NotContains(t, d.Why, "1 of 1 values", "%#v", v)
			assert.InDelta(t, 1, d.Score, 0, "%#v", v)
			return
		}

		assert.True(t, strings.HasSuffix(d.Why, "; 1 of 1 values "+doubt), "%#v: %s", v, d.Why)
		assert.InDelta(t, 0.25, d.Score, 1e-12, "%#v", v)
	}

	data, err := os.ReadFile("testdata/doubts.txt")
	require.NoError(t, err)
	for _, section := range strings.Split(string(data), "\n== ")[1:] {
		lines := strings.Split(strings.TrimSpace(section), "\n")
		for _, line := range lines[1:] {
			check(parsed.Value(t, line), lines[0])
		}
	}

	check(objects.NewObject("Größe"), "no doubt")
	check(objects.NewObject("A\x00"), "with invalid names")
	for n, doubts := range map[int][2]string{
		100: {"with numbers that look like integers or text",
			"with control characters or broken text"},
		101: {"no doubt", "no doubt"},
	} {
		numbers, texts := make(packed.PackedFloat64Array, n), make(packed.PackedStringArray, n)
		numbers[n-1], texts[n-1] = 1e13, "\x01"
		check(numbers, doubts[0])
		check(texts, doubts[1])
	}
}

// TestScore: if Detect has no doubt about n of m values, the score is the square of (n+1)/(m+1). If
// the dialect would write a packet with other bytes, except for padding, the score is 60 per cent
// of this square.
func TestScore(t *testing.T) {
	const (
		handles = " that only mean something inside of a running game"
		same    = "writes the same bytes; begins with a "
		padding = "writes the same bytes but for padding; begins with a "
		other   = "would write other bytes for the same values; begins with a "

		null   = "\x00\x00\x00\x00"
		padded = "\x04\x00\x00\x00\x01\x00\x00\x00a\x01\x02\x03"
		odd    = "\x01\x00\x00\x00\x02\x00\x00\x00"
	)
	var none, records []codec.Framing
	records = append(records, codec.FrameU32)

	of := func(s string) []byte { return encoded(t, codec.Godot4, codec.Single, s) }
	for _, c := range []struct {
		data   []byte
		frames []codec.Framing
		score  float64
		why    string
	}{
		{of("[1, RID(1), 1]"), none, 0.64, same + "Array; 1 of 4 values" + handles},
		{of(`["\u0001", RID(1), RID(1)]`), none, 0.16, same + "Array; " +
			"1 of 4 values with control characters or broken text; 2 of 4 values" + handles},
		{of("[" + strings.Repeat("RID(1), ", 20_000) + "]"), none, 4 / 10001. / 10001.,
			same + "Array; 9999 of 10000 values" + handles},
		{[]byte(padded), none, 1, padding + "String"},
		{[]byte(odd), none, 0.6, other + "bool"},
		{[]byte("\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00"), none, 0.6, other + "int"},
		{little(null, null), records, 1, same + "Nil"},
		{little(null, padded, null), records, 1, padding + "Nil"},
		{little(padded, odd, null), records, 0.6, other + "String"},
	} {
		d := detection(t, c.data, codec.Godot4, c.frames...)
		assert.Equal(t, c.why, d.Why)
		assert.InDelta(t, c.score, d.Score, 1e-12)
	}
}

// TestPrecision: the precision is detected by a flag in the packets. The packets of DocsGodot3 and
// DocsGodot4 have no such flag, but these packets can be read in one precision only.
func TestPrecision(t *testing.T) {
	for _, p := range []variant.Precision{codec.Single, codec.Double} {
		for _, d := range []*variant.Dialect{codec.Godot4, codec.Godot40, codec.DocsGodot3,
			codec.DocsGodot4} {
			got := detection(t, encoded(t, d, p, "[Vector3(0.1, 0, 0)]"), d)
			assert.Equal(t, p, got.Precision, d.Name())
			assert.Contains(t, got.Why, "writes the same bytes", d.Name())
		}
	}

	single := string(encoded(t, codec.Godot4, codec.Single, "Vector3(0.5, 0, 0)"))
	double := string(encoded(t, codec.Godot4, codec.Double, "Vector3(0.5, 0, 0)"))
	for _, packets := range [][]string{{single, double}, {double, single}} {
		got := detection(t, little(packets...), codec.Godot4, codec.FrameU32)
		assert.Equal(t, codec.Double, got.Precision, "a build that writes doubles")
		assert.Contains(t, got.Why, "writes the same bytes", "each in its precision")
	}

	dirty := encoded(t, codec.Godot4, codec.Double, `[Vector3(0.5, 0, 0), "a"]`)
	dirty[len(dirty)-1] = 1
	got := detection(t, dirty, codec.Godot4)
	assert.Equal(t, codec.Double, got.Precision)
	assert.Contains(t, got.Why, "but for padding")

	listed := map[string]int{}
	for _, d := range inspect.Detect([]byte(double)) {
		listed[d.Dialect.Name()]++
	}
	assert.Equal(t, 1, listed["Godot4"], "%v", listed)

	recorded := vectors.Load(t, "godot-4.6-double.jsonl")
	i := slices.IndexFunc(recorded, func(v vectors.Vector) bool {
		return v.Value.Type() == variant.TypeTransform3D
	})
	require.Equal(t, codec.Double, inspect.Detect(recorded[i].Hex)[0].Precision)
}

func TestNoDetection(t *testing.T) { require.Equal(t, "no dialect", inspect.Detection{}.String()) }
