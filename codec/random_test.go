package codec_test

import (
	"encoding/binary"
	stdmath "math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	conv "godotvariant/internal/float"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// choices is where a generator takes its decisions from: random bytes, or those
// of a fuzzer. Behind their end all choices are the first.
type choices struct{ b []byte }

func (c *choices) take(n int) []byte {
	out := make([]byte, n)
	c.b = c.b[copy(out, c.b):]
	return out
}

func (c *choices) n(k int) int    { return int(c.take(1)[0]) % k }
func (c *choices) yes() bool      { return c.take(1)[0]&1 == 1 }
func (c *choices) uint32() uint32 { return binary.LittleEndian.Uint32(c.take(4)) }
func (c *choices) uint64() uint64 { return binary.LittleEndian.Uint64(c.take(8)) }

// A generator makes values that come back from the wire as they are: what its
// settings have no room for, it does not make.
type generator struct {
	settings
	*choices
	depth int
	left  int // values that may still be made
}

func newGenerator(s settings, b []byte) *generator {
	return &generator{settings: s, choices: &choices{b}, left: 500}
}

// value makes any value.
func (g *generator) value() variant.Variant {
	types := g.dialect.Types
	t := types[g.n(len(types))]
	if t == variant.TypeUnsupported {
		t = variant.TypeNil
	}
	return g.of(t)
}

var singles = []uint32{
	0, 1 << 31, 0x3F800000, 0xBFC00000, 0x3DCCCCCD, 0x7F7FFFFF, 0x00800000, 1, 0x807FFFFF,
	0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF, 0x4B800000,
}

var doubles = []uint64{
	0, 1 << 63, 0x3FF0000000000000, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF, 1, 0x800FFFFFFFFFFFFF,
	0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000,
	0xFFF8000000000000, 0x7FF0000000000001, 0xFFF7FFFFFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0x36A0000000000000,
}

var ints = []int64{
	0, 1, -1, 127, 255, 1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1, 1<<53 + 1, stdmath.MaxInt64, stdmath.MinInt64,
}

func (g *generator) single() float64 {
	if g.yes() {
		return conv.Widen(g.uint32())
	}
	return conv.Widen(singles[g.n(len(singles))])
}

func (g *generator) double() float64 {
	if g.yes() {
		return stdmath.Float64frombits(g.uint64())
	}
	return stdmath.Float64frombits(doubles[g.n(len(doubles))])
}

func (g *generator) real() float64 {
	if g.precision == variant.Double {
		return g.double()
	}
	return g.single()
}

func (g *generator) int32() int32 { return int32(g.int64()) }

func (g *generator) int64() int64 {
	if g.yes() {
		return int64(g.uint64())
	}
	return ints[g.n(len(ints))]
}

// float makes a number of the type float. Its short form can't carry a
// signalling NaN, which its long form can.
func (g *generator) float() variant.Float {
	if g.dialect.Float == variant.FloatByValue {
		return variant.Float(g.double())
	}
	f := g.single()
	if f != f {
		return variant.Float(stdmath.Float64frombits(stdmath.Float64bits(f) | 1<<51))
	}
	return variant.Float(f)
}

var texts = []string{
	"", "a", "key", "hp", "a/b:c", "Ünïté", "日本語", "\U0001F600", "\uFEFFbom", "nul\x00inside", "\x00", "\uFFFE\U0010FFFF",
	"four", "a text of more than thirty bytes, and then some more", "NodePath", "script",
}

func (g *generator) text() string {
	if !g.yes() {
		return texts[g.n(len(texts))]
	}
	s := make([]rune, g.n(12))
	for i := range s {
		s[i] = rune(g.uint32() % 0x110000)
	}
	return string(s) // surrogates become U+FFFD
}

func (g *generator) texts() []string { return repeat(g, g.text) }

// repeat makes a few elements.
func repeat[T any](g *generator, one func() T) []T {
	n := g.n(8)
	out := make([]T, 0, n)
	for range n {
		out = append(out, one())
	}
	return out
}

func (g *generator) vector2() math.Vector2 { return math.Vector2{X: g.real(), Y: g.real()} }
func (g *generator) vector3() math.Vector3 {
	return math.Vector3{X: g.real(), Y: g.real(), Z: g.real()}
}
func (g *generator) vector2i() math.Vector2i { return math.Vector2i{X: g.int32(), Y: g.int32()} }
func (g *generator) vector4() math.Vector4 {
	return math.Vector4{X: g.real(), Y: g.real(), Z: g.real(), W: g.real()}
}
func (g *generator) vector3i() math.Vector3i {
	return math.Vector3i{X: g.int32(), Y: g.int32(), Z: g.int32()}
}
func (g *generator) vector4i() math.Vector4i {
	return math.Vector4i{X: g.int32(), Y: g.int32(), Z: g.int32(), W: g.int32()}
}
func (g *generator) basis() math.Basis {
	return math.Basis{X: g.vector3(), Y: g.vector3(), Z: g.vector3()}
}
func (g *generator) color() math.Color {
	part := g.single
	if g.dialect.WideColor {
		part = g.real
	}
	return math.Color{R: part(), G: part(), B: part(), A: part()}
}

// of makes a value of a type.
func (g *generator) of(t variant.Type) variant.Variant {
	switch t {
	case variant.TypeBool:
		return variant.Bool(g.yes())
	case variant.TypeInt:
		return variant.Int(g.int64())
	case variant.TypeFloat:
		return g.float()
	case variant.TypeString:
		return variant.String(g.text())
	case variant.TypeStringName:
		return variant.StringName(g.text())
	case variant.TypeVector2:
		return g.vector2()
	case variant.TypeVector2i:
		return g.vector2i()
	case variant.TypeRect2:
		return math.Rect2{Position: g.vector2(), Size: g.vector2()}
	case variant.TypeRect2i:
		return math.Rect2i{Position: g.vector2i(), Size: g.vector2i()}
	case variant.TypeVector3:
		return g.vector3()
	case variant.TypeVector3i:
		return g.vector3i()
	case variant.TypeTransform2D:
		return math.Transform2D{X: g.vector2(), Y: g.vector2(), Origin: g.vector2()}
	case variant.TypeVector4:
		return g.vector4()
	case variant.TypeVector4i:
		return g.vector4i()
	case variant.TypePlane:
		return math.Plane{Normal: g.vector3(), D: g.real()}
	case variant.TypeQuaternion:
		return math.Quaternion(g.vector4())
	case variant.TypeAABB:
		return math.AABB{Position: g.vector3(), Size: g.vector3()}
	case variant.TypeBasis:
		return g.basis()
	case variant.TypeTransform3D:
		return math.Transform3D{Basis: g.basis(), Origin: g.vector3()}
	case variant.TypeProjection:
		return math.Projection{X: g.vector4(), Y: g.vector4(), Z: g.vector4(), W: g.vector4()}
	case variant.TypeColor:
		return g.color()
	case variant.TypeNodePath:
		return objects.NodePath{Names: g.texts(), SubNames: g.texts(), Absolute: g.yes()}
	case variant.TypeRID:
		if g.dialect.RIDPayload {
			return objects.RID(g.uint64())
		}
		return objects.RID(0)
	case variant.TypeObject:
		return g.object()
	case variant.TypeCallable:
		return objects.Callable{}
	case variant.TypeSignal:
		return objects.Signal{Name: g.text(), Object: g.uint64()}
	case variant.TypeDictionary, variant.TypeArray, variant.TypeTypedArray, variant.TypePackedTypedArray:
		return g.container(t)
	default:
		return g.packed(t)
	}
}

// packed makes a packed array, and for all types that are none of its Nil.
func (g *generator) packed(t variant.Type) variant.Variant {
	switch t {
	case variant.TypePackedByteArray:
		return packed.PackedByteArray(g.take(g.n(20)))
	case variant.TypePackedInt32Array:
		return packed.PackedInt32Array(repeat(g, g.int32))
	case variant.TypePackedInt64Array:
		return packed.PackedInt64Array(repeat(g, g.int64))
	case variant.TypePackedFloat32Array:
		return packed.PackedFloat32Array(repeat(g, func() float32 {
			b, _ := conv.Narrow(g.single())
			return stdmath.Float32frombits(b)
		}))
	case variant.TypePackedFloat64Array:
		return packed.PackedFloat64Array(repeat(g, g.double))
	case variant.TypePackedStringArray:
		return packed.PackedStringArray(g.texts())
	case variant.TypePackedVector2Array:
		return packed.PackedVector2Array(repeat(g, g.vector2))
	case variant.TypePackedVector3Array:
		return packed.PackedVector3Array(repeat(g, g.vector3))
	case variant.TypePackedVector4Array:
		return packed.PackedVector4Array(repeat(g, g.vector4))
	case variant.TypePackedColorArray:
		return packed.PackedColorArray(repeat(g, g.color))
	case variant.TypePackedVector2iArray:
		return packed.PackedVector2iArray(repeat(g, g.vector2i))
	case variant.TypePackedVector3iArray:
		return packed.PackedVector3iArray(repeat(g, g.vector3i))
	case variant.TypePackedVector4iArray:
		return packed.PackedVector4iArray(repeat(g, g.vector4i))
	default:
		return variant.Nil{}
	}
}

func (g *generator) object() variant.Variant {
	low := uint64(g.uint32() | 1) // where there is no flag, 4 zero bytes are null
	switch {
	case g.full && g.left > 0 && g.depth < 12:
		o := objects.Object{Class: "Node"}
		g.depth++
		o.Properties = repeat(g, func() objects.Property {
			g.left--
			return objects.Prop(g.text(), g.value())
		})
		g.depth--
		return o
	case g.dialect.Object == variant.ObjectFlagged:
		return objects.Object{ID: low | g.uint64()<<32}
	case g.full:
		return objects.Object{Class: "Timer"}
	default:
		return objects.Object{ID: low | g.uint64()<<32}
	}
}

// elem makes the type of a typed container, nil half of the time.
func (g *generator) elem(typed bool) *variant.ElementType {
	if !typed || g.yes() {
		return nil
	}
	types := g.dialect.Types
	e := variant.ElementType{Type: types[g.n(len(types))]}
	switch e.Type {
	case variant.TypeNil, variant.TypeUnsupported:
		return nil
	case variant.TypeObject:
		e.Class = "EncodedObjectAsID"
		if g.full {
			e.Class = "Node2D"
		}
		if g.full && g.yes() {
			e.Class, e.Script = "", "res://a.gd"
		}
	}
	return &e
}

func (g *generator) item(e *variant.ElementType) variant.Variant {
	switch {
	case e == nil:
		return g.value()
	case e.Type == variant.TypeObject && g.yes():
		return variant.Nil{}
	default:
		return g.of(e.Type)
	}
}

func (g *generator) container(t variant.Type) variant.Variant {
	n := g.n(8)
	if g.left -= n; g.left < 0 || g.depth > 12 {
		n = 0
	}
	shared := g.dialect.SharedBit && g.yes()
	g.depth++
	defer func() { g.depth-- }()
	if t == variant.TypeDictionary {
		d := variant.Dictionary{
			Key: g.elem(g.dialect.TypedDictionaries), Value: g.elem(g.dialect.TypedDictionaries), Shared: shared,
		}
		for range n {
			if key := g.item(d.Key); !d.Has(key) {
				d.Pairs = append(d.Pairs, variant.Pair{Key: key, Value: g.item(d.Value)})
			}
		}
		return d
	}
	elem := g.elem(t != variant.TypeArray || g.dialect.TypedArrays)
	items := make([]variant.Variant, 0, n)
	for range n {
		items = append(items, g.item(elem))
	}
	if t == variant.TypeArray {
		return variant.Array{Items: items, Elem: elem, Shared: shared}
	}
	a := variant.TypedArray{Items: items}
	if elem != nil {
		a.Elem = *elem
		a.Elem.Script = ""
	}
	if t == variant.TypePackedTypedArray {
		return variant.PackedTypedArray(a)
	}
	return a
}

// TestRandomValues sends random trees of values through every dialect and back.
func TestRandomValues(t *testing.T) {
	for i, s := range allSettings {
		t.Run(s.String(), func(t *testing.T) {
			random := rand.New(rand.NewPCG(2024, uint64(i)))
			seen := map[variant.Type]bool{}
			for range 1500 {
				b := make([]byte, random.IntN(3000))
				for j := range b {
					b[j] = byte(random.Uint32())
				}
				v := newGenerator(s, b).value()
				checkRandomValue(t, s, v)
				for _, part := range variant.Walk(v) {
					seen[part.Type()] = true
				}
			}
			for _, typ := range s.dialect.Types {
				require.True(t, seen[typ] || typ == variant.TypeUnsupported, "%v never came up", typ)
			}
		})
	}
}

// checkRandomValue holds a value that the settings have room for against all that is
// promised of such.
func checkRandomValue(t testing.TB, s settings, v variant.Variant) {
	c := s.in(codec.Default)
	packet, err := c.Encode(v)
	require.NoError(t, err, "%v: %#v", s, v)
	require.Zero(t, len(packet)%4)
	got, err := c.Decode(packet)
	require.NoError(t, err, "%v: %#v", s, v)
	if !variant.Equal(v, got) {
		require.Equal(t, v, got, "%v", s)
		t.Fatalf("%v: not Equal: %#v", s, v)
	}
	require.NoError(t, c.Valid(packet))
	require.True(t, variant.Equal(got, v) && variant.Equal(v, v))

	again, err := c.Append([]byte("before"), got)
	require.NoError(t, err)
	require.Equal(t, "before"+string(packet), string(again), "%v: %#v", s, v)
	first, n, err := c.DecodeFirst(append(packet[:len(packet):len(packet)], "behind"...))
	require.NoError(t, err)
	require.Equal(t, len(packet), n)
	require.True(t, variant.Equal(v, first))
}
