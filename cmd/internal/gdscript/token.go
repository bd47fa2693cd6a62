package gdscript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Token is a word, a literal or a sign of GDScript.
type Token struct {
	Kind Kind
	// Text is the text of the token. The text of a String has no quotes.
	Text string
	// Offset and End are the offsets in bytes of the token and of the end of the token.
	Offset, End int
	// Line is the number of the line in which the token begins, from 1.
	Line int
}

// Is reports whether the token is of a kind and has a text.
func (t Token) Is(k Kind, text string) bool { return t.Kind == k && t.Text == text }

// A Kind is the kind of a [Token]. The zero value is no token.
type Kind byte

// The kinds of tokens.
const (
	Word    Kind = iota + 1 // a name or a keyword
	String                  // a text in quotes
	Number                  // a number without its sign
	Sign                    // another character
	Comment                 // from # to the end of the line
	Break                   // the end of a line
)

// A lexer cuts a script into tokens. It accepts any text.
type lexer struct {
	source string
	pos    int
	line   int

	last Token // last token that is not a comment
}

func newLexer(source string) lexer { return lexer{source: source, line: 1} }

// next reads a token. It returns false at the end.
func (l *lexer) next() (Token, bool) {
	l.skipSpace()
	if l.pos >= len(l.source) {
		return Token{}, false
	}

	kind, length := l.measure(l.source[l.pos:])
	t := Token{Kind: kind, Offset: l.pos, End: l.pos + length, Line: l.line}
	t.Text = l.source[t.Offset:t.End]

	l.line += strings.Count(t.Text, "\n")
	l.pos = t.End

	if kind == String {
		t.Text = insideQuotes(t.Text)
	}
	if kind != Comment {
		l.last = t
	}

	return t, true
}

// skipSpace skips spaces, and line breaks after a backslash.
func (l *lexer) skipSpace() {
	for l.pos < len(l.source) {
		rest := l.source[l.pos:]
		c, size := utf8.DecodeRuneInString(rest)

		switch {
		case c == '\\':
			l.pos++
			if n := breakLength(rest[1:]); n > 0 {
				l.pos += n
				l.line++
			}

		case c == '\n' || !unicode.IsSpace(c):
			return
		default:
			l.pos += size
		}
	}
}

// breakLength returns the length of the line break at the start of s, or 0.
func breakLength(s string) int {
	switch {
	case strings.HasPrefix(s, "\n"):
		return 1
	case strings.HasPrefix(s, "\r\n"):
		return 2
	default:
		return 0
	}
}

// measure returns the kind and length of the token at the start of the unread text.
func (l *lexer) measure(rest string) (Kind, int) {
	c, size := utf8.DecodeRuneInString(rest)

	switch {
	case c == '\n':
		return Break, 1
	case c == '#':
		return Comment, lengthUntil(rest, '\n')
	case c == '"' || c == '\'':
		length, _ := stringLength(rest)
		return String, length
	case c == '_' || unicode.IsLetter(c):
		return Word, lengthOf(rest, isWord)
	case unicode.IsDigit(c):
		return Number, numberLength(rest)
	case c == '.' && l.begins() && lengthOf(rest[1:], unicode.IsDigit) > 0:
		return Number, numberLength(rest)
	default:
		return Sign, size
	}
}

// begins reports whether the next token can begin a value. It can if the token before it does not
// end a value.
func (l *lexer) begins() bool {
	switch l.last.Kind {
	case Word, String, Number:
		return false
	case Sign:
		return !l.last.Is(Sign, ")") && !l.last.Is(Sign, "]") && !l.last.Is(Sign, "}")
	default:
		return true
	}
}

// stringLength returns the length of the string at the start of s. The string has one or three
// quotes on each side. If the closing quotes are missing, the string is all of s, and the result
// closed is false.
func stringLength(s string) (length int, closed bool) {
	quote := quoteOf(s)

	for i := len(quote); i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], quote):
			return i + len(quote), true
		}
	}

	return len(s), false
}

// quoteOf returns the quotes at the start of a string.
func quoteOf(s string) string {
	if long := strings.Repeat(s[:1], 3); strings.HasPrefix(s, long) {
		return long
	}
	return s[:1]
}

// insideQuotes returns a string without its quotes. The quotes at its end may be missing.
func insideQuotes(s string) string {
	quote := quoteOf(s)
	_, closed := stringLength(s)

	if closed {
		s = s[:len(s)-len(quote)]
	}

	return s[len(quote):]
}

// numberLength returns the length of the number at the start of s: 10, 0x1F, 1_000, 2.5e-7, .5.
func numberLength(s string) int {
	n := lengthOf(s, isWord)

	if isDecimal(s[:n]) && strings.HasPrefix(s[n:], ".") {
		n++
		n += lengthOf(s[n:], isWord)
	}

	exponent := isDecimal(s[:n]) && n > 0 && s[n-1]|0x20 == 'e'
	if exponent && n < len(s) && (s[n] == '+' || s[n] == '-') {
		n++
		n += lengthOf(s[n:], isWord)
	}

	return n
}

// isDecimal reports whether a number is neither hexadecimal nor binary.
func isDecimal(number string) bool {
	return len(number) < 2 || number[0] != '0' || number[1]|0x20 != 'x' && number[1]|0x20 != 'b'
}

func isWord(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// lengthOf returns the length in bytes of the characters at the start of s that are of a class. The
// function isMember reports whether a character is of the class.
func lengthOf(s string, isMember func(rune) bool) int {
	for i, c := range s {
		if !isMember(c) {
			return i
		}
	}
	return len(s)
}

// lengthUntil returns the number of bytes before c. If s does not contain c, it returns the length
// of s.
func lengthUntil(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}
