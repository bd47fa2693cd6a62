package codec_test

import (
	"encoding/binary"
	"fmt"
	stdmath "math"
	"math/rand/v2"
	"reflect"

	conv "godotvariant/internal/float"
	"godotvariant/internal/test/vectors"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// choices are the decisions of a generator: random bytes, or those of a fuzzer. After
// their end every choice is the first.
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

// A generator makes values that decode as they were encoded. It makes none that its
// settings cannot encode exactly.
type generator struct {
	settings
	*choices
	spec  dialect.Spec // of the dialect of the settings
	depth int
	left  int // values that may still be made
}

func newGenerator(s settings, b []byte) *generator {
	return &generator{settings: s, choices: &choices{b}, spec: s.dialect.Spec(),
		left: 500}
}

// value makes any value.
func (g *generator) value() variant.Variant {
	types := g.spec.Types
	t := types[g.n(len(types))]
	if t == variant.TypeUnsupported {
		t = variant.TypeNil
	}
	return g.of(t)
}

var (
	singles = []uint32{
		0, 1 << 31, 0x3F800000, 0xBFC00000, 0x3DCCCCCD, 0x7F7FFFFF, 0x00800000, 1, 0x807FFFFF,
		0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF,
		0x4B800000,
	}

	doubles = []uint64{
		0, 1 << 63, 0x3FF0000000000000, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF, 1,
		0x800FFFFFFFFFFFFF, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FF0000000000000,
		0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001,
		0xFFF7FFFFFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0x36A0000000000000,
	}

	ints = []int64{
		0, 1, -1, 127, 255, 1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1, 1<<53 + 1, stdmath.MaxInt64,
		stdmath.MinInt64,
	}

	texts = []string{
		"", "a", "key", "hp", "a/b:c", "Ünïté", "日本語", "\U0001F600", "\uFEFFbom", "nul\x00inside",
		"\x00", "\uFFFE\U0010FFFF", "four", "a text of more than thirty bytes, and then some more",
		"NodePath", "script",
	}
)

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

func (g *generator) int64() int64 {
	if g.yes() {
		return int64(g.uint64())
	}
	return ints[g.n(len(ints))]
}

// float makes a number of the type float. Only its long form can carry a signalling
// NaN.
func (g *generator) float() variant.Float {
	if g.spec.Float == dialect.FloatByValue {
		return variant.Float(g.double())
	}
	f := g.single()
	if f != f {
		return variant.Float(stdmath.Float64frombits(stdmath.Float64bits(f) | 1<<51))
	}
	return variant.Float(f)
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

// repeat makes a few elements.
func repeat[T any](g *generator, one func() T) []T {
	out := make([]T, g.n(8))
	for i := range out {
		out[i] = one()
	}
	return out
}

// of makes a value of a type.
func (g *generator) of(t variant.Type) variant.Variant {
	switch t {
	case variant.TypeFloat:
		return g.float()
	case variant.TypePackedByteArray:
		return packed.PackedByteArray(g.take(g.n(20)))
	case variant.TypeNodePath:
		return objects.NodePath{Names: repeat(g, g.text), SubNames: repeat(g, g.text),
			Absolute: g.yes()}

	case variant.TypeRID:
		if g.spec.RIDPayload {
			return objects.RID(g.uint64())
		}
		return objects.RID(0)

	case variant.TypeObject:
		return g.object()
	case variant.TypeSignal:
		return objects.Signal{Name: g.text(), Object: g.uint64()}
	case variant.TypeDictionary, variant.TypeArray, variant.TypeTypedArray,
		variant.TypePackedTypedArray:
		return g.container(t)
	}

	component := g.real
	switch t {
	case variant.TypeColor, variant.TypePackedColorArray:
		if !g.spec.WideColor {
			component = g.single
		}
	case variant.TypePackedFloat64Array:
		component = g.double
	}

	return filled(t, func() int { return g.n(8) }, func(_ int, x reflect.Value) {
		switch x.Kind() {
		case reflect.Bool:
			x.SetBool(g.yes())
		case reflect.String:
			x.SetString(g.text())
		case reflect.Float64:
			x.SetFloat(component())

		case reflect.Float32:
			bits, _ := conv.Narrow(g.single())
			x.Set(reflect.ValueOf(stdmath.Float32frombits(bits))) // SetFloat would change NaNs

		case reflect.Int32:
			x.SetInt(int64(int32(g.int64())))
		default:
			x.SetInt(g.int64())
		}
	})
}

// filled returns a value of type t. A packed array has so many elements. set sets the i-th number
// or text.
func filled(t variant.Type, elements func() int, set func(i int, x reflect.Value)) variant.Variant {
	v := reflect.New(reflect.TypeOf(vectors.Zero(t))).Elem()
	if v.Kind() == reflect.Slice {
		n := elements()
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	}

	for i, x := range vectors.Leaves(v) {
		set(i, x)
	}

	return v.Interface().(variant.Variant)
}

func (g *generator) object() variant.Variant {
	id := uint64(g.uint32() | 1) // where there is no flag, 4 zero bytes are null
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

	case g.full && g.spec.Object != dialect.ObjectFlagged:
		return objects.Object{Class: "Timer"}
	default:
		return objects.Object{ID: id | g.uint64()<<32}
	}
}

// elem makes the type of a typed container, nil half of the time.
func (g *generator) elem(typed bool) *variant.ElementType {
	if !typed || g.yes() {
		return nil
	}

	types := g.spec.Types
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
			e.Class = ""
			e.Script = "res://a.gd"
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
	g.left -= n
	if g.left < 0 || g.depth > 12 {
		n = 0
	}

	shared := g.spec.SharedBit && g.yes()
	g.depth++
	defer func() { g.depth-- }()

	if t == variant.TypeDictionary {
		typed := g.spec.TypedDictionaries
		d := variant.Dictionary{Key: g.elem(typed), Value: g.elem(typed), Shared: shared}
		for range n {
			if key := g.item(d.Key); !d.Has(key) {
				d.Pairs = append(d.Pairs, pairOf(key, g.item(d.Value)))
			}
		}
		return d
	}

	elem := g.elem(t != variant.TypeArray || g.spec.TypedArrays)
	items := make([]variant.Variant, n)
	for i := range items {
		items[i] = g.item(elem)
	}

	if t == variant.TypeArray {
		return variant.Array{Items: items, Elem: elem, Shared: shared}
	}

	a := variant.TypedArray{Items: items}
	if elem != nil {
		a.Elem = variant.ElementType{Type: elem.Type, Class: elem.Class}
	}

	if t == variant.TypePackedTypedArray {
		return variant.PackedTypedArray(a)
	}

	return a
}

// randomBytes are up to n-1 bytes.
func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, random.IntN(n))
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// sampleOf returns a value of a type. All numbers and texts in it are different. A type that
// consists of numbers is filled by reflection; any other type needs a case here.
func sampleOf(typ variant.Type) variant.Variant {
	switch typ {
	case variant.TypeNil:
		return variant.Nil{}
	case variant.TypeNodePath:
		return objects.MustParseNodePath("/root/Level:position:x")
	case variant.TypeObject:
		return objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(1.5)))
	case variant.TypeCallable:
		return objects.Callable{}
	case variant.TypeSignal:
		return objects.Signal{Name: "hit", Object: 5}
	case variant.TypeArray:
		return variant.NewArray(variant.Int(1), variant.String("a"))
	case variant.TypeDictionary:
		return variant.NewDictionary(variant.KV("hp", variant.Int(10)))

	case variant.TypeTypedArray:
		return five
	case variant.TypePackedTypedArray:
		return variant.PackedTypedArray(five)
	}

	return filled(typ, func() int { return 2 }, func(i int, x reflect.Value) {
		switch {
		case x.Kind() == reflect.Bool:
			x.SetBool(true)
		case x.Kind() == reflect.String:
			x.SetString(fmt.Sprint("text ", i))
		case x.CanFloat():
			x.SetFloat(float64(i) + 0.5)
		case x.CanUint():
			x.SetUint(uint64(i) + 1)
		default:
			x.SetInt(int64(i) + 1)
		}
	})
}
