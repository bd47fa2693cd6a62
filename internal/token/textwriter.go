package token

import (
	"strconv"

	"godotvariant/variant/notation"
)

// AppendCall appends a constructor with the arguments that the function args writes, in one line:
// Vector2(1, 2.5).
func AppendCall(b []byte, name string, args func(notation.ArgsWriter)) []byte {
	w := textWriter{buf: append(append(b, name...), '(')}
	args(&w)
	return append(w.buf, ')')
}

// AppendExactCall is like AppendCall, with the numbers of [AppendExact]. The argument limit is a
// length in bytes. When the result is longer than this, AppendExactCall leaves out the remaining
// arguments.
func AppendExactCall(b []byte, name string, limit int, args func(notation.ArgsWriter)) []byte {
	w := exactWriter{textWriter{buf: append(append(b, name...), '(')}, limit}
	args(&w)
	return append(w.buf, ')')
}

// textWriter writes arguments in the forms of [FormatReal] and [Quote].
type textWriter struct {
	buf  []byte
	more bool
}

func (w *textWriter) comma() {
	if w.more {
		w.buf = append(w.buf, ", "...)
	}
	w.more = true
}

// exactWriter is a textWriter that writes real numbers with [AppendExact]. When the text is longer
// than limit bytes, it writes nothing more.
type exactWriter struct {
	textWriter
	limit int
}

func (w *exactWriter) full() bool { return len(w.buf) > w.limit }

func (w *exactWriter) Real(f float64) {
	if !w.full() {
		w.comma()
		w.buf = AppendExact(w.buf, f)
	}
}

func (w *exactWriter) Int(i int64) {
	if !w.full() {
		w.textWriter.Int(i)
	}
}

func (w *exactWriter) Uint(u uint64) {
	if !w.full() {
		w.textWriter.Uint(u)
	}
}

func (w *exactWriter) Text(s string) {
	if !w.full() {
		w.textWriter.Text(s)
	}
}

func (w *textWriter) Real(f float64) {
	w.comma()
	w.buf = AppendReal(w.buf, f)
}

func (w *textWriter) Int(i int64) {
	w.comma()
	w.buf = strconv.AppendInt(w.buf, i, 10)
}

func (w *textWriter) Uint(u uint64) {
	w.comma()
	w.buf = strconv.AppendUint(w.buf, u, 10)
}

func (w *textWriter) Text(s string) {
	w.comma()
	w.buf = append(w.buf, Quote(s)...)
}

func (w *textWriter) RowMajor() bool { return true }
