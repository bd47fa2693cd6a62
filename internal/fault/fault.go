// Package fault has the kinds of error. Package variant exports and documents them.
package fault

import (
	"errors"
	"fmt"
	"io"
)

var (
	ErrTruncated error = &kind{"truncated", "unexpected end of data", io.ErrUnexpectedEOF}
	ErrUTF8            = NewKind("utf8", "invalid UTF-8")
	ErrRange           = NewKind("range", "out of range")
	ErrSyntax          = NewKind("syntax", "syntax error")

	ErrLength       = NewKind("length", "impossible length")
	ErrUnknownType  = NewKind("type", "unknown type ID")
	ErrFlags        = NewKind("flags", "stray flag bits")
	ErrDepth        = NewKind("depth", "nested too deep")
	ErrObject       = NewKind("object", "full objects are not allowed")
	ErrNodePath     = NewKind("nodepath", "old form of NodePath")
	ErrElementType  = NewKind("elemtype", "wrong type of element")
	ErrTrailing     = NewKind("trailing", "trailing data")
	ErrLimit        = NewKind("limit", "over the limit")
	ErrPadding      = NewKind("padding", "padding is not zero")
	ErrBool         = NewKind("bool", "bool is neither 0 nor 1")
	ErrNUL          = NewKind("nul", "NUL in text")
	ErrDuplicateKey = NewKind("duplicate_key", "duplicate key")
	ErrUnsupported  = NewKind("unsupported", "unsupported")
	ErrInexact      = NewKind("inexact", "not exact in single precision")
	ErrNotFinite    = NewKind("not_finite", "not finite")
	ErrNotFound     = NewKind("not_found", "not found")
	ErrWrongType    = NewKind("wrong_type", "wrong type")
	ErrOptions      = NewKind("options", "invalid options")
)

// A kind is the value that stands for one kind of error. errors.Is finds this value in each error
// of the kind.
type kind struct {
	name string // the name, which never changes
	text string
	also error // an error that errors.Is also finds in the kind, or nil
}

// NewKind returns a kind of error with a name and the text of its Error method.
func NewKind(name, text string) error { return &kind{name: name, text: text} }

// KindOf returns the name of the first kind that err wraps, or "" if it wraps none.
func KindOf(err error) string {
	var k *kind
	if !errors.As(err, &k) {
		return ""
	}
	return k.name
}

func (k *kind) Error() string        { return k.text }
func (k *kind) Is(target error) bool { return k.also != nil && target == k.also }

// Stream wraps the error of a reader or writer, so that errors.Is and errors.As still find this
// error. If the error is io.ErrUnexpectedEOF, errors.Is also finds ErrTruncated. After a timeout
// the text begins with "timed out".
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

// Because returns an error whose text is the text of the kind, ": " and the reason. errors.Is finds
// the kind.
func Because(kind error, reason string) error { return &detail{kind, reason} }

// Options returns an error of the kind ErrOptions with the formatted reason. Such an error is a
// mistake of the program.
func Options(format string, args ...any) error {
	return fmt.Errorf("godot: %w: %s", ErrOptions, fmt.Sprintf(format, args...))
}

type detail struct {
	kind error
	text string
}

func (d *detail) Error() string { return d.kind.Error() + ": " + d.text }
func (d *detail) Unwrap() error { return d.kind }
