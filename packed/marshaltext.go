package packed

import "godotvariant/internal/marshal"

// The MarshalText method of each type returns the same text as String, and UnmarshalText reads it.
// MarshalJSON returns canonical JSON in the form of Godot's JSON.from_native,
// {"args":[1,2],"type":"PackedByteArray"}, and UnmarshalJSON reads it.

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedByteArray) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedByteArray) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, a) }

// MarshalJSON implements json.Marshaler.
func (a PackedByteArray) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedByteArray) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, a) }

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedInt32Array) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedInt32Array) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedInt32Array) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedInt32Array) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedInt64Array) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedInt64Array) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedInt64Array) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedInt64Array) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedFloat32Array) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedFloat32Array) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedFloat32Array) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedFloat32Array) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedFloat64Array) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedFloat64Array) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedFloat64Array) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedFloat64Array) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedStringArray) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedStringArray) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedStringArray) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedStringArray) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedVector2Array) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedVector2Array) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedVector2Array) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedVector2Array) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedVector3Array) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedVector3Array) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedVector3Array) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedVector3Array) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedColorArray) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedColorArray) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedColorArray) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedColorArray) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedVector4Array) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedVector4Array) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedVector4Array) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedVector4Array) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedVector2iArray) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedVector2iArray) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedVector2iArray) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedVector2iArray) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedVector3iArray) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedVector3iArray) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedVector3iArray) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedVector3iArray) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (a PackedVector4iArray) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *PackedVector4iArray) UnmarshalText(text []byte) error {
	return marshal.UnmarshalText(text, a)
}

// MarshalJSON implements json.Marshaler.
func (a PackedVector4iArray) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *PackedVector4iArray) UnmarshalJSON(data []byte) error {
	return marshal.UnmarshalJSON(data, a)
}
