package random

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

// Choices are the bytes on which the choices of a Generator depend. They are random bytes, or the
// bytes of a fuzzer. After the last byte, each choice is the first possible one.
type Choices struct{ rest []byte }

// Take returns the next n bytes. After the last byte it returns zeros.
func (c *Choices) Take(n int) []byte {
	out := make([]byte, n)
	c.rest = c.rest[copy(out, c.rest):]
	return out
}

// Ended reports whether Take has returned all bytes.
func (c *Choices) Ended() bool { return len(c.rest) == 0 }

// N returns a number below k.
func (c *Choices) N(k int) int { return int(c.Take(1)[0]) % k }

// Yes returns true or false.
func (c *Choices) Yes() bool { return c.Take(1)[0]&1 == 1 }

func (c *Choices) uint32() uint32 { return binary.LittleEndian.Uint32(c.Take(4)) }
func (c *Choices) uint64() uint64 { return binary.LittleEndian.Uint64(c.Take(8)) }

// A Generator makes values that decode to the same value after they are encoded. It makes no value
// that its settings cannot encode exactly.
type Generator struct {
	Settings
	*Choices
	spec  dialect.Spec // spec of the dialect of the settings
	depth int
	left  int // number of values that may still be made
}

// New returns a Generator whose choices are the bytes of b.
func New(s Settings, b []byte) *Generator {
	return &Generator{Settings: s, Choices: &Choices{b}, spec: s.Dialect.Spec(),
		left: 500}
}

// Value makes any value.
func (g *Generator) Value() variant.Variant {
	types := g.spec.Types
	t := types[g.N(len(types))]
	if t == variant.TypeUnsupported {
		t = variant.TypeNil
	}
	return g.of(t)
}

// These numbers and texts are unusual, or near a limit. Beyond some of these limits, a packet has
// another form.
var (
	singles = []uint32{
		0, 1 << 31, 0x3F800000, 0xBFC00000, 0x3DCCCCCD, 0x7F7FFFFF, 0x00800000, 1, 0x807FFFFF,
		0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF,
		0x4B800000,
	}

	// Doubles are the bits of numbers of type float.
	Doubles = []uint64{
		0, 1 << 63, 0x3FF0000000000000, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF, 1,
		0x800FFFFFFFFFFFFF, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FF0000000000000,
		0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001,
		0xFFF7FFFFFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0x36A0000000000000,
	}

	// Ints are numbers of type int.
	Ints = []int64{
		0, 1, -1, 127, 255, 1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1, 1<<53 + 1, stdmath.MaxInt64,
		stdmath.MinInt64,
	}

	texts = []string{
		"", "a", "key", "hp", "a/b:c", "Ünïté", "日本語", "\U0001F600", "\uFEFFbom", "nul\x00inside",
		"\x00", "\uFFFE\U0010FFFF", "four", "a text of more than thirty bytes, and then some more",
		"NodePath", "script",
	}
)

func (g *Generator) single() float64 {
	if g.Yes() {
		return conv.Widen(g.uint32())
	}
	return conv.Widen(singles[g.N(len(singles))])
}

func (g *Generator) double() float64 {
	if g.Yes() {
		return stdmath.Float64frombits(g.uint64())
	}
	return stdmath.Float64frombits(Doubles[g.N(len(Doubles))])
}

func (g *Generator) real() float64 {
	if g.Precision == variant.Double {
		return g.double()
	}
	return g.single()
}

func (g *Generator) int64() int64 {
	if g.Yes() {
		return int64(g.uint64())
	}
	return Ints[g.N(len(Ints))]
}

// float makes a number of the type float. If the dialect writes every float in 4 bytes, float makes
// only quiet NaN, because writing 4 bytes changes a signalling NaN into a quiet NaN.
func (g *Generator) float() variant.Float {
	if g.spec.Float == dialect.FloatByValue {
		return variant.Float(g.double())
	}
	f := g.single()
	if f != f {
		return variant.Float(stdmath.Float64frombits(stdmath.Float64bits(f) | 1<<51))
	}
	return variant.Float(f)
}

func (g *Generator) text() string {
	if !g.Yes() {
		return texts[g.N(len(texts))]
	}
	s := make([]rune, g.N(12))
	for i := range s {
		s[i] = rune(g.uint32() % 0x110000)
	}
	return string(s) // a surrogate becomes U+FFFD
}

// Repeat calls a function up to seven times, and returns the results.
func Repeat[T any](g *Generator, one func() T) []T {
	out := make([]T, g.N(8))
	for i := range out {
		out[i] = one()
	}
	return out
}

// of makes a value of a type.
func (g *Generator) of(t variant.Type) variant.Variant {
	switch t {
	case variant.TypeFloat:
		return g.float()
	case variant.TypePackedByteArray:
		return packed.PackedByteArray(g.Take(g.N(20)))
	case variant.TypeNodePath:
		return objects.NodePath{Names: Repeat(g, g.text), SubNames: Repeat(g, g.text),
			Absolute: g.Yes()}

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
		return g.Container(t)
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

	return Fill(t, func() int { return g.N(8) }, func(_ int, x reflect.Value) {
		switch x.Kind() {
		case reflect.Bool:
			x.SetBool(g.Yes())
		case reflect.String:
			x.SetString(g.text())
		case reflect.Float64:
			x.SetFloat(component())

		case reflect.Float32:
			bits, _ := conv.Narrow(g.single())
			x.Set(reflect.ValueOf(stdmath.Float32frombits(bits))) // SetFloat would change a NaN

		case reflect.Int32:
			x.SetInt(int64(int32(g.int64())))
		default:
			x.SetInt(g.int64())
		}
	})
}

// Fill returns a value of type t. The function elements returns the number of elements of a packed
// array. The function set sets the i-th number or text.
func Fill(t variant.Type, elements func() int, set func(i int, x reflect.Value)) variant.Variant {
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

func (g *Generator) object() variant.Variant {
	id := uint64(g.uint32() | 1) // in some dialects null is 4 zero bytes, so the ID must not be 0
	switch {
	case g.Full && g.left > 0 && g.depth < 12:
		o := objects.Object{Class: "Node"}
		g.depth++
		o.Properties = Repeat(g, func() objects.Property {
			g.left--
			return objects.Prop(g.text(), g.Value())
		})

		g.depth--
		return o

	case g.Full && g.spec.Object != dialect.ObjectFlagged:
		return objects.Object{Class: "Timer"}
	default:
		return objects.Object{ID: id | g.uint64()<<32}
	}
}

// elem makes the element type of a typed container. In half of the calls it returns nil.
func (g *Generator) elem(typed bool) *variant.ElementType {
	if !typed || g.Yes() {
		return nil
	}

	types := g.spec.Types
	e := variant.ElementType{Type: types[g.N(len(types))]}
	switch e.Type {
	case variant.TypeNil, variant.TypeUnsupported:
		return nil
	case variant.TypeObject:
		e.Class = "EncodedObjectAsID"
		if g.Full {
			e.Class = "Node2D"
		}

		if g.Full && g.Yes() {
			e.Class = ""
			e.Script = "res://a.gd"
		}
	}

	return &e
}

func (g *Generator) item(e *variant.ElementType) variant.Variant {
	switch {
	case e == nil:
		return g.Value()
	case e.Type == variant.TypeObject && g.Yes():
		return variant.Nil{}
	default:
		return g.of(e.Type)
	}
}

// Container makes an Array, a Dictionary or another container of type t.
func (g *Generator) Container(t variant.Type) variant.Variant {
	n := g.N(8)
	g.left -= n
	if g.left < 0 || g.depth > 12 {
		n = 0
	}

	shared := g.spec.SharedBit && g.Yes()
	g.depth++
	defer func() { g.depth-- }()

	if t == variant.TypeDictionary {
		typed := g.spec.TypedDictionaries
		d := variant.Dictionary{Key: g.elem(typed), Value: g.elem(typed), Shared: shared}
		for range n {
			if key := g.item(d.Key); !d.Has(key) {
				d.Pairs = append(d.Pairs, variant.Pair{Key: key, Value: g.item(d.Value)})
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

// Bytes returns up to n-1 random bytes.
func Bytes(random *rand.Rand, n int) []byte {
	b := make([]byte, random.IntN(n))
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// fives is an item of a typed array: a typed array with one int.
var fives = variant.PackedTypedArray{Elem: variant.ElementType{Type: variant.TypeInt},
	Items: []variant.Variant{variant.Int(5)}}

// Sample returns a value of a type. All numbers and texts in it are different. A type that
// consists of numbers is filled by reflection; any other type needs a case here.
func Sample(typ variant.Type) variant.Variant {
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
		return variant.TypedArray(fives)
	case variant.TypePackedTypedArray:
		return fives
	}

	return Fill(typ, func() int { return 2 }, func(i int, x reflect.Value) {
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
