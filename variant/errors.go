package variant

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/internal/wire"
)

// An Error is returned by all operations on values: encoding, decoding, converting, parsing,
// printing and looking up. It has the kind of the error and the place of the value. The page of
// package codec lists the errors of all functions. The text of an Error reads
//
//	godot: decode $["enemies"][4].tags[0] (String) at offset 696: unexpected end of data
//	godot: parse $["enemies"][4] at 3:14: syntax error: expected ',', found ';'
type Error struct {
	Op Op // operation that has failed
	// Offset is in bytes. For OpDecode it is the offset of the wrong field in the packet, for
	// OpEncode the offset of the value's header in the output, for OpParse the offset in the text.
	// For other operations it is 0.
	Offset int
	// Line and Column are the place in text or JSON, from 1. Columns count characters. For other
	// errors both are 0.
	Line, Column int
	// Path leads from the outermost value to the invalid value. tree.Lookup accepts it. The step to
	// a key or name of more than 64 bytes is a StepPair.
	Path Path
	Type Type  // type of the invalid value; TypeNil if it is unknown
	Err  error // the kind, such as ErrTruncated, or an error that wraps it

	name string // name of the type, if it is a [Named] type
}

// An Op is the operation that has failed, as a word for people. The errors of all packages have an
// Op.
type Op string

// The operations.
const (
	OpDecode  Op = "decode"  // decoding bytes to values or Go values
	OpEncode  Op = "encode"  // encoding values or Go values to bytes
	OpConvert Op = "convert" // converting values to Go values or to another dialect, and back
	OpParse   Op = "parse"   // parsing text or JSON
	OpFormat  Op = "format"  // writing values as text or JSON
	OpLookup  Op = "look up"
	OpSet     Op = "set"
	OpDelete  Op = "delete"
	OpClone   Op = "clone"
	OpDiff    Op = "diff"
	OpPatch   Op = "patch"
	OpRead    Op = "read"    // reading a file or its container
	OpWrite   Op = "write"   // writing a file or its container
	OpReceive Op = "receive" // receiving a packet of a peer
	OpCall    Op = "call"    // calling a method of a peer
	OpSpawn   Op = "spawn"   // spawning a node at peers
)

// NewError returns the error of a value at a path, for functions that neither read nor write bytes.
func NewError(op Op, path Path, v Variant, err error) *Error {
	e := &Error{Op: op, Path: slices.Clone(path), Err: err}
	if v != nil {
		nilsafe.Guard(v, func() { e.Type = v.Type() })
	}
	if v, ok := v.(Named); ok {
		nilsafe.Guard(v, func() { e.name = v.TypeName() })
	}
	if at, ok := err.(*token.Fault); ok { // a text reader of this module returned err
		e.setPlace(at)
	}

	return e
}

// setPlace copies the kind and the place of an error that a reader of text returned.
func (e *Error) setPlace(at *token.Fault) {
	e.Offset = at.Offset
	e.Line = at.Line
	e.Column = at.Column
	e.Path = backwards(at.Path, func(s any) Step { return s.(Step) })
	e.Err = at.Err
}

// kindOf unwraps err as long as it wraps an Error.
func kindOf(err error) error {
	var e *Error
	for errors.As(err, &e) {
		err = e.Err
	}
	return err
}

// errorAt returns the error of an operation that reads or writes bytes.
func errorAt(op Op, at wire.Fault, f *forms.Format) *Error {
	return &Error{Op: op, Offset: at.Offset, Path: pathOf(at.Path), Type: at.Type, Err: at.Err,
		name: f.Name(at.Type)}
}

// Error returns the text. It has the path as [Path.Short] returns it. Control characters of data
// are escaped, as in \x1b.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("godot: ")
	b.WriteString(string(e.Op))
	b.WriteByte(' ')
	b.WriteString(e.Path.Short())

	if e.Type != TypeNil {
		b.WriteString(" (")
		b.WriteString(cmp.Or(e.name, e.Type.String()))
		b.WriteByte(')')
	}

	switch {
	case e.Line > 0:
		b.WriteString(" at " + itoa(e.Line) + ":" + itoa(e.Column))
	case e.Op == OpDecode:
		b.WriteString(" at offset " + itoa(e.Offset))
	}

	b.WriteString(": ")
	b.WriteString(printable.Clip(e.Err.Error(), maxErrorText))
	return printable.Text(b.String())
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

// maxErrorText is the greatest length, in bytes, of the text of the wrapped error. Longer text is
// cut, because errors of UnmarshalText and similar methods may quote the data.
const maxErrorText = 1024

// These are the kinds of errors, for errors.Is. [KindOf] returns their names. The name after
// "Godot:" is the error that the engine reports, if it reports an error. Only strict mode reports
// [ErrPadding], [ErrBool], [ErrNUL] and, with an exception, [ErrDuplicateKey].
var (
	// ErrTruncated means that the data ends inside a value, or that a count claims more than the
	// data can hold. It also matches io.ErrUnexpectedEOF. Godot: ERR_INVALID_DATA, in strings
	// ERR_FILE_EOF.
	ErrTruncated = fault.ErrTruncated
	// ErrLength means that a length or count is negative, or greater than 2,147,483,647, the
	// greatest length in the format.
	ErrLength = fault.ErrLength
	// ErrUnknownType means that the dialect has no type with this ID. Godot: ERR_INVALID_DATA.
	ErrUnknownType = fault.ErrUnknownType
	// ErrFlags means that bits without a meaning are set in the header or in a flags word. Engines
	// and lenient mode ignore them.
	ErrFlags = fault.ErrFlags
	// ErrDepth means that values are nested deeper than Limits.MaxDepth. Encoding a value that
	// contains itself returns ErrDepth too. Godot: ERR_OUT_OF_MEMORY.
	ErrDepth = fault.ErrDepth
	// ErrUTF8 means that text is not UTF-8. Lenient mode accepts such text, and keeps its bytes.
	ErrUTF8 = fault.ErrUTF8
	// ErrObject means that there is a full object, which only the option FullObjects allows. Godot:
	// ERR_UNAUTHORIZED.
	ErrObject = fault.ErrObject
	// ErrNodePath means that a node path has the old form, which engines since 3.0.6 refuse.
	ErrNodePath = fault.ErrNodePath
	// ErrElementType means that an item does not have the element type of its container. Engines
	// drop such an item.
	ErrElementType = fault.ErrElementType
	// ErrTrailing means that there are bytes after the value. Engines and lenient mode ignore them.
	ErrTrailing = fault.ErrTrailing
	// ErrLimit means that a value or frame exceeds one of the Limits.
	ErrLimit = fault.ErrLimit

	// ErrPadding means that padding is not zero.
	ErrPadding = fault.ErrPadding
	// ErrBool means that a bool is neither 0 nor 1.
	ErrBool = fault.ErrBool
	// ErrNUL means that text contains a NUL, at which an engine would end the text. It can also
	// mean that a text in a PackedStringArray has no NUL at its end.
	ErrNUL = fault.ErrNUL
	// ErrDuplicateKey means that a dictionary has the same key twice, or an object the same
	// property. In every mode, encoding also returns it for two different keys that become equal by
	// rounding to single precision.
	ErrDuplicateKey = fault.ErrDuplicateKey

	// ErrUnsupported means that the dialect or the text has no form for this type or value, or that
	// the program can't handle the compression of a file.
	ErrUnsupported = fault.ErrUnsupported
	// ErrInexact means that single precision would round the number, and that the option Exact
	// forbids it.
	ErrInexact = fault.ErrInexact
	// ErrNotFinite means that a number is NaN or infinite, or becomes infinite in single precision.
	// Only the option Finite and the tag finite refuse such numbers.
	ErrNotFinite = fault.ErrNotFinite
	// ErrRange means that a number or length does not fit its Go type, its type in Godot, or its
	// field in the packet.
	ErrRange = fault.ErrRange

	// ErrNotFound means that a key, item or property does not exist, or that text is not a path.
	ErrNotFound = fault.ErrNotFound
	// ErrWrongType means that a value does not have the type that the path, the caller or the Go
	// type expects.
	ErrWrongType = fault.ErrWrongType

	// ErrSyntax means that text is not constructor text, or that JSON is not a value.
	ErrSyntax = fault.ErrSyntax

	// ErrOptions means a mistake in the program: options that contradict each other or are out of
	// range, or a type that can't be registered.
	ErrOptions = fault.ErrOptions
)

// Because returns an error of the given kind. Its text is the text of the kind, ": " and the
// reason: "out of range: health 120 of 100". It is for the Encode and Decode methods of your own
// types; [Writer.Fail] and [Reader.Fail] add the offset and the path.
func Because(kind error, reason string) error { return fault.Because(kind, reason) }

// NewKind returns a new kind of error, for errors.Is. [KindOf] returns the name of the kind, and
// the kind's Error method returns the text. Make a package variable for each kind of error of your
// program:
//
//	var ErrBanned = variant.NewKind("banned", "the player is banned")
func NewKind(name, text string) error { return fault.NewKind(name, text) }

// KindOf returns the name of the kind that err wraps: "truncated" for [ErrTruncated], "limit" for
// [ErrLimit]. It returns the first name that it finds, and "" if err is nil or wraps no kind. Names
// are short, in lower case, and never change, so they can be labels of metrics. ERRORS.md of
// package codec lists them.
func KindOf(err error) string { return fault.KindOf(err) }

func itoa(i int) string { return strconv.Itoa(i) }
