package token

import (
	"strconv"
	"unicode/utf8"

	"godotvariant/internal/fault"
	"godotvariant/internal/float"
	"godotvariant/variant/notation"
)

// A JSONWriter writes the tokens of canonical JSON. It keeps the first error.
type JSONWriter struct {
	Rules Rules // rules for numbers

	buf   []byte
	start int  // offset in buf at which the written JSON starts
	more  bool // the current list has an item
	err   error
}

var _ notation.ArgsWriter = (*JSONWriter)(nil)

// Reset makes the JSONWriter append new JSON to dst. It removes the rules, and forgets the error
// and the open list of the previous JSON.
func (w *JSONWriter) Reset(dst []byte) { *w = JSONWriter{buf: dst, start: len(dst)} }

// Bytes returns the bytes that were passed to [JSONWriter.Reset], with the written JSON after them.
func (w *JSONWriter) Bytes() []byte { return w.buf }

// Len returns the length of the JSON that has been written.
func (w *JSONWriter) Len() int { return len(w.buf) - w.start }

// Err returns the first error, or nil: variant.ErrUTF8 for a string that is not UTF-8, or the error
// of a number that the Rules refuse.
func (w *JSONWriter) Err() error { return w.err }

func (w *JSONWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Begin begins a list. It writes head, the text up to and including the "[" of the list.
func (w *JSONWriter) Begin(head string) {
	w.Raw(head)
	w.more = false
}

// Next writes the comma between two items. Before the first item of a list it writes nothing.
func (w *JSONWriter) Next() {
	if w.more {
		w.Raw(",")
	}
	w.more = true
}

// End ends the list that [JSONWriter.Begin] began. It writes tail, which begins with the "]" of the
// list.
func (w *JSONWriter) End(tail string) {
	w.Raw(tail)
	w.more = true
}

// Raw writes s without changes.
func (w *JSONWriter) Raw(s string) { w.buf = append(w.buf, s...) }

// Quoted writes s as a JSON string.
func (w *JSONWriter) Quoted(s string) { w.Tagged("", s) }

// Tagged writes the tag, such as "s:", and s as one JSON string. The tag must not need escapes.
func (w *JSONWriter) Tagged(tag, s string) {
	if !utf8.ValidString(s) {
		w.fail(fault.ErrUTF8)
	}

	w.buf = append(w.buf, '"')
	w.buf = append(w.buf, tag...)
	w.buf = appendEscaped(w.buf, s)
	w.buf = append(w.buf, '"')
}

// TaggedBytes is like Tagged, for a text that is a slice of bytes. It makes a copy only of a text
// that needs escapes.
func (w *JSONWriter) TaggedBytes(tag string, s []byte) {
	if !utf8.Valid(s) {
		w.fail(fault.ErrUTF8)
	}

	plain := 0
	for plain < len(s) && !isEscaped(s[plain]) {
		plain++
	}

	w.buf = append(w.buf, '"')
	w.buf = append(w.buf, tag...)
	w.buf = append(w.buf, s[:plain]...)
	if plain < len(s) {
		w.buf = appendEscaped(w.buf, string(s[plain:]))
	}
	w.buf = append(w.buf, '"')
}

// TaggedInt writes a number of type int in quotes: "i:5".
func (w *JSONWriter) TaggedInt(i int64) {
	w.Raw(`"i:`)
	w.buf = strconv.AppendInt(w.buf, i, 10)
	w.Raw(`"`)
}

// Float writes a number of type float in quotes: "f:1.5".
func (w *JSONWriter) Float(f float64) {
	if err := w.Rules.Check(f); err != nil {
		w.fail(err)
	}

	w.Raw(`"f:`)
	w.number(f, 64)
	w.Raw(`"`)
}

// number writes a number of 64 or 32 bits.
func (w *JSONWriter) number(f float64, bits int) {
	w.buf = AddPoint(appendExact(w.buf, f, bits), len(w.buf))
}

// Real writes a component as an item of the list. An infinite number or NaN is written in quotes.
// If the Rules round the component, it is written with the fewest digits that read back as the same
// number in single precision.
func (w *JSONWriter) Real(f float64) {
	w.Next()

	bits := 64
	if w.Rules.Single {
		bits = 32
	}

	switch {
	case w.Rules.Checks():
		f = w.checked(f)
	case w.Rules.Single:
		f = float64(float32(f))
	}

	if float.Finite(f) {
		w.number(f, bits)
	} else {
		w.Float(f)
	}
}

// checked returns the component f, rounded if the Rules say so. If the Rules refuse f, the
// JSONWriter has an error.
func (w *JSONWriter) checked(f float64) float64 {
	written, err := w.Rules.Component(f)
	if err != nil {
		w.fail(err)
	}
	return written
}

// Int writes an integer as an item of the list.
func (w *JSONWriter) Int(i int64) {
	w.Next()
	w.buf = strconv.AppendInt(w.buf, i, 10)
}

// Uint writes an integer as an item of the list.
func (w *JSONWriter) Uint(u uint64) {
	w.Next()
	w.buf = strconv.AppendUint(w.buf, u, 10)
}

// Text writes a string as an item of the list.
func (w *JSONWriter) Text(s string) {
	w.Next()
	w.Quoted(s)
}

// RowMajor returns false, because in JSON a Basis is written axis by axis. See [notation.Args].
func (w *JSONWriter) RowMajor() bool { return false }

// isEscaped reports whether JSON requires a character to be escaped.
func isEscaped(c byte) bool { return c < ' ' || c == '"' || c == '\\' }

// appendEscaped appends s with the escapes that JSON requires.
func appendEscaped(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	start := 0 // start of the text that is not appended yet

	for i := range len(s) {
		c := s[i]
		if !isEscaped(c) {
			continue
		}

		b = append(b, s[start:i]...)
		start = i + 1

		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		case '\r':
			b = append(b, `\r`...)
		default:
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		}
	}

	return append(b, s[start:]...)
}
