package notation

import (
	"strconv"

	"godotvariant/internal/printable"
)

// An Error is returned for text or JSON that cannot be read. It has the position in the text and
// the path of the value that was being read. Its kind, for errors.Is, is an error of package
// variant: ErrSyntax, ErrTruncated for text that ends too early, ErrDepth, ErrLimit, ErrObject,
// ErrUTF8, ErrRange for a number that does not fit its type, or ErrElementType.
type Error struct {
	Line, Column int // from 1; columns count characters
	Offset       int // in bytes, from 0
	// Path leads from the outermost value, "$", to the value that was being read, as in
	// variant.Error: $["enemies"][4].
	Path string
	Err  error // the kind, or an error that wraps it
}

// Error returns the text: godot: text at 3:14 in $["enemies"][4]: syntax error: expected a
// comma. It does not show the path "$". Control characters of the text are escaped, as in \x1b.
func (e *Error) Error() string {
	s := "godot: text at " + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column)
	if len(e.Path) > 1 {
		s += " in " + e.Path
	}
	return printable.Text(s + ": " + printable.Clip(e.Err.Error(), 1024))
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }
