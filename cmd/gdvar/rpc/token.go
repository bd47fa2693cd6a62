package rpc

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word of a script.
type token struct {
	kind kind
	text string // of a string, what is between the quotes
	line int    // from 1
}

type kind byte

const (
	word   kind = iota // a name or a keyword
	text               // a string
	number             // a number
	sign               // another character
)

// A statement is the words of a logical line: a line, and those that brackets, strings or a
// backslash continue.
type statement struct {
	indent int // how many blanks stand before it
	tokens []token
}

// A lexer takes a script apart.
type lexer struct {
	source string
	pos    int
	line   int
	depth  int // of brackets

	all  []statement
	open *statement // the last one, if it is not complete
}

// statements returns the statements of a script. It takes any text.
func statements(source string) []statement {
	l := lexer{source: strings.TrimPrefix(source, "\ufeff"), line: 1}
	for l.pos < len(l.source) {
		l.next()
	}
	return l.all
}

// next takes a token, or characters between tokens.
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

// skipBreak skips a backslash, and the end of the line if it is there.
func (l *lexer) skipBreak() {
	l.pos++
	rest := strings.TrimPrefix(l.source[l.pos:], "\r")
	if strings.HasPrefix(rest, "\n") {
		l.pos = len(l.source) - len(rest) + 1
		l.line++
	}
}

// bracket counts brackets.
func (l *lexer) bracket(c rune) {
	switch c {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth = max(0, l.depth-1)
	}
}

// string takes a string, whose quotes are one or three. One without an end goes on to the end of
// the script.
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

// add takes a token as it stands.
func (l *lexer) add(k kind, s string) {
	l.append(token{k, s, l.line})
	l.pos += len(s)
}

// append appends a token to the statement, which begins with it if none is open.
func (l *lexer) append(t token) {
	if l.open == nil {
		begin := strings.LastIndexByte(l.source[:l.pos], '\n') + 1
		l.all = append(l.all, statement{indent: l.pos - begin})
		l.open = &l.all[len(l.all)-1]
	}
	l.open.tokens = append(l.open.tokens, t)
}

func isWord(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// lengthOf returns how many bytes of s are such characters.
func lengthOf(s string, is func(rune) bool) int {
	for i, c := range s {
		if !is(c) {
			return i
		}
	}
	return len(s)
}

// lengthUntil returns how many bytes stand before c.
func lengthUntil(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}
