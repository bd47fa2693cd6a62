package detect_test

import (
	"bytes"
	"encoding/binary"
	gomath "math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
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
		"godot-3.2-single.jsonl": 0.60, "godot-4.2-single.jsonl": 0.99,
		"godot-4.6-single.jsonl": 0.99,
		"godot-4.6-double.jsonl": 0.99, "pandemonium-5.3-single.jsonl": 0.40,
	}

	misses := 0
	for _, r := range []struct {
		file    string
		dialect *variant.Dialect
	}{
		{"godot-3.2-single.jsonl", codec.Godot3},
		{"godot-4.2-single.jsonl", codec.Godot40},
		{"godot-4.6-single.jsonl", codec.Godot4},
		{"godot-4.6-double.jsonl", codec.Godot4},
		{"pandemonium-5.3-single.jsonl", codec.Pandemonium5},
	} {
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

		t.Logf("%s: containers %d of %d, other values %d of %d", r.file, first[true], all[true],
			first[false], all[false])
		misses += all[true] - first[true]
		require.GreaterOrEqual(t, float64(first[false])/float64(all[false]), others[r.file], r.file)
	}

	require.LessOrEqual(t, misses, 1, "containers")
}

// TestDetectFacts detects values that only one dialect writes in that way.
func TestDetectFacts(t *testing.T) {
	encode := func(d *variant.Dialect, v variant.Variant) string {
		return string(testkit.Encode(t,
			codec.MustNew(codec.Options{Dialect: d, FullObjects: true}), v))
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
		score float64
	}{
		"3.1 to 3.6":            {encode(codec.Godot3, save), codec.Godot3, 1},
		"3.0, where ints are 8": {encode(codec.Godot30, save), codec.Godot30, 1},
		"4":                     {encode(codec.Godot4, save), codec.Godot4, 1},
		"Pandemonium 5":         {encode(codec.Pandemonium5, save), codec.Pandemonium5, 1},
		"Pandemonium 3.8":       {encode(codec.Pandemonium38, save), codec.Pandemonium5, 1},
		"Pandemonium 3.5":       {encode(codec.Pandemonium35, save), codec.Pandemonium35, 1},
		"a page of 3.2":         {encode(codec.DocsGodot32, save), codec.DocsGodot32, 0.9},
		"typed arrays":          {encode(codec.Godot4, typed), codec.Godot4, 1},
		"an int of 3.0": {"\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00",
			codec.Godot30, 1},
	} {
		t.Run(name, func(t *testing.T) {
			found := codec.Detect([]byte(c.data))
			require.NotEmpty(t, found)
			require.Equal(t, c.first.Name, found[0].Dialect.Name, "%v", found)
			require.True(t, c.first == found[0].Dialect, "the package's own variable")
			require.Equal(t, 1, found[0].Values)
			require.Equal(t, codec.FrameNone, found[0].Framing)
			require.InDelta(t, c.score, found[0].Score, 0)
			for _, d := range found[1:] {
				require.LessOrEqual(t, d.Score, found[0].Score)
				require.Positive(t, d.Score)
			}
		})
	}
}

func TestDetectFraming(t *testing.T) {
	for _, file := range []string{"containers-4.6/plain-var.bin",
		"containers-4.6/plain-objects.bin"} {
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
	big := codec.Detect(testkit.Records(binary.BigEndian, dictionary, dictionary))
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
		string(testkit.Records(binary.LittleEndian, "\xff\x00\x00\x00")),
		"\x08\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00\x01",
	} {
		require.Empty(t, codec.Detect([]byte(data)), "%q", data)
	}
}

// TestDetectMany: of many records all are read, and only a part is examined closely.
func TestDetectMany(t *testing.T) {
	record := string(testkit.Records(binary.LittleEndian, "\x1b\x00\x00\x00\x00\x00\x00\x00"))
	data := strings.Repeat(record, 20_000)
	found := codec.Detect([]byte(data))
	require.NotEmpty(t, found)
	require.Equal(t, 20_000, found[0].Values)
	require.Equal(t, codec.Godot4, found[0].Dialect)
	require.Empty(t, codec.Detect([]byte(data+"\x01")))
}

// TestDetectPages: where an engine and a page read the same values from the same bytes, the engine
// comes first and its score is higher.
func TestDetectPages(t *testing.T) {
	packet := testkit.Encode(t, codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		variant.NewDictionary(
			variant.KV("name", variant.String("Tia")), variant.KV("hp", variant.Int(10))))
	scores := map[string]float64{}
	for _, d := range codec.Detect(packet) {
		scores[d.Dialect.Name] = d.Score
	}
	require.InDelta(t, 1, scores["Godot3"], 0)
	require.InDelta(t, 0.9, scores["DocsGodot3"], 0)
	require.Contains(t, detection(t, packet, codec.DocsGodot3, codec.FrameNone).Why,
		"no engine writes by this page")
}

// detection returns the result of Detect for one dialect and framing.
func detection(t *testing.T, data []byte, d *variant.Dialect, f codec.Framing) codec.Detection {
	t.Helper()
	found := codec.Detect(data)
	i := slices.IndexFunc(found, func(x codec.Detection) bool {
		return x.Dialect == d && x.Framing == f
	})
	require.GreaterOrEqual(t, i, 0, "%v", found)
	return found[i]
}

func TestDetectDoubts(t *testing.T) {
	const (
		sound   = ""
		number  = "with numbers that look like integers or text"
		integer = "with integers that look like floats"
		text    = "with control characters or broken text"
		name    = "with invalid names"
		handle  = "that only mean something inside of a running game"
	)

	at := func(n, i int, f float64) []float64 {
		a := make([]float64, n)
		a[i] = f
		return a
	}

	nan, inf := gomath.NaN(), gomath.Inf(1)
	texts := func(n, i int) packed.PackedStringArray {
		a := make(packed.PackedStringArray, n)
		a[i] = "\x01"
		return a
	}

	for _, c := range []struct {
		v    variant.Variant
		want string
	}{
		{variant.Nil{}, sound},
		{variant.Int(1 << 62), sound},
		{packed.PackedByteArray{1}, sound},
		{objects.Callable{}, sound},
		{objects.RID(7), handle},

		// The least and the greatest number, and those next to them.
		{variant.Float(0), sound},
		{variant.Float(1e-20), sound},
		{variant.Float(gomath.Nextafter(1e-20, 0)), number},
		{variant.Float(-1e-21), number},
		{variant.Float(1e12), sound},
		{variant.Float(gomath.Nextafter(1e12, inf)), number},
		{variant.Float(-1e13), number},
		{variant.Float(nan), sound},
		{variant.Float(inf), sound},
		{variant.Float(-inf), sound},

		{math.Vector2{X: 1, Y: -1}, sound},
		{math.Vector2{Y: nan}, number},
		{math.Vector2{X: -inf}, number},
		{math.Vector3{Z: 1e300}, number},
		{math.Vector4{W: 1e13}, number},
		{math.Color{A: 1e13}, number},
		{math.Quaternion{W: 1e13}, number},
		{math.Rect2{Size: math.Vector2{Y: 1e13}}, number},
		{math.Transform2D{Origin: math.Vector2{Y: 1e13}}, number},
		{math.Plane{D: 1e13}, number},
		{math.Plane{Normal: math.Vector3{X: 1e13}}, number},
		{math.AABB{Size: math.Vector3{Z: 1e13}}, number},
		{math.Basis{Z: math.Vector3{Z: 1e13}}, number},
		{math.Transform3D{Origin: math.Vector3{Z: 1e13}}, number},
		{math.Transform3D{Basis: math.Basis{Y: math.Vector3{X: 1e13}}}, number},
		{math.Projection{W: math.Vector4{W: 1e13}}, number},
		{packed.PackedFloat32Array{0, 1e13}, number},
		{packed.PackedFloat64Array(at(100, 99, 1e13)), number},
		{packed.PackedFloat64Array(at(101, 100, 1e13)), sound},
		{packed.PackedVector2Array{{Y: 1e13}}, number},
		{packed.PackedVector3Array{{Z: 1e13}}, number},
		{packed.PackedVector4Array{{W: 1e13}}, number},
		{packed.PackedColorArray{{A: 1e13}}, number},

		{math.Vector2i{Y: 1 << 29}, sound},
		{math.Vector2i{Y: 1<<29 + 1}, integer},
		{math.Vector2i{X: -1<<29 - 1}, integer},
		{math.Vector3i{Z: 1 << 30}, integer},
		{math.Vector4i{W: 1 << 30}, integer},
		{math.Rect2i{Size: math.Vector2i{Y: 1 << 30}}, integer},
		{packed.PackedInt32Array{0, 1 << 30}, integer},
		{packed.PackedInt64Array{-1 << 40}, integer},

		{variant.String("Grüße, 世界\n\t\r\x1b[0m"), sound},
		{variant.String("\x01"), text},
		{variant.String("a\x7f"), text},
		{variant.String("a\u0085"), text},
		{variant.StringName("ab\x08"), text},
		{texts(100, 99), text},
		{texts(101, 100), sound},

		{objects.MustParseNodePath("/root/Game:position:x"), sound},
		{objects.NodePath{Names: []string{"a", ""}}, name},
		{objects.NodePath{Names: []string{"a/b"}}, name},
		{objects.NodePath{Names: []string{"a:b"}}, name},
		{objects.NodePath{Names: []string{"a\x01"}}, name},
		{objects.NodePath{Names: []string{"a"}, SubNames: []string{"b\x01"}}, name},

		{objects.NewObject("_Node3D"), sound},
		{objects.NewObject("Größe"), sound},
		{objects.Signal{}, sound},
		{objects.Signal{Name: "hit_2"}, sound},
		{objects.Signal{Name: "2"}, name},
		{objects.Signal{Name: "on hit"}, name},
	} {
		data := testkit.Encode(t,
			codec.MustNew(codec.Options{FullObjects: true, Precision: codec.Double}), c.v)
		d := detection(t, data, codec.Godot4, codec.FrameNone)
		if c.want == sound {
			assert.NotContains(t, d.Why, "1 of 1 values", "%#v", c.v)
			assert.InDelta(t, 1, d.Score, 0, "%#v", c.v)
			continue
		}

		assert.True(t, strings.HasSuffix(d.Why, "; 1 of 1 values "+c.want), "%#v: %s", c.v, d.Why)
		assert.InDelta(t, 0.25, d.Score, 1e-12, "%#v", c.v)
	}
}

// TestDetectScore: the score is the share of values without a doubt, squared, with one
// value more on both sides so that it is above zero. It is 60 per cent of that where the
// bytes differ.
func TestDetectScore(t *testing.T) {
	encoded := func(v variant.Variant) string { return string(testkit.Encode(t, (*codec.Codec)(nil), v)) }
	const handles = "that only mean something inside of a running game"

	many := make([]variant.Variant, 20_000)
	for i := range many {
		many[i] = objects.RID(1)
	}

	for name, c := range map[string]struct {
		data  string
		score float64
		why   string
	}{
		"one doubt of four values": {encoded(variant.NewArray(variant.Int(1), objects.RID(1),
			variant.Int(1))), 0.64,
			"writes the same bytes; begins with a Array; 1 of 4 values " + handles},
		"two kinds of doubt": {encoded(variant.NewArray(variant.String("\x01"), objects.RID(1),
			objects.RID(1))), 0.16,
			"writes the same bytes; begins with a Array; 1 of 4 values with control characters or broken text; 2 of 4 values " + handles},
		"no more than 10,000 are weighed": {encoded(variant.NewArray(many...)), 4 / 10001. / 10001.,
			"writes the same bytes; begins with a Array; 9999 of 10000 values " + handles},
		"padding": {"\x04\x00\x00\x00\x01\x00\x00\x00a\x01\x02\x03", 1,
			"writes the same bytes but for padding; begins with a String"},
		"other bytes of the same number": {"\x01\x00\x00\x00\x02\x00\x00\x00", 0.6,
			"would write other bytes for the same values; begins with a bool"},
		"fewer bytes": {"\x02\x00\x01\x00\x07\x00\x00\x00\x00\x00\x00\x00", 0.6,
			"would write other bytes for the same values; begins with a int"},
	} {
		t.Run(name, func(t *testing.T) {
			d := detection(t, []byte(c.data), codec.Godot4, codec.FrameNone)
			assert.Equal(t, c.why, d.Why)
			assert.InDelta(t, c.score, d.Score, 1e-12)
		})
	}

	t.Run("the least alike record counts", func(t *testing.T) {
		same := "\x00\x00\x00\x00"
		padded := "\x04\x00\x00\x00\x01\x00\x00\x00a\x01\x02\x03"
		other := "\x01\x00\x00\x00\x02\x00\x00\x00"
		for want, packets := range map[string][]string{
			"same bytes;": {same, same}, "but for padding;": {same, padded, same},
			"other bytes": {padded, other, same},
		} {
			assert.Contains(t, detection(t, testkit.Records(binary.LittleEndian, packets...), codec.Godot4,
				codec.FrameU32).Why, want)
		}
	})
}

// TestDetectPrecision: the packets say the precision, or, for the pages, only one setting
// reads them.
func TestDetectPrecision(t *testing.T) {
	vector, point := variant.Variant(math.Vector3{X: 0.1}), variant.Variant(math.Vector3{X: 0.5})
	encoded := func(d *variant.Dialect, p variant.Precision, v variant.Variant) string {
		return string(testkit.Encode(t, codec.MustNew(codec.Options{Dialect: d, Precision: p}), v))
	}

	for _, p := range []variant.Precision{codec.Single, codec.Double} {
		for _, d := range []*variant.Dialect{codec.Godot4, codec.Godot40, codec.DocsGodot3,
			codec.DocsGodot4} {
			got := detection(t, []byte(encoded(d, p, variant.NewArray(vector))), d, codec.FrameNone)
			assert.Equal(t, p, got.Precision, d.Name)
			assert.Contains(t, got.Why, "writes the same bytes", d.Name)
		}
	}

	single, double := encoded(codec.Godot4, codec.Single, point), encoded(codec.Godot4,
		codec.Double, point)
	for _, packets := range [][]string{{single, double}, {double, single}} {
		got := detection(t, testkit.Records(binary.LittleEndian, packets...), codec.Godot4, codec.FrameU32)
		assert.Equal(t, codec.Double, got.Precision, "a build that writes doubles")
		assert.Contains(t, got.Why, "writes the same bytes", "each in the precision of its own")
	}

	dirty := encoded(codec.Godot4, codec.Double, variant.NewArray(point, variant.String("a")))
	got := detection(t, []byte(dirty[:len(dirty)-1]+"\x01"), codec.Godot4, codec.FrameNone)
	assert.Equal(t, codec.Double, got.Precision)
	assert.Contains(t, got.Why, "but for padding")

	listed := map[string]int{}
	for _, d := range codec.Detect([]byte(double)) {
		listed[d.Dialect.Name]++
	}

	assert.Equal(t, 1, listed["Godot4"], "%v", listed)
}

// TestDetectOrder: with equal scores a container comes first.
func TestDetectOrder(t *testing.T) {
	for data, typ := range map[string]variant.Type{
		"\x19\x00\x00\x00\x00\x00\x00\x00": variant.TypeDictionary,
		"\x1a\x00\x00\x00\x00\x00\x00\x00": variant.TypeArray,
	} {
		found := codec.Detect([]byte(data))
		require.NotEmpty(t, found)
		assert.Equal(t, codec.Pandemonium5, found[0].Dialect)
		assert.Equal(t, codec.Pandemonium38, found[1].Dialect)
		assert.Equal(t, "writes the same bytes; begins with a "+typ.String(), found[0].Why)
		assert.Equal(t, codec.Godot3, found[2].Dialect, "an empty array of numbers")
		assert.InDelta(t, 1, found[2].Score, 0)
	}
}

// TestDetectString: one packet, one record and many.
func TestDetectString(t *testing.T) {
	const array = "\x1c\x00\x00\x00\x00\x00\x00\x00"
	end := ", single precision, %s: score 1.00: writes the same bytes; begins with a Array"
	for want, data := range map[string][]byte{
		"1 packet":             []byte(array),
		"1 record (FrameU32)":  testkit.Records(binary.LittleEndian, array),
		"2 records (FrameU32)": testkit.Records(binary.LittleEndian, array, array),
	} {
		assert.Equal(t, "Godot4"+strings.Replace(end, "%s", want, 1),
			codec.Detect(data)[0].String())
	}
}

// TestDetectCut: data whose last record is cut is not detected as records.
func TestDetectCut(t *testing.T) {
	whole := testkit.Records(binary.LittleEndian, "\x09\x00\x00\x00AAAABBBBCCCC",
		"\x09\x00\x00\x00AAAABBBBCCCC")
	require.NotEmpty(t, codec.Detect(whole))
	for cut := 1; cut < 20; cut++ {
		for _, d := range codec.Detect(whole[:len(whole)-cut]) {
			assert.Equal(t, codec.FrameNone, d.Framing, "%d bytes", cut)
		}
	}
}
