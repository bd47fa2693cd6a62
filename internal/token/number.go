package token

import (
	"math"
	"strconv"
	"strings"

	"godotvariant/internal/fault"
	"godotvariant/internal/float"
)

// FormatReal returns f as the String methods print the components of vectors and similar types: 1,
// 2.5, -3, 1e-07, inf, -inf, nan. The text of a number that single precision holds exactly is the
// shortest that single precision reads back: a decoded 0.1 prints as 0.1. A negative zero is -0.0:
// engines print it as 0, but read the sign of -0.0. The layout is the engines' layout. For some
// numbers engines print other digits; package codec/text has those.
func FormatReal(f float64) string { return string(AppendReal(nil, f)) }

// AppendReal appends [FormatReal] of f to b.
func AppendReal(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case f == 0 && math.Signbit(f):
		return append(b, "-0.0"...)
	case float64(float32(f)) == f:
		return appendDigits(b, f, 32)
	}

	return appendDigits(b, f, 64)
}

// AppendFloat appends [FormatReal] of f as a number of type float: with ".0" where it
// would read as an int.
func AppendFloat(b []byte, f float64) []byte { return AddPoint(AppendReal(b, f), len(b)) }

// AppendExact appends the shortest text of f that double precision reads back bit by bit:
// 0.1, 1e-07, -0.0, nan(0x7ff8000000000001).
func AppendExact(b []byte, f float64) []byte {
	switch {
	case f != f:
		return append(b, formatNaN(f)...)
	case f == 0 || f-f != 0:
		return AppendReal(b, f)
	default:
		return appendDigits(b, f, 64)
	}
}

// AddPoint appends ".0" to a number that begins at b[start] and would read as an int.
func AddPoint(b []byte, start int) []byte {
	for _, c := range b[start:] {
		if !isDigit(c) && c != '-' { // a point, an exponent, inf or nan
			return b
		}
	}
	return append(b, ".0"...)
}

// appendDigits appends a finite number in the fewest digits that read back as the number, with an
// exponent below 0.0001 and from 1e+15 on.
func appendDigits(b []byte, f float64, bits int) []byte {
	if a := math.Abs(f); f == 0 || a >= 1e-4 && a < 1e15 {
		return strconv.AppendFloat(b, f, 'f', -1, bits)
	}
	return strconv.AppendFloat(b, f, 'e', -1, bits)
}

// usualNaN has the bits of GDScript's NAN.
const usualNaN = 0x7FF8000000000000

// formatNaN returns text that keeps all bits of a NaN: nan for usualNaN, and a form such as
// nan(0x7ff8000000000001) for others.
func formatNaN(f float64) string {
	if bits := math.Float64bits(f); bits != usualNaN {
		return "nan(0x" + strconv.FormatUint(bits, 16) + ")"
	}
	return "nan"
}

// A Number is a number that was read from text.
type Number struct {
	Float   float64
	Int     int64 // of an integer, clamped to 64 bits as in engines
	Integer bool  // written with neither point nor exponent

	magnitude uint64 // absolute value of an integer
	clamped   bool   // the integer does not fit Int
}

// Number reads a number outside of quotes: -1, 2.5, 1e-07, inf, -inf, inf_neg, nan, Godot 3's -nan,
// -inf.0 and -nan.0, and nan(0x7ff8000000000001), which gives the bits of a NaN and which no engine
// reads. In JSON it also reads null, which Godot writes for a NaN.
func (r *Reader) Number() Number { return r.number(64) }

// number reads a number and rounds it to 64 or 32 bits.
func (r *Reader) number(bits int) Number {
	r.Peek()
	at := r.pos
	negative := r.Accept('-')
	start := r.pos

	if !isNameByte(r.byte()) {
		return r.digits(at, start, bits)
	}

	switch word := r.Word(); {
	case negative && (word == "inf" || word == "nan"):
		if strings.HasPrefix(r.text[r.pos:], ".0") {
			r.pos += 2
		}
		if word == "nan" {
			return Number{Float: math.Float64frombits(usualNaN | 1<<63)}
		}

		return Number{Float: math.Inf(-1)}

	case negative:
	case word == "inf":
		return Number{Float: math.Inf(1)}
	case word == "inf_neg":
		return Number{Float: math.Inf(-1)}
	case word == "nan":
		return Number{Float: r.nan()}
	case word == "null" && r.json:
		return Number{Float: math.Float64frombits(usualNaN)}
	}

	r.pos = at
	r.Unexpected("a number")
	return Number{}
}

// digits reads a decimal number. The number begins at offset at, and its digits at offset start.
func (r *Reader) digits(at, start, bits int) Number {
	var d decimal
	r.pos = d.read(r.text, r.pos)

	if d.digits == 0 {
		r.Unexpected("a number")
		return Number{}
	}

	n := Number{Integer: true}

	if r.byte() == '.' {
		whole := d.digits
		r.pos = d.read(r.text, r.pos+1)
		d.fraction = d.digits - whole
		n.Integer = false
	}

	if r.byte()|0x20 == 'e' {
		r.skipExponent()
		d.exponent = true
		n.Integer = false
	}

	if isNameByte(r.byte()) || r.byte() == '.' {
		r.Unexpected("the end of a number")
	}
	if r.err != nil {
		return Number{}
	}

	d.negative = start > at
	d.text = r.text[at:r.pos]

	if n.Integer {
		n.Int, n.clamped = d.int()
		n.magnitude = d.magnitude()
	}

	n.Float = d.float(bits)

	if n.Integer && n.magnitude == 0 {
		n.Float = 0 // -0 is an integer, and integers have no negative zero
	}
	if !n.Integer && r.Strict && math.IsInf(n.Float, 0) {
		r.FailAt(at, fault.Because(fault.ErrRange, "a number beyond the greatest float"))
	}

	return n
}

// byte returns the byte at the cursor without skipping space, 0 at the end.
func (r *Reader) byte() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

// skipExponent reads the rest of a number, from the letter e on.
func (r *Reader) skipExponent() {
	r.pos++
	if c := r.byte(); c == '+' || c == '-' {
		r.pos++
	}

	var d decimal
	r.pos = d.read(r.text, r.pos)

	if d.digits == 0 {
		r.Unexpected("an exponent")
	}
}

// nan reads the bits of a NaN, in parentheses, if they follow.
func (r *Reader) nan() float64 {
	if r.byte() != '(' {
		return math.Float64frombits(usualNaN)
	}

	rest := r.text[r.pos:]
	hex, ok := strings.CutPrefix(rest[:min(len(rest), 24)], "(0x")
	hex, _, closed := strings.Cut(hex, ")")

	bits, err := strconv.ParseUint(hex, 16, 64)
	if f := math.Float64frombits(bits); ok && closed && err == nil && f != f {
		r.pos += len("(0x)") + len(hex)
		return f
	}

	r.Unexpected("the bits of a NaN")
	return 0
}

// Real reads a component. See [notation.Args].
func (r *Reader) Real() float64 {
	if r.Single {
		return float.Single(r.argument("f:", 32).Float)
	}
	return r.Double()
}

// Double reads a number. See [notation.Args].
func (r *Reader) Double() float64 { return r.argument("f:", 64).Float }

// Float32 reads a number. See [notation.Args]. It rounds the digits to single precision at once.
// Rounding to double precision first changes some numbers, such as 7.038531e-26.
func (r *Reader) Float32() float32 {
	return math.Float32frombits(float.Bits(r.argument("f:", 32).Float))
}

// Int reads a number without a fraction, such as 2 or 2.0. See [notation.Args].
func (r *Reader) Int() int64 {
	r.Peek()
	at := r.pos

	n := r.argument("i:", 64)
	switch {
	case n.Integer || r.err != nil:
		r.checkRange(at, n)
		return n.Int
	case n.Float != math.Trunc(n.Float) || math.Abs(n.Float) >= 1<<63:
		r.FailAt(at, fault.Because(fault.ErrRange, "not an integer"))
		return 0
	}

	return int64(n.Float)
}

// checkRange fails in strict mode if the integer at offset at does not fit 64 bits.
func (r *Reader) checkRange(at int, n Number) {
	if n.Integer && n.clamped && r.Strict {
		r.FailAt(at, fault.Because(fault.ErrRange, "an integer of more than 64 bits"))
	}
}

// Uint reads an integer of 64 bits, which may have a sign: engines print the RID 1<<63 as -1<<63.
// See [notation.Args].
func (r *Reader) Uint() uint64 {
	r.Peek()
	at := r.pos

	n := r.argument("i:", 64)
	if r.err == nil && !n.Integer {
		r.FailAt(at, fault.Because(fault.ErrRange, "not an integer"))
	}

	if n.Int < 0 {
		return uint64(n.Int)
	}

	return n.magnitude
}

// argument reads a number and rounds it to 64 or 32 bits. In JSON it may be in quotes, after the
// tag: "f:inf".
func (r *Reader) argument(tag string, bits int) Number {
	if !r.json || !r.IsText() {
		return r.number(bits)
	}

	at := r.pos
	s, ok := strings.CutPrefix(r.Text(), tag)
	inner := r.Inner(s)
	n := inner.number(bits)
	inner.End()

	if !ok || inner.Failed() {
		r.FailAt(at, fault.Because(fault.ErrSyntax, "expected a number"))
	}

	return n
}
