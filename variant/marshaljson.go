package variant

// The MarshalJSON methods return canonical JSON, in the shape of Godot's JSON.from_native,
// and the UnmarshalJSON methods read it, as well as the text that encoding/json writes for a
// value that is a key of a map. The JSON null changes nothing.

// MarshalJSON implements json.Marshaler: null.
func (v Nil) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler: true or false.
func (v Bool) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler: "i:5".
func (v Int) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler: "f:1.5".
func (v Float) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler: "s:text".
func (v String) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler: "sn:name".
func (v StringName) MarshalJSON() ([]byte, error) { return formatJSON(v) }

// MarshalJSON implements json.Marshaler.
func (a Array) MarshalJSON() ([]byte, error) { return formatJSON(a) }

// MarshalJSON implements json.Marshaler.
func (d Dictionary) MarshalJSON() ([]byte, error) { return formatJSON(d) }

// MarshalJSON implements json.Marshaler: that of an [Array].
func (a TypedArray) MarshalJSON() ([]byte, error) { return formatJSON(a) }

// MarshalJSON implements json.Marshaler: that of an [Array].
func (a PackedTypedArray) MarshalJSON() ([]byte, error) { return formatJSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Nil) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Bool) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Int) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Float) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. encoding/json writes a key of a map as the bare
// text; so text without one of the tags i:, f:, s:, sn: and np: is read as it is. A key that
// begins with a tag does not come back: "s:a" is read as a, and the others are errors.
func (v *String) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. Keys of a map are read as those of
// [String.UnmarshalJSON].
func (v *StringName) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads items of the types of this package, to
// any depth. For others it returns an error of kind [ErrUnsupported], because this package
// does not know them: codec.Value and jsonvar.Unmarshal read all types.
func (a *Array) UnmarshalJSON(data []byte) error { return assignContainer(data, a) }

// UnmarshalJSON implements json.Unmarshaler. It reads keys and values of the same types as
// [Array.UnmarshalJSON].
func (d *Dictionary) UnmarshalJSON(data []byte) error { return assignContainer(data, d) }

// UnmarshalJSON implements json.Unmarshaler: that of an [Array].
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

// UnmarshalJSON implements json.Unmarshaler: that of an [Array].
func (a *PackedTypedArray) UnmarshalJSON(data []byte) error {
	return (*TypedArray)(a).UnmarshalJSON(data)
}

func assignContainer[T Variant](data []byte, dst *T) error {
	if string(data) == "null" {
		return nil
	}
	v, err := parseContainer(data, *dst, func(string) Constructible { return nil }, nil)
	return assign(dst, v, err)
}

func assignJSON[T Variant](data []byte, dst *T) error {
	if string(data) == "null" { // changes nothing, as in encoding/json
		return nil
	}
	v, err := parseJSON(data, *dst)
	return assign(dst, v, err)
}

// assign sets *dst to v unless there is an error.
func assign[T Variant](dst *T, v Variant, err error) error {
	if t, ok := v.(T); ok && err == nil {
		*dst = t
	}
	return err
}
