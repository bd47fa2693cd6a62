package gdscript

import (
	"strings"
	"unicode/utf8"

	"godotvariant/variant"
)

// A literal converts a literal of GDScript to the form that engines print.
type literal struct {
	lexer
	rewriter

	before Token // the token before the current one
	open   []bracket
	err    error
}

// A bracket is an open bracket whose closing bracket has not been read.
type bracket struct {
	sign   string
	name   string // word in front of the bracket, or ""
	commas int

	// packed is the name of a packed array if the bracket is the "[" before the array's items, as
	// in PackedInt32Array([1, 2]). The bracket is left out, because an engine prints
	// PackedInt32Array(1, 2).
	packed string
	// vector is the name in front of the bracket if the bracket belongs to an item of a packed
	// array, as in PackedVector2Array([Vector2(1, 2)]). The name and its brackets are left out,
	// because an engine prints PackedVector2Array(1, 2).
	vector string
}

func newLiteral(source string) *literal {
	return &literal{lexer: newLexer(source), rewriter: rewriter{source: source}}
}

// fail stores a syntax error at an offset, unless there is already an error.
func (l *literal) fail(at int, why string) {
	if l.err == nil {
		l.err = newError(l.rewriter.source, at, nil, variant.Because(variant.ErrSyntax, why))
	}
}

// skipTo continues reading at an offset.
func (l *literal) skipTo(at int) { l.pos = at }

// around returns the innermost open bracket, or an empty bracket if none is open.
func (l *literal) around() *bracket {
	if n := len(l.open); n > 0 {
		return &l.open[n-1]
	}
	return new(bracket)
}

// first reports whether the current token is the first token of a value.
func (l *literal) first() bool {
	return l.before.Kind == 0 || l.before.Kind == Break ||
		l.before.Kind == Sign && strings.Contains("([{,:=", l.before.Text)
}

// spaces returns the number of spaces and line breaks at an offset.
func (l *literal) spaces(at int) int {
	rest := l.rewriter.source[at:]
	return len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
}

// components returns the text of the components of a color that is an argument of Color. If another
// argument follows, it is the alpha, and the text has only the red, green and blue components.
func (l *literal) components(v variant.Variant, ahead lexer) string {
	all := arguments(v)
	around := l.around()

	next, _ := ahead.next()
	if !next.Is(Sign, ",") {
		around.commas += 3
		return all
	}

	around.commas += 2
	return all[:strings.LastIndex(all, ",")]
}

// newError returns err as a *variant.Error with the path, the offset, and the line and column of
// this offset in the text.
func newError(source string, at int, path variant.Path, err error) *variant.Error {
	before := source[:at]
	line := before[strings.LastIndexByte(before, '\n')+1:]

	return &variant.Error{
		Op:     variant.OpParse,
		Line:   strings.Count(before, "\n") + 1,
		Column: utf8.RuneCountInString(line) + 1,
		Offset: at, Path: path, Err: err,
	}
}
