package variant

import (
	"strconv"

	"godotvariant/variant/notation"
)

// Nil is Godot's null. It has no payload. Godot 3 and 4: Nil (ID 0).
type Nil struct{}

var _ Variant = Nil{}

// Type returns TypeNil.
func (Nil) Type() Type { return TypeNil }

// Encode writes nothing.
func (Nil) Encode(w *Writer) error { return w.Err() }

// Decode reads nothing.
func (Nil) Decode(r *Reader) (Variant, error) { return Result(r, Nil{}) }

// String returns "null".
func (Nil) String() string { return "null" }

// GoString returns the value as Go source, for %#v.
func (Nil) GoString() string { return "variant.Nil{}" }

// Bool is Godot's bool.
//
//	4  4  0 or 1; all but 0 is read as true
//
// Godot 3 and 4: bool (ID 1).
type Bool bool

var _ Variant = Bool(false)

// Type returns TypeBool.
func (Bool) Type() Type { return TypeBool }

// Encode writes the payload.
func (b Bool) Encode(w *Writer) error {
	w.Bool(bool(b))
	return w.Err()
}

// Decode reads the payload.
func (Bool) Decode(r *Reader) (Variant, error) { return Result(r, Bool(r.Bool())) }

// String returns "true" or "false".
func (b Bool) String() string { return strconv.FormatBool(bool(b)) }

// GoString returns the value as Go source, for %#v.
func (b Bool) GoString() string { return "variant.Bool(" + b.String() + ")" }

// Int is Godot's int, always of 64 bits in scripts.
//
//	4  4  the number, signed, or
//	4  8  with Flag64 in the header
//
// How wide it is written is the dialect's [IntRule]; both forms are read.
// Godot 3 and 4: int (ID 2).
type Int int64

var _ Variant = Int(0)

// Type returns TypeInt.
func (Int) Type() Type { return TypeInt }

// Encode writes the payload.
func (i Int) Encode(w *Writer) error {
	switch rule := w.format.dialect.Int; {
	case rule == IntByValue && i == Int(int32(i)):
		w.Int32(int32(i))
	case rule == IntPlain64:
		w.Int64(int64(i))
	default:
		w.Flags(Flag64)
		w.Int64(int64(i))
	}
	return w.Err()
}

// Decode reads the payload.
func (Int) Decode(r *Reader) (Variant, error) {
	return Result(r, Int(r.IntPayload()))
}

// String returns the number in decimal.
func (i Int) String() string { return strconv.FormatInt(int64(i), 10) }

// GoString returns the value as Go source, for %#v.
func (i Int) GoString() string { return "variant.Int(" + i.String() + ")" }

// Float is Godot's float, always of double precision in scripts.
//
//	4  4  a single, or
//	4  8  a double, with Flag64 in the header
//
// How wide it is written is the dialect's [FloatRule]: in the engines by value,
// whatever the precision. Both forms are read. A NaN keeps its payload in the long
// form; the short one sets its quiet bit, as the engine's processor does.
// Godot 3: real, Godot 4: float (ID 3).
type Float float64

var _ Variant = Float(0)

// Type returns TypeFloat.
func (Float) Type() Type { return TypeFloat }

// Encode writes the payload.
func (f Float) Encode(w *Writer) error {
	switch s := float32(f); {
	case w.format.dialect.Float == FloatPlain32:
		w.single(float64(f))
	case Float(s) == f:
		w.Float32(s)
	default:
		w.Flags(Flag64)
		w.Float64(float64(f))
	}
	return w.Err()
}

// Decode reads the payload.
func (Float) Decode(r *Reader) (Variant, error) {
	return Result(r, Float(r.FloatPayload()))
}

// String returns the number as Godot 4 writes it: 1.0, 0.1, 1e-07, inf, nan.
func (f Float) String() string { return string(notation.AppendFloat(nil, float64(f))) }

// GoString returns the value as Go source, for %#v; a NaN shows its bits.
func (f Float) GoString() string { return "variant.Float(" + notation.GoFloat(float64(f)) + ")" }

// String is text. It holds UTF-8; a decoded one too, except in lenient mode.
//
//	4  4  length n in bytes
//	8  n  UTF-8, and zeros up to the next multiple of 4
//
// A byte order mark at the beginning and NUL inside are kept; engines drop the
// one and stop at the other. Godot 3 and 4: String (ID 4).
type String string

var _ Variant = String("")

// Type returns TypeString.
func (String) Type() Type { return TypeString }

// Encode writes the payload.
func (s String) Encode(w *Writer) error {
	w.String(string(s))
	return w.Err()
}

// Decode reads the payload.
func (String) Decode(r *Reader) (Variant, error) { return Result(r, String(r.String())) }

// String returns the text itself. Inside of containers it prints quoted.
func (s String) String() string { return string(s) }

// GoString returns the value as Go source, for %#v.
func (s String) GoString() string { return "variant.String(" + strconv.Quote(string(s)) + ")" }

// StringName is Godot 4's interned text, &"name" in GDScript. Its payload is
// that of a [String], and as a dictionary key it is the String of its text.
// Godot 3 has no such type and gets a String. Godot 4: StringName (ID 21).
type StringName string

var _ Variant = StringName("")

// Type returns TypeStringName.
func (StringName) Type() Type { return TypeStringName }

// Encode writes the payload.
func (s StringName) Encode(w *Writer) error {
	w.String(string(s))
	return w.Err()
}

// Decode reads the payload.
func (StringName) Decode(r *Reader) (Variant, error) { return Result(r, StringName(r.String())) }

// String returns the name as Godot 4 writes it: &"name".
func (s StringName) String() string { return "&" + notation.Quote(string(s)) }

// GoString returns the value as Go source, for %#v.
func (s StringName) GoString() string {
	return "variant.StringName(" + strconv.Quote(string(s)) + ")"
}
