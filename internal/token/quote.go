package token

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"godotvariant/internal/fault"
)

// Quote returns s in double quotes as Godot's constructor text has it: \, ", newline,
// tab and carriage return are escaped, all else is kept.
func Quote(s string) string { return `"` + escapes.Replace(s) + `"` }

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)

// IsText reports whether a string in double quotes is next. See [notation.Args].
func (r *Reader) IsText() bool { return r.Peek() == '"' }

// Text reads a string in double quotes. It fails with variant.ErrUTF8 if the string is
// not UTF-8. See [notation.Args].
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

// escaped reads a string that begins at offset start and has its first escape at i.
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

// valid returns the string s at offset start if it is UTF-8.
func (r *Reader) valid(start int, s string) string {
	if !utf8.ValidString(s) {
		r.FailAt(start, fault.ErrUTF8)
		return ""
	}
	return s
}

// escape reads one escape of a string.
func (r *Reader) escape(b *strings.Builder) {
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
		if r.json { // engines write it in JSON; in text they read it as the letter
			c = '\v'
		}

	case 'u', 'U':
		b.WriteRune(r.escapedRune(at))
		return
	}

	b.WriteByte(c) // like engines, read any other character as itself
	r.pos++
}

// escapedRune reads the u and four digits, or the U and six, of an escape at offset at.
// Where they are half of a surrogate pair it reads the second escape too.
func (r *Reader) escapedRune(at int) rune {
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
		r.FailAt(at, fault.Because(fault.ErrSyntax, "an escape that is no character"))
	}

	return c
}

func (r *Reader) hexRune(at int) rune {
	n := 4
	if r.text[r.pos] == 'U' {
		n = 6
	}

	digits := r.text[r.pos+1 : min(r.pos+1+n, len(r.text))]
	x, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) < n {
		r.FailAt(at, fault.Because(fault.ErrSyntax, "an escape without its hexadecimal digits"))
		return 0
	}

	r.pos += 1 + n
	return rune(x)
}
