package gdscript

import (
	"strings"
)

// A Statement has the tokens of a logical line. A logical line may continue over several lines in
// brackets or strings, or after a backslash. A semicolon also ends it.
type Statement struct {
	// Indent is the number of spaces and tabs in front of the statement.
	Indent int
	// Tokens has no comments and no line breaks.
	Tokens []Token
}

// Statements returns the statements of a script. It accepts any text.
func Statements(source string) []Statement {
	l := newLexer(strings.TrimPrefix(source, "\ufeff"))
	var all []Statement

	depth := 0 // number of open brackets
	open := false

	for {
		t, ok := l.next()
		if !ok {
			return all
		}

		depth = max(0, depth+t.Nesting())

		switch {
		case t.Kind == Comment, t.Kind == Break && depth > 0:
			continue
		case t.Kind == Break, t.Is(Sign, ";") && depth == 0:
			open = false
			continue
		}

		if !open {
			begin := strings.LastIndexByte(l.source[:t.Offset], '\n') + 1
			all = append(all, Statement{Indent: t.Offset - begin})
			open = true
		}

		last := &all[len(all)-1]
		last.Tokens = append(last.Tokens, t)
	}
}

// Nesting returns 1 for an opening bracket, -1 for a closing one, and 0 for any other token.
func (t Token) Nesting() int {
	if t.Kind != Sign {
		return 0
	}

	switch t.Text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	default:
		return 0
	}
}
