package token

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"godotvariant/internal/fault"
	"godotvariant/internal/printable"
)

// Quote returns s in double quotes in the form in which Godot reads a string. It escapes
// backslashes, quotes, and characters that change how text is shown, such as control characters:
// \\, \", \n, \u001b. It does not escape characters beyond U+FFFF and bytes that are not UTF-8,
// because Godot 3 has no escape for them.
func Quote(s string) string {
	if !strings.ContainsFunc(s, needsEscape) {
		return `"` + s + `"`
	}
	return string(AppendQuote(make([]byte, 0, len(s)+len(`"\u001b"`)), []byte(s)))
}

// AppendQuote appends the result of [Quote] for s to b.
func AppendQuote(b, s []byte) []byte {
	b = append(b, '"')
	start := 0 // start of the text that is not appended yet

	for i := 0; i < len(s); {
		if c := s[i]; ' ' <= c && c < 0x7F && c != '"' && c != '\\' {
			i++
			continue
		}

		c, n := utf8.DecodeRune(s[i:])
		if needsEscape(c) {
			b = append(b, s[start:i]...)
			b = appendEscape(b, c)
			start = i + n
		}

		i += n
	}

	b = append(b, s[start:]...)
	return append(b, '"')
}

func needsEscape(c rune) bool {
	return c == '\\' || c == '"' || c <= 0xFFFF && printable.IsControl(c)
}

func appendEscape(b []byte, c rune) []byte {
	switch c {
	case '\\', '"':
		return append(b, '\\', byte(c))
	case '\n':
		return append(b, `\n`...)
	case '\t':
		return append(b, `\t`...)
	case '\r':
		return append(b, `\r`...)
	}

	return fmt.Appendf(b, `\u%04x`, c)
}

// ClassName returns the name of a class as it is written in text. A name that is not an identifier
// is quoted, because without quotes it could end the value and begin another.
func ClassName(name string) string {
	if name == "null" || !isIdentifier(name) {
		return Quote(name)
	}
	return name
}

// IsText reports whether a string in double quotes is next. See [notation.Args].
func (r *Reader) IsText() bool { return r.Peek() == '"' }

// Text reads a string in double quotes. If the string is not UTF-8, Text fails with
// variant.ErrUTF8. See [notation.Args].
func (r *Reader) Text() string {
	if r.Peek() != '"' {
		r.Unexpected("a string")
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
	r.Fail(fault.Because(fault.ErrTruncated, "a string without an end"))
	return ""
}

// escaped reads a string with escapes. The string begins at the offset start, and its first escape
// is at the offset i.
func (r *Reader) escaped(start, i int) string {
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

	r.Fail(fault.Because(fault.ErrTruncated, "a string without an end"))
	return ""
}

// valid returns the string s, or the result of Repair if it is set. If Repair is nil, valid fails
// unless s is UTF-8. The argument offset is the offset of s, for errors.
func (r *Reader) valid(offset int, s string) string {
	var err error
	if r.Repair != nil {
		s, err = r.Repair(s)
	} else if !utf8.ValidString(s) {
		err = fault.ErrUTF8
	}

	if err != nil {
		r.FailAt(offset, err)
		return ""
	}

	return s
}

// escape reads one escape of a string.
func (r *Reader) escape(b *strings.Builder) {
	at := r.pos
	r.pos++

	if r.pos >= len(r.text) {
		return // the string has no closing quote
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
		if r.json { // engines write \v in JSON; in constructor text they read it as the letter v
			c = '\v'
		}

	case 'u', 'U':
		b.WriteRune(r.escapedRune(at))
		return
	}

	b.WriteByte(c) // engines ignore a backslash before any other character
	r.pos++
}

// escapedRune reads the rest of an escape: u and four digits, or U and six digits. If it is the
// first half of a surrogate pair, escapedRune also reads the escape with the second half. The
// argument offset is the offset of the escape.
func (r *Reader) escapedRune(offset int) rune {
	c := r.hexRune(offset)
	if utf16.IsSurrogate(c) {
		low := rune(0)
		if r.err == nil && strings.HasPrefix(r.text[r.pos:], `\u`) {
			r.pos++
			low = r.hexRune(offset)
		}

		c = utf16.DecodeRune(c, low)
		if c == utf8.RuneError {
			c = -1
		}
	}

	if !utf8.ValidRune(c) {
		r.FailAt(offset, fault.Because(fault.ErrSyntax, "an escape that is not a character"))
	}

	return c
}

func (r *Reader) hexRune(offset int) rune {
	n := 4
	if r.text[r.pos] == 'U' {
		n = 6
	}

	digits := r.text[r.pos+1 : min(r.pos+1+n, len(r.text))]
	x, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) < n {
		r.FailAt(offset, fault.Because(fault.ErrSyntax, "an escape without its hexadecimal digits"))
		return 0
	}

	r.pos += 1 + n
	return rune(x)
}
