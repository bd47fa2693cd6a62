package terminal

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeys: the bytes that a terminal sends are read as keys, even if a key arrives in two parts.
func TestKeys(t *testing.T) {
	for _, x := range []struct {
		bytes string
		last  bool
		keys  []Key
		rest  string
	}{
		{"aé \r", false, []Key{"a", "é", " ", "enter"}, ""},
		{"\x1b[A\x1bOB\x1b[5~\x1b[3~", false, []Key{"up", "down", "pgup", "delete"}, ""},
		{"\x03\x12\x7f\t", false, []Key{"ctrl+c", "ctrl+r", "backspace", "tab"}, ""},
		{"\x1b", false, nil, "\x1b"},
		{"\x1b", true, []Key{"esc"}, ""},
		{"\x1b[", false, nil, "\x1b["},
		{"\x1b[1;5", false, nil, "\x1b[1;5"},
		{"\x1bq", false, []Key{"esc", "q"}, ""},
		{"\x1b[1;5Cq\x1b[200~", false, []Key{"q"}, ""}, // sequences of keys that have no name
		{"\xc3", false, nil, "\xc3"},
		{"\xc3", true, nil, ""},
		{"\xff\x00\x1fa", false, []Key{"a"}, ""},
	} {
		got, rest := keysOf([]byte(x.bytes), x.last)
		require.Equal(t, x.keys, got, "%q", x.bytes)
		require.Equal(t, x.rest, string(rest), "%q", x.bytes)
	}
}

// keysOf returns the keys in b, and the bytes of a key that is not complete.
func keysOf(b []byte, last bool) (keys []Key, rest []byte) {
	v := &keyRecorder{}
	rest, _ = (&screen{view: v}).keys(b, last)
	return v.keys, rest
}

// TestKeyRune: Rune returns a character only for a key that types one.
func TestKeyRune(t *testing.T) {
	for key, types := range map[Key]bool{"a": true, "é": true, " ": true, "up": false, "": false} {
		_, ok := key.Rune()
		require.Equal(t, types, ok, key)
	}
}
