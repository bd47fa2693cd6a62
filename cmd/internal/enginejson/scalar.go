package enginejson

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"godotvariant/variant"
)

// words has the values that are written as words.
var words = map[string]variant.Variant{
	"null": variant.Nil{}, "true": variant.Bool(true), "false": variant.Bool(false),
	"inf": variant.Float(math.Inf(1)), "-inf": variant.Float(math.Inf(-1)),
	"nan": variant.Float(math.NaN()),
}

// word reads a number or a word.
func (p *parser) word() variant.Variant {
	start := p.at
	for p.at < len(p.source) && strings.IndexByte("+-.", p.source[p.at]) >= 0 || p.isWord() {
		p.at++
	}

	word := string(p.source[start:p.at])
	if v, ok := words[word]; ok {
		return v
	}

	v, ok := number(word)
	if ok {
		return v
	}

	// A word at the end of the text may be incomplete.
	if p.at < len(p.source) {
		p.at = start
	}
	p.expected("a value")
	return nil
}

// isWord reports whether the next byte is a letter or a digit.
func (p *parser) isWord() bool {
	c := p.peek()
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// number returns the value of a number. It is a float if it has a point or an exponent, or is out
// of the range of ints.
func number(s string) (variant.Variant, bool) {
	if strings.Trim(s, "+-.0123456789eE") != "" || strings.HasPrefix(s, "+") ||
		strings.HasPrefix(s, ".") {
		return nil, false
	}

	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return variant.Int(i), true
	}

	f, err := strconv.ParseFloat(s, 64) // the result is infinite if the number is out of range
	return variant.Float(f), err == nil || math.IsInf(f, 0)
}

// escapes has the character for each escape of one letter.
var escapes = map[byte]byte{'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r'}

// text reads a text in quotes. Any character may follow a backslash, as in Godot 3.
func (p *parser) text() string {
	var b strings.Builder
	for p.at++; p.err == nil; {
		end := p.at
		for end < len(p.source) && p.source[end] != '"' && p.source[end] != '\\' {
			end++
		}

		b.Write(p.source[p.at:end])
		p.at = end

		switch p.peek() {
		case '"':
			p.at++
			return strings.ToValidUTF8(b.String(), string(utf8.RuneError))
		case '\\':
			b.WriteRune(p.escape())
		default:
			p.expected(`'"' at the end of a text`)
		}
	}

	return ""
}

// escape reads an escape.
func (p *parser) escape() rune {
	p.at++ // the backslash
	c := p.peek()

	switch {
	case p.at == len(p.source):
		p.expected(`'"' at the end of a text`)
		return 0

	case c == 'u':
		p.at++
		return p.unicode()
	}

	r, n := utf8.DecodeRune(p.source[p.at:])
	p.at += n

	if control, ok := escapes[c]; ok {
		return rune(control)
	}
	return r
}

// unicode reads the digits of \u. For the first half of a surrogate pair it also reads the second
// half. A single half becomes U+FFFD.
func (p *parser) unicode() rune {
	r := p.hex()
	if !utf16.IsSurrogate(r) {
		return r
	}

	if !strings.HasPrefix(string(p.source[p.at:min(len(p.source), p.at+2)]), `\u`) {
		return utf8.RuneError
	}

	p.at += 2
	return utf16.DecodeRune(r, p.hex())
}

// hex reads four hexadecimal digits.
func (p *parser) hex() rune {
	digits := string(p.source[p.at:min(len(p.source), p.at+4)])
	u, err := strconv.ParseUint(digits, 16, 16)

	if len(digits) < 4 {
		p.at = len(p.source)
	}
	if err != nil || len(digits) < 4 {
		p.expected("four hexadecimal digits")
		return 0
	}

	p.at += 4
	return rune(u)
}
