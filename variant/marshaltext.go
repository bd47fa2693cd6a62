package variant

// AppendText appends "null".
func (Nil) AppendText(b []byte) ([]byte, error) { return append(b, "null"...), nil }

// AppendText appends true or false.
func (v Bool) AppendText(b []byte) ([]byte, error) { return append(b, v.String()...), nil }

// AppendText appends the number in decimal.
func (v Int) AppendText(b []byte) ([]byte, error) { return append(b, v.String()...), nil }

// AppendText appends the number as String returns it.
func (v Float) AppendText(b []byte) ([]byte, error) { return appendFloat(b, float64(v)), nil }

// AppendText appends the text in quotes, see [Quote].
func (v String) AppendText(b []byte) ([]byte, error) { return append(b, Quote(string(v))...), nil }

// AppendText appends the name as Godot 4 writes it: &"name".
func (v StringName) AppendText(b []byte) ([]byte, error) { return append(b, v.String()...), nil }

// AppendText appends what String returns.
func (a Array) AppendText(b []byte) ([]byte, error) { return appendText(b, a), nil }

// AppendText appends what String returns.
func (d Dictionary) AppendText(b []byte) ([]byte, error) { return appendText(b, d), nil }

// AppendText appends what String returns.
func (a TypedArray) AppendText(b []byte) ([]byte, error) { return appendText(b, a), nil }

// AppendText appends what String returns.
func (a PackedTypedArray) AppendText(b []byte) ([]byte, error) { return appendText(b, a), nil }

// The MarshalText methods return the constructor text, the UnmarshalText methods read
// it. Containers have the first only: for what is inside of them there is
// package codec/text.

// MarshalText implements encoding.TextMarshaler.
func (v Nil) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (v Bool) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (v Int) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (v Float) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler. The text is quoted.
func (v String) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (v StringName) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (a Array) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (d Dictionary) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (a TypedArray) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (a PackedTypedArray) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler: it reads null.
func (v *Nil) UnmarshalText(text []byte) error { return unmarshalScalar(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler: it reads true and false.
func (v *Bool) UnmarshalText(text []byte) error { return unmarshalScalar(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Int) UnmarshalText(text []byte) error { return unmarshalScalar(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler. It reads 1 as 1.0.
func (v *Float) UnmarshalText(text []byte) error {
	r := NewTextReader(string(text), TextSettings{})
	f := r.Real()
	if r.End(); r.err == nil {
		*v = Float(f)
	}
	return r.Err()
}

// UnmarshalText implements encoding.TextUnmarshaler: it reads a quoted string.
func (v *String) UnmarshalText(text []byte) error { return unmarshalScalar(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler: it reads &"name".
func (v *StringName) UnmarshalText(text []byte) error { return unmarshalScalar(text, v) }

func unmarshalScalar[T Variant](text []byte, dst *T) error {
	r := NewTextReader(string(text), TextSettings{})
	v := r.Value()
	r.End()
	t, ok := v.(T)
	if r.err == nil && !ok {
		r.failAt(0, Because(ErrSyntax, "a "+v.Type().String()+" where a "+(*dst).Type().String()+" belongs"))
	}
	if r.err == nil {
		*dst = t
	}
	return r.Err()
}
