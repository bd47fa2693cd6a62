package notation

import (
	"strconv"

	"godotvariant/internal"
)

// An Error says where text or JSON could not be read. Its kind, for errors.Is, is
// variant.ErrSyntax, ErrTruncated where the text ends too early, ErrDepth, ErrLimit,
// ErrObject, ErrUTF8, ErrRange for a number that its type has no room for, or
// ErrElementType.
type Error struct {
	Line, Column int // from 1; columns count characters
	Offset       int // in bytes, from 0
	Err          error
}

// Error returns the text: godot: text at 3:14: syntax error: expected a comma.
func (e *Error) Error() string {
	return "godot: text at " + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + internal.Clip(e.Err.Error(), 1024)
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }
