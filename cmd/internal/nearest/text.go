package nearest

import (
	"strings"

	"godotvariant/internal/printable"
	"godotvariant/variant"
)

// Text returns a path in the form in which users write it: player.bag[0].id. It escapes control
// characters, so that messages can contain the path.
func Text(path variant.Path) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteString(Label(step))
	}

	return printable.Text(strings.TrimPrefix(b.String(), "."))
}

// Label returns the shortest text of a step in a path: .name, [0], ["a key"]. At the start of a
// path a name has no dot.
func Label(step variant.Step) string {
	if name := nameOf(step); isWord(name) {
		return "." + name
	}

	return step.String()
}

// isWord reports whether a path can have a text key without quotes.
func isWord(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}

// nameOf returns the text of a key or property, or "" for other steps.
func nameOf(s variant.Step) string {
	switch key := s.Key.(type) {
	case variant.String:
		return string(key)
	case variant.StringName:
		return string(key)
	}

	return s.Name
}
