// Package prose lays out the text of pages that programs write.
package prose

import (
	"strings"
	"unicode/utf8"
)

// most is the greatest number of columns of a line.
const most = 100

// Wrap returns Markdown with its long lines wrapped after 100 columns. Rows of tables and code
// between lines of ``` stay long.
func Wrap(text string) string {
	var b strings.Builder
	code := false

	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}

		if code || strings.HasPrefix(line, "|") || utf8.RuneCountInString(line) <= most {
			b.WriteString(line)
			continue
		}

		wrapLine(&b, line)
	}

	return b.String()
}

// wrapLine writes a line of prose as lines of at most 100 columns.
func wrapLine(b *strings.Builder, line string) {
	length := 0
	for i, word := range strings.Fields(line) {
		size := utf8.RuneCountInString(word)
		switch {
		case i > 0 && length+1+size > most:
			b.WriteByte('\n')
			length = 0
		case i > 0:
			b.WriteByte(' ')
			length++
		}

		b.WriteString(word)
		length += size
	}

	b.WriteByte('\n')
}
