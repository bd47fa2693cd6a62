package variant

// The MarshalJSON methods return canonical JSON, in the form of Godot's JSON.from_native: an Int is
// "i:5". The UnmarshalJSON methods of Nil, Bool, Int, Float, String and StringName read canonical
// JSON. They also read the plain 5 or "text" that other programs write, and the text that
// encoding/json writes for a key of a map. They ignore the JSON null, as encoding/json requires.
//
// The UnmarshalJSON methods of containers return ErrUnsupported: only a codec has the types of
// their parts. A codec.Value reads values of all types.

// MarshalJSON implements json.Marshaler. It returns null.
func (v Nil) MarshalJSON() ([]byte, error) { return JSON(v) }

// MarshalJSON implements json.Marshaler. It returns true or false.
func (v Bool) MarshalJSON() ([]byte, error) { return JSON(v) }

// MarshalJSON implements json.Marshaler with canonical JSON: "i:5".
func (v Int) MarshalJSON() ([]byte, error) { return JSON(v) }

// MarshalJSON implements json.Marshaler with canonical JSON: "f:1.5", with enough digits to read
// back the same number. Infinities and NaN are "f:inf", "f:-inf" and "f:nan".
func (v Float) MarshalJSON() ([]byte, error) { return JSON(v) }

// MarshalJSON implements json.Marshaler with canonical JSON: "s:text". It returns [ErrUTF8] for
// text that is not UTF-8.
func (v String) MarshalJSON() ([]byte, error) { return JSON(v) }

// MarshalJSON implements json.Marshaler with canonical JSON: "sn:name".
func (v StringName) MarshalJSON() ([]byte, error) { return JSON(v) }

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

// UnmarshalJSON implements json.Unmarshaler. It reads "i:5" and 5.
func (v *Int) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads "f:1.5" and 1.5.
func (v *Float) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads "s:text", and any text without the tag "s:"
// unchanged. A key of a map that begins with "s:" loses these two characters, because encoding/json
// writes such keys without the tag. Use Go's string for the keys of maps.
func (v *String) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It reads "sn:name", and any text without the tag "sn:"
// unchanged. For keys of maps the note at [String.UnmarshalJSON] holds.
func (v *StringName) UnmarshalJSON(data []byte) error { return assignJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler. It returns [ErrUnsupported], because only a codec has
// the types of the parts. Use codec.Value instead. The JSON null changes nothing and is no error.
func (a *Array) UnmarshalJSON(data []byte) error { return refuseJSON(data) }

// UnmarshalJSON implements json.Unmarshaler. It returns [ErrUnsupported], as
// [Array.UnmarshalJSON] does.
func (d *Dictionary) UnmarshalJSON(data []byte) error { return refuseJSON(data) }

// UnmarshalJSON implements json.Unmarshaler. It returns [ErrUnsupported], as
// [Array.UnmarshalJSON] does.
func (a *TypedArray) UnmarshalJSON(data []byte) error { return refuseJSON(data) }

// UnmarshalJSON implements json.Unmarshaler. It returns [ErrUnsupported], as
// [Array.UnmarshalJSON] does.
func (a *PackedTypedArray) UnmarshalJSON(data []byte) error { return refuseJSON(data) }

// refuseJSON returns the error for the JSON of a container, or nil for the JSON null.
func refuseJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	return &Error{Op: OpParse, Line: 1, Column: 1,
		Err: Because(ErrUnsupported, "codec.Value reads JSON of every type")}
}

func assignJSON[T Variant](data []byte, dst *T) error {
	if string(data) == "null" { // the JSON null changes nothing, as in encoding/json
		return nil
	}
	v, err := parseScalarJSON(data, *dst)
	return assign(dst, v, err)
}
