package variant

// The MarshalJSON methods return canonical JSON, in the shape of Godot's JSON.from_native,
// and the UnmarshalJSON methods read it. Containers are read by package codec/jsonvar.

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

// UnmarshalJSON implements json.Unmarshaler.
func (v *String) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *StringName) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

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
