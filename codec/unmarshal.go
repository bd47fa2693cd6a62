package codec

import (
	"fmt"
	"reflect"
	"sync"

	"godotvariant/variant"
)

// Unmarshal puts the value of a packet into the Go value that v points at. The result is that
// of Decode followed by [Codec.FromVariant]. The errors are those of Decode, and those of
// FromVariant with an offset. The error is an [*variant.Error], of the kinds of decoding,
// [ErrType], variant.ErrRange, variant.ErrInexact and [ErrUnknownKey]. After an error v holds
// some of the data.
//
// The rules are strict. No number is rounded or cut, except a Float that goes into a float32:
// it is rounded as in encoding/json. No number becomes text, and no text a number.
//
// In this table a line is the Go type, and a column is the type of the value in the packet:
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
//	struct, array        -    -    -    -     -    items items items  items   items   items -          -      -      -
//	*T                   nil  as T as T as T  as T as T  as T  as T   as T    as T    as T  as T       as T   as T   as T
//	any, variant.Variant yes  yes  yes  yes   yes  yes   yes   yes    yes     yes     yes   yes        yes    yes    yes
//	a Variant            same same same same  same same  same  same   same    same    same  same       same   same   same
//	TextUnmarshaler      -    -    -    -     text -     -     -      -       -       -     -          -      -      -
//	decimal.Decimal      -    -    yes  fit   fit  -     -     -      -       -       -     -          -      -      -
//	VariantUnmarshaler   hook hook hook hook  hook hook  hook  hook   hook    hook    hook  hook       hook   hook   hook
//
// The columns: text is String and StringName. Bytes, Ints, Floats and Strings are the packed arrays
// of those. A Vector is a Vector2, Vector3, Vector4 or Color, and Vectors are the packed arrays of
// them. A Vector fills a Go array of float32 or float64 that has its length. The numbers of Vectors
// fill a []float32 or []float64 one after another. In single precision a PackedVector3Array is
// copied at memory speed into a []float32 or [][3]float32.
//
// The words in the table, of which "-" is an ErrType:
//
//	fit    if the Go type holds it exactly, else variant.ErrRange; a float32 takes any Float in
//	       its range, and any number of a vector; for a decimal.Decimal NaN, infinities and
//	       text that is not a number are an ErrRange
//	items  if each item, key and value fits; a Go array or struct of another length is an ErrRange
//	nil    becomes nil; a null Object does too, in a pointer
//	same   if it is of just this type
//	C      if it is an object of class C
//	text   if UnmarshalText accepts it; its error is the error
//	hook   if UnmarshalVariant accepts it
//
// With the option WholeFloats or the tag whole, integers take a Float that is a whole number and
// fits, and slices and arrays of integers take Floats: 5.0 becomes 5. Any other Float is an ErrRange.
// The keys of maps take Ints alone.
//
// A key belongs to the field of exactly this name or tag: hp is not HP. Keys for which a struct has
// no field are ignored, and so are keys that are not text. The tag strict on a blank field makes
// them an error. Fields without a key in the data keep their values, and so do entries of maps, so
// v may hold defaults. Items of slices, arrays and maps start from their zero values. If a key comes
// twice, its last value counts.
//
// Unmarshal uses the memory of v again: slices with enough capacity, the values that pointers
// point at, and strings that are the same. To keep a part of one message, copy it before the next
// call with the same v.
// Short strings share blocks of memory, see [Codec.Decode].
func (c *Codec) Unmarshal(data []byte, v any) error {
	dst, err := target(v)
	if err != nil {
		return err
	}
	return c.unmarshal(data, planOf(dst.Type()), dst)
}

// unmarshal is Unmarshal by a plan.
func (c *Codec) unmarshal(data []byte, by *plan, dst reflect.Value) error {
	if c.set().options.Mode == Strict { // finds keys that come twice
		if err := c.Valid(data); err != nil {
			return err
		}
	}
	if err := c.read(data, by, dst); err != nil {
		return c.hint(data, true, c.explainUnmarshal(data, by, dst, err))
	}
	return nil
}

// read is unmarshal without an explanation of errors.
func (c *Codec) read(data []byte, by *plan, dst reflect.Value) error {
	d := decoders.Get().(*decoder)
	defer d.release()
	return kernel.Read(c.format(), data, true, func(r *variant.Reader) {
		d.r, d.whole = r, c.set().options.WholeFloats
		by.read(d, variant.TypeNil, placeOf(dst))
	})
}

// FromVariant puts a value into the Go value that v points at, by the rules of
// [Codec.Unmarshal]. The only options that matter are Finite and WholeFloats. Variants that v holds
// afterwards share memory with value. All else is copied. The error is an [*variant.Error] whose Op
// is "convert".
func (c *Codec) FromVariant(value variant.Variant, v any) error {
	dst, err := target(v)
	if err != nil {
		return err
	}
	return c.fromVariant(value, planOf(dst.Type()), dst)
}

// FromVariant is [Codec.FromVariant] with Options{}.
func FromVariant(value variant.Variant, v any) error { return standard.FromVariant(value, v) }

func (c *Codec) fromVariant(value variant.Variant, by *plan, dst reflect.Value) error {
	d := decoders.Get().(*decoder)
	defer d.release()
	options, format := &c.set().options, lossless.format()
	if options.Finite {
		format = kernel.FiniteOnly(format)
	}
	return converted(kernel.Read(format, firstReference, true, func(r *variant.Reader) {
		d.r, d.whole, d.tree, d.values = r, options.WholeFloats, true, append(d.values, value)
		by.read(d, variant.TypeNil, placeOf(dst))
	}))
}

// Unmarshal is [Codec.Unmarshal] with Options{}.
func Unmarshal(data []byte, v any) error { return standard.Unmarshal(data, v) }

// target returns what v points at.
func target(v any) (reflect.Value, error) {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		return reflect.Value{}, &variant.Error{
			Op: "convert", Path: "$", Err: variant.Because(ErrType, fmt.Sprintf("the destination must be a non-nil pointer, and it has the type %T", v)),
		}
	}
	return rv.Elem(), nil
}

// A decoder is the state of one call of Unmarshal or FromVariant.
type decoder struct {
	r     *variant.Reader
	fresh bool // what the destination holds is only memory, and no content to keep
	whole bool // the option WholeFloats

	// The packets come from a Variant, and may have references to values.
	tree   bool
	values []variant.Variant
	depth  int // of the containers that are open

	reals [4]float64 // of the vector being read
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

func (d *decoder) release() {
	*d = decoder{values: emptied(d.values)}
	decoders.Put(d)
}

// refuse fails because of the packet at offset at, the value of which is of type t. It
// returns false.
func (d *decoder) refuse(at int, t variant.Type, err error) bool {
	kernel.FailPart(d.r, at, t, err)
	return false
}

// refuseNext fails because of the next packet, whatever it is.
func (d *decoder) refuseNext(want variant.Type, err error) bool {
	if v, at, ok := d.value(want); ok {
		d.refuse(at, typeOf(v), err)
	}
	return false
}

// misfit fails because v, which the packet at offset at is, goes into no t.
func (d *decoder) misfit(at int, v variant.Variant, t reflect.Type) bool {
	typ := typeOf(v)
	return d.refuse(at, typ, mismatch(typ, t))
}

// text reads a String or StringName, of type t, at offset at.
func (d *decoder) text(want variant.Type) (s string, at int, t variant.Type, ok bool) {
	at = d.r.Offset()
	t, _ = kernel.NextType(d.r, want)
	b, ok := kernel.NextText(d.r, want)
	return string(b), at, t, ok
}

// content returns the value that a hook is to change, zeroed if what it holds is not content.
func (d *decoder) content(v reflect.Value) reflect.Value {
	if d.fresh {
		v.SetZero()
	}
	return v
}

// keyAt returns the key whose packet, which has been read, is at offset at.
func (d *decoder) keyAt(at int) variant.Variant {
	v := kernel.ValueAt(d.r, at)
	if i, ok := v.(reference); ok {
		return d.values[i]
	}
	return v
}

// stepKey adds the step to the value of the key at offset at to the path of an error.
func (d *decoder) stepKey(at int) {
	d.r.Step(variant.Step{Kind: variant.StepKey, Key: d.keyAt(at)})
}
