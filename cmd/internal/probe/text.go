package probe

import (
	"bytes"
	"unicode/utf8"

	"godotvariant/cmd/internal/enginejson"
)

// mark is the byte order mark, which may be at the beginning of a text.
const mark = '\ufeff'

// IsText reports whether a file that begins with head may be text. Text is UTF-8 without the
// character 0, and does not begin like a binary form. The last character of head may be cut.
func IsText(head []byte) bool {
	if _, known := Magic(head); known || len(head) == 0 {
		return false
	}

	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		if r == 0 || r == utf8.RuneError && n == 1 && len(head)-i >= utf8.UTFMax {
			return false
		}
		i += n
	}

	return true
}

// isPlain reports whether head may be text that has no control characters below U+0020 except for
// tabs, line breaks and form feeds.
func isPlain(head []byte) bool {
	return IsText(head) && !bytes.ContainsFunc(head, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\r' && r != '\n' && r != '\f'
	})
}

// withoutSpace returns a text without the space, the control characters and the comments at its
// start. Engines skip these, too. withoutSpace also removes byte order marks, so that the kind of
// the text is found. Engines read a mark as the first character of a key, or refuse the text.
func withoutSpace(text []byte) []byte {
	for {
		text = bytes.TrimLeftFunc(text, func(c rune) bool { return isSpace(c) || c == mark })
		if !bytes.HasPrefix(text, []byte(";")) {
			return text
		}
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
}

// IsMarked reports whether a text begins with a byte order mark.
func IsMarked(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeftFunc(text, isSpace), []byte(string(mark)))
}

// isSpace reports whether engines skip a character at the beginning of a text.
func isSpace(c rune) bool { return c <= ' ' }

// isResource reports whether a text begins with the heading of a resource or scene.
func isResource(head []byte) bool {
	tag, ok := bytes.CutPrefix(withoutSpace(head), []byte("["))
	tag = withoutSpace(tag)
	return ok && (bytes.HasPrefix(tag, []byte("gd_resource")) ||
		bytes.HasPrefix(tag, []byte("gd_scene")))
}

// isJSON reports whether a text begins like a JSON object or array. It returns false for a
// ConfigFile, although the heading of a section also begins with a bracket.
func isJSON(head []byte) bool { return IsText(head) && enginejson.Begins(head) }

// isConfig reports whether a text may be a ConfigFile. The first line that is neither empty nor a
// comment must begin a section or set a key.
func isConfig(head []byte) bool {
	if !IsText(head) {
		return false
	}

	line, _, _ := bytes.Cut(withoutSpace(head), []byte("\n"))
	line = bytes.TrimSpace(line)

	if !bytes.HasPrefix(line, []byte("[")) {
		return bytes.IndexByte(line, '=') > 0
	}

	return line[len(line)-1] == ']' || bytes.Contains(line, []byte("];")) ||
		bytes.Contains(line, []byte("] "))
}

// minBase64 is the length of the shortest text that counts as base64. The text of an empty
// Dictionary has this length.
const minBase64 = 12

// isBase64 reports whether a text is one line of base64.
func isBase64(head []byte) bool {
	head = bytes.TrimSpace(head)
	if len(head) < minBase64 {
		return false
	}

	return !bytes.ContainsFunc(bytes.TrimRight(head, "="), func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') &&
			r != '+' && r != '/'
	})
}
