package terminal

import (
	"strings"
	"unicode/utf8"
)

// A Key is a key that the user has pressed. It is a character such as "a" or " ", or one of these
// names: "up", "down", "left", "right", "home", "end", "pgup", "pgdown", "delete", "backspace",
// "enter", "tab", "esc", or "ctrl+a" to "ctrl+z".
type Key string

// Rune returns the character that the key types. The result ok is false for a key without a
// character.
func (k Key) Rune() (r rune, ok bool) {
	r, n := utf8.DecodeRuneInString(string(k))
	return r, n > 0 && n == len(k)
}

// sequences are the bytes that terminals send for keys without a character. Terminals differ, so
// some keys have several sequences.
var sequences = map[string]Key{
	"[A": "up", "[B": "down", "[C": "right", "[D": "left",
	"OA": "up", "OB": "down", "OC": "right", "OD": "left",
	"[H": "home", "[F": "end", "OH": "home", "OF": "end",
	"[1~": "home", "[4~": "end", "[7~": "home", "[8~": "end",
	"[3~": "delete", "[5~": "pgup", "[6~": "pgdown",
}

const escape = 0x1b

// nextKey returns the first key in b and its length in bytes. If the bytes are not a key, the
// returned key is empty. If b ends inside a key, the length is 0. If the argument isEnd is true, no
// more bytes follow soon, and an escape is the key esc.
func nextKey(b []byte, isEnd bool) (Key, int) {
	switch c := b[0]; {
	case c == escape:
		return escaped(b, isEnd)
	case c == '\r', c == '\n':
		return "enter", 1
	case c == '\t':
		return "tab", 1
	case c == 0x7f, c == '\b':
		return "backspace", 1
	case c == 0:
		return "", 1
	case c <= 26:
		return Key("ctrl+" + string(rune('a'+c-1))), 1
	case c < ' ':
		return "", 1
	}

	if !utf8.FullRune(b) && !isEnd {
		return "", 0
	}

	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError {
		return "", n
	}

	return Key(string(r)), n
}

// escaped is like nextKey, for bytes that begin with an escape.
func escaped(b []byte, isEnd bool) (Key, int) {
	n := sequenceLength(b)

	switch {
	case n > 1:
		return sequences[string(b[1:n])], n
	case n == 1 || isEnd:
		return "esc", 1
	default:
		return "", 0
	}
}

// sequenceLength returns the length of the escape sequence at the start of b. A sequence has an
// escape, [ or O, numbers, and a final character. If the escape begins no sequence, the result is
// 1. If b is too short to decide, the result is 0.
func sequenceLength(b []byte) int {
	if len(b) < 2 {
		return 0
	}

	if b[1] != '[' && b[1] != 'O' {
		return 1
	}

	end := strings.IndexFunc(string(b[2:]), func(r rune) bool { return r >= '@' && r <= '~' })
	if end < 0 {
		return 0
	}

	return 2 + end + 1
}
