package codec

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"godotvariant/variant"
)

// Unmarshal puts the value of a packet into the Go value that v points at. It is
// Decode followed by [Codec.FromVariant], made without the values in between:
// what Decode refuses, it refuses with the same error, and what FromVariant
// refuses too, with the offset besides. The error is an [*variant.Error], of the
// kinds of decoding, [ErrType], variant.ErrRange, variant.ErrInexact and
// [ErrUnknownKey]. After an error v holds some of the data.
//
// Which value fits which Go type is strict. No number is rounded or cut, but for
// a Float into a float32, which rounds as in encoding/json; no number becomes
// text, nor text a number.
//
//	Go                   Nil  bool int  float text Bytes Ints  Floats Strings Vectors Array Dictionary Object Vector other
//	bool                 -    yes  -    -     -    -     -     -      -       -       -     -          -      -      -
//	int, uint, …         -    -    fit  -     -    -     -     -      -       -       -     -          -      -      -
//	float64, float32     -    -    fit  fit   -    -     -     -      -       -       -     -          -      -      -
//	string               -    -    -    -     yes  -     -     -      -       -       -     -          -      -      -
//	[]byte               nil  -    -    -     -    yes   fit   -      -       -       items -          -      -      -
//	[]int32, []int       nil  -    -    -     -    fit   fit   -      -       -       items -          -      -      -
//	[]float32, …         nil  -    -    -     -    fit   fit   yes    -       yes     items -          -      -      -
//	[]string             nil  -    -    -     -    -     -     -      yes     -       items -          -      -      -
//	[]T                  nil  -    -    -     -    items items items  items   items   items -          -      -      -
//	[2]float32, …        -    -    -    -     -    items items items  -       -       items -          -      fit    -
//	[2]T                 -    -    -    -     -    items items items  items   items   items -          -      -      -
//	map[K]V              nil  -    -    -     -    -     -     -      -       -       -     items      -      -      -
//	struct               -    -    -    -     -    -     -     -      -       -       -     items      -      -      -
//	struct, object=C     -    -    -    -     -    -     -     -      -       -       -     -          C      -      -
//	*T                   nil  as T as T as T  as T as T  as T  as T   as T    as T    as T  as T       as T   as T   as T
//	any, variant.Variant yes  yes  yes  yes   yes  yes   yes   yes    yes     yes     yes   yes        yes    yes    yes
//	a Variant            same same same same  same same  same  same   same    same    same  same       same   same   same
//	TextUnmarshaler      -    -    -    -     text -     -     -      -       -       -     -          -      -      -
//	decimal.Decimal      -    -    yes  fit   fit  -     -     -      -       -       -     -          -      -      -
//	VariantUnmarshaler   hook hook hook hook  hook hook  hook  hook   hook    hook    hook  hook       hook   hook   hook
//
// Text is String and StringName. Bytes, Ints, Floats and Strings are the packed
// arrays of those. A Vector is a Vector2, Vector3, Vector4 or Color, and fills a
// Go array of float32 or float64; Vectors are the packed arrays of them, whose
// numbers a []float32 or []float64 takes one after another. In single precision
// a PackedVector3Array is copied as it is into a []float32 or [][3]float32. Every
// "-" is an ErrType. The other words:
//
//	fit    if the Go type holds it exactly, else variant.ErrRange; a float32 takes any Float in
//	       its range, and any number of a vector; a decimal.Decimal has ErrRange for NaN
//	       and infinities, and text that is no number
//	items  if each item, key and value fits; a Go array wants just as many, or it is ErrRange
//	nil    becomes nil; a null Object does too, in a pointer
//	same   if it is of just this type
//	C      if it is an object of class C
//	text   if UnmarshalText accepts it; its error is the error
//	hook   if UnmarshalVariant accepts it
//
// Keys of the data that a struct has no field for are ignored, also all that are
// no text; the tag strict on a blank field refuses them. Fields that have no key
// in the data keep their values, as do entries of maps; so v may hold defaults. In
// items of slices, arrays and maps nothing is kept. A key that comes twice has
// its last value.
//
// Memory that v holds already is used again: slices with room enough, what
// pointers point at, and strings that are the same. To keep something of the last
// message, copy it before v takes the next.
func (c *Codec) Unmarshal(data []byte, v any) error {
	dst, err := target(v)
	if err != nil {
		return err
	}
	if c.format().Mode() == Strict { // finds keys that come twice
		if err := c.Valid(data); err != nil {
			return err
		}
	}
	if err := c.read(data, dst); err != nil {
		return c.explain(data, dst, err)
	}
	return nil
}

// read is Unmarshal as long as all goes well. Its errors say too little.
func (c *Codec) read(data []byte, dst reflect.Value) error {
	u := unmarshalers.Get().(*unmarshaler)
	defer u.release()
	return c.format().Read(data, func(r *variant.Reader) {
		u.r = r
		p := planOf(dst.Type())
		r.Owe(minPart) // the packet is read as a part of nothing
		if p.quick == nil || !p.quick(u, variant.TypeNil, dst) {
			p.unmarshal(u, u.part(variant.TypeNil), dst)
			u.close()
		}
	})
}

// explain takes the long way, after the short one has failed: what is wrong with
// the data comes before what does not fit, and a value that does not fit may
// have been replaced by a later one of the same key.
func (c *Codec) explain(data []byte, dst reflect.Value, short error) error {
	v, err := c.Decode(data)
	if err != nil {
		return err
	}
	if err := convert(v, reflect.New(dst.Type()).Elem()); err != nil {
		var at *variant.Error
		if errors.As(short, &at) {
			err.Offset = at.Offset
		}
		err.Op = "decode"
		return err
	}
	dst.SetZero() // of what the short way has left behind
	if err := convert(v, dst); err != nil {
		return err
	}
	return nil
}

// FromVariant puts a value into the Go value that v points at, by the rules of
// [Codec.Unmarshal]. Where v holds Variants, they are shared with value, all else is
// copied. The error is an [*variant.Error] whose Op is "convert".
func (c *Codec) FromVariant(value variant.Variant, v any) error { return FromVariant(value, v) }

// FromVariant is [Codec.FromVariant], which no option has a say in.
func FromVariant(value variant.Variant, v any) error {
	dst, err := target(v)
	if err != nil {
		return err
	}
	if err := convert(value, dst); err != nil {
		return err
	}
	return nil
}

// Unmarshal is [Codec.Unmarshal] with Options{}.
func Unmarshal(data []byte, v any) error { return standard.Unmarshal(data, v) }

var unmarshalers = sync.Pool{New: func() any { return new(unmarshaler) }}

// target returns what v points at.
func target(v any) (reflect.Value, error) {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		return reflect.Value{}, &variant.Error{
			Op: "convert", Path: "$", Err: variant.Because(ErrType, fmt.Sprintf("a pointer is needed, and not a %T that is nil or none", v)),
		}
	}
	return rv.Elem(), nil
}

// convert puts a whole value.
func convert(v variant.Variant, dst reflect.Value) *variant.Error {
	u := unmarshalers.Get().(*unmarshaler)
	defer u.release()
	planOf(dst.Type()).unmarshal(u, nodeOf(v), dst)
	if u.err == nil {
		return nil
	}
	return &variant.Error{Op: "convert", Path: outward(u.path), Type: u.typ, Err: u.err}
}
