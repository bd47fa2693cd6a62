package browse

import (
	"slices"

	"godotvariant/cmd/internal/terminal"
)

// A line is a line of text that the user types.
type line struct {
	text []rune
	at   int // index in the text at which the next character is inserted
}

func newLine(s string) line {
	text := []rune(s)
	return line{text: text, at: len(text)}
}

// String returns the text.
func (l *line) String() string { return string(l.text) }

// key handles a key.
func (l *line) key(k terminal.Key) {
	switch k {
	case "left":
		l.at = max(0, l.at-1)
	case "right":
		l.at = min(len(l.text), l.at+1)
	case "home", "ctrl+a":
		l.at = 0
	case "end", "ctrl+e":
		l.at = len(l.text)

	case "backspace":
		if l.at > 0 {
			l.at--
			l.text = slices.Delete(l.text, l.at, l.at+1)
		}

	case "delete":
		if l.at < len(l.text) {
			l.text = slices.Delete(l.text, l.at, l.at+1)
		}

	case "ctrl+u":
		l.text = nil
		l.at = 0

	default:
		if r, ok := k.Rune(); ok {
			l.text = slices.Insert(l.text, l.at, r)
			l.at++
		}
	}
}
