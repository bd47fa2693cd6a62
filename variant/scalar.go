package variant

import (
	"strconv"
	"strings"

	"godotvariant/internal/token"
)

// Nil is Godot's null. Godot: Nil, type ID 0 in Godot 3 and 4. It has no payload.
//
// An example of a packet:
//
//	00000000  null
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

// Bool is Godot's bool. Godot: bool, type ID 1 in Godot 3 and 4. Payload:
//
//	offset  length  type    field
//	     4       4  uint32  0 for false, 1 for true; any number but 0 is read as true
//
// An example of a packet:
//
//	01000000 01000000  true
type Bool bool

var _ Variant = Bool(false)

// Type returns TypeBool.
func (Bool) Type() Type { return TypeBool }

// Encode writes the payload; see [Variant].
func (b Bool) Encode(w *Writer) error {
	w.Bool(bool(b))
	return w.Err()
}

// Decode reads a payload; see [Variant].
func (Bool) Decode(r *Reader) (Variant, error) { return Result(r, Bool(r.Bool())) }

// String returns "true" or "false".
func (b Bool) String() string { return strconv.FormatBool(bool(b)) }

// GoString returns the value as Go source, for %#v.
func (b Bool) GoString() string { return "variant.Bool(" + b.String() + ")" }

// Int is Godot's int, always of 64 bits in scripts. Godot: int, type ID 2 in Godot 3 and 4. The
// payload is one of these:
//
//	offset  length  type    field
//	     4       4  int32   the number, without Flag64 in the header
//	     4       8  int64   the number, with Flag64
//
// The [dialect.IntRule] of the dialect decides which form is written. Both forms are read.
//
// Examples of packets:
//
//	02000000 05000000           5
//	02000100 00000080 00000000  2147483648
type Int int64

var _ Variant = Int(0)

// Type returns TypeInt.
func (Int) Type() Type { return TypeInt }

// Encode writes the payload; see [Variant].
func (i Int) Encode(w *Writer) error {
	w.out().Int(int64(i))
	return w.Err()
}

// Decode reads a payload; see [Variant].
func (Int) Decode(r *Reader) (Variant, error) {
	return Result(r, Int(r.in().Int()))
}

// String returns the number in decimal.
func (i Int) String() string { return strconv.FormatInt(int64(i), 10) }

// Float is Godot's float, always of double precision in scripts. Godot: float, type ID 3
// in Godot 4; real, type ID 3 in Godot 3. The payload is one of these:
//
//	offset  length  type     field
//	     4       4  float32  the number, without Flag64 in the header
//	     4       8  float64  the number, with Flag64
//
// The [dialect.FloatRule] of the dialect decides which form is written. In engines this depends on
// the value and not on the precision. Both forms are read. The form of 8 bytes keeps all bits of a
// NaN. The form of 4 bytes sets the quiet bit of a NaN, as in engines.
//
// Examples of packets:
//
//	03000000 0000003f           0.5
//	03000100 9a999999 9999b93f  0.1
type Float float64

var _ Variant = Float(0)

// Type returns TypeFloat.
func (Float) Type() Type { return TypeFloat }

// Encode writes the payload; see [Variant].
func (f Float) Encode(w *Writer) error {
	w.out().Float(float64(f))
	return w.Err()
}

// Decode reads a payload; see [Variant].
func (Float) Decode(r *Reader) (Variant, error) {
	return Result(r, Float(r.in().Float()))
}

// String returns the number as Godot 4 writes it: 1.0, 0.1, 1e-07, inf, nan.
func (f Float) String() string { return string(token.AppendFloat(nil, float64(f))) }

// String is text in UTF-8. A decoded String can be invalid UTF-8 only in lenient mode. Godot:
// String, type ID 4 in Godot 3 and 4. Payload:
//
//	offset  length  type    field
//	     4       4  uint32  n, the length of the text in bytes
//	     8       n  bytes   the text, without a NUL at its end
//	   8+n  0 to 3  bytes   zeros up to the next multiple of 4
//
// A byte order mark at the start and a NUL inside are kept. Engines drop the mark and end the text
// at the NUL.
//
// An example of a packet:
//
//	04000000 05000000 68656c6c 6f000000  "hello"
type String string

var _ Variant = String("")

// Type returns TypeString.
func (String) Type() Type { return TypeString }

// Encode writes the payload; see [Variant].
func (s String) Encode(w *Writer) error {
	w.Text(string(s))
	return w.Err()
}

// Decode reads a payload; see [Variant].
func (String) Decode(r *Reader) (Variant, error) { return Result(r, String(r.Text())) }

// String returns the text without quotes. Inside containers it is printed in quotes.
func (s String) String() string { return string(s) }

// GoString returns the value as Go source, for %#v.
func (s String) GoString() string { return "variant.String(" + strconv.Quote(string(s)) + ")" }

// StringName is Godot 4's interned text, &"name" in GDScript. As a dictionary key it is equal to
// the String with the same text. Godot 3 does not have this type, so it is written there as a
// String. Godot: StringName, type ID 21 in Godot 4. The payload is the same as the payload of a
// [String]:
//
//	offset  length  type    field
//	     4       4  uint32  n, the length of the text in bytes
//	     8       n  bytes   the text, without a NUL at its end
//	   8+n  0 to 3  bytes   zeros up to the next multiple of 4
//
// An example of a packet:
//
//	15000000 02000000 68700000  &"hp"
type StringName string

var _ Variant = StringName("")

// Type returns TypeStringName.
func (StringName) Type() Type { return TypeStringName }

// Encode writes the payload; see [Variant].
func (s StringName) Encode(w *Writer) error {
	w.Text(string(s))
	return w.Err()
}

// Decode reads a payload; see [Variant].
func (StringName) Decode(r *Reader) (Variant, error) { return Result(r, StringName(r.Text())) }

// String returns the name as Godot 4 writes it: &"name".
func (s StringName) String() string { return "&" + token.Quote(string(s)) }

// GoString returns the value as Go source, for %#v.
func (s StringName) GoString() string {
	return "variant.StringName(" + strconv.Quote(string(s)) + ")"
}

// PrintText appends the text in quotes; see [TextPrinter].
func (s String) PrintText(b []byte, _ Printer) []byte {
	return append(b, token.Quote(string(s))...)
}

// PrintText appends the result of the method String. In the path of an error it writes more digits
// if necessary, so that the texts of different Floats differ. See [TextPrinter].
func (f Float) PrintText(b []byte, p Printer) []byte {
	if p.exact {
		return token.AddPoint(token.AppendExact(b, float64(f)), len(b))
	}
	return token.AppendFloat(b, float64(f))
}

func (s String) stepText(cut func(string) string) string {
	return "[" + strconv.Quote(cut(string(s))) + "]"
}

func (s StringName) stepText(cut func(string) string) string {
	return "[&" + strconv.Quote(cut(string(s))) + "]"
}

// kept returns a copy of s for the path of an error. A path must not keep a long text in memory, so
// kept returns false for a text that is too long.
func (s String) kept() (Variant, bool) {
	if len(s) > maxClip {
		return nil, false
	}
	return String(strings.Clone(string(s))), true
}

// kept is like [String.kept].
func (s StringName) kept() (Variant, bool) {
	if len(s) > maxClip {
		return nil, false
	}
	return StringName(strings.Clone(string(s))), true
}

func (f Float) stepText(func(string) string) string {
	return "[" + string(token.AppendFloat(nil, float64(f))) + "]"
}
