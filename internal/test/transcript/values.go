package transcript

import (
	"iter"
	stdmath "math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A generator makes random values. A codec may not be able to write them. The documentation of the
// package says why the package has its own generator. The generator uses only the numbers of PCG
// from math/rand/v2, because these are the same in every version of Go and on every platform.
type generator struct {
	pcg   *rand.PCG
	types []variant.Type // types of the dialect
}

func (g generator) n(k int) int      { return int(g.pcg.Uint64() >> 1 % uint64(k)) }
func (g generator) oneIn(k int) bool { return g.n(k) == 0 }

func pick[T any](g generator, list ...T) T { return list[g.n(len(list))] }

// prototypes has the Go type of each Variant type, and of some types that no dialect has. It has no
// containers, because the method container makes them.
var prototypes = map[variant.Type]reflect.Type{}

func init() {
	for _, v := range []variant.Variant{
		variant.Nil{}, variant.Bool(false), variant.Int(0), variant.Float(0), variant.String(""),
		variant.StringName(""),
		math.Vector2{}, math.Vector2i{}, math.Rect2{}, math.Rect2i{}, math.Vector3{},
		math.Vector3i{}, math.Transform2D{},
		math.Vector4{}, math.Vector4i{}, math.Plane{}, math.Quaternion{}, math.AABB{},
		math.Basis{}, math.Transform3D{},
		math.Projection{}, math.Color{}, objects.NodePath{}, objects.RID(0), objects.Object{},
		objects.Callable{}, objects.Signal{},
		packed.PackedByteArray{}, packed.PackedInt32Array{}, packed.PackedInt64Array{},
		packed.PackedFloat32Array{},
		packed.PackedFloat64Array{}, packed.PackedStringArray{}, packed.PackedVector2Array{},
		packed.PackedVector3Array{},
		packed.PackedVector4Array{}, packed.PackedColorArray{}, packed.PackedVector2iArray{},
		packed.PackedVector3iArray{},
		packed.PackedVector4iArray{}, health{}, box{},
	} {
		prototypes[v.Type()] = reflect.TypeOf(v)
	}
}

// maxDepth is the largest depth of generated values.
const maxDepth = 5

// value returns a random value of any type. With a greater depth, containers become rarer.
func (g generator) value(depth int) variant.Variant {
	containers := []variant.Type{variant.TypeArray, variant.TypeDictionary, variant.TypeObject}
	t := variant.TypeNil
	switch k := g.n(20); {
	case k < 4:
		t = pick(g, variant.TypeInt, variant.TypeFloat, variant.TypeString, variant.TypeBool)
	case k < 12-2*depth:
		t = pick(g, containers...)
	case k == 19:
		return g.odd(depth)
	default:
		t = pick(g, g.types...)
	}

	return g.of(t, depth)
}

// odd returns a value that programs rarely write.
func (g generator) odd(depth int) variant.Variant {
	switch g.n(7) {
	case 0:
		return nil
	case 1:
		return &math.Vector2{X: g.float(), Y: 1}
	case 2:
		return half{float32(g.n(9)), 2}
	case 3:
		return g.raw()
	case 4:
		return health{int32(10 + g.n(6)), 3}
	case 5:
		return box{g.value(depth + 1)}
	default:
		return g.of(variant.Type(g.n(int(variant.TypePackedTypedArray)+1)), depth)
	}
}

// raw returns a Raw with a packet in Godot 4's format.
func (g generator) raw() codec.Raw {
	packet, err := codec.Encode(g.of(pick(g, variant.TypeInt, variant.TypeVector2,
		variant.TypePackedByteArray), maxDepth))
	if err != nil {
		panic(err)
	}

	raw, err := rawCodec.Raw(packet)
	if err != nil {
		panic(err)
	}

	return raw
}

var rawCodec = codec.MustNew(codec.Options{})

// of returns a value of type t, or Nil for an unknown type.
func (g generator) of(t variant.Type, depth int) variant.Variant {
	switch t {
	case variant.TypeArray:
		return g.array(depth)
	case variant.TypeDictionary:
		return g.dictionary(depth)

	case variant.TypeTypedArray, variant.TypePackedTypedArray:
		a := g.array(depth)
		if a.Elem == nil {
			a.Elem = new(variant.ElementType)
		}

		if t == variant.TypeTypedArray {
			return variant.TypedArray{Items: a.Items, Elem: *a.Elem}
		}

		return variant.PackedTypedArray{Items: a.Items, Elem: *a.Elem}

	case variant.TypeObject:
		return g.object(depth)
	}

	if prototypes[t] == nil {
		return variant.Nil{}
	}

	v := reflect.New(prototypes[t]).Elem()
	g.fill(v, depth)
	return v.Interface().(variant.Variant)
}

func (g generator) size(depth int) int {
	if depth >= maxDepth {
		return 0
	}
	return g.n(6)
}

// element returns a random element type of a typed container, or nil.
func (g generator) element() *variant.ElementType {
	if !g.oneIn(3) {
		return nil
	}

	e := &variant.ElementType{Type: pick(g, variant.TypeInt, variant.TypeString, variant.TypeFloat,
		variant.TypeObject, pick(g, g.types...))}
	if e.Type == variant.TypeObject || g.oneIn(40) {
		e.Class = pick(g, "", "Node", "EncodedObjectAsID")
		e.Script = pick(g, "", "", "res://a.gd")
	}

	return e
}

// item returns an item of a container with the element type e. Most items have this type.
func (g generator) item(e *variant.ElementType, depth int) variant.Variant {
	if e == nil || g.oneIn(20) {
		return g.value(depth + 1)
	}
	if e.Type == variant.TypeObject && g.oneIn(3) {
		return variant.Nil{}
	}
	return g.of(e.Type, depth+1)
}

func (g generator) array(depth int) variant.Array {
	a := variant.Array{Elem: g.element(), Shared: g.oneIn(8)}
	for range g.size(depth) {
		a.Items = append(a.Items, g.item(a.Elem, depth))
	}
	return a
}

func (g generator) dictionary(depth int) variant.Dictionary {
	d := variant.Dictionary{Key: g.element(), Value: g.element(), Shared: g.oneIn(8)}
	n := g.size(depth)
	if n > 4 && g.oneIn(4) {
		n += 20 // with so many keys, lookups use a hash table
	}

	for i := range n {
		key := g.item(d.Key, depth)
		switch g.n(8) {
		case 0:
			key = variant.Float(pick(g, 0, stdmath.Copysign(0, -1), stdmath.NaN()))
		case 1, 2, 3, 4:
			key = pick[variant.Variant](g, variant.String(texts[i%len(texts)]),
				variant.StringName(texts[i%len(texts)]), variant.Int(i))
		}

		if i > 0 && g.oneIn(9) {
			key = d.Pairs[g.n(i)].Key
		}

		d.Pairs = append(d.Pairs, variant.Pair{Key: key, Value: g.item(d.Value, depth)})
	}

	return d
}

func (g generator) object(depth int) objects.Object {
	switch g.n(4) {
	case 0:
		return objects.Object{ID: uint64(g.int()) * uint64(g.n(3))}
	default:
		o := objects.Object{Class: pick(g, "", "Node", "Node2D", g.text())}
		for range g.size(depth) {
			o.Properties = append(o.Properties, objects.Prop(pick(g, "name", "Name", g.text()),
				g.value(depth+1)))
		}
		return o
	}
}

var doubles = []uint64{
	0, 1 << 63, 0x3FF0000000000000, 0x3FE0000000000000, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF, 1,
	0x800FFFFFFFFFFFFF,
	0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FF0000000000000, 0xFFF0000000000000,
	0x7FF8000000000000,
	0xFFF8000000000000, 0x7FF0000000000001, 0xFFF7FFFFFFFFFFFF, 0x7FFFFFFFFFFFFFFF,
	0x36A0000000000000,
}

// widen and narrow convert between the precisions. They keep the bits of a NaN.

func widen(b uint32) float64 {
	if f := stdmath.Float32frombits(b); f == f {
		return float64(f)
	}
	return stdmath.Float64frombits(uint64(b>>31)<<63 | 0x7FF<<52 | uint64(b&(1<<23-1))<<29)
}

func narrow(f float64) uint32 {
	if f == f {
		return stdmath.Float32bits(float32(f))
	}

	u := stdmath.Float64bits(f)
	m := uint32(u & (1<<52 - 1) >> 29)
	if m == 0 { // with a mantissa of 0, the NaN would become an infinity
		m = 1 << 22
	}

	return uint32(u>>63)<<31 | 0x7F800000 | m
}

// float returns an integer, a number of single or double precision, or an unusual number.
func (g generator) float() float64 {
	switch g.n(5) {
	case 0, 1:
		return float64(g.n(2000) - 1000)
	case 2:
		return widen(uint32(g.pcg.Uint64()))
	case 3:
		return stdmath.Float64frombits(g.pcg.Uint64())
	default:
		return stdmath.Float64frombits(pick(g, doubles...))
	}
}

// int returns a small integer, an integer with random bits, or an integer near the limit of a
// width.
func (g generator) int() int64 {
	switch g.n(6) {
	case 0:
		return int64(g.pcg.Uint64())
	case 1:
		return pick[int64](g, -1, 127, 128, 255, 256, -129, 1<<15, 1<<16, 1<<24+1, 1<<31-1, 1<<31,
			-1<<31, -1<<31-1, 1<<32, 1<<53+1, -1<<63)

	default:
		return int64(g.n(200) - 40)
	}
}

var texts = []string{
	"", "a", "hp", "key", "name", "On", "Name", "position", "a/b:c", "żółw", "日本語", "\U0001F600",
	"\uFEFFbom", "nul\x00in", "\x00",
	"\xff", "cut\xc3", "12", "-7", "1.50", "true", "NaN", "t7", "2006-01-02T15:04:05Z", "Node2D",
}

// text returns a text from a list, or a random text of up to 80 bytes.
func (g generator) text() string {
	switch g.n(6) {
	case 0, 1, 2:
		return pick(g, texts...)
	case 3:
		return strings.Repeat("ą", g.n(40))
	default:
		const long = "a text of more than sixty-four bytes, so that no way for short text " +
			"takes it...."
		return long[:g.n(80)]
	}
}

// fill sets v to random content. v may have any type.
func (g generator) fill(v reflect.Value, depth int) {
	switch p := v.Addr().Interface().(type) {
	case *variant.Array:
		*p = g.array(depth)
	case *variant.Dictionary:
		*p = g.dictionary(depth)
	case *objects.Object:
		*p = g.object(depth)
	case *codec.Raw:
		*p = g.raw()
	case *decimal.Decimal:
		*p = decimal.New(g.int(), int32(g.n(8)-4))
	case *time.Time:
		*p = time.Unix(int64(g.n(1<<30)), int64(g.n(3))*1e6).UTC()
	default:
		g.fillKind(v, depth)
	}
}

func (g generator) fillKind(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.oneIn(2))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(g.int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(g.int()))

	case reflect.Float32:
		// SetFloat would change some NaNs
		v.Set(reflect.ValueOf(stdmath.Float32frombits(narrow(g.float()))).Convert(v.Type()))

	case reflect.Float64:
		v.SetFloat(g.float())
	case reflect.String:
		v.SetString(g.text())

	case reflect.Pointer:
		if depth < maxDepth && !g.oneIn(4) {
			v.Set(reflect.New(v.Type().Elem()))
			g.fill(v.Elem(), depth+1)
		}

	case reflect.Slice:
		if n := g.size(depth); n > 0 || g.oneIn(2) {
			v.Set(reflect.MakeSlice(v.Type(), n, n+g.n(4)))
		}
		fallthrough

	case reflect.Array:
		for i := range v.Len() {
			g.fill(v.Index(i), depth+1)
		}

	case reflect.Map:
		if n := g.size(depth); n > 0 || g.oneIn(2) {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				g.fillEntry(v, depth)
			}
		}

	case reflect.Interface:
		g.fillInterface(v, depth)

	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				g.fill(f, depth+1)
			}
		}
	}
}

func (g generator) fillEntry(m reflect.Value, depth int) {
	key, value := reflect.New(m.Type().Key()).Elem(), reflect.New(m.Type().Elem()).Elem()
	g.fill(key, maxDepth)
	g.fill(value, depth+1)
	if key.Equal(key) { // not NaN: a map can have many NaN keys, in random order
		m.SetMapIndex(key, value)
	}
}

// fillInterface sets the interface v to a Variant or to another Go value.
func (g generator) fillInterface(v reflect.Value, depth int) {
	if v.NumMethod() == 0 && depth < maxDepth && !g.oneIn(4) {
		x := reflect.New(pick(g, basicTypes...)).Elem()
		g.fill(x, depth+1)
		v.Set(x)
		return
	}

	if x := reflect.ValueOf(g.value(depth + 1)); depth < maxDepth && x.IsValid() &&
		x.Type().Implements(v.Type()) {
		v.Set(x)
	}
}

// Values yields an endless sequence of random values of the types. Some are values that programs
// rarely write.
func Values(seed uint64, types []variant.Type) iter.Seq[variant.Variant] {
	g := generator{rand.NewPCG(seed, 0), types}
	return func(yield func(variant.Variant) bool) {
		for yield(g.value(0)) {
		}
	}
}
