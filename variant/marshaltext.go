package variant

import (
	"godotvariant/internal/token"
)

// The MarshalText methods return constructor text, and the UnmarshalText methods read it.
// Containers are read by package codec/text.

// AppendText appends "null".
func (Nil) AppendText(b []byte) ([]byte, error) { return append(b, "null"...), nil }

// AppendText appends true or false.
func (v Bool) AppendText(b []byte) ([]byte, error) { return append(b, v.String()...), nil }

// AppendText appends the number in decimal.
func (v Int) AppendText(b []byte) ([]byte, error) { return append(b, v.String()...), nil }

// AppendText appends the number as String returns it.
func (v Float) AppendText(b []byte) ([]byte, error) { return token.AppendFloat(b, float64(v)), nil }

// AppendText appends the text in quotes, with escapes, as GDScript reads it: "a\"b".
func (v String) AppendText(b []byte) ([]byte, error) {
	return append(b, token.Quote(string(v))...), nil
}

// AppendText appends the name as Godot 4 writes it: &"name".
func (v StringName) AppendText(b []byte) ([]byte, error) { return append(b, v.String()...), nil }

// AppendText appends what String returns. It returns an error if the text would not have
// all of the value: where String prints "…".
func (a Array) AppendText(b []byte) ([]byte, error) { return Printer{}.AppendWhole(b, a) }

// AppendText appends what String returns. It returns an error if the text would not have
// all of the value: where String prints "…".
func (d Dictionary) AppendText(b []byte) ([]byte, error) { return Printer{}.AppendWhole(b, d) }

// AppendText appends what String returns. It returns an error if the text would not have
// all of the value: where String prints "…".
func (a TypedArray) AppendText(b []byte) ([]byte, error) { return Printer{}.AppendWhole(b, a) }

// AppendText appends what String returns. It returns an error if the text would not have
// all of the value: where String prints "…".
func (a PackedTypedArray) AppendText(b []byte) ([]byte, error) {
	return Printer{}.AppendWhole(b, a)
}

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (v Nil) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (v Bool) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (v Int) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (v Float) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (v String) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (v StringName) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (a Array) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (d Dictionary) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (a TypedArray) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler: it returns what AppendText appends.
func (a PackedTypedArray) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler: it reads null.
func (v *Nil) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler: it reads true and false.
func (v *Bool) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Int) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler. It reads 1 as 1.0.
func (v *Float) UnmarshalText(text []byte) error {
	f, err := parseFloat(text)
	return assign(v, f, err)
}

// UnmarshalText implements encoding.TextUnmarshaler: it reads a quoted string.
func (v *String) UnmarshalText(text []byte) error { return assignText(text, v) }

// UnmarshalText implements encoding.TextUnmarshaler: it reads &"name".
func (v *StringName) UnmarshalText(text []byte) error { return assignText(text, v) }

func assignText[T Variant](text []byte, dst *T) error {
	v, err := parseScalar(text, *dst)
	return assign(dst, v, err)
}

// AppendWhole is Append for text that is read again. It returns an error, and b as it
// was, if the text would not have all of v.
func (p Printer) AppendWhole(b []byte, v Variant) ([]byte, error) {
	var lost error
	p.lost = &lost
	out := p.Append(b, v)
	if lost != nil {
		return b, errorOf(opEncode, v, lost)
	}
	return out, nil
}

// assign sets *dst to v unless there is an error.
func assign[T Variant](dst *T, v Variant, err error) error {
	if t, ok := v.(T); ok && err == nil {
		*dst = t
	}
	return err
}
