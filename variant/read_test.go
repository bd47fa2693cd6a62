package variant_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// everyPart is a type with a part of each kind that methods can read and write.
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
	w.String(p.S)
	w.Data(p.Raw)
	w.Count(p.N)

	if w.Dialect().Name != "Godot4" {
		w.Step(variant.Step{Kind: variant.StepIndex, Index: 5})
		return w.Fail(errors.New("another dialect"))
	}
	return w.Err()
}

func (everyPart) Decode(r *variant.Reader) (variant.Variant, error) {
	if r.Flags() != 0 || r.Dialect().Name != "Godot4" || r.Offset()%4 != 0 {
		return nil, errors.New("not as written")
	}

	p := everyPart{
		B: r.Bool(), I: r.Int32(), U: r.Uint32(), I64: r.Int64(), U64: r.Uint64(),
		F: r.Float32(), D: r.Float64(), R: r.Real(),
	}
	r.Reals(p.Rs[:])
	p.S = r.String()
	p.Raw = r.Data()
	p.N = r.Count(0)
	if r.Mode() == codec.Lenient {
		r.Step(variant.Step{Kind: variant.StepIndex, Index: 6})
		return nil, r.Fail(variant.ErrRange)
	}
	return variant.Result(r, p)
}

// reading are codecs in each mode.
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

// wired are values with a packet, besides those in equalities.
var wired = []variant.Variant{
	parts, variant.Bool(true), variant.Int(1 << 40), variant.Float(0.1), variant.Float(0.5),
	gdmath.V2(1, 2), gdmath.V3(1, 2, 3), gdmath.Quaternion{X: 1, W: 1}, gdmath.V2i(1, 2),
	gdmath.RGBA(1, 0, 0, 1), gdmath.AABB{Size: gdmath.V3(1, 2, 3)}, objects.RID(7),
	objects.MustParseNodePath("/root/a:b"), packed.PackedStringArray{"a", ""},
	packed.PackedVector2Array{gdmath.V2(1, 2)}, packed.PackedByteArray{1, 2, 3},
	objects.NewObject("Node", objects.Prop("a", one), objects.Prop("b", str("c"))),
	variant.NewArray(one, str("a"), variant.StringName("b"), variant.Float(2), null, gdmath.V2(1, 2),
		gdmath.V3(1, 2, 3), gdmath.Quaternion{W: 1}, variant.Bool(true), variant.Int(1<<40)),
	variant.NewArray(variant.NewArray(variant.NewArray(variant.NewArray()))),
	variant.NewDictionary(variant.KV("a", variant.NewDictionary(variant.KV("b", one),
		variant.KV("c", two))), pair(variant.NewArray(one), variant.NewDictionary())),
	variant.NewTypedArray(variant.ElementType{Type: variant.TypeFloat}, variant.Float(1)),
	variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString},
		Pairs: []variant.Pair{variant.KV("a", one), variant.KV("b", two)}},
}

// TestDamagedPacketsAreErrors: of every change of every packet Valid says what Decode says, and
// what can be read can be written and read again.
func TestDamagedPacketsAreErrors(t *testing.T) {
	values := wired
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
			return // lenient mode reads more than may be written
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

// TestOwnTypesReadWhatTheyWrite: by all methods of a Reader and a Writer, which name the step where
// a method fails.
func TestOwnTypesReadWhatTheyWrite(t *testing.T) {
	all := reading(t)
	packet, err := all[0].Encode(parts)
	require.NoError(t, err)
	got, err := all[0].Decode(packet)
	require.NoError(t, err)
	assert.Equal(t, parts, got)

	_, err = all[4].Decode(packet)
	assert.ErrorContains(t, err, "$[6] at offset 80: out of range")

	godot3 := all[0].Options()
	godot3.Dialect = codec.Godot3
	_, err = codec.MustNew(godot3).Encode(variant.NewArray(parts))
	assert.ErrorContains(t, err, "$[0][5] (custom type 7): another dialect")
}

// TestLimitsOfWriting: what a packet can't hold is an error that says where.
func TestLimitsOfWriting(t *testing.T) {
	ints := variant.ElementType{Type: variant.TypeInt}
	for _, c := range []struct {
		v    variant.Variant
		o    codec.Options
		kind error
		path string
	}{
		{variant.NewArray(one, variant.NewArray(nil)), codec.Options{
			Limits: codec.Limits{MaxDepth: 1}}, variant.ErrDepth, "$[1][0]"},
		{variant.NewArray(str("a"), str("bcdef")), codec.Options{
			Limits: codec.Limits{MaxSize: 20}}, variant.ErrLimit, "$[1]"},
		{variant.NewTypedArray(ints, one, str("a")), codec.Options{}, variant.ErrElementType, "$[1]"},
		{variant.Dictionary{Key: &ints, Pairs: []variant.Pair{variant.KV("a", nil)}},
			codec.Options{}, variant.ErrElementType, "$[key 0]"},
		{variant.Dictionary{Value: &ints, Pairs: []variant.Pair{variant.KV("a", str("b"))}},
			codec.Options{}, variant.ErrElementType, `$["a"]`},
		{variant.NewDictionary(pair(one, str("\xff"))), codec.Options{}, variant.ErrUTF8, "$[1]"},
		{variant.NewDictionary(pair(str("\xff"), one)), codec.Options{}, variant.ErrUTF8, "$[key 0]"},
		{variant.NewDictionary(variant.KV("a", one), variant.KV("a", two)),
			codec.Options{Mode: codec.Strict}, variant.ErrDuplicateKey, "$[key 1]"},
		{variant.NewArray(variant.Float(math.NaN())), codec.Options{Finite: true},
			variant.ErrNotFinite, "$[0]"},
		{variant.NewArray(one, noJSON{}), codec.Options{}, variant.ErrUnsupported, "$[1]"},
		{objects.NewObject("Node", objects.Prop("a", variant.NewTypedArray(ints, str("b")))),
			codec.Options{FullObjects: true}, variant.ErrElementType, "$.a[0]"},
	} {
		_, err := codec.MustNew(c.o).Encode(c.v)
		var e *variant.Error
		require.ErrorAs(t, err, &e, "%v", c.v)
		assert.ErrorIs(t, err, c.kind, "%v", c.v)
		assert.Equal(t, c.path, e.Path, "%v", err)
	}
}
