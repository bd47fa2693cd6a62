package variant_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/parsed"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// everyPart is a type with one field for each method of Reader and Writer.
type everyPart struct {
	B   bool
	I   int32
	U   uint32
	I64 int64
	U64 uint64
	F   float32
	D   float64
	R   float64
	Rs  [3]float64
	S   string
	Raw []byte
	N   int
}

var parts = everyPart{true, -1, 2, -3, 4, 0.5, 0.1, 0.25, [3]float64{1, 2, 3}, "é",
	[]byte{1, 2}, 3}

func (everyPart) Type() variant.Type { return variant.TypeCustom + 7 }

func (p everyPart) Encode(w *variant.Writer) error {
	w.Flags(0)
	w.Bool(p.B)
	w.Int32(p.I)
	w.Uint32(p.U)
	w.Int64(p.I64)
	w.Uint64(p.U64)
	w.Float32(p.F)
	w.Float64(p.D)
	w.Real(p.R)
	w.Reals(p.Rs[:]...)
	w.Text(p.S)
	w.Data(p.Raw)
	w.Count(p.N)

	if w.Dialect() != codec.Godot4 {
		w.Step(variant.Step{Kind: variant.StepIndex, Index: 5})
		return w.Fail(errors.New("another dialect"))
	}
	return w.Err()
}

func (everyPart) Decode(r *variant.Reader) (variant.Variant, error) {
	if r.Flags() != 0 || r.Dialect() != codec.Godot4 || r.Offset()%4 != 0 {
		return nil, errors.New("not as written")
	}

	p := everyPart{
		B: r.Bool(), I: r.Int32(), U: r.Uint32(), I64: r.Int64(), U64: r.Uint64(),
		F: r.Float32(), D: r.Float64(), R: r.Real(),
	}
	r.Reals(p.Rs[:])
	_ = fmt.Sprint(r) // reads nothing
	p.S = r.Text()
	p.Raw = r.Data()
	p.N = r.Count(0)
	if r.Strict() {
		r.Step(variant.Step{Kind: variant.StepIndex, Index: 6})
		return nil, r.Fail(variant.ErrRange)
	}
	return variant.Result(r, p)
}

// reading returns a codec for each mode.
func reading(t *testing.T) []*codec.Codec {
	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(everyPart{}, 100))

	var all []*codec.Codec
	for _, mode := range []codec.Mode{codec.Default, codec.Strict, codec.Lenient} {
		for _, exact := range []bool{false, true} {
			all = append(all, codec.MustNew(codec.Options{Mode: mode, Registry: registry,
				FullObjects: true, Finite: exact, Limits: codec.Limits{MaxDepth: 3}}))
		}
	}
	return all
}

// wired has the texts of values that a packet can hold. TestDamagedPacketsAreErrors also reads the
// values of equal.txt.
var wired = []string{
	"true", "1099511627776", "0.1", "0.5", "Vector2(1, 2)", "Vector3(1, 2, 3)",
	"Quaternion(1, 0, 0, 1)", "Vector2i(1, 2)", "Color(1, 0, 0, 1)", "AABB(0, 0, 0, 1, 2, 3)",
	"RID(7)", `NodePath("/root/a:b")`, `PackedStringArray("a", "")`, "PackedVector2Array(1, 2)",
	"PackedByteArray(1, 2, 3)", `Object(Node,"a":1,"b":"c")`,
	`[1, "a", &"b", 2.0, null, Vector2(1, 2), Vector3(1, 2, 3), Quaternion(0, 0, 0, 1), true,
		1099511627776]`,
	"[[[[]]]]", `{"a": {"b": 1, "c": 2}, [1]: {}}`, "Array[float]([1.0])",
	`Dictionary[String, Variant]({"a": 1, "b": 2})`,
}

// TestDamagedPacketsAreErrors cuts and changes packets: Valid must return the same error as Decode.
// If a decoded value can be encoded, decoding and encoding it again must not change the packet.
func TestDamagedPacketsAreErrors(t *testing.T) {
	values := []variant.Variant{parts}
	for _, text := range wired {
		values = append(values, parsed.Value(t, text))
	}
	for _, c := range equalities(t) {
		values = append(values, c.a)
	}

	read, refused := 0, 0
	check := func(c *codec.Codec, packet []byte) {
		v, err := c.Decode(packet)
		require.Equal(t, err, c.Valid(packet), "% x", packet)
		if err != nil {
			refused++
			return
		}

		read++
		again, err := c.Encode(v)
		if err != nil {
			return // lenient mode decodes some values that it does not encode
		}
		back, err := c.Decode(again)
		require.NoError(t, err)
		require.Equal(t, again, testkit.Encode(t, c, back))
	}

	for _, c := range reading(t) {
		for _, v := range values {
			packet, err := codec.MustNew(codec.Options{Registry: c.Options().Registry,
				FullObjects: true, Mode: codec.Lenient}).Encode(v)
			if err != nil {
				continue
			}

			check(c, packet)
			for n := range packet {
				check(c, packet[:n])
				for _, bit := range []byte{1, 2, 16} {
					changed := bytes.Clone(packet)
					changed[n] ^= bit
					check(c, changed)
				}
			}
		}
	}

	assert.Greater(t, read, 3000)
	assert.Greater(t, refused, 3000)
}

// TestOwnTypesReadWhatTheyWrite calls all methods of a Reader and a Writer. The path of an error
// must have the step at which a method failed.
func TestOwnTypesReadWhatTheyWrite(t *testing.T) {
	all := reading(t)
	packet := testkit.Encode(t, all[0], parts)
	assert.Equal(t, parts, testkit.Decode(t, all[0], packet))

	_, err := all[2].Decode(packet) // strict
	assert.ErrorContains(t, err, "$[6] at offset 80: out of range")

	godot3 := all[0].Options()
	godot3.Dialect = codec.Godot3
	_, err = codec.MustNew(godot3).Encode(variant.NewArray(parts))
	assert.ErrorContains(t, err, "$[0][5] (custom type 7): another dialect")
}

// TestLimitsOfWriting: encoding a value that a packet can't hold returns an error with the path to
// the value.
func TestLimitsOfWriting(t *testing.T) {
	ints := &variant.ElementType{Type: variant.TypeInt}
	usual, strict := codec.Options{}, codec.Options{Mode: codec.Strict}
	finite, full := codec.Options{Finite: true}, codec.Options{FullObjects: true}
	flat := codec.Options{Limits: codec.Limits{MaxDepth: 1}}
	short := codec.Options{Limits: codec.Limits{MaxSize: 20}}

	list := variant.NewArray
	dictionary := variant.NewDictionary
	typed := variant.NewTypedArray(*ints, one, str("a"))
	a, nan := variant.KV("a", str("b")), variant.Float(math.NaN())
	for _, c := range []struct {
		v    variant.Variant
		o    codec.Options
		kind error
		path string
	}{
		{list(one, list(nil)), flat, variant.ErrDepth, "$[1][0]"},
		{list(str("a"), str("bcdef")), short, variant.ErrLimit, "$[1]"},
		{typed, usual, variant.ErrElementType, "$[1]"},
		{variant.Dictionary{Key: ints, Pairs: []variant.Pair{a}}, usual, variant.ErrElementType,
			"$[key 0]"},
		{variant.Dictionary{Value: ints, Pairs: []variant.Pair{a}}, usual, variant.ErrElementType,
			`$["a"]`},
		{dictionary(pair(one, str("\xff"))), usual, variant.ErrUTF8, "$[1]"},
		{dictionary(pair(str("\xff"), one)), usual, variant.ErrUTF8, "$[key 0]"},
		{dictionary(a, a), strict, variant.ErrDuplicateKey, "$[key 1]"},
		{list(nan), finite, variant.ErrNotFinite, "$[0]"},
		{list(one, noJSON{}), usual, variant.ErrUnsupported, "$[1]"},
		{objects.NewObject("Node", objects.Prop("a", typed)), full, variant.ErrElementType,
			"$.a[1]"},
	} {
		e := testkit.RefuseEncode(t, codec.MustNew(c.o), c.v, c.kind)
		assert.Equal(t, c.path, e.Path.String(), "%v", e)
	}
}

// noJSON is a user's type that can be encoded, but has no text and no JSON.
type noJSON struct{}

func (noJSON) Type() variant.Type                                  { return variant.TypeCustom }
func (noJSON) Encode(w *variant.Writer) error                      { return w.Err() }
func (v noJSON) Decode(r *variant.Reader) (variant.Variant, error) { return variant.Result(r, v) }

// ownJSON is a user's type with its own JSON and log values.
type ownJSON struct{ noJSON }

func (ownJSON) MarshalJSON() ([]byte, error) { return []byte(`"own"`), nil }
func (ownJSON) LogValue() slog.Value         { return slog.StringValue("own") }

func TestJSONWriteErrors(t *testing.T) {
	for want, v := range map[error]variant.Variant{
		variant.ErrDepth: testkit.SelfContaining()["array"],
		variant.ErrUTF8:  variant.NewArray(str("\xff"), null), variant.ErrUnsupported: noJSON{},
	} {
		_, err := variant.JSON(variant.NewArray(v))
		assert.ErrorIs(t, err, want)
	}

	floats := parsed.Value(t, "[1e300, 1e-07, -inf]")
	b := testkit.Must(variant.JSON(variant.NewArray(ownJSON{}, str("\x01\r\n\t\"\\"), floats)))
	assert.Equal(t, `["own","s:\u0001\r\n\t\"\\",["f:1e+300","f:1e-07","f:-inf"]]`, string(b))

	for _, v := range []json.Marshaler{typed, variant.PackedTypedArray(typed)} {
		assert.Equal(t, `{"args":["i:1"],"elem_type":"int","type":"Array"}`,
			string(testkit.Must(v.MarshalJSON())))
	}
}

// typed is Array[int]([1]) of Pandemonium.
var typed = variant.TypedArray{Items: []variant.Variant{one},
	Elem: variant.ElementType{Type: variant.TypeInt}}

// TestJSONDepth: JSON has the same limit of depth as packets. Many items in one array do not add to
// the depth.
func TestJSONDepth(t *testing.T) {
	many := make([]variant.Variant, 3000)
	assert.Len(t, testkit.Must(variant.JSON(variant.NewArray(many...))), 5*3000+1)

	deep := variant.Variant(one)
	for range 1024 {
		deep = variant.NewArray(deep)
	}

	testkit.Must(variant.JSON(deep))
	_, err := variant.JSON(variant.NewArray(deep))
	assert.ErrorIs(t, err, variant.ErrDepth)
}
