package token

import (
	"strconv"
	"unicode/utf8"

	"godotvariant/internal/fault"
	"godotvariant/variant/notation"
)

// A Reader is a cursor over constructor text or JSON. Before each token it skips space. In
// constructor text it also skips comments, from a semicolon to the end of the line. After the first
// error it reads nothing more. It implements [notation.Args].
type Reader struct {
	// Single rounds the numbers that Real returns to single precision.
	Single bool
	// Strict rejects a number that does not fit its type. If Strict is false, the number becomes
	// the nearest number that fits.
	Strict bool
	// Finite rejects NaN and infinities.
	Finite bool
	// Repair converts the bytes of a string to text, or returns an error. If it is nil, a string
	// that is not UTF-8 fails with variant.ErrUTF8.
	Repair func(s string) (string, error)

	text  string
	pos   int
	json  bool
	ends  []int32 // result of brackets(text), or nil before it is needed; only for JSON
	first bool    // the next argument is the first of its list
	err   error
	at    int     // offset of err
	path  []any   // see Fault.Path
	inner *Reader // see Inner
}

var _ notation.Args = (*Reader)(nil)

// NewTextReader returns a Reader of constructor text.
func NewTextReader(text string) *Reader { return &Reader{text: text} }

// NewJSONReader returns a Reader of canonical JSON, of less than 2 GiB.
func NewJSONReader(text string) *Reader { return &Reader{text: text, json: true} }

// Inner returns a Reader for constructor text inside a string. It has the same rules for numbers as
// r. It is valid until the next call of Inner.
func (r *Reader) Inner(text string) *Reader {
	if r.inner == nil {
		r.inner = new(Reader)
	}
	*r.inner = Reader{text: text, Strict: r.Strict, Finite: r.Finite}
	return r.inner
}

// A Fault is the first error of a Reader, with its line, column, offset and path. Package variant
// turns it into an Error.
type Fault struct {
	Line, Column int   // from 1; columns count characters
	Offset       int   // offset in bytes, from 0
	Path         []any // steps to the bad value, beginning with the innermost, see [Reader.Inside]
	Err          error // kind of the error, or an error that wraps the kind
}

// Error returns the line, the column and the text of Err: 3:14: syntax error.
func (f *Fault) Error() string {
	return strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column) + ": " + f.Err.Error()
}

// Unwrap returns Err, so that errors.Is finds the kind.
func (f *Fault) Unwrap() error { return f.Err }

// Err returns the first error, a [*Fault], or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}

	f := &Fault{Line: 1, Offset: r.at, Path: r.path, Err: r.err}

	start := 0
	for i := range r.at {
		if r.text[i] == '\n' {
			f.Line = f.Line + 1
			start = i + 1
		}
	}

	f.Column = utf8.RuneCountInString(r.text[start:r.at]) + 1
	return f
}

// Failed reports whether Err returns an error.
func (r *Reader) Failed() bool { return r.err != nil }

// Fail stores err with the offset of the cursor, unless the Reader has an error already.
func (r *Reader) Fail(err error) { r.FailAt(r.pos, err) }

// FailAt is like [Reader.Fail], but the error has the given offset.
func (r *Reader) FailAt(offset int, err error) {
	if r.err == nil {
		r.err = err
		r.at = min(offset, len(r.text))
	}
}

// Inside adds a step to the path of the error. A container calls it after one of its parts has
// failed. The argument is the variant.Step that leads from the container to this part. So the
// innermost container adds the first step.
func (r *Reader) Inside(step any) { r.path = append(r.path, step) }

// Unexpected fails because the next text is not the expected text. The argument expected describes
// the expected text.
func (r *Reader) Unexpected(expected string) {
	if r.Peek() == 0 {
		r.Fail(fault.Because(fault.ErrTruncated, "expected "+expected))
		return
	}
	c, _ := utf8.DecodeRuneInString(r.text[r.pos:])
	r.Fail(fault.Because(fault.ErrSyntax, "expected "+expected+", found "+strconv.QuoteRune(c)))
}

// Peek returns the next byte without reading it. At the end and after an error it returns 0.
func (r *Reader) Peek() byte {
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

// Offset returns the offset of the cursor. After [Reader.Peek] it is the offset of the next byte.
func (r *Reader) Offset() int { return r.pos }

// Seek moves the cursor to an offset that [Reader.Offset] has returned.
func (r *Reader) Seek(offset int) { r.pos = offset }

// Accept reads the byte c and returns true, if c is the next byte. Otherwise it reads nothing and
// returns false.
func (r *Reader) Accept(c byte) bool {
	if r.Peek() != c {
		return false
	}
	r.pos++
	return true
}

// Expect reads the byte c. If another byte is next, Expect fails.
func (r *Reader) Expect(c byte) {
	if !r.Accept(c) {
		r.Unexpected("'" + string(rune(c)) + "'")
	}
}

// End fails if anything but space and comments is left.
func (r *Reader) End() {
	if r.Peek() != 0 {
		r.Unexpected("the end")
	}
}

// Ident reads a name of letters, digits and underscores. If the next byte can't begin a name, it
// returns "".
func (r *Reader) Ident() string {
	if !isNameByte(r.Peek()) {
		return ""
	}
	return r.Word()
}

// Word reads letters, digits and underscores at the cursor, without skipping space.
func (r *Reader) Word() string {
	if r.err != nil {
		return ""
	}

	end := r.pos
	for end < len(r.text) && inWord[r.text[end]] {
		end++
	}

	word := r.text[r.pos:end]
	r.pos = end
	return word
}

// inWord says for each byte whether a name may contain it.
var inWord = func() (in [256]bool) {
	for c := range in {
		in[c] = isNameByte(byte(c)) || isDigit(byte(c))
	}
	return in
}()

// Begin reads the name of a constructor and its "(".
func (r *Reader) Begin(name string) {
	r.Peek()
	at := r.pos
	if got := r.Ident(); got != name {
		r.pos = at
		r.Unexpected(name)
	}
	r.Open()
}

// Open reads the "(" before arguments. In JSON it reads "[".
func (r *Reader) Open() {
	if r.json {
		r.Expect('[')
	} else {
		r.Expect('(')
	}
	r.first = true
}

// More reports whether an argument follows. It reads the comma in front of the argument, or the
// bracket at the end of the list. A comma is allowed after the last argument.
func (r *Reader) More() bool {
	end := byte(')')
	if r.json {
		end = ']'
	}

	first := r.first
	r.first = false

	c := r.Peek()
	switch {
	case c == end:
		r.pos++
		return false
	case r.err != nil:
		return false
	case first:
		return true

	case c != ',':
		r.Unexpected("',' or '" + string(rune(end)) + "'")
		return false
	}

	r.pos++
	return !r.Accept(end)
}

// RowMajor reports whether a Basis comes row by row, see [notation.Args].
func (r *Reader) RowMajor() bool { return !r.json }
