package values

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"godotvariant/internal/printable"
)

// Line returns a text in one line, without control characters. The argument limit is the greatest
// number of bytes of the result.
func Line(s string, limit int) string {
	s = printable.Clip(s, limit)
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
