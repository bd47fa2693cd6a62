package codec

import (
	"errors"
	"reflect"
	"sync"

	"godotvariant/internal"
	math3d "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Plans know packets only. ToVariant and FromVariant take trees of Variants through them by
// way of packets of a private format. It loses nothing, and has one more type: a reference
// stands for a Variant in a table of the encoder or decoder. ToVariant writes a reference for
// each Variant in the Go value, so that the result holds that very Variant. FromVariant gives
// the plan a reference to the whole value. A plan that stores Variants takes what it stands
// for; a plan that needs the packet gets it, with references for what lies further inside.

// lossless is the private format. The IDs of Godot4 are its own, so that the keys of structs
// are spelled alike.
var lossless = func() *Codec {
	d := *Godot4
	d.Name, d.SharedBit, d.WideColor = "the conversion", true, true
	d.Types = append([]variant.Type(nil), d.Types...)
	for t := variant.TypePackedVector4Array + 1; t <= variant.TypePackedTypedArray; t++ {
		d.Types = append(d.Types, t)
	}
	types := NewRegistry()
	if err := types.Register(reference(0), 255); err != nil {
		panic(err)
	}
	return MustNew(Options{
		Dialect: &d, Registry: types, Precision: Double, FullObjects: true, Mode: Lenient, Limits: Limits{MaxSize: 1<<31 - 1},
	})
}()

// A reference is the index of a Variant in a table. It never leaves this package.
type reference uint32

const typeReference = variant.TypeUnsupported - 1

var _ variant.Variant = reference(0)

func (reference) Type() variant.Type { return typeReference }

func (i reference) Encode(w *variant.Writer) error {
	w.Uint32(uint32(i))
	return w.Err()
}

func (reference) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, reference(r.Uint32()))
}

// firstReference is the packet of the first value in a table.
var firstReference = func() []byte {
	b, err := lossless.Encode(reference(0))
	if err != nil {
		panic(err)
	}
	return b
}()

// converted makes err the error of a conversion, which has no offset.
func converted(err error) error {
	var e *variant.Error
	if errors.As(err, &e) {
		e.Op, e.Offset = "convert", 0
	}
	return err
}

// buffers hold the packets of the private format.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxKept is how much memory in bytes a buffer keeps, or a table.
const maxKept = 1 << 20

// emptied returns a table without its values.
func emptied(values []variant.Variant) []variant.Variant {
	if cap(values) > maxKept/16 {
		return nil
	}
	clear(values)
	return values[:0]
}

func keepBuffer(buf *[]byte, b []byte) {
	if cap(b) <= maxKept {
		*buf = b
	}
	buffers.Put(buf)
}

// value writes a Variant.
func (e *encoder) value(v variant.Variant) {
	if !e.tree {
		e.w.Value(v)
		return
	}
	if v == nil {
		v = variant.Nil{}
	}
	kernel.PartWord(e.w, typeReference, uint32(len(e.values)))
	e.values = append(e.values, e.checked(v))
}

// variant returns the value that write would write, nil after an error.
func (e *encoder) variant(write func(*encoder, place), p place) (v variant.Variant) {
	w, tree, first := e.w, e.tree, len(e.values)
	buf := buffers.Get().(*[]byte)
	e.tree = true
	b, ok := kernel.WriteInside(w, lossless.format(), (*buf)[:0], func(in *variant.Writer) {
		e.w = in
		write(e, p)
	})
	e.w, e.tree = w, tree
	if ok {
		_ = kernel.Read(lossless.format(), b, true, func(r *variant.Reader) { v = e.build(r) })
	}
	clear(e.values[first:])
	e.values = e.values[:first]
	keepBuffer(buf, b)
	return v
}

// build reads a packet that plans have written. It keeps keys that come twice.
func (e *encoder) build(r *variant.Reader) variant.Variant {
	switch t, _ := kernel.NextType(r, variant.TypeNil); t {
	case typeReference:
		i, _ := kernel.NextWord(r, typeReference, variant.TypeNil)
		return e.values[i]
	case variant.TypeArray:
		n, _, _ := kernel.NextArray(r, variant.TypeNil)
		items := make([]variant.Variant, n)
		for i := range items {
			items[i] = e.build(r)
		}
		kernel.Leave(r)
		return variant.Array{Items: items}
	case variant.TypeDictionary:
		n, _, _, _ := kernel.NextDictionary(r, variant.TypeNil)
		pairs := make([]variant.Pair, n)
		for i := range pairs {
			pairs[i].Key = e.build(r)
			pairs[i].Value = e.build(r)
		}
		kernel.Leave(r)
		return variant.Dictionary{Pairs: pairs}
	default:
		return kernel.NextValue(r, variant.TypeNil)
	}
}

// reference reads the next packet if it is a reference, and returns what that stands for: of
// a Raw the value, of nil a Nil.
func (d *decoder) reference(want variant.Type) (variant.Variant, bool) {
	if !d.tree {
		return nil, false
	}
	i, ok := kernel.NextWord(d.r, typeReference, want)
	if !ok {
		return nil, false
	}
	return settled(d.values[i]), true
}

func settled(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case nil:
		return variant.Nil{}
	case Raw:
		if inner, err := v.Value(); err == nil {
			return inner
		}
	}
	return v
}

// own reports whether v is a value of the library's own type for its Type.
func own(v variant.Variant) bool {
	return reflect.TypeOf(v) == reflect.TypeOf(builtin.prototypes[typeOf(v)])
}

// inside reads v, which stands for the packet at offset at, by the plan c.
func (d *decoder) inside(at int, v variant.Variant, c *plan, p place) bool {
	depth, tree, first, r := d.depth, d.tree, len(d.values), d.r
	switch v.(type) {
	case variant.Array, variant.Dictionary:
		if depth == internal.MaxDepth {
			return d.refuse(at, v.Type(), variant.ErrDepth)
		}
		d.depth++
	}
	d.tree = true
	buf := buffers.Get().(*[]byte)
	b, _ := kernel.Write(lossless.format(), (*buf)[:0], func(w *variant.Writer) { d.expand(w, v) })
	kernel.ReadInside(r, lossless.format(), b, at, func(in *variant.Reader) {
		d.r = in
		c.read(d, variant.TypeNil, p)
	})
	d.depth, d.tree, d.r = depth, tree, r
	clear(d.values[first:])
	d.values = d.values[:first]
	keepBuffer(buf, b)
	return !kernel.Failed(r)
}

// expand writes v, with references for what lies in it.
func (d *decoder) expand(w *variant.Writer, v variant.Variant) {
	switch v := v.(type) {
	case variant.Array:
		if m, ok := kernel.PartOpen(w, variant.TypeArray, len(v.Items)); ok {
			for _, item := range v.Items {
				d.refer(w, item)
			}
			kernel.Close(w, m)
		}
	case variant.Dictionary:
		if m, ok := kernel.PartOpen(w, variant.TypeDictionary, len(v.Pairs)); ok {
			for i := range v.Pairs {
				d.refer(w, v.Pairs[i].Key)
				d.refer(w, v.Pairs[i].Value)
			}
			kernel.Close(w, m)
		}
	default:
		w.Value(v)
	}
}

// refer writes a part of a container: a short one as it is, any other as a reference.
func (d *decoder) refer(w *variant.Writer, v variant.Variant) {
	switch v.(type) {
	case variant.Nil, variant.Bool, variant.Int, variant.Float, variant.String, variant.StringName,
		math3d.Vector2, math3d.Vector3, math3d.Vector4, math3d.Quaternion, math3d.Color, math3d.Rect2:
		w.Value(v)
	default:
		kernel.PartWord(w, typeReference, uint32(len(d.values)))
		d.values = append(d.values, v)
	}
}

// value reads the next packet as a Variant. at is its offset.
func (d *decoder) value(want variant.Type) (v variant.Variant, at int, ok bool) {
	at = d.r.Offset()
	if v, ok = d.reference(want); !ok {
		v = kernel.NextValue(d.r, want)
	}
	return v, at, !kernel.Failed(d.r)
}

// null reads the next packet if it is a Nil, or an object that is null.
func (d *decoder) null(want variant.Type) bool {
	switch t, _ := kernel.NextType(d.r, want); t {
	case variant.TypeNil, variant.TypeObject, typeReference:
		v, at, ok := d.value(want)
		if o, isObject := v.(objects.Object); !ok || v == variant.Variant(variant.Nil{}) || isObject && o.IsNull() {
			return ok
		}
		kernel.Back(d.r, at)
	}
	return false
}
