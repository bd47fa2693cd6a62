// Package console is where a command writes what people read: text without control characters, and
// a line on a terminal that says how far a long command is.
package console

import (
	"bytes"
	"io"
	"unicode/utf8"

	"godotvariant/internal"
)

// A Screen writes text that a person reads. Control characters in it would move the cursor of a
// terminal, change its title or hide text, so they are written as escapes: \x1b, \u202e. Line
// breaks, tabs and, if the output is coloured, the sequences that choose a colour stay.
//
// Bytes of files, and text that was asked for as it is, don't go through it.
type Screen struct {
	w       io.Writer
	colored func() bool
	rest    []byte // the end of the last write, if it may be the start of a character or a colour
}

// NewScreen returns a Screen on w. colored reports whether the output is coloured.
func NewScreen(w io.Writer, colored func() bool) *Screen {
	return &Screen{w: w, colored: colored}
}

// Unwrap returns what the Screen writes to.
func (s *Screen) Unwrap() io.Writer { return s.w }

// Write writes text. The start of a character at its end is written with the rest of it.
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

// Flush writes the start of a character that nothing has followed.
func (s *Screen) Flush() error {
	rest := s.rest
	s.rest = nil
	_, err := io.WriteString(s.w, internal.Printable(string(rest)))

	return err
}

// escape returns text without control characters, and the end of b that needs what follows it.
func (s *Screen) escape(b []byte) (safe, rest []byte) {
	start := 0 // of the text that is not in safe yet
	colored := s.colored()

	for i := 0; i < len(b); {
		c := b[i]

		if c >= ' ' && c < utf8.RuneSelf-1 || c == '\n' || c == '\t' {
			i++
			continue
		}

		if c == '\x1b' && colored {
			n, whole := colorLength(b[i:])

			if n > 0 {
				i += n
				continue
			}

			if !whole {
				return append(safe, b[start:i]...), b[i:]
			}
		}

		if c >= utf8.RuneSelf && !utf8.FullRune(b[i:]) {
			return append(safe, b[start:i]...), b[i:]
		}

		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || internal.IsControl(r) {
			safe = append(safe, b[start:i]...)
			safe = append(safe, internal.Printable(string(b[i:i+n]))...)
			start = i + n
		}

		i += n
	}

	if start == 0 {
		return b, nil
	}

	return append(safe, b[start:]...), nil
}

// colorLength returns the length of the sequence that chooses a colour at the start of b, or 0. The
// result whole is false if b ends before it is known.
func colorLength(b []byte) (n int, whole bool) {
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

// longestColor is more than the sequence of any colour has.
const longestColor = 20
