package variant

import "godotvariant/internal/token"

// The MarshalText methods return constructor text, and the UnmarshalText methods read it. Arrays
// and dictionaries have no UnmarshalText. Package codec/text reads their text.

// MarshalText implements encoding.TextMarshaler. It returns null.
func (v Nil) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalText implements encoding.TextMarshaler. It returns true or false.
func (v Bool) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalText implements encoding.TextMarshaler. It returns the number in decimal.
func (v Int) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (v Float) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalText implements encoding.TextMarshaler. It returns the text in quotes, with escapes as in
// GDScript: "a\"b".
func (v String) MarshalText() ([]byte, error) { return []byte(token.Quote(string(v))), nil }

// MarshalText implements encoding.TextMarshaler. It returns the name as Godot 4 writes it, &"name".
func (v StringName) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// MarshalText implements encoding.TextMarshaler. It returns the result of String, or an error if
// String shortens the value with "…".
func (a Array) MarshalText() ([]byte, error) { return Printer{}.Marshal(a) }

// MarshalText implements encoding.TextMarshaler. It returns the result of String, or an error if
// String shortens the value with "…".
func (a TypedArray) MarshalText() ([]byte, error) { return Printer{}.Marshal(a) }

// MarshalText implements encoding.TextMarshaler. It returns the result of String, or an error if
// String shortens the value with "…".
func (a PackedTypedArray) MarshalText() ([]byte, error) { return Printer{}.Marshal(a) }

// MarshalText implements encoding.TextMarshaler. It returns the result of String, or an error if
// String shortens the value with "…".
func (d Dictionary) MarshalText() ([]byte, error) { return Printer{}.Marshal(d) }

// UnmarshalText implements encoding.TextUnmarshaler. It reads null.
func (v *Nil) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler. It reads true and false.
func (v *Bool) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Int) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler. It reads 1 as 1.0.
func (v *Float) UnmarshalText(text []byte) error {
	f, err := parseFloat(text)
	return assign(v, f, err)
}

// UnmarshalText implements encoding.TextUnmarshaler. It reads a quoted string.
func (v *String) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler. It reads &"name".
func (v *StringName) UnmarshalText(text []byte) error { return assignText(text, v) }

func assignText[T Variant](text []byte, dst *T) error {
	v, err := parseScalar(text, *dst)
	return assign(dst, v, err)
}

// Marshal returns the text of v for a MarshalText method. It returns an error if the text would not
// contain all parts of v: [ErrDepth], [ErrLimit], or [ErrUnsupported] for a value without text.
func (p Printer) Marshal(v Variant) ([]byte, error) {
	var omitted error
	p.omitted = &omitted
	text := p.Append(nil, v)

	if omitted != nil {
		return nil, NewError(OpFormat, nil, v, omitted)
	}

	return text, nil
}

// assign sets *dst to v unless there is an error.
func assign[T Variant](dst *T, v Variant, err error) error {
	if t, ok := v.(T); ok && err == nil {
		*dst = t
	}
	return err
}
