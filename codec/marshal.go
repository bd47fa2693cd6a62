package codec

import (
	"errors"
	"reflect"
	"sync"

	"godotvariant/variant"
)

// ErrType is the kind of error of a value that has no place in the Go type it is to
// become, and of a Go type that no value can be made of.
var ErrType = variant.ErrWrongType

// ErrUnknownKey is the kind of error of a key that a struct with the tag strict
// has no field for.
var ErrUnknownKey = errors.New("unknown key")

// VariantMarshaler is implemented by types that become a value in a way of
// their own. It comes before all other rules.
type VariantMarshaler interface {
	MarshalVariant() (variant.Variant, error)
}

// VariantUnmarshaler is implemented by types, usually by their pointers, that
// take a value in a way of their own. What it is given it may keep. After a
// failure [Unmarshal] looks at the data a second time to say what was wrong,
// and calls it again.
type VariantUnmarshaler interface {
	UnmarshalVariant(variant.Variant) error
}

// Marshal returns the packet of a Go value: a struct, map, slice, number, text,
// and so on; [Unmarshal] has the table. It is Encode of what [Codec.ToVariant]
// returns, made without the values in between. The error is an
// [*variant.Error].
//
// A struct becomes a Dictionary with a String key for each exported field, in
// the order of the fields. Fields of embedded structs belong to the struct
// around, by the rules of encoding/json. The tag godot:"name,option,…" names
// the key; "-" leaves the field out; "-," names it "-". The options:
//
//	omitempty   leave out false, 0, nil, and empty text, slices and maps
//	omitzero    leave out zero values; a method IsZero() bool decides, if there is one
//	inline      take the fields of this struct, or the entries of this map, for the struct's own;
//	            the map also receives the keys that there is no field for
//	string      write a number or bool as a String; a decimal.Decimal in all its digits
//	scale=2     write a decimal.Decimal as an Int of hundredths, exactly
//	array       write a slice as an Array, though there is a packed array for it
//	typed       write a slice as a typed Array, []int as Array[int]
//	stringname  make the key a StringName
//
// string and scale reach through pointers, slices, arrays and maps to what they
// hold. A blank field carries what concerns the struct as a whole, as in
//
//	_ struct{} `godot:"object=Node2D"`
//
//	object=Node2D     become an Object of this class, with the fields as its properties; full objects
//	                  need the option FullObjects
//	keys=stringname   make all keys StringNames
//	strict            refuse, when unmarshaling, keys that no field has, with ErrUnknownKey
//
// Maps become Dictionaries sorted by key, so that equal maps are equal bytes.
// []byte, []int32, []int64, []float32, []float64, []string, []math.Vector2,
// []math.Vector3, []math.Vector4 and []math.Color become packed arrays, Go arrays
// of these elements too; all other slices and arrays an Array. Nil slices and
// maps are empty ones. Nil pointers and interfaces become Nil.
//
// Values that are a [variant.Variant] already stay what they are. A struct that
// embeds one is one too, because it has its methods: give the field a name.
// time.Time is the String of its MarshalText (RFC 3339), time.Duration an Int
// of nanoseconds, and any encoding.TextMarshaler a String. A decimal.Decimal is
// a Float, and variant.ErrInexact if no Float is exactly it.
func (c *Codec) Marshal(v any) ([]byte, error) {
	return c.AppendMarshal(nil, v)
}

// AppendMarshal appends the packet of a Go value to dst, as [Codec.Append] does
// that of a value. Given a pointer, and room in dst, it allocates nothing for
// structs, numbers, text and slices of those.
func (c *Codec) AppendMarshal(dst []byte, v any) ([]byte, error) {
	m := marshalers.Get().(*marshaler)
	defer m.release()
	m.decimalPrecision = floatPrecision(c.dialect())
	out, err := c.format().Write(dst, func(w *variant.Writer) {
		m.w = w
		m.root(v)
	})
	switch {
	case err == nil:
		return out, nil
	case m.err != nil:
		untype(err)
	default:
		if v, convertErr := c.ToVariant(v); convertErr == nil {
			err = c.explainInexact(v, err)
		}
	}
	return out, err
}

// untype takes the type out of the error of a Go value that became no Variant: it
// is that of the container around.
func untype(err error) {
	var e *variant.Error
	if errors.As(err, &e) {
		e.Type = variant.TypeNil
	}
}

// ToVariant returns the value that a Go value is, by the rules of [Codec.Marshal].
// It shares no memory with v but that of Variants in it. What the dialect has no
// form for, only encoding finds out. The error is an [*variant.Error].
func (c *Codec) ToVariant(v any) (variant.Variant, error) {
	m := marshalers.Get().(*marshaler)
	defer m.release()
	m.decimalPrecision = floatPrecision(c.dialect())
	m.root(v)
	if m.err != nil {
		return nil, m.fault("convert")
	}
	return m.v, nil
}

// Marshal is [Codec.Marshal] with Options{}.
func Marshal(v any) ([]byte, error) { return standard.Marshal(v) }

// AppendMarshal is [Codec.AppendMarshal] with Options{}.
func AppendMarshal(dst []byte, v any) ([]byte, error) { return standard.AppendMarshal(dst, v) }

// ToVariant is [Codec.ToVariant] with Options{}.
func ToVariant(v any) (variant.Variant, error) { return standard.ToVariant(v) }

var marshalers = sync.Pool{New: func() any { return new(marshaler) }}

// floatPrecision returns the precision of the type float.
func floatPrecision(d *variant.Dialect) variant.Precision {
	if d.Float == variant.FloatPlain32 {
		return variant.Single
	}
	return variant.Double
}

// root marshals the outermost value.
func (m *marshaler) root(v any) {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() {
		m.value(variant.Nil{})
		return
	}
	if rv.Kind() != reflect.Pointer {
		rv = addressable(rv)
	}
	planOf(rv.Type()).marshal(m, rv)
}

// addressable returns v where it can be pointed at, so that methods of pointers
// are there and nothing need be copied further down.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}
