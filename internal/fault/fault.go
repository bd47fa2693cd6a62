// Package fault has the kinds of error that package variant shares with the
// packages below it. Package variant exports and documents them.
package fault

import (
	"errors"
	"io"
)

var (
	ErrTruncated error = truncated{}
	ErrUTF8            = errors.New("invalid UTF-8")
	ErrRange           = errors.New("out of range")
	ErrSyntax          = errors.New("syntax error")
)

type truncated struct{}

func (truncated) Error() string        { return "unexpected end of data" }
func (truncated) Is(target error) bool { return target == io.ErrUnexpectedEOF }

// Because returns an error of the given kind whose text goes on with why. errors.Is
// finds the kind.
func Because(kind error, why string) error { return &detail{kind, why} }

type detail struct {
	kind error
	text string
}

func (d *detail) Error() string { return d.kind.Error() + ": " + d.text }
func (d *detail) Unwrap() error { return d.kind }
