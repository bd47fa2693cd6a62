package variant

import (
	"godotvariant/internal/token"
)

// The MarshalJSON methods of Nil, Bool, Int, Float, String and StringName return what
// encoding/json returns for Go's types of that kind, since the Go type says what the value is.
// Those of containers and of all other types return canonical JSON, in the shape of Godot's
// JSON.from_native, where an Int is "i:5". The UnmarshalJSON methods read both, and the text that
// encoding/json writes for a value that is a key of a map. The JSON null changes nothing.

// MarshalJSON implements json.Marshaler. It returns null.
func (v Nil) MarshalJSON() ([]byte, error) { return JSON(v) }

// MarshalJSON implements json.Marshaler. It returns true or false.
func (v Bool) MarshalJSON() ([]byte, error) { return JSON(v) }

// MarshalJSON implements json.Marshaler. It returns a number such as 5.
func (v Int) MarshalJSON() ([]byte, error) { return []byte(v.String()), nil }

// MarshalJSON implements json.Marshaler. It returns a number such as 1.5, with enough digits to
// read back the same number. Infinities and NaN are in quotes: "f:inf", "f:nan".
func (v Float) MarshalJSON() ([]byte, error) {
	var w token.JSONWriter
	w.Real(float64(v))
	return w.Bytes(), nil
}

// MarshalJSON implements json.Marshaler. It returns "text", or [ErrUTF8] for text that is not
// UTF-8.
func (v String) MarshalJSON() ([]byte, error) { return quoteJSON(string(v)) }

// MarshalJSON implements json.Marshaler. It returns "name", as for a [String].
func (v StringName) MarshalJSON() ([]byte, error) { return quoteJSON(string(v)) }

func quoteJSON(s string) ([]byte, error) {
	var w token.JSONWriter
	w.Quoted(s)
	if w.Err() != nil {
		return nil, errorOf(opEncode, String(s), w.Err())
	}
	return w.Bytes(), nil
}

// MarshalJSON implements json.Marshaler with canonical JSON.
func (a Array) MarshalJSON() ([]byte, error) { return JSON(a) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (d Dictionary) MarshalJSON() ([]byte, error) { return JSON(d) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (a TypedArray) MarshalJSON() ([]byte, error) { return JSON(a) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (a PackedTypedArray) MarshalJSON() ([]byte, error) { return JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Nil) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Bool) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads 5 and "i:5".
func (v *Int) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads 1.5 and "f:1.5".
func (v *Float) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads the text as it is.
func (v *String) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads the text as it is.
func (v *StringName) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads items of the types of this package, to any
// depth. For other types it returns [ErrUnsupported]; codec.Value and jsonvar.Unmarshal read all
// types.
func (a *Array) UnmarshalJSON(data []byte) error { return assignContainer(data, a) }

// UnmarshalJSON implements json.Unmarshaler. It reads keys and values of the same types as
// [Array.UnmarshalJSON].
func (d *Dictionary) UnmarshalJSON(data []byte) error { return assignContainer(data, d) }

// UnmarshalJSON implements json.Unmarshaler. It reads items of the same types as
// [Array.UnmarshalJSON].
func (a *TypedArray) UnmarshalJSON(data []byte) error {
	var array Array
	if err := array.UnmarshalJSON(data); err != nil || string(data) == "null" {
		return err
	}

	*a = TypedArray{Items: array.Items}
	if array.Elem != nil {
		a.Elem = *array.Elem
	}

	return nil
}

// UnmarshalJSON implements json.Unmarshaler. It reads items of the same types as
// [Array.UnmarshalJSON].
func (a *PackedTypedArray) UnmarshalJSON(data []byte) error {
	return (*TypedArray)(a).UnmarshalJSON(data)
}

func assignContainer[T Variant](data []byte, dst *T) error {
	if string(data) == "null" {
		return nil
	}
	v, err := ReadJSON(data, JSONOptions{Want: *dst})
	return assign(dst, v, err)
}

func assignJSON[T Variant](data []byte, dst *T) error {
	if string(data) == "null" { // changes nothing, as in encoding/json
		return nil
	}
	v, err := parseScalarJSON(data, *dst)
	return assign(dst, v, err)
}
