package variant

// The MarshalJSON methods return canonical JSON, see [TextReader.JSON], the UnmarshalJSON
// methods read it. Containers have the first only: for what is inside of them
// there is package codec/jsonvar.

// MarshalJSON implements json.Marshaler: null.
func (v Nil) MarshalJSON() ([]byte, error) { return MarshalJSON(v) }

// MarshalJSON implements json.Marshaler: true or false.
func (v Bool) MarshalJSON() ([]byte, error) { return MarshalJSON(v) }

// MarshalJSON implements json.Marshaler: "i:5".
func (v Int) MarshalJSON() ([]byte, error) { return MarshalJSON(v) }

// MarshalJSON implements json.Marshaler: "f:1.5".
func (v Float) MarshalJSON() ([]byte, error) { return MarshalJSON(v) }

// MarshalJSON implements json.Marshaler: "s:text".
func (v String) MarshalJSON() ([]byte, error) { return MarshalJSON(v) }

// MarshalJSON implements json.Marshaler: "sn:name".
func (v StringName) MarshalJSON() ([]byte, error) { return MarshalJSON(v) }

// MarshalJSON implements json.Marshaler.
func (a Array) MarshalJSON() ([]byte, error) { return MarshalJSON(a) }

// MarshalJSON implements json.Marshaler.
func (d Dictionary) MarshalJSON() ([]byte, error) { return MarshalJSON(d) }

// MarshalJSON implements json.Marshaler: that of an [Array].
func (a TypedArray) MarshalJSON() ([]byte, error) { return MarshalJSON(a) }

// MarshalJSON implements json.Marshaler: that of an [Array].
func (a PackedTypedArray) MarshalJSON() ([]byte, error) { return MarshalJSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Nil) UnmarshalJSON(data []byte) error { return UnmarshalJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Bool) UnmarshalJSON(data []byte) error { return UnmarshalJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Int) UnmarshalJSON(data []byte) error { return UnmarshalJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Float) UnmarshalJSON(data []byte) error { return UnmarshalJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *String) UnmarshalJSON(data []byte) error { return UnmarshalJSON(data, v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *StringName) UnmarshalJSON(data []byte) error { return UnmarshalJSON(data, v) }
