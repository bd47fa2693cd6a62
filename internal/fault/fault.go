// Package fault has the kinds of error. Package variant exports and documents them.
package fault

import (
	"errors"
	"fmt"
	"io"
)

var (
	ErrTruncated error = truncated{}
	ErrUTF8            = errors.New("invalid UTF-8")
	ErrRange           = errors.New("out of range")
	ErrSyntax          = errors.New("syntax error")

	ErrLength       = errors.New("impossible length")
	ErrUnknownType  = errors.New("unknown type ID")
	ErrFlags        = errors.New("stray flag bits")
	ErrDepth        = errors.New("nested too deep")
	ErrObject       = errors.New("full objects are not allowed")
	ErrNodePath     = errors.New("old form of NodePath")
	ErrElementType  = errors.New("wrong type of element")
	ErrTrailing     = errors.New("trailing data")
	ErrLimit        = errors.New("over the limit")
	ErrPadding      = errors.New("padding is not zero")
	ErrBool         = errors.New("bool is neither 0 nor 1")
	ErrNUL          = errors.New("NUL in text")
	ErrDuplicateKey = errors.New("duplicate key")
	ErrUnsupported  = errors.New("not in this dialect")
	ErrInexact      = errors.New("not exact in single precision")
	ErrNotFinite    = errors.New("not finite")
	ErrNotFound     = errors.New("not found")
	ErrWrongType    = errors.New("wrong type")
)

type truncated struct{}

func (truncated) Error() string        { return "unexpected end of data" }
func (truncated) Is(target error) bool { return target == io.ErrUnexpectedEOF }

// Stream wraps the error of a reader or writer. The result is also an ErrTruncated if data was
// missing. After a timeout its text begins with "timed out". errors.Is and errors.As still find
// err.
func Stream(err error) error {
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, ErrTruncated):
		return err
	case err == io.ErrUnexpectedEOF:
		return ErrTruncated
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %w", ErrTruncated, err)
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("timed out: %w", err)
	}

	return err
}

// Because returns an error whose text is the text of kind followed by why. errors.Is finds the
// kind.
func Because(kind error, why string) error { return &detail{kind, why} }

type detail struct {
	kind error
	text string
}

func (d *detail) Error() string { return d.kind.Error() + ": " + d.text }
func (d *detail) Unwrap() error { return d.kind }
