package plan

import (
	"math"
	"reflect"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/wire"
	math3d "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// reading is the type of the function plan.read.
type reading = func(d *decoder, want variant.Type, p place) bool

// A decoder is the state of one call of Unmarshal or FromVariant.
type decoder struct {
	r           *wire.Reader
	fresh       bool // the destination is memory without content that must be kept
	hasContent  bool // the result of plan.hasContent before the call reads anything
	wholeFloats bool // the option WholeFloats

	// fromVariant is true if this package has made the packet from a Variant, see readFrom and
	// target.set. Such a packet may have a reference in place of a Variant: an index of the field
	// values.
	fromVariant bool

	values []variant.Variant
	depth  int // number of open containers

	reals [4]float64 // numbers of the vector being read
}

// newDecoder returns the decoder that is attached to r. If there is none, it attaches a new
// decoder.
func newDecoder(r *wire.Reader) *decoder {
	kept := r.Attached(wire.OfPlans)
	d, ok := (*kept).(*decoder)
	if !ok {
		d = new(decoder)
		*kept = d
	}

	*d = decoder{r: r, values: d.values[:0]}
	return d
}

// release drops the values that d holds, because the Reader keeps d for the next decoding.
func (d *decoder) release() {
	if cap(d.values) > 0 {
		d.values = emptied(d.values)
	}
}

// refuse sets err as the error of the packet at the given offset, whose value has the type t. It
// returns false.
func (d *decoder) refuse(at int, t variant.Type, err error) bool {
	d.r.FailValue(at, t, err)
	return false
}

// refuseNext reads the next packet, and sets err as the error of this packet. It returns false.
func (d *decoder) refuseNext(want variant.Type, err error) bool {
	if v, at, ok := d.value(want); ok {
		d.refuse(at, nilsafe.TryType(v), err)
	}
	return false
}

// typeError sets an error and returns false. The value v of the packet at the given offset does not
// fit the type t.
func (d *decoder) typeError(at int, v variant.Variant, t reflect.Type) bool {
	typ := nilsafe.TryType(v)
	return d.refuse(at, typ, mismatch(typ, t))
}

// text reads a String or StringName. It returns the text, and the offset and the type of the
// packet.
func (d *decoder) text(want variant.Type) (s string, at int, t variant.Type, ok bool) {
	at = d.r.Offset()
	t, _ = d.r.NextType(want)
	b, ok := d.r.NextText(want)
	return string(b), at, t, ok
}

// content prepares v for a method such as UnmarshalVariant, and returns v. The method may keep a
// part of the old value of v. If the old value does not have to be kept, content sets v to zero.
func (d *decoder) content(v reflect.Value) reflect.Value {
	if d.fresh {
		v.SetZero()
	}
	return v
}

// keyAt returns the key whose packet is at the given offset. The packet must have been read before.
func (d *decoder) keyAt(at int) variant.Variant {
	v := packets.At(d.r, at)
	if i, ok := v.(reference); ok {
		return d.values[i]
	}
	return v
}

// stepKey adds a step to the path of an error. The step leads to the value of pair i. The key of
// the pair is at the given offset.
func (d *decoder) stepKey(i, at int) {
	d.r.Step(wire.Step{Kind: wire.StepKey, Index: i, Key: d.keyAt(at)})
}

// reference reads the next packet if it is a reference to a Variant. It returns the result of
// resolve for this Variant.
func (d *decoder) reference(want variant.Type) (variant.Variant, bool) {
	if !d.fromVariant {
		return nil, false
	}

	i, ok := d.r.NextWord(typeReference, want)
	if !ok {
		return nil, false
	}

	return resolve(d.values[i]), true
}

// readFrom makes a packet of v and reads this packet. The argument offset is the offset of the
// packet that v comes from. An error gets this offset.
func (d *decoder) readFrom(offset int, v variant.Variant, read reading, p place) bool {
	depth := d.depth
	outer := d.fromVariant
	first := len(d.values)
	r := d.r

	switch v.(type) {
	case variant.Array, variant.Dictionary:
		if depth == forms.MaxDepth {
			return d.refuse(offset, v.Type(), variant.ErrDepth)
		}
		d.depth++
	}

	d.fromVariant = true
	buf := buffers.Get().(*[]byte)

	b, _ := packets.Write(scratch, (*buf)[:0], func(w *wire.Writer) { d.expand(w, v) })
	packets.ReadWith(r, scratch, b, offset, func(in *wire.Reader) {
		d.r = in
		read(d, variant.TypeNil, p)
	})

	d.depth = depth
	d.fromVariant = outer
	d.r = r
	clear(d.values[first:])
	d.values = d.values[:first]
	keepBuffer(buf, b)

	return !r.Failed()
}

// expand writes v. It calls refer for each item, key and value in v.
func (d *decoder) expand(w *wire.Writer, v variant.Variant) {
	switch v := v.(type) {
	case variant.Array:
		if m, ok := w.PartOpen(variant.TypeArray, len(v.Items)); ok {
			for _, item := range v.Items {
				d.refer(w, item)
			}
			w.Close(m)
		}

	case variant.Dictionary:
		if m, ok := w.PartOpen(variant.TypeDictionary, len(v.Pairs)); ok {
			for i := range v.Pairs {
				d.refer(w, v.Pairs[i].Key)
				d.refer(w, v.Pairs[i].Value)
			}
			w.Close(m)
		}

	default:
		(*variant.Writer)(w).Value(v)
	}
}

// refer writes a value that is part of a container. It writes a short value directly, and any other
// value as a reference.
func (d *decoder) refer(w *wire.Writer, v variant.Variant) {
	switch v.(type) {
	case variant.Nil, variant.Bool, variant.Int, variant.Float, variant.String, variant.StringName,
		math3d.Vector2, math3d.Vector3, math3d.Vector4, math3d.Quaternion, math3d.Color,
		math3d.Rect2:
		(*variant.Writer)(w).Value(v)

	default:
		w.PartWord(typeReference, uint32(len(d.values)))
		d.values = append(d.values, v)
	}
}

// value reads the next packet as a Variant. It also returns the offset of the packet.
func (d *decoder) value(want variant.Type) (v variant.Variant, at int, ok bool) {
	at = d.r.Offset()
	v, ok = d.reference(want)
	if !ok {
		v = packets.NextValue(d.r, want)
	}
	return v, at, !d.r.Failed()
}

// null reads the next packet if it is a Nil or a null object.
func (d *decoder) null(want variant.Type) bool {
	switch t, _ := d.r.NextType(want); t {
	case variant.TypeNil, variant.TypeObject, typeReference:
		v, at, ok := d.value(want)
		if o, isObject := v.(objects.Object); !ok || v == variant.Variant(variant.Nil{}) ||
			isObject && o.IsNull() {
			return ok
		}
		d.r.Unread(at)
	}

	return false
}

// keep reads the next packet for a field that holds a Variant. It also returns the offset of the
// packet.
func (d *decoder) keep(want variant.Type) (v variant.Variant, at int, ok bool) {
	v, at, ok = d.value(want)
	if ok && d.fromVariant && d.r.Format().Finite {
		buf := buffers.Get().(*[]byte)
		b, _ := packets.Write(scratch, (*buf)[:0], func(w *wire.Writer) {
			(*variant.Writer)(w).Value(v)
		})

		packets.ReadWith(d.r, scratch, b, at, func(in *wire.Reader) {
			packets.SkipNext(in, variant.TypeNil)
		})

		keepBuffer(buf, b)
		ok = !d.r.Failed()
	}

	return v, at, ok
}

// setFloat32 sets a float32 to the number nearest to f. A NaN keeps its bits. A number beyond the
// range of a float32 is an error of the packet at the given offset.
func (d *decoder) setFloat32(start int, f float64, to *float32) bool {
	if d.r.Failed() {
		return false
	}

	bits, _ := float.Narrow(f)
	*to = math.Float32frombits(bits)
	if math.Abs(f) <= math.MaxFloat64 && math.IsInf(float64(*to), 0) {
		return d.refuse(start, variant.TypeFloat, outOfRange(f, reflect.TypeFor[float32]()))
	}

	return true
}
