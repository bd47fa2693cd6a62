package input

import (
	"strings"
)

// plainScript converts GDScript to the forms that package text parses: it drops comments, and
// writes {"a": 1} for {a = 1}, PackedInt32Array(1, 2) for PackedInt32Array([1, 2]), and 0.5 for .5.
func plainScript(s string) string {
	var w looseWriter

	for s != "" {
		n := quotedLength(s)
		switch {
		case n > 0:
			w.out.WriteString(s[:n])
		case s[0] == '#':
			n = strings.IndexByte(s+"\n", '\n')
			n = min(n, len(s))
		case isWordStart(s[0]):
			n = wordEnd(s)
			w.word(s[:n], s[n:])
		default:
			n = 1
			w.sign(s)
		}

		if strings.TrimSpace(s[:n]) != "" {
			w.before = s[n-1]
		}
		s = s[n:]
	}

	return w.out.String()
}

// A looseWriter writes tokens of GDScript.
type looseWriter struct {
	out    strings.Builder
	before byte   // the last byte that is not a space
	closed []bool // for each open bracket: whether it is left out
	flat   int    // open arrays of vectors, written as a flat list of components
	packed bool   // the last word is the name of a packed array
}

// word writes a name. A name before = in braces is a key.
func (w *looseWriter) word(name, rest string) {
	rest = strings.TrimLeft(rest, " \t")
	key := (w.before == '{' || w.before == ',') && strings.HasPrefix(rest, "=") &&
		!strings.HasPrefix(rest, "==")

	switch {
	case key:
		w.out.WriteString(`"` + name + `"`)
	case w.flat > 0 && strings.HasPrefix(rest, "("):
		// the name of a vector in an array of vectors
	default:
		w.out.WriteString(name)
	}

	w.packed = strings.HasSuffix(name, "Array") &&
		(strings.HasPrefix(name, "Packed") || strings.HasPrefix(name, "Pool"))
}

// sign writes the next byte, which is not part of a word.
func (w *looseWriter) sign(s string) {
	c := s[0]
	first := strings.IndexByte("\x00[({,:=", w.before) >= 0
	digit := len(s) > 1 && s[1] >= '0' && s[1] <= '9'

	switch c {
	case '[', '(', '{':
		left := c == '[' && w.before == '(' && w.packed || c == '(' && w.flat > 0
		if c == '[' && left {
			w.flat++
		}
		w.closed = append(w.closed, left)
		if left {
			return
		}

	case ']', ')', '}':
		last := len(w.closed) - 1
		if last >= 0 {
			left := w.closed[last]
			w.closed = w.closed[:last]

			if left && c == ']' {
				w.flat--
			}
			if left {
				return
			}
		}

	case '=':
		c = ':'
	case '+':
		if first {
			return
		}
	case '.':
		if digit && (first || w.before == '-' || w.before == '+') {
			w.out.WriteByte('0')
		}
	}

	w.out.WriteByte(c)
}

// quotedLength returns the length of the quoted text at the start of s, or 0.
func quotedLength(s string) int {
	if s[0] != '"' && s[0] != '\'' {
		return 0
	}

	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

func isWordStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// wordEnd returns the length of the word or number at the start of s.
func wordEnd(s string) int {
	for i := range len(s) {
		if !isWordStart(s[i]) && (s[i] < '0' || s[i] > '9') {
			return i
		}
	}
	return len(s)
}
