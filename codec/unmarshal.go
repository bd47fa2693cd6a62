package codec

import (
	"godotvariant/codec/internal/packets"
	"godotvariant/variant"
)

// Unmarshal puts the value of a packet into the Go value that v points at. The result is the same
// as from Decode followed by [Codec.FromVariant]. The errors are the errors of Decode, and the
// errors of FromVariant with an offset. The error is an [*variant.Error], of the kinds of decoding,
// variant.ErrWrongType, variant.ErrRange, variant.ErrInexact and [ErrUnknownKey], or an
// [ErrGoType]. After an error v holds some of the data.
//
// The rules are strict. No number is rounded or cut, except a Float that goes into a float32: it is
// rounded as in encoding/json. No number becomes text, and no text becomes a number.
//
// In these tables each line is a Go type, and each column is a type of the value in the packet:
//
//	Go                    Nil   bool  int   float  text  Bytes  Ints   Floats
//	bool                  -     yes   -     -      -     -      -      -
//	int, uint, …          -     -     fit   -      -     -      -      -
//	float64, float32      -     -     fit   fit    -     -      -      -
//	string                -     -     -     -      yes   -      -      -
//	[]byte                nil   -     -     -      -     yes    fit    -
//	[]int32, []int        nil   -     -     -      -     fit    fit    -
//	[]float32, …          nil   -     -     -      -     fit    fit    yes
//	[]string              nil   -     -     -      -     -      -      -
//	[]T                   nil   -     -     -      -     items  items  items
//	[2]float32, …         -     -     -     -      -     items  items  items
//	[2]T                  -     -     -     -      -     items  items  items
//	map[K]V               nil   -     -     -      -     -      -      -
//	struct                -     -     -     -      -     -      -      -
//	struct, object=C      -     -     -     -      -     -      -      -
//	struct, array         -     -     -     -      -     items  items  items
//	*T                    nil   as T  as T  as T   as T  as T   as T   as T
//	any, variant.Variant  yes   yes   yes   yes    yes   yes    yes    yes
//	a Variant             same  same  same  same   same  same   same   same
//	TextUnmarshaler       -     -     -     -      text  -      -      -
//	decimal.Decimal       -     -     yes   fit    fit   -      -      -
//	VariantUnmarshaler    hook  hook  hook  hook   hook  hook   hook   hook
//
// and for the other types
//
//	Go                    Strings  Vectors  Array  Dictionary  Object  Vector  other
//	bool                  -        -        -      -           -       -       -
//	int, uint, …          -        -        -      -           -       -       -
//	float64, float32      -        -        -      -           -       -       -
//	string                -        -        -      -           -       -       -
//	[]byte                -        -        items  -           -       -       -
//	[]int32, []int        -        -        items  -           -       -       -
//	[]float32, …          -        yes      items  -           -       -       -
//	[]string              yes      -        items  -           -       -       -
//	[]T                   items    items    items  -           -       -       -
//	[2]float32, …         -        -        items  -           -       fit     -
//	[2]T                  items    items    items  -           -       -       -
//	map[K]V               -        -        -      items       -       -       -
//	struct                -        -        -      items       -       -       -
//	struct, object=C      -        -        -      -           C       -       -
//	struct, array         items    items    items  -           -       -       -
//	*T                    as T     as T     as T   as T        as T    as T    as T
//	any, variant.Variant  yes      yes      yes    yes         yes     yes     yes
//	a Variant             same     same     same   same        same    same    same
//	TextUnmarshaler       -        -        -      -           -       -       -
//	decimal.Decimal       -        -        -      -           -       -       -
//	VariantUnmarshaler    hook     hook     hook   hook        hook    hook    hook
//
// The columns mean: text is String and StringName. Bytes, Ints, Floats and Strings are the packed
// arrays of bytes, ints, floats and Strings. A Vector is a Vector2, Vector3, Vector4 or Color, and
// Vectors are the packed arrays of these four types. A Vector fills a Go array of float32 or
// float64 of the same length. The numbers of Vectors fill a []float32 or []float64 one after
// another. In single precision a PackedVector3Array is copied at memory speed into a []float32 or
// [][3]float32.
//
// In the tables "-" means a variant.ErrWrongType. The other words mean:
//
//	fit    if the Go type holds it exactly, else variant.ErrRange; a float32 accepts any Float in
//	       its range, and any number of a vector; for a decimal.Decimal NaN, infinities and
//	       text that is not a number are an ErrRange
//	items  if each item, key and value fits; a Go array or struct of another length is an ErrRange
//	nil    becomes nil; for a pointer, a null Object also becomes nil
//	same   if it has exactly this type
//	C      if it is an object of class C
//	text   if UnmarshalText accepts it, else the error of UnmarshalText
//	hook   if UnmarshalVariant accepts it
//
// With the option WholeFloats or the tag whole, integers accept a Float that is a whole number and
// fits, and slices and arrays of integers accept Floats: 5.0 becomes 5. Any other Float is an
// ErrRange. The keys of maps accept only Ints. A Vector2, Vector3, Vector4 or Rect2 accepts its
// integer type, such as Vector2i. The integer types accept vectors and rects of whole numbers.
//
// A key belongs to the field that has exactly this key: hp is not HP. Keys for which a struct has
// no field, and keys that are not text, are ignored. The tag strict on a blank field makes them an
// error. Fields and entries of maps without a key in the data keep their values, so v may hold
// defaults. Items of slices, arrays and maps start from their zero values. If a key comes twice,
// its last value counts, and earlier values have no effect. There is one exception: if the field is
// a struct, a map or a VariantUnmarshaler, and is not zero in v, an earlier value may already have
// changed it. Then the error is a [variant.ErrDuplicateKey].
//
// Unmarshal reuses the memory of v: slices with enough capacity, the values that pointers point at,
// and strings with the same text. To keep a part of one message, copy it before the next call with
// the same v. Short strings share blocks of memory, see [Codec.Decode].
func (c *Codec) Unmarshal(data []byte, v any) error {
	r := c.rules()
	ofData, err := r.Plans.Read(data, v, r.Format, r.WholeFloats)
	if ofData {
		err = hint(r.Format, data, packets.Alone, err)
	}
	return err
}

// FromVariant puts a value into the Go value that v points at, by the rules of [Codec.Unmarshal].
// Of the options of the codec, it uses only Finite, Naming and WholeFloats. If a Variant is stored
// in v, it is not copied: it shares its memory with the argument value. All other data is copied.
// The error is an [*variant.Error] whose Op is "convert".
func (c *Codec) FromVariant(value variant.Variant, v any) error {
	r := c.rules()
	return r.Plans.Set(value, v, r.Format, r.WholeFloats)
}

// FromVariant is [Codec.FromVariant] with Options{}.
func FromVariant(value variant.Variant, v any) error { return standard.FromVariant(value, v) }

// Unmarshal is [Codec.Unmarshal] with Options{}. The comment of that method has the table of Go
// types (go doc codec.Codec.Unmarshal), and the comment of [Codec.Marshal] has the tags of fields.
func Unmarshal(data []byte, v any) error { return standard.Unmarshal(data, v) }
