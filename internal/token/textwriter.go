package token

import (
	"strconv"

	"godotvariant/variant/notation"
)

// AppendCall appends a constructor with the arguments that args writes, in one line:
// Vector2(1, 2.5).
func AppendCall(b []byte, name string, args func(notation.ArgsWriter)) []byte {
	w := textWriter{buf: append(append(b, name...), '(')}
	args(&w)
	return append(w.buf, ')')
}

// textWriter writes arguments as [FormatReal] and [Quote] have them.
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
