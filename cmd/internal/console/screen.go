// Package console writes the output of a command that people read: text without control characters,
// and a line on a terminal that shows the progress of a long command.
package console

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf8"

	"godotvariant/internal/printable"
)

// A Screen writes text for people. Control characters in the text could move the cursor of a
// terminal, change its title or hide text. So Screen writes them as escapes: \x1b, \u202e. Line
// breaks and tabs stay. If the output is coloured, the sequences that choose a colour stay, too.
//
// Text that the user wants unchanged (--raw) does not go through a Screen. Bytes of files go
// through a Screen only on a terminal.
type Screen struct {
	w       io.Writer
	colored func() bool
	rest    []byte // the start of a character or a colour sequence that the last write has cut
}

// NewScreen returns a Screen that writes to w. The function colored reports whether the output is
// coloured.
func NewScreen(w io.Writer, colored func() bool) *Screen {
	return &Screen{w: w, colored: colored}
}

// Unwrap returns the underlying writer.
func (s *Screen) Unwrap() io.Writer { return s.w }

// Write writes text. If b ends inside a character, Write keeps the bytes of this character for the
// next call.
func (s *Screen) Write(b []byte) (int, error) {
	n := len(b)

	if len(s.rest) > 0 {
		b = append(s.rest, b...)
		s.rest = nil
	}

	safe, rest := s.escape(b)
	s.rest = bytes.Clone(rest)

	if _, err := s.w.Write(safe); err != nil {
		return 0, err
	}

	return n, nil
}

// Flush writes the bytes that Write has kept.
func (s *Screen) Flush() error {
	rest := s.rest
	s.rest = nil
	_, err := io.WriteString(s.w, printable.Text(string(rest)))

	return err
}

// escape returns b with its control characters escaped. If b may end inside a character or a colour
// sequence, the result unfinished has the bytes of this character or sequence, and the result
// escaped ends before them.
func (s *Screen) escape(b []byte) (escaped, unfinished []byte) {
	start := 0 // offset in b of the bytes that are not yet in the result escaped
	colored := s.colored()

	for i := 0; i < len(b); {
		i += plainLength(b[i:])
		if i == len(b) {
			break
		}

		c := b[i]

		if c >= ' ' && c < utf8.RuneSelf-1 || c == '\n' || c == '\t' {
			i++
			continue
		}

		if c == '\x1b' && colored {
			n, decided := colorLength(b[i:])

			if n > 0 {
				i += n
				continue
			}

			if !decided {
				return append(escaped, b[start:i]...), b[i:]
			}
		}

		if c >= utf8.RuneSelf && !utf8.FullRune(b[i:]) {
			return append(escaped, b[start:i]...), b[i:]
		}

		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || printable.IsControl(r) {
			escaped = append(escaped, b[start:i]...)
			escaped = append(escaped, printable.Text(string(b[i:i+n]))...)
			start = i + n
		}

		i += n
	}

	if start == 0 {
		return b, nil
	}

	return append(escaped, b[start:]...), nil
}

// plainLength returns the number of printable ASCII characters at the start of b, rounded down to a
// multiple of 8. It tests 8 bytes at a time.
func plainLength(b []byte) (n int) {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
	)

	for len(b)-n >= 8 {
		word := binary.LittleEndian.Uint64(b[n:])

		// The condition tests the highest bit of each byte. In the difference, this bit is set if
		// the byte is less than a space. In the sum it is set if the byte is 0x7F. In the variable
		// word it is set if the byte is 0x80 or greater.
		if (word|(word-' '*ones)|(word+ones))&highs != 0 {
			break
		}
		n += 8
	}

	return n
}

// colorLength returns the length of the colour sequence at the start of b, or 0 if no colour
// sequence begins there. The result decided is false if b is too short to decide.
func colorLength(b []byte) (n int, decided bool) {
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case i == 1 && c != '[':
			return 0, true
		case i == 1, c == ';', '0' <= c && c <= '9':
		case c == 'm':
			return i + 1, true
		default:
			return 0, true
		}

		if i > longestColor {
			return 0, true
		}
	}

	return 0, false
}

// longestColor is an upper limit for the length of a colour sequence, in bytes.
const longestColor = 20
