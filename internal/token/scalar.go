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

// The kinds. Name is a StringName. Path is a NodePath, which is a scalar in JSON alone.
const (
	Null ScalarKind = iota
	Bool
	Int
	Float
	Text
	Name
	Path
)

// Scalar reads a scalar. If something else is next, it returns false and reads nothing. The Text
// is then the name that is next, "" if there is none.
func (r *Reader) Scalar() (s Scalar, ok bool) {
	switch c := r.Peek(); {
	case c == '"':
		return Scalar{Kind: Text, Text: r.Text()}, true

	case c == '-' || isDigit(c):
		var n number
		r.number(&n)
		if n.integer {
			return Scalar{Kind: Int, Int: r.int(&n)}, true
		}
		return Scalar{Kind: Float, Float: r.float(&n, 64)}, true

	case c == '&' || c == '@': // Godot 4 still reads the "@" of its first versions
		r.pos++
		return Scalar{Kind: Name, Text: r.quotedName()}, true
	}

	at := r.pos
	name := r.Ident()

	switch name {
	case "":
		return Scalar{}, false
	case "true":
		return Scalar{Kind: Bool, Bool: true}, true
	case "false":
		return Scalar{Kind: Bool}, true
	case "null", "nil":
		return Scalar{}, true

	case "inf", "inf_neg", "nan":
		r.pos = at
		var n number
		r.number(&n)
		return Scalar{Kind: Float, Float: r.float(&n, 64)}, true
	}

	r.pos = at
	return Scalar{Text: name}, false
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
