package packed_test

import (
	"encoding"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// arrays has an entry for each type: a function that makes an array of n equal elements, the text,
// the Go source and the JSON of the element, and its size in single precision.
var arrays = []struct {
	make               func(n int) variant.Variant
	text, source, json string
	size               int
}{
	{repeat[packed.PackedByteArray](200), "200", "200", "200", 1},
	{repeat[packed.PackedInt32Array](-5), "-5", "-5", "-5", 4},
	{repeat[packed.PackedInt64Array](1 << 60), "1152921504606846976", "1152921504606846976",
		"1152921504606846976", 8},
	{repeat[packed.PackedFloat32Array](0.1), "0.1", "0.1", "0.10000000149011612", 4},
	{repeat[packed.PackedFloat64Array](0.1), "0.1", "0.1", "0.1", 8},
	{repeat[packed.PackedFloat64Array](1e300), "1e+300", "1e+300", "1e+300", 8},
	{repeat[packed.PackedStringArray]("a\"\n"), `"a\"\n"`, `"a\"\n"`, `"a\"\n"`, 8},
	{repeat[packed.PackedVector2Array](math.V2(1, 0.5)), "1, 0.5",
		"math.Vector2{X: 1, Y: 0.5}", "1.0,0.5", 8},
	{repeat[packed.PackedVector3Array](math.V3(1, 2, 3)), "1, 2, 3",
		"math.Vector3{X: 1, Y: 2, Z: 3}", "1.0,2.0,3.0", 12},
	{repeat[packed.PackedVector4Array](math.V4(1, 2, 3, 4)), "1, 2, 3, 4",
		"math.Vector4{X: 1, Y: 2, Z: 3, W: 4}", "1.0,2.0,3.0,4.0", 16},
	{repeat[packed.PackedColorArray](math.RGBA(1, 0.5, 0, 1)), "1, 0.5, 0, 1",
		"math.Color{R: 1, G: 0.5, B: 0, A: 1}", "1.0,0.5,0.0,1.0", 16},
	{repeat[packed.PackedVector2iArray](math.V2i(1, -2)), "1, -2",
		"math.Vector2i{X: 1, Y: -2}", "1,-2", 8},
	{repeat[packed.PackedVector3iArray](math.V3i(1, -2, 3)), "1, -2, 3",
		"math.Vector3i{X: 1, Y: -2, Z: 3}", "1,-2,3", 12},
	{repeat[packed.PackedVector4iArray](math.V4i(1, -2, 3, 4)), "1, -2, 3, 4",
		"math.Vector4i{X: 1, Y: -2, Z: 3, W: 4}", "1,-2,3,4", 16},
}

// repeat returns a function that makes arrays of n equal elements.
func repeat[S interface {
	~[]E
	variant.Variant
}, E any](e E) func(n int) variant.Variant {
	return func(n int) variant.Variant {
		s := make(S, n)
		for i := range s {
			s[i] = e
		}
		return s
	}
}

// TestExamples: every type has an Example, or a similar type has an Example.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "PackedInt32Array", "PackedFloat64Array", "PackedStringArray",
		"PackedVector2Array", "PackedVector4Array", "PackedColorArray", "PackedVector2iArray",
		"PackedVector3iArray", "PackedVector4iArray")
}

// TestTextAndJSON prints arrays of every type, and converts them to text and JSON and back.
func TestTextAndJSON(t *testing.T) {
	for _, a := range arrays {
		v := a.make(2)
		name := v.Type().String()
		text := name + "(" + a.text + ", " + a.text + ")"
		assert.Equal(t, text, fmt.Sprint(v))
		assert.Equal(t, "packed."+name+"{"+a.source+", "+a.source+"}", fmt.Sprintf("%#v", v))
		assert.Equal(t, name+"()", fmt.Sprint(a.make(0)))

		got, err := v.(encoding.TextMarshaler).MarshalText()
		require.NoError(t, err)
		assert.Equal(t, text, string(got))
		data, err := json.Marshal(v)
		require.NoError(t, err)
		want := `{"args":[` + a.json + "," + a.json + `],"type":"` + name + `"}`
		assert.Equal(t, want, string(data))

		fromText, fromJSON := reflect.New(reflect.TypeOf(v)), reflect.New(reflect.TypeOf(v))
		require.NoError(t, fromText.Interface().(encoding.TextUnmarshaler).UnmarshalText(got))
		assert.Equal(t, v, fromText.Elem().Interface())
		require.NoError(t, json.Unmarshal(data, fromJSON.Interface()))
		assert.Equal(t, v, fromJSON.Elem().Interface())
		assert.Error(t, json.Unmarshal([]byte(`{"type":"RID"}`), fromJSON.Interface()))

		assert.Equal(t, text, v.(slog.LogValuer).LogValue().String())
		long := a.make(1000).(slog.LogValuer).LogValue().String()
		assert.True(t, strings.HasSuffix(long, ", …, 1000 in all)"), long)
		assert.Less(t, len(long), 1100)
	}
}

func TestOddTexts(t *testing.T) {
	odd := packed.PackedFloat32Array{float32(math.Inf), float32(-1 / math.Inf), 1e20}
	assert.Equal(t, "packed.PackedFloat32Array{math.Float32frombits(0x7f800000), "+
		"math.Float32frombits(0x80000000), 1e+20}", fmt.Sprintf("%#v", odd))

	var a packed.PackedByteArray
	require.NoError(t, a.UnmarshalText([]byte(`PackedByteArray("AQI=")`)))
	assert.Equal(t, packed.PackedByteArray{1, 2}, a)
	for in, want := range map[string]error{
		`PackedByteArray("AQI")`:       variant.ErrSyntax,
		`PackedByteArray("AQI=", 1)`:   variant.ErrSyntax,
		`PackedByteArray(1, 256)`:      variant.ErrRange,
		`PackedByteArray(-1)`:          variant.ErrRange,
		`PackedInt32Array(2147483648)`: variant.ErrRange,
	} {
		_, err := text.Parse(in, nil)
		assert.ErrorIs(t, err, want, in)
		if strings.Contains(in, `"`) {
			assert.ErrorContains(t, err, "expected base64", in)
		}
	}

	long := make(packed.PackedInt32Array, 1000)
	assert.Equal(t, "PackedInt32Array("+strings.Repeat("0, ", 32)+"…, 1000 in all)",
		long.LogValue().String())
	texts := packed.PackedStringArray{strings.Repeat("é", 5000)}
	assert.Less(t, len(texts.LogValue().String()), 1100)
}

// TestOneTextOfMany: one text of a decoded array does not keep the whole array in memory. Texts of
// all lengths are decoded correctly, even if they are longer than a block.
func TestOneTextOfMany(t *testing.T) {
	var texts packed.PackedStringArray
	for i := range 20_000 {
		texts = append(texts, strings.Repeat("x", i%70))
		if i%5000 == 0 {
			texts = append(texts, strings.Repeat("é", 20_000+i))
		}
	}
	c := codec.MustNew(codec.Options{})
	packet := testkit.Encode(t, c, texts)
	require.Equal(t, texts, testkit.Decode(t, c, packet))

	const most = 100 << 10
	require.Greater(t, len(packet), 10*most)
	before := inUse()
	text := testkit.Decode(t, c, packet).(packed.PackedStringArray)[10_000]
	held := inUse() - before
	require.Less(t, held, int64(most))
	runtime.KeepAlive(texts)
	runtime.KeepAlive(packet)
	runtime.KeepAlive(text)
}

// inUse returns the number of bytes of memory that the program uses.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// both returns a dialect that has the types of Godot 4 and of Pandemonium.
func both() *variant.Dialect {
	spec := codec.Pandemonium5.Spec()
	spec.Types = append(spec.Types, variant.TypePackedInt64Array, variant.TypePackedFloat64Array)
	spec.Real = dialect.RealFlagged
	return dialect.MustNew(spec)
}

// TestWire checks lengths, counts and content of every type in both precisions, as values
// and as keys.
func TestWire(t *testing.T) {
	for _, p := range []variant.Precision{variant.Single, variant.Double} {
		c := codec.MustNew(codec.Options{Dialect: both(), Precision: p, Mode: codec.Strict})
		lax := codec.MustNew(codec.Options{Dialect: both(), Precision: p})
		for _, a := range arrays {
			size := a.size
			name := a.make(0).Type().String()
			isFloat := strings.HasPrefix(name, "PackedVector") && !strings.HasSuffix(name, "iArray")
			if p == variant.Double && isFloat {
				size *= 2
			}

			for _, n := range []int{0, 1, 2, 3, 100} {
				v := a.make(n)
				packet := testkit.Encode(t, c, v)
				require.Len(t, packet, 8+(n*size+3)&^3, "%v of %d", v.Type(), n)
				require.Equal(t, n, int(binary.LittleEndian.Uint32(packet[4:])))
				require.Equal(t, v, testkit.Decode(t, c, packet))
				require.NoError(t, c.Valid(packet))

				for i := range min(len(packet), 40) {
					require.ErrorIs(t, c.Valid(packet[:i]), variant.ErrTruncated)
				}

				require.ErrorIs(t, c.Valid(packet[:len(packet)-1]), variant.ErrTruncated)

				d := variant.NewDictionary(variant.Pair{Key: v, Value: v})
				packet = testkit.Encode(t, c, d)
				require.Equal(t, d, testkit.Decode(t, c, packet))
				require.NoError(t, c.Valid(packet))
				packet = testkit.Encode(t, lax, variant.NewDictionary(d.Pairs[0], d.Pairs[0]))
				testkit.RefuseDecode(t, c, packet, variant.ErrDuplicateKey)
			}

			require.False(t, variant.Equal(a.make(2), a.make(3)))
		}
	}
}

// TestExact: with the option Exact, the error names the element that single precision would round.
func TestExact(t *testing.T) {
	c := codec.MustNew(codec.Options{Exact: true})
	for _, v := range []variant.Variant{
		packed.PackedVector2Array{{X: 0.5}, {Y: 0.1}},
		packed.PackedVector3Array{{X: 0.5}, {Z: 0.1}},
		packed.PackedVector4Array{{X: 0.5}, {W: 0.1}}, packed.PackedColorArray{{R: 0.5}, {A: 0.1}},
	} {
		assert.Equal(t, "$[1]", testkit.RefuseEncode(t, c, v, variant.ErrInexact).Path.String())
	}
	testkit.Encode(t, c, packed.PackedVector2Array{{X: 0.5, Y: math.Inf}})
}

// TestCounts decodes arrays with impossible counts.
func TestCounts(t *testing.T) {
	c := codec.MustNew(codec.Options{Dialect: both()})
	for _, a := range arrays {
		packet := testkit.Encode(t, c, a.make(2))
		binary.LittleEndian.PutUint32(packet[4:], 1<<31)
		assert.ErrorIs(t, c.Valid(packet), variant.ErrLength, "%v", a.make(0).Type())

		for _, n := range []uint32{3, 100, 1<<31 - 1, 1 << 29, 1 << 30} {
			binary.LittleEndian.PutUint32(packet[4:], n)
			if n == 3 && a.size == 1 {
				continue // the padding has a third byte, so a count of 3 is possible
			}
			testkit.RefuseDecode(t, c, packet, variant.ErrTruncated)
		}
	}

	wide := codec.MustNew(codec.Options{Dialect: codec.DocsGodot4})
	packet := testkit.Encode(t, wide, packed.PackedInt64Array{7})
	assert.Equal(t, []byte{22, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0}, packet)
	packet[11] = 1
	assert.ErrorIs(t, wide.Valid(packet), variant.ErrLength)
}
