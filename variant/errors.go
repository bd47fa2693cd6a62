package variant

import (
	"cmp"
	"strconv"
	"strings"

	"godotvariant/internal"
	"godotvariant/internal/care"
	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
)

// Error is the error of a value that cannot be encoded, decoded, converted, printed or looked
// up: what went wrong, and where. The page of package codec lists the errors of all functions.
// The text of an Error reads
//
//	godot: decode $["enemies"][4].tags[0] (String) at offset 696: unexpected end of data
type Error struct {
	// "decode", "encode", "convert", "look up", "set", "delete", "clone", "patch" or "format"
	Op string
	// "decode": of the field at fault, in the packet; "encode": of the value's header, in
	// the output; else 0
	Offset int
	Path   string // from the outermost value, $, as in $["key"][2].property
	Type   Type   // of the value at fault; TypeNil if it is unknown
	Err    error  // the kind, such as ErrTruncated, or an error that wraps it

	name string // of the type, if it is a [Named] one
}

// errorOf returns the error of a value that is neither read from nor written to bytes.
func errorOf(op string, v Variant, err error) *Error {
	e := &Error{Op: op, Path: "$", Err: err}
	if v != nil {
		care.Guard(v, func() { e.Type = v.Type() })
	}
	if v, ok := v.(Named); ok {
		care.Guard(v, func() { e.name = v.TypeName() })
	}

	return e
}

// NewError returns the error of a value at a path, for functions that neither read nor write bytes.
func NewError(op string, path []Step, v Variant, err error) *Error {
	e := errorOf(op, v, err)
	e.Path = internal.PathText(len(path), func(i int) string { return path[i].short() })
	return e
}

// errorAt returns the error of a value that is read from bytes or written to them.
func errorAt(op string, at wire.Fault, f *forms.Format) *Error {
	return &Error{Op: op, Offset: at.Offset, Path: backwards(at.Path), Type: at.Type, Err: at.Err,
		name: f.Name(at.Type)}
}

// Error returns the text. The path of a value that lies very deep is shortened. Control
// characters of data are escaped, as in \x1b.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("godot: ")
	b.WriteString(e.Op)
	b.WriteByte(' ')
	b.WriteString(e.Path)

	if e.Type != TypeNil {
		b.WriteString(" (")
		b.WriteString(cmp.Or(e.name, e.Type.String()))
		b.WriteByte(')')
	}

	if e.Op == opDecode {
		b.WriteString(" at offset ")
		b.WriteString(itoa(e.Offset))
	}

	b.WriteString(": ")
	b.WriteString(internal.Clip(e.Err.Error(), maxErrorText))
	return internal.Printable(b.String())
}

// Unwrap returns the kind, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

// maxErrorText is the length in bytes to which the text of a kind is cut: errors of
// UnmarshalText and the like may quote the data.
const maxErrorText = 1024

const (
	opDecode = "decode"
	opEncode = "encode"
)

// The kinds of error, for errors.Is. After "Godot:" stands the error of the engine, if it
// reports one. Only strict mode reports [ErrPadding], [ErrBool], [ErrNUL] and, with an
// exception, [ErrDuplicateKey].
var (
	// ErrTruncated: the data ends inside a value, or a count claims more than
	// the data can hold. It also matches io.ErrUnexpectedEOF.
	// Godot: ERR_INVALID_DATA, in strings ERR_FILE_EOF.
	ErrTruncated = fault.ErrTruncated
	// ErrLength: a length or count that is negative, or above 2,147,483,647, the
	// most that the format has.
	ErrLength = fault.ErrLength
	// ErrUnknownType: the dialect has no type of this ID. Godot: ERR_INVALID_DATA.
	ErrUnknownType = fault.ErrUnknownType
	// ErrFlags: bits in the header or a flags word that have no meaning here.
	// Engines and lenient mode ignore them.
	ErrFlags = fault.ErrFlags
	// ErrDepth: values are nested deeper than Limits.MaxDepth. Encoding a value that
	// contains itself is this error too. Godot: ERR_OUT_OF_MEMORY.
	ErrDepth = fault.ErrDepth
	// ErrUTF8: text that is not UTF-8. Lenient mode keeps its bytes.
	ErrUTF8 = fault.ErrUTF8
	// ErrObject: a full object, which only the option FullObjects allows.
	// Godot: ERR_UNAUTHORIZED.
	ErrObject = fault.ErrObject
	// ErrNodePath: a node path in the old form that engines since 3.0.6 refuse.
	ErrNodePath = fault.ErrNodePath
	// ErrElementType: an item whose type is not the element type of its container.
	// Engines drop such an item.
	ErrElementType = fault.ErrElementType
	// ErrTrailing: bytes after the value. Engines and lenient mode ignore them.
	ErrTrailing = fault.ErrTrailing
	// ErrLimit: more than one of the Limits allows.
	ErrLimit = fault.ErrLimit

	// ErrPadding: padding that is not zero.
	ErrPadding = fault.ErrPadding
	// ErrBool: a bool that is neither 0 nor 1.
	ErrBool = fault.ErrBool
	// ErrNUL: a NUL inside of text, at which an engine would end it, or a packed
	// string without the NUL at its end.
	ErrNUL = fault.ErrNUL
	// ErrDuplicateKey: a dictionary with one key twice, or an object with one
	// property twice. In every mode it is also the error of encoding two different keys
	// that rounding to single precision makes equal.
	ErrDuplicateKey = fault.ErrDuplicateKey

	// ErrUnsupported: the dialect has no form for this type or value.
	ErrUnsupported = fault.ErrUnsupported
	// ErrInexact: single precision would round the number, and the option
	// Exact forbids that.
	ErrInexact = fault.ErrInexact
	// ErrNotFinite: a number that is NaN or infinite, or infinite in single
	// precision. Only the option Finite and the tag finite refuse it.
	ErrNotFinite = fault.ErrNotFinite
	// ErrRange: a number that does not fit its Go type, its type in Godot, or its field in
	// the packet, or a length that does not fit.
	ErrRange = fault.ErrRange

	// ErrNotFound: a key, item or property that does not exist, or text that is not a path.
	ErrNotFound = fault.ErrNotFound
	// ErrWrongType: a value of another type than the path, the caller or the Go type
	// expects.
	ErrWrongType = fault.ErrWrongType

	// ErrSyntax: text that is not constructor text, or JSON that is not a value.
	ErrSyntax = fault.ErrSyntax
)

// Because returns an error of the given kind whose text goes on with why:
// "out of range: health 120 of 100". It is for the Encode and Decode methods of your own
// types; [Writer.Fail] and [Reader.Fail] add the offset and the path.
func Because(kind error, why string) error { return fault.Because(kind, why) }

func itoa(i int) string { return strconv.Itoa(i) }
