package token

import (
	"math"
	"strconv"
	"strings"

	"godotvariant/internal/fault"
	"godotvariant/internal/float"
)

// FormatReal returns f in the form in which the String methods print the components of vectors and
// similar types: 1, 2.5, -3, 1e-07, inf, -inf, nan. The text has the digits of var_to_str in Godot
// 4, see [float.AppendDigits]. If a float32 has exactly the value f, the text has only the digits
// that this float32 needs. For example, a decoded 0.1 is printed as 0.1. A negative zero is -0.0.
// Engines can read -0.0, but they print a negative zero as 0.
func FormatReal(f float64) string { return string(AppendReal(nil, f)) }

// AppendReal appends the result of [FormatReal] to b.
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
	case f == 0:
		return append(b, '0')
	}

	return float.AppendDigits(b, f, float64(float32(f)) == f)
}

// AppendFloat appends the result of [FormatReal] for a number of type float. It adds ".0" if the
// number would be read as an int.
func AppendFloat(b []byte, f float64) []byte { return AddPoint(AppendReal(b, f), len(b)) }

// AppendExact appends the shortest text that reads back as the same bits in double precision: 0.1,
// 1e-07, -0.0, nan(0x7ff8000000000001).
func AppendExact(b []byte, f float64) []byte { return appendExact(b, f, 64) }

// appendExact is like [AppendExact], for a number of 64 or 32 bits. If bits is 32, the text is for
// single precision.
func appendExact(b []byte, f float64, bits int) []byte {
	switch {
	case f != f:
		return append(b, formatNaN(f)...)
	case f == 0 || f-f != 0:
		return AppendReal(b, f)
	default:
		return appendShortest(b, f, bits)
	}
}

// AddPoint appends ".0" to the number that begins at b[start], if this number would be read as an
// int.
func AddPoint(b []byte, start int) []byte {
	for _, c := range b[start:] {
		if !isDigit(c) && c != '-' { // a point, an exponent, inf or nan
			return b
		}
	}
	return append(b, ".0"...)
}

// appendShortest appends a finite number with the fewest digits from which the same number is read.
// The text has an exponent if the number is below 0.0001, or if it is 1e+15 or more.
func appendShortest(b []byte, f float64, bits int) []byte {
	if a := math.Abs(f); f == 0 || a >= 1e-4 && a < 1e15 {
		return strconv.AppendFloat(b, f, 'f', -1, bits)
	}
	return strconv.AppendFloat(b, f, 'e', -1, bits)
}

// usualNaN has the bits of GDScript's NAN.
const usualNaN = 0x7FF8000000000000

// formatNaN returns text that keeps all bits of a NaN: nan for usualNaN, and a form such as
// nan(0x7ff8000000000001) for any other NaN.
func formatNaN(f float64) string {
	if bits := math.Float64bits(f); bits != usualNaN {
		return "nan(0x" + strconv.FormatUint(bits, 16) + ")"
	}
	return "nan"
}

// NotFinite returns the error for a number f that the option Finite refuses.
func NotFinite(f float64) error {
	why := FormatReal(f)
	if float.Finite(f) {
		why += " is infinite in single precision"
	}
	return fault.Because(fault.ErrNotFinite,
		why+" (the option Finite or the tag finite refuses it)")
}

// Inexact returns the error for a number f that changes when it is rounded to single precision.
func Inexact(f float64) error {
	rounded := strconv.FormatFloat(float.Single(f), 'g', -1, 64)
	return fault.Because(fault.ErrInexact, FormatReal(f)+" becomes "+rounded)
}

// A number is a number that was read from text. After an error it is 0.
type number struct {
	decimal
	at      int     // offset in the text
	integer bool    // written without a point and without an exponent
	word    float64 // inf, -inf or a NaN; 0 for a decimal
}

// number reads a number outside of quotes: -1, 2.5, 1e-07, inf, -inf, inf_neg, nan, and Godot 3's
// -nan, -inf.0 and -nan.0. It also reads nan(0x7ff8000000000001), which has the bits of a NaN. No
// engine reads this form. In JSON it also reads null, which Godot writes for a NaN.
func (r *Reader) number(n *number) {
	c := r.Peek()
	n.at = r.pos

	if c == '-' {
		n.negative = true
		r.pos++
		c = r.byte()
	}

	if isDigit(c) {
		r.decimal(n)
	} else {
		r.numberWord(n)
	}

	if r.err != nil {
		*n = number{}
	}
}

// numberWord reads a number that is a word, such as inf or nan. If the number has a sign, the sign
// was read before.
func (r *Reader) numberWord(n *number) {
	switch word := r.Word(); {
	case n.negative && (word == "inf" || word == "nan"):
		if strings.HasPrefix(r.text[r.pos:], ".0") {
			r.pos += 2
		}

		n.word = math.Inf(-1)
		if word == "nan" {
			n.word = math.Float64frombits(usualNaN | 1<<63)
		}

	case word == "inf" && !n.negative:
		n.word = math.Inf(1)
	case word == "inf_neg" && !n.negative:
		n.word = math.Inf(-1)
	case word == "nan" && !n.negative:
		n.word = r.nan()
	case word == "null" && !n.negative && r.json:
		n.word = math.Float64frombits(usualNaN)

	default:
		if word != "" {
			r.pos = n.at
		}
		r.Unexpected("a number")
	}
}

// decimal reads a decimal number. If the number has a sign, the sign was read before.
func (r *Reader) decimal(n *number) {
	n.integer = true
	r.pos = n.read(r.text, r.pos)

	if c := r.byte(); c == '.' || inWord[c] {
		r.fraction(n)
	}

	n.text = r.text[n.at:r.pos]
}

// fraction reads the decimal point with the digits after it, and the exponent. Both are optional.
func (r *Reader) fraction(n *number) {
	if r.byte() == '.' {
		whole := n.digits
		r.pos = n.read(r.text, r.pos+1)
		n.fraction = n.digits - whole
		n.integer = false
	}

	if r.byte()|0x20 == 'e' {
		end, ok := n.readExponent(r.text, r.pos+1)
		r.pos = end
		n.integer = false

		if !ok {
			r.Unexpected("an exponent")
			return
		}
	}

	if c := r.byte(); c == '.' || inWord[c] {
		r.Unexpected("the end of a number")
	}
}

// byte returns the byte at the cursor without skipping space. At the end it returns 0.
func (r *Reader) byte() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

// float returns the number n, rounded to 64 or 32 bits. In strict mode it fails if a number with a
// point or an exponent does not fit.
func (r *Reader) float(n *number, bits int) float64 {
	if n.word != 0 {
		return r.wordFloat(n, bits)
	}

	f := n.decimal.float(bits)
	switch {
	case n.integer && f == 0:
		return 0 // -0 is an integer, and integers have no negative zero

	case !float.Finite(f):
		if r.Strict && !n.integer {
			r.FailAt(n.at, fault.Because(fault.ErrRange, "a number beyond the greatest float"))
			return 0
		}
		r.checkFinite(n, f)
	}

	return f
}

// wordFloat is like [Reader.float], for a number that is written as a word.
func (r *Reader) wordFloat(n *number, bits int) float64 {
	r.checkFinite(n, n.word)
	if bits == 32 {
		return float.Single(n.word)
	}
	return n.word
}

// checkFinite fails if the option Finite refuses f, the value of n.
func (r *Reader) checkFinite(n *number, f float64) {
	if r.Finite && !float.Finite(f) {
		r.FailAt(n.at, NotFinite(f))
	}
}

// int returns the integer n. In strict mode it fails if the integer does not fit 64 bits.
func (r *Reader) int(n *number) int64 {
	i, clamped := n.decimal.int()
	if clamped && r.Strict {
		r.FailAt(n.at, fault.Because(fault.ErrRange, "an integer of more than 64 bits"))
	}
	return i
}

// nan returns a NaN. If parentheses follow the word nan, it reads the bits of the NaN from them.
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

// Real reads a number with the precision of a component, see [notation.Args].
func (r *Reader) Real() float64 {
	if r.Single {
		return r.argument(32)
	}
	return r.argument(64)
}

// Double reads a number in double precision, see [notation.Args].
func (r *Reader) Double() float64 { return r.argument(64) }

// Float32 reads a number in single precision, see [notation.Args]. It rounds the digits directly to
// single precision. Rounding to double precision first would change some numbers, such as
// 7.038531e-26.
func (r *Reader) Float32() float32 { return math.Float32frombits(float.Bits(r.argument(32))) }

// argument reads a number and rounds it to 64 or 32 bits.
func (r *Reader) argument(bits int) float64 {
	var n number
	if r.json {
		r.tagged("f:", &n)
	} else {
		r.number(&n)
	}

	return r.float(&n, bits)
}

// Int reads a number without a fraction, such as 2 or 2.0. See [notation.Args].
func (r *Reader) Int() int64 {
	var n number
	r.tagged("i:", &n)

	if n.integer {
		return r.int(&n)
	}

	f := r.float(&n, 64)
	if f != math.Trunc(f) || math.Abs(f) >= 1<<63 {
		r.FailAt(n.at, fault.Because(fault.ErrRange, "not an integer"))
		return 0
	}

	return int64(f)
}

// Uint reads an integer of 64 bits. The integer may have a sign, because engines print the RID
// 1<<63 as -1<<63. See [notation.Args].
func (r *Reader) Uint() uint64 {
	var n number
	r.tagged("i:", &n)

	if r.err == nil && !n.integer {
		r.FailAt(n.at, fault.Because(fault.ErrRange, "not an integer"))
		return 0
	}

	if i, _ := n.decimal.int(); i < 0 {
		return uint64(i)
	}

	return n.magnitude()
}

// tagged reads a number. In JSON the number may also be a string with a tag in front, such as
// "f:inf".
func (r *Reader) tagged(tag string, n *number) {
	if !r.json || !r.IsText() {
		r.number(n)
		return
	}

	at := r.pos
	s, ok := strings.CutPrefix(r.Text(), tag)
	inner := r.Inner(s)
	inner.number(n)
	inner.End()

	if !ok || inner.Failed() {
		r.FailAt(at, fault.Because(fault.ErrSyntax, "expected a number"))
	}

	n.at = at
}
