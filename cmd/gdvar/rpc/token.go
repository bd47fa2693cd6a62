package rpc

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a name, a literal or a sign in a script.
type token struct {
	kind kind
	text string // for a string, the text between the quotes
	line int    // line number, from 1
}

type kind byte

const (
	word   kind = iota // a name or a keyword
	text               // a string
	number             // a number
	sign               // another character
)

// A statement has the tokens of a logical line. A logical line may continue over several lines in
// brackets or strings, or after a backslash.
type statement struct {
	indent int // number of spaces and tabs before it
	tokens []token
}

// A lexer cuts a script into tokens.
type lexer struct {
	source string
	pos    int
	line   int
	depth  int // of open brackets

	all  []statement
	open *statement // the last statement while it is incomplete, otherwise nil
}

// statements returns the statements of a script. It accepts any text.
func statements(source string) []statement {
	l := lexer{source: strings.TrimPrefix(source, "\ufeff"), line: 1}
	for l.pos < len(l.source) {
		l.next()
	}
	return l.all
}

// next reads a token, or the characters between two tokens.
func (l *lexer) next() {
	rest := l.source[l.pos:]
	c, size := utf8.DecodeRuneInString(rest)

	switch {
	case c == '\n':
		l.pos++
		l.line++
		if l.depth == 0 {
			l.open = nil
		}
	case c == ';' && l.depth == 0:
		l.pos++
		l.open = nil
	case c == '\\':
		l.skipBreak()
	case c == '#':
		l.pos += lengthUntil(rest, '\n')
	case unicode.IsSpace(c):
		l.pos += size
	case c == '"' || c == '\'':
		l.string()
	case c == '_' || unicode.IsLetter(c):
		l.add(word, rest[:lengthOf(rest, isWord)])
	case unicode.IsDigit(c):
		l.add(number, rest[:lengthOf(rest, isWord)])
	default:
		l.bracket(c)
		l.add(sign, rest[:size])
	}
}

// skipBreak skips a backslash, and a line break after it.
func (l *lexer) skipBreak() {
	l.pos++
	rest := strings.TrimPrefix(l.source[l.pos:], "\r")
	if strings.HasPrefix(rest, "\n") {
		l.pos = len(l.source) - len(rest) + 1
		l.line++
	}
}

// bracket updates the depth of brackets.
func (l *lexer) bracket(c rune) {
	switch c {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth = max(0, l.depth-1)
	}
}

// string reads a string with one or three quotes. A string without an end goes to the end of the
// script.
func (l *lexer) string() {
	rest := l.source[l.pos:]
	quote := rest[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(rest, long) {
		quote = long
	}

	i := len(quote)
	for i < len(rest) && !strings.HasPrefix(rest[i:], quote) {
		if rest[i] == '\\' {
			i++
		}
		i++
	}

	begin, end := len(quote), min(i, len(rest))
	l.append(token{text, rest[begin:end], l.line})
	l.line += strings.Count(rest[:end], "\n")
	l.pos += min(i+len(quote), len(rest))
}

// add adds a token whose text is s, and skips s.
func (l *lexer) add(k kind, s string) {
	l.append(token{k, s, l.line})
	l.pos += len(s)
}

// append appends a token to the open statement. Without one it begins a statement.
func (l *lexer) append(t token) {
	if l.open == nil {
		begin := strings.LastIndexByte(l.source[:l.pos], '\n') + 1
		l.all = append(l.all, statement{indent: l.pos - begin})
		l.open = &l.all[len(l.all)-1]
	}
	l.open.tokens = append(l.open.tokens, t)
}

func isWord(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// lengthOf returns the length in bytes of the longest prefix of s whose characters satisfy is.
func lengthOf(s string, is func(rune) bool) int {
	for i, c := range s {
		if !is(c) {
			return i
		}
	}
	return len(s)
}

// lengthUntil returns the number of bytes before c. Without c it is the length of s.
func lengthUntil(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}
