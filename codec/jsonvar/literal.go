package jsonvar

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/internal/token"
)

// literals writes numbers and strings of relaxed JSON.
type literals struct{ b []byte }

func (w *literals) raw(s string) { w.b = append(w.b, s...) }

func (w *literals) text(s string) { w.b = appendString(w.b, s) }

func (w *literals) integer(i int64) { w.b = strconv.AppendInt(w.b, i, 10) }

func (w *literals) number(f float64) { w.real(f, 64) }

// single writes the shortest text of a number in single precision.
func (w *literals) single(f float32) { w.real(float64(f), 32) }

func (w *literals) real(f float64, bits int) {
	if f-f != 0 {
		w.text(token.FormatReal(f))
		return
	}
	w.b = appendNumber(w.b, f, bits)
}

// The numbers and strings of relaxed JSON have the same bytes as in encoding/json.

// appendNumber appends a finite number of 64 or 32 bits in the fewest digits that are read back as
// the same number. The text has an exponent if the magnitude of the number is less than 1e-6 and
// not 0, or at least 1e21.
func appendNumber(b []byte, f float64, bits int) []byte {
	small, large := 1e-6, 1e21
	if bits == 32 {
		small = float64(float32(small))
		large = float64(float32(large))
	}

	if a := math.Abs(f); f == 0 || a >= small && a < large {
		return strconv.AppendFloat(b, f, 'f', -1, bits)
	}

	b = strconv.AppendFloat(b, f, 'e', -1, bits)

	if n := len(b) - 2; b[n] == '0' && b[n-1] == '-' { // 1e-07 becomes 1e-7
		b = append(b[:n], b[n+1])
	}

	return b
}

// appendString appends s in quotes. It escapes characters that end a script in HTML, and writes the
// replacement character for bytes that are not UTF-8.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0 // start of the text that is not appended yet

	for i := 0; i < len(s); {
		if plain[s[i]] {
			i++
			continue
		}

		c, n := utf8.DecodeRuneInString(s[i:])
		broken := c == utf8.RuneError && n == 1
		endsLine := c == '\u2028' || c == '\u2029' // these end a line in JavaScript

		if c < utf8.RuneSelf || broken || endsLine {
			b = append(b, s[start:i]...)
			b = appendEscape(b, c)
			start = i + n
		}

		i += n
	}

	b = append(b, s[start:]...)
	return append(b, '"')
}

// appendEscape appends the escape of c. This is a backslash and a letter if JSON has a letter for
// c, otherwise \u and four digits.
func appendEscape(b []byte, c rune) []byte {
	const (
		letters = `"\` + "\b\f\n\r\t"
		names   = `"\bfnrt`
		hex     = "0123456789abcdef"
	)

	if i := strings.IndexRune(letters, c); i >= 0 {
		return append(b, '\\', names[i])
	}

	return append(b, '\\', 'u', hex[c>>12], hex[c>>8&15], hex[c>>4&15], hex[c&15])
}

// plain has the bytes that are never escaped.
var plain = plainBytes()

func plainBytes() (plain [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		plain[c] = c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
	}
	return plain
}
