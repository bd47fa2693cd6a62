package printable_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/printable"
)

// TestTextEscapesControls: the result has no character of C0, C1 or Cf, no line separator, and no
// byte that is not UTF-8. All other text is unchanged.
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

// TestIsControl tests the first and last control characters of each range, and the characters next
// to them.
func TestIsControl(t *testing.T) {
	for _, c := range "\x00\x1f\x7f\u0080\u009f\u00ad\u2028\u202e" {
		assert.True(t, printable.IsControl(c), "%q", c)
	}
	for _, c := range " ~\u00a0ü日\U0001F600" {
		assert.False(t, printable.IsControl(c), "%q", c)
	}
}

// TestClip: Clip does not change a text that is short enough. It cuts a longer text before the
// first character that does not fit.
func TestClip(t *testing.T) {
	for _, c := range []struct {
		in   string
		most int
		want string
	}{{"", 0, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"abü", 3, "ab…"}, {"ü", 2, "ü"}} {
		assert.Equal(t, c.want, printable.Clip(c.in, c.most))
	}
}
