package gdscript

import (
	"strings"

	"godotvariant/internal/token"
	"godotvariant/variant"
)

// word rewrites a name: a key, a constant, or the prefix of a string.
func (l *literal) word(t Token) {
	rest := l.rewriter.source[t.End:]
	next := strings.TrimLeft(rest, " \t")

	isKey := l.around().sign == "{" && (l.before.Is(Sign, "{") || l.before.Is(Sign, ",")) &&
		strings.HasPrefix(next, "=")
	isRaw := t.Text == "r" && (strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "'"))

	switch {
	case isKey:
		l.replace(t.Offset, t.End, token.Quote(t.Text))

	case isRaw:
		l.replace(t.Offset, t.End, "")
		s, _ := l.next()
		l.string(s, true)

	case strings.HasPrefix(rest, "."):
		l.constant(t)

	case numbers[t.Text] != "":
		l.replace(t.Offset, t.End, numbers[t.Text])

	case l.around().packed != "":
		l.item(t, strings.HasPrefix(next, "("))
	}
}

// constant replaces a constant of a type, such as Vector2.ZERO, with the text that engines print.
// It does not change an unknown name, for which text.Parse then returns an error.
func (l *literal) constant(t Token) {
	ahead := l.lexer
	ahead.next() // the point
	name, _ := ahead.next()

	v, ok := constant(t.Text, name.Text)
	if !ok {
		return
	}

	written := variant.Text(v)
	around := l.around()

	switch {
	case around.packed != "" && itemOf(around.packed) == "":
		return // the parser expects a number or a text
	case around.packed != "" && !isItem(t.Text, around.packed):
		l.fail(t.Offset, "expected "+itemOf(around.packed))
	case around.packed != "":
		written = arguments(v)
	case around.name == "Color":
		written = l.components(v, ahead)
	}

	l.replace(t.Offset, name.End, written)
	l.lexer = ahead
}

// item handles a name in a packed array. If the items are vectors or colors, it removes their name,
// because an engine prints only their components: PackedVector2Array(1, 2).
func (l *literal) item(t Token, isCall bool) {
	packed := l.around().packed

	switch {
	case itemOf(packed) == "":
	case !isCall || !isItem(t.Text, packed):
		l.fail(t.Offset, "expected "+itemOf(packed))
	default:
		l.replace(t.Offset, t.End, "")
	}
}
