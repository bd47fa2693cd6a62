// Package printable makes text that is safe in messages, log lines and terminals.
package printable

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s in a form that is safe in a message, a log line or a terminal. It escapes control
// characters and bytes that are not UTF-8 with Go's escapes: \n, \x1b, \u202e. All other characters
// are unchanged.
func Text(s string) string {
	if !strings.ContainsFunc(s, IsControl) && utf8.ValidString(s) {
		return s
	}

	var b strings.Builder
	for s != "" {
		c, n := utf8.DecodeRuneInString(s)
		switch {
		case c == utf8.RuneError && n == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[0]), 16))
		case IsControl(c):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(c), "'"))
		default:
			b.WriteString(s[:n])
		}

		s = s[n:]
	}

	return b.String()
}

// IsControl reports whether c changes how other characters are shown, or ends a line. It returns
// true for the control characters of C0 and C1, for format characters, such as the marks of text
// direction, and for the line and paragraph separators.
func IsControl(c rune) bool {
	if c < utf8.RuneSelf {
		return c < ' ' || c == 0x7F
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Clip returns s unchanged if it has at most limit bytes. It cuts a longer text to at most limit
// bytes, and appends "…".
func Clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}
