package gdscript

import (
	"strings"
)

// string rewrites the string t as a string in double quotes. If raw is true, a backslash in t is an
// ordinary character.
func (l *literal) string(t Token, raw bool) {
	if around := l.around(); around.name == "Color" && around.commas == 0 {
		l.namedColor(t)
		return
	}

	quote := quoteOf(l.rewriter.source[t.Offset:])
	begin := t.Offset + len(quote)
	end := begin + len(t.Text)

	if quote != `"` {
		l.replace(t.Offset, begin, `"`)
	}

	l.inside(begin, t.Text, raw)

	if quote != `"` && end < t.End {
		l.replace(end, t.End, `"`)
	}
}

// inside rewrites s, which is the text between the quotes of a string. The argument begin is the
// offset of s.
func (l *literal) inside(begin int, s string, raw bool) {
	for i := 0; i < len(s); i++ {
		at := begin + i

		switch {
		case s[i] == '"':
			l.replace(at, at+1, `\"`)
		case s[i] == '\\' && raw:
			l.replace(at, at+1, `\\`)

		case s[i] == '\\' && i+1 < len(s):
			length, text := escape(s[i+1:])
			if text != s[i:i+1+length] {
				l.replace(at, at+1+length, text)
			}
			i += length
		}
	}
}

// escape returns the length of the escape at the start of s. The string s begins after the
// backslash. The result text is the whole escape, with the backslash, as engines print it.
func escape(s string) (length int, text string) {
	if n := breakLength(s); n > 0 {
		return n, ""
	}

	switch s[0] {
	case 'a':
		return 1, `\u0007`
	case 'v':
		return 1, `\u000b`
	case '\'':
		return 1, "'"
	default:
		return 1, `\` + s[:1]
	}
}

// namedColor replaces the name of a color in Color("red") with the components of the color.
func (l *literal) namedColor(t Token) {
	c, ok := color(strings.TrimSpace(t.Text))
	if !ok {
		l.fail(t.Offset, "there is no color "+t.Text)
		return
	}

	l.replace(t.Offset, t.End, l.components(c, l.lexer))
}
