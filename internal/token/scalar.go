package token

import "godotvariant/internal/fault"

// A Scalar is a value in text that has no parts.
type Scalar struct {
	Kind  ScalarKind
	Bool  bool
	Int   int64
	Float float64
	Text  string
}

// A ScalarKind says which field of a Scalar has the value.
type ScalarKind uint8

// The kinds. Name is a StringName.
const (
	Null ScalarKind = iota
	Bool
	Int
	Float
	Text
	Name
)

// Scalar reads a scalar. It returns false, and reads nothing, if something else is next.
func (r *Reader) Scalar() (Scalar, bool) {
	switch c := r.Peek(); {
	case c == '"':
		return Scalar{Kind: Text, Text: r.Text()}, true

	case c == '-' || c >= '0' && c <= '9':
		at := r.Offset()
		n := r.Number()
		if n.Integer {
			r.checkRange(at, n)
			return Scalar{Kind: Int, Int: n.Int}, true
		}
		return Scalar{Kind: Float, Float: n.Float}, true

	case c == '&' || c == '@': // Godot 4 still reads the "@" of its first versions
		r.pos++
		return Scalar{Kind: Name, Text: r.quotedName()}, true
	}

	at := r.Offset()
	switch r.Ident() {
	case "true":
		return Scalar{Kind: Bool, Bool: true}, true
	case "false":
		return Scalar{Kind: Bool}, true
	case "null", "nil":
		return Scalar{}, true

	case "inf", "inf_neg", "nan":
		r.Seek(at)
		return Scalar{Kind: Float, Float: r.Number().Float}, true
	}

	r.Seek(at)
	return Scalar{}, false
}

// quotedName reads the string of a name, which begins at the cursor: engines allow no space there.
func (r *Reader) quotedName() string {
	start := r.pos
	if !r.IsText() {
		r.Unexpected("a quoted name")
		return ""
	}

	if r.pos != start {
		r.FailAt(start, fault.Because(fault.ErrSyntax, "expected a quoted name, found space"))
		return ""
	}

	return r.Text()
}
