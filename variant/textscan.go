package variant

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// quoted reads a string in double quotes.
func (r *TextReader) quoted() string {
	if r.peek() != '"' {
		r.unexpected("a string")
		return ""
	}
	start := r.pos + 1
	for i := start; i < len(r.text); i++ {
		switch r.text[i] {
		case '"':
			r.pos = i + 1
			return r.valid(start, r.text[start:i])
		case '\\':
			return r.escaped(start, i)
		}
	}
	r.pos = len(r.text)
	r.Fail(Because(ErrTruncated, "a string without an end"))
	return ""
}

// escaped reads a string that begins at offset start and has its first escape at i.
func (r *TextReader) escaped(start, i int) string {
	var b strings.Builder
	b.WriteString(r.text[start:i])
	r.pos = i
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; c {
		case '"':
			r.pos++
			return r.valid(start, b.String())
		case '\\':
			r.escape(&b)
			if r.err != nil {
				return ""
			}
		default:
			b.WriteByte(c)
			r.pos++
		}
	}
	r.Fail(Because(ErrTruncated, "a string without an end"))
	return ""
}

// valid returns s, which stands at offset start, if it is UTF-8.
func (r *TextReader) valid(start int, s string) string {
	if !utf8.ValidString(s) {
		r.failAt(start, ErrUTF8)
		return ""
	}
	return s
}

// escape reads one escape of a string.
func (r *TextReader) escape(b *strings.Builder) {
	at := r.pos
	r.pos++
	if r.pos >= len(r.text) {
		return // the string has no end
	}
	c := r.text[r.pos]
	switch c {
	case 'b':
		c = '\b'
	case 't':
		c = '\t'
	case 'n':
		c = '\n'
	case 'f':
		c = '\f'
	case 'r':
		c = '\r'
	case 'v':
		if r.json { // engines write it in JSON, and in text read no more than the letter
			c = '\v'
		}
	case 'u', 'U':
		b.WriteRune(r.escapedRune(at))
		return
	}
	b.WriteByte(c) // engines take any other character, too, for itself
	r.pos++
}

// escapedRune reads the u and four digits, or the U and six, of an escape at
// offset at, and a second escape where it is half of a surrogate pair.
func (r *TextReader) escapedRune(at int) rune {
	c := r.hexRune(at)
	if utf16.IsSurrogate(c) {
		low := rune(0)
		if r.err == nil && strings.HasPrefix(r.text[r.pos:], `\u`) {
			r.pos++
			low = r.hexRune(at)
		}
		c = utf16.DecodeRune(c, low)
		if c == utf8.RuneError {
			c = -1
		}
	}
	if !utf8.ValidRune(c) {
		r.failAt(at, Because(ErrSyntax, "an escape that is no character"))
	}
	return c
}

func (r *TextReader) hexRune(at int) rune {
	n := 4
	if r.text[r.pos] == 'U' {
		n = 6
	}
	digits := r.text[r.pos+1 : min(r.pos+1+n, len(r.text))]
	x, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) < n {
		r.failAt(at, Because(ErrSyntax, "an escape without its hexadecimal digits"))
		return 0
	}
	r.pos += 1 + n
	return rune(x)
}

// number is a number as it stands in text: one with neither point nor exponent is
// an integer.
type number struct {
	f                 float64
	i                 int64  // of an integer, clamped as engines do
	u                 uint64 // and its magnitude
	integer, negative bool
}

func (n number) variant() Variant {
	if n.integer {
		return Int(n.i)
	}
	return Float(n.f)
}

// number reads a number: -1, 2.5, 1e-07, inf, -inf, inf_neg, nan, and the form
// nan(0x7ff8000000000001) for a NaN of other bits, which no engine reads.
func (r *TextReader) number() number {
	r.peek()
	at := r.pos
	negative := r.Accept('-')
	start := r.pos
	if word := r.wordHere(); word != "" {
		switch {
		case word == "inf":
			if negative && strings.HasPrefix(r.text[r.pos:], ".0") {
				r.pos += 2 // so does Godot 3 print it
			}
			return number{f: math.Inf(sign(negative))}
		case word == "inf_neg" && !negative:
			return number{f: math.Inf(-1)}
		case word == "nan" && !negative:
			return number{f: r.nan()}
		}
		r.pos = at
		r.unexpected("a number")
		return number{}
	}
	integer := r.digits() > 0
	if !integer {
		r.unexpected("a number")
		return number{}
	}
	if r.pos < len(r.text) && r.text[r.pos] == '.' {
		r.pos++
		r.digits()
		integer = false
	}
	if exp := r.pos; exp < len(r.text) && r.text[exp]|0x20 == 'e' {
		r.pos++
		if r.pos < len(r.text) && (r.text[r.pos] == '+' || r.text[r.pos] == '-') {
			r.pos++
		}
		if r.digits() == 0 {
			r.unexpected("an exponent")
		}
		integer = false
	}
	if r.pos < len(r.text) && (isNameByte(r.text[r.pos], true) || r.text[r.pos] == '.') {
		r.unexpected("the end of a number")
	}
	if r.err != nil {
		return number{}
	}
	if integer {
		return integerNumber(r.text[at:r.pos], r.text[start:r.pos])
	}
	f, _ := strconv.ParseFloat(r.text[at:r.pos], 64) // out of range is infinite, as in engines
	return number{f: f}
}

func integerNumber(text, digits string) number {
	i, _ := strconv.ParseInt(text, 10, 64) // clamps
	u, _ := strconv.ParseUint(digits, 10, 64)
	f, _ := strconv.ParseFloat(text, 64)
	if u == 0 {
		f = 0 // -0 is an integer, and those have no negative zero
	}
	return number{f: f, i: i, u: u, integer: true, negative: i < 0}
}

// wordHere reads a name that stands right here, without space before it.
func (r *TextReader) wordHere() string {
	if r.pos >= len(r.text) || !isNameByte(r.text[r.pos], false) {
		return ""
	}
	return r.Ident()
}

// nan reads the bits behind nan, if they are there.
func (r *TextReader) nan() float64 {
	if r.pos >= len(r.text) || r.text[r.pos] != '(' {
		return math.Float64frombits(usualNaN)
	}
	rest := r.text[r.pos:]
	end := strings.IndexByte(rest[:min(len(rest), 24)], ')')
	if end > 0 {
		if f, ok := parseNaN("nan" + rest[:end+1]); ok {
			r.pos += end + 1
			return f
		}
	}
	r.unexpected("the bits of a NaN")
	return 0
}

// FormatNaN returns the text that keeps all bits of a NaN: nan, or
// nan(0x7ff8000000000001) for one that is not the usual.
func FormatNaN(f float64) string {
	if bits := math.Float64bits(f); bits != usualNaN {
		return "nan(0x" + strconv.FormatUint(bits, 16) + ")"
	}
	return "nan"
}

// parseNaN is the inverse of FormatNaN.
func parseNaN(s string) (float64, bool) {
	if s == "nan" {
		return math.Float64frombits(usualNaN), true
	}
	hex, ok := strings.CutPrefix(s, "nan(0x")
	hex, closed := strings.CutSuffix(hex, ")")
	bits, err := strconv.ParseUint(hex, 16, 64)
	f := math.Float64frombits(bits)
	return f, ok && closed && err == nil && f != f
}

// usualNaN has the bits of GDScript's NAN.
const usualNaN = 0x7FF8000000000000

func sign(negative bool) int {
	if negative {
		return -1
	}
	return 1
}

// digits passes over decimal digits and returns how many there were.
func (r *TextReader) digits() int {
	start := r.pos
	for r.pos < len(r.text) && r.text[r.pos] >= '0' && r.text[r.pos] <= '9' {
		r.pos++
	}
	return r.pos - start
}

// Real reads a component. See [Args].
func (r *TextReader) Real() float64 {
	f := r.Double()
	if r.settings.Single {
		b, _ := Narrow(f)
		return Widen(b)
	}
	return f
}

// Double reads a number. See [Args].
func (r *TextReader) Double() float64 { return r.argument("f:").f }

// Int reads a number that is an integer, if only by value as 2.0 is. See [Args].
func (r *TextReader) Int() int64 {
	r.peek()
	at := r.pos
	n := r.argument("i:")
	switch {
	case n.integer || r.err != nil:
		return n.i
	case n.f != math.Trunc(n.f) || math.Abs(n.f) >= 1<<63:
		r.failAt(at, Because(ErrRange, "not an integer"))
		return 0
	}
	return int64(n.f)
}

// Uint reads a number that is an integer and not negative. See [Args].
func (r *TextReader) Uint() uint64 {
	r.peek()
	at := r.pos
	n := r.argument("i:")
	if r.err == nil && (!n.integer || n.negative) {
		r.failAt(at, Because(ErrRange, "not an integer from 0 on"))
	}
	return n.u
}

// argument reads a number, in JSON also one in quotes: "f:inf".
func (r *TextReader) argument(tag string) number {
	if !r.json || r.peek() != '"' {
		return r.number()
	}
	at := r.pos
	s, ok := strings.CutPrefix(r.quoted(), tag)
	inner := TextReader{text: s}
	n := inner.number()
	if inner.End(); r.err == nil && (!ok || inner.err != nil) {
		r.failAt(at, Because(ErrSyntax, "expected a number"))
	}
	return n
}

// Text reads a string in double quotes. See [Args].
func (r *TextReader) Text() string { return r.quoted() }

// IsText reports whether a string is next. See [Args].
func (r *TextReader) IsText() bool { return r.peek() == '"' }

func quoteRune(c rune) string { return strconv.QuoteRune(c) }
