package printable_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/printable"
)

// TestTextEscapesControls: no character of C0, C1 or Cf, no line separator and no byte that is
// not UTF-8 is left; all other text is as it was.
func TestTextEscapesControls(t *testing.T) {
	for s, want := range map[string]string{
		"":                       "",
		"Tür „ß“ 日本\u3000\u00a0": "Tür „ß“ 日本\u3000\u00a0",
		`\x1b "a"`:               `\x1b "a"`,
		"a\x1b]0;b\a":            `a\x1b]0;b\a`,
		"\r\n\t\x00\x7f":         `\r\n\t\x00\x7f`,
		"\u009b31m":              `\u009b31m`,
		"\u202eabc\u2066":        `\u202eabc\u2066`,
		"\u200b\u2028\u2029":     `\u200b\u2028\u2029`,
		"\U000e0001":             `\U000e0001`,
		"\x9b\xff":               `\x9b\xff`,
	} {
		assert.Equal(t, want, printable.Text(s), "%q", s)
	}
}
