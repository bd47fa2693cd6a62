package variant

import (
	"errors"
	"unicode/utf8"
)

// ErrSyntax is the kind of error of text that is no constructor text, or JSON
// that is no value.
var ErrSyntax = errors.New("syntax error")

// A TextError says where text could not be read. Its kind is ErrSyntax,
// ErrTruncated where the text ends too early, ErrDepth, ErrLimit, ErrObject, ErrUTF8,
// ErrRange for a number that its type can't hold, or ErrElementType.
type TextError struct {
	Line, Column int // from 1; columns count characters
	Offset       int // in bytes, from 0
	Err          error
}

// Error returns the text: godot: text at 3:14: syntax error: expected a comma.
func (e *TextError) Error() string {
	return "godot: text at " + itoa(e.Line) + ":" + itoa(e.Column) + ": " + e.Err.Error()
}

// Unwrap returns the kind, for errors.Is.
func (e *TextError) Unwrap() error { return e.Err }

// A TextReader is the cursor over constructor text or JSON. Its errors stick, as
// those of [Reader] do.
type TextReader struct {
	settings TextSettings
	text     string
	pos      int
	depth    int
	json     bool
	ends     []int32 // JSON: where each bracket is closed
	first    bool    // no argument of the list has been read
	err      error
	at       int
}

// TextSettings say what a [TextReader] knows and takes.
type TextSettings struct {
	// Types holds the prototypes by the name in front of the parenthesis.
	Types map[string]Constructible
	// Object makes an object of its class and properties, or says why not. Nil: no
	// objects at all.
	Object func(class string, names []string, values []Variant) (Variant, error)
	// Single rounds the components of vectors and the like to single precision.
	Single bool
	// MaxDepth is how deep values may nest. 0: 1024.
	MaxDepth int
}

// NewTextReader returns a TextReader of constructor text.
func NewTextReader(text string, s TextSettings) *TextReader {
	if s.MaxDepth <= 0 || s.MaxDepth > defaultMaxDepth {
		s.MaxDepth = defaultMaxDepth
	}
	return &TextReader{settings: s, text: text}
}

// NewJSONReader returns a TextReader of canonical JSON.
func NewJSONReader(text string, s TextSettings) *TextReader {
	r := NewTextReader(text, s)
	r.json = true
	return r
}

// Err returns the first error, a [*TextError], or nil.
func (r *TextReader) Err() error {
	if r.err == nil {
		return nil
	}
	e := &TextError{Line: 1, Offset: r.at, Err: r.err}
	start := 0
	for i := range r.at {
		if r.text[i] == '\n' {
			e.Line, start = e.Line+1, i+1
		}
	}
	e.Column = utf8.RuneCountInString(r.text[start:r.at]) + 1
	return e
}

// Failed reports whether Err returns an error.
func (r *TextReader) Failed() bool { return r.err != nil }

// Fail makes err, if it is the first, the error, at the cursor.
func (r *TextReader) Fail(err error) { r.failAt(r.pos, err) }

func (r *TextReader) failAt(at int, err error) {
	if r.err == nil {
		r.err, r.at = err, min(at, len(r.text))
	}
}

// RowMajor reports whether a Basis comes row by row, see [Args].
func (r *TextReader) RowMajor() bool { return !r.json }

// peek skips space and comments and returns the next byte, 0 at the end and
// after an error.
func (r *TextReader) peek() byte {
	for r.err == nil && r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case c == ';' && !r.json:
			for r.pos < len(r.text) && r.text[r.pos] != '\n' {
				r.pos++
			}
		case c > ' ':
			return c
		default:
			r.pos++
		}
	}
	return 0
}

// Accept passes over c if it is next, and reports whether it was.
func (r *TextReader) Accept(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.pos++
	return true
}

// Expect passes over c, and fails if it is not next.
func (r *TextReader) Expect(c byte) {
	if !r.Accept(c) {
		r.unexpected("'" + string(rune(c)) + "'")
	}
}

// unexpected fails because what is next is not what is wanted.
func (r *TextReader) unexpected(want string) {
	switch r.peek() {
	case 0:
		r.Fail(Because(ErrTruncated, "expected "+want))
	default:
		c, _ := utf8.DecodeRuneInString(r.text[r.pos:])
		r.Fail(Because(ErrSyntax, "expected "+want+", found "+quoteRune(c)))
	}
}

// End fails if anything but space and comments is left.
func (r *TextReader) End() {
	if r.peek() != 0 {
		r.unexpected("the end")
	}
}

// Ident reads a name; it is empty where none is next.
func (r *TextReader) Ident() string {
	r.peek()
	start := r.pos
	for r.err == nil && r.pos < len(r.text) && isNameByte(r.text[r.pos], r.pos > start) {
		r.pos++
	}
	return r.text[start:r.pos]
}

func isNameByte(c byte, inside bool) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || inside && c >= '0' && c <= '9'
}

// Begin reads the name of a constructor and its "(".
func (r *TextReader) Begin(name string) {
	r.peek()
	at := r.pos
	if got := r.Ident(); got != name {
		r.pos = at
		r.unexpected(name)
	}
	r.Open()
}

// Open reads the "(" in front of arguments, in JSON the "[".
func (r *TextReader) Open() {
	if r.json {
		r.Expect('[')
	} else {
		r.Expect('(')
	}
	r.first = true
}

// More reports whether an argument follows, see [Args].
func (r *TextReader) More() bool {
	first, end := r.first, byte(')')
	if r.json {
		end = ']'
	}
	r.first = false
	switch {
	case r.err != nil:
		return false
	case r.Accept(end):
		return false
	case first:
		return true
	case !r.Accept(','):
		r.unexpected("',' or '" + string(rune(end)) + "'")
		return false
	}
	return !r.Accept(end)
}
