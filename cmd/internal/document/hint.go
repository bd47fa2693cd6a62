package document

import (
	"bytes"

	"godotvariant/cmd/internal/probe"
)

// hintOf returns a sentence about a file that begins with head and is not a save, with what a user
// can do with it, or "".
func hintOf(head []byte) string {
	form, _ := probe.Magic(head)
	return form.Hint
}

// isPlainText reports whether the only control characters in b are tabs and line breaks.
func isPlainText(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\r' && r != '\n'
	})
}
