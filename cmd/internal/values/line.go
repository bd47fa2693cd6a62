package values

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"godotvariant/internal/printable"
)

// Line returns a text in one line, without control characters. It cuts the text to a number of
// bytes.
func Line(s string, most int) string {
	s = printable.Clip(s, most)
	if strings.IndexFunc(s, unicode.IsControl) < 0 {
		return s
	}

	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}
