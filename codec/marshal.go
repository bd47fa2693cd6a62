package codec

import (
	"godotvariant/codec/internal/plan"
	"godotvariant/variant"
)

// ErrGoType is the kind of error for a Go type that has no form in Godot: a channel, a function, or
// a struct with a wrong tag. It does not depend on the data: it is a mistake in the program. The
// text of the error names the type and the field. The error is not an [*variant.Error].
var ErrGoType = plan.ErrGoType

// ErrUnknownKey is returned if a struct has the tag strict, and the data has a key for which the
// struct has no field.
var ErrUnknownKey = plan.ErrUnknownKey

// VariantMarshaler is implemented by types that convert themselves to a Variant. [Marshal] uses
// the method before all other rules.
type VariantMarshaler interface {
	MarshalVariant() (variant.Variant, error)
}

// VariantUnmarshaler is implemented by types, usually by their pointers, that set themselves from a
// Variant. UnmarshalVariant may keep the Variant. If [Unmarshal] fails, it reads the data a second
// time to describe the error, and calls UnmarshalVariant again.
type VariantUnmarshaler interface {
	UnmarshalVariant(variant.Variant) error
}

// Marshal returns the packet of a Go value: a struct, map, slice, number, text, and so on.
// [Codec.Unmarshal] has a table of the types. The packet is the same as [Codec.Encode] returns for
// the result of [Codec.ToVariant]. The error is an [*variant.Error], or an [ErrGoType].
//
// A struct becomes a Dictionary with a String key for each exported field, in the order of the
// fields. The key is the name of the field in snake_case, such as max_hp for the field MaxHP,
// unless a tag gives another key. [SnakeCase] describes this rule, and Options.Naming selects
// another rule. Two fields of a struct with the same key are an [ErrGoType]. Fields of embedded
// structs belong to the outer struct, by the rules of encoding/json.
//
// The tag godot:"name,option,…" names the key, as in godot:"hp,omitempty". The tag "-" leaves the
// field out, and "-," names the key "-". The options are:
//
//	omitempty   leave out false, 0, nil, and empty text, slices and maps
//	omitzero    leave out zero values; a method IsZero() bool decides, if there is one
//	inline      treat the fields of this struct, or the entries of this map, as fields of the
//	            outer struct; when unmarshaling, the map receives the keys that no field has
//	string      write a number or bool as a String; a decimal.Decimal in all its digits
//	scale=2     write a decimal.Decimal as an Int of hundredths, exactly
//	array       write a slice as an Array, even if there is a packed array for it
//	typed       write a slice as a typed Array, []int as Array[int]
//	stringname  make the key a StringName
//	required    when unmarshaling, refuse data without the key with variant.ErrNotFound
//	max=200     refuse text of more characters, and slices and maps of more items, with
//	            variant.ErrLimit
//	whole       when unmarshaling, accept 5.0 for the int 5, as the option WholeFloats
//	finite      refuse NaN and infinities in the field with variant.ErrNotFinite, as the
//	            option Finite
//
// On a pointer, slice, array or map, the options string, scale and whole apply to its elements. On
// a pointer, max applies to the value that it points at.
//
// The tag of a blank field has the options of the whole struct:
//
//	_ struct{} `godot:"object=Node2D"`
//
// These are the options:
//
//	object=Node2D     become an Object of this class, with the fields as its properties; full
//	                  objects need the option FullObjects
//	keys=stringname   make all keys StringNames
//	names=field       make the names of the fields their keys, as the option FieldName;
//	                  names=snake makes them snake_case; a key in the tag of a field has priority
//	strict            when unmarshaling, a key that no field has is an ErrUnknownKey
//	array             become an Array of the fields, in their order and without their keys
//
// A map becomes a Dictionary sorted by key, so that equal maps have equal bytes. A nil map or slice
// becomes an empty container, and a nil pointer or interface becomes Nil.
//
// []byte, []int32, []int64, []float32, []float64, []string, []math.Vector2, []math.Vector3,
// []math.Vector4 and []math.Color become packed arrays. Go arrays of these elements also become
// packed arrays. All other slices and arrays become an Array. If the dialect lacks the packed
// array, the slice becomes an Array too. Godot 3 has no packed arrays of int64, float64 and
// Vector4. Unmarshal reads both forms.
//
// A [variant.Variant] is written unchanged. A struct that embeds a Variant also has the methods of
// the Variant. So the struct is a Variant itself, and does not become a Dictionary. If such a
// struct has other exported fields, which would be lost, and does not have its own method Encode,
// it is an [ErrGoType]. To avoid both, give the field a name.
//
// An encoding.TextMarshaler becomes the String that its MarshalText returns. So a time.Time becomes
// a String (RFC 3339). A time.Duration becomes an Int of nanoseconds. A decimal.Decimal becomes a
// Float, and the error is variant.ErrInexact if no Float is exactly that number.
func (c *Codec) Marshal(v any) ([]byte, error) {
	return c.AppendMarshal(nil, v)
}

// AppendMarshal appends the packet of a Go value to dst and returns the extended slice. After an
// error it returns dst unchanged, as [Codec.Append] does. If v is a pointer and dst has enough
// capacity, AppendMarshal allocates nothing for structs, numbers, text and slices of these.
func (c *Codec) AppendMarshal(dst []byte, v any) ([]byte, error) {
	r := c.rules()
	out, unconvertible, err := r.Plans.Append(dst, v, r.Format)
	if err != nil && !unconvertible {
		if value, convertErr := r.Plans.Variant(v, r.Format); convertErr == nil {
			err = explainInexact(r.Format, value, err)
		}
	}

	return out, err
}

// ToVariant converts a Go value to a Variant, by the rules of [Codec.Marshal]. The result shares no
// memory with v, except for Variants in v, which are not copied. ToVariant does not check whether
// the dialect has the types of the value. Encoding checks this. The error is an [*variant.Error]
// whose Op is "convert".
func (c *Codec) ToVariant(v any) (variant.Variant, error) {
	r := c.rules()
	return r.Plans.Variant(v, r.Format)
}

// Marshal is [Codec.Marshal] with Options{}. The comment of that method has the rules and the tags
// of fields, such as godot:"hp,omitempty" (go doc codec.Codec.Marshal).
func Marshal(v any) ([]byte, error) { return standard.Marshal(v) }

// AppendMarshal is [Codec.AppendMarshal] with Options{}.
func AppendMarshal(dst []byte, v any) ([]byte, error) { return standard.AppendMarshal(dst, v) }

// ToVariant is [Codec.ToVariant] with Options{}.
func ToVariant(v any) (variant.Variant, error) { return standard.ToVariant(v) }
