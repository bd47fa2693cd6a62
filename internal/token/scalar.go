package token

import (
	"math"

	"godotvariant/internal/fault"
)

// A Scalar is a value without parts, as it was read from text. The struct is small, so the compiler
// keeps it in registers.
type Scalar struct {
	Kind ScalarKind
	Text string
	bits uint64 // value of a Bool, Int or Float; or the offset of a Path in the text
}

func boolScalar(b bool) Scalar {
	s := Scalar{Kind: Bool}
	if b {
		s.bits = 1
	}
	return s
}

func intScalar(i int64) Scalar { return Scalar{Kind: Int, bits: uint64(i)} }

func floatScalar(f float64) Scalar { return Scalar{Kind: Float, bits: math.Float64bits(f)} }

// Bool returns the value of a Scalar of kind Bool.
func (s Scalar) Bool() bool { return s.bits != 0 }

// Int returns the value of a Scalar of kind Int.
func (s Scalar) Int() int64 { return int64(s.bits) }

// Float returns the value of a Scalar of kind Float.
func (s Scalar) Float() float64 { return math.Float64frombits(s.bits) }

// Offset returns the offset at which a Scalar of kind Path begins in the text.
func (s Scalar) Offset() int { return int(s.bits) }

// A ScalarKind is the kind of a Scalar.
type ScalarKind uint8

// The kinds of scalars. Name is a StringName. Path is a NodePath, which is a scalar only in JSON.
const (
	Null ScalarKind = iota
	Bool
	Int
	Float
	Text
	Name
	Path
)

// Scalar reads a scalar. If the next text is not a scalar, it returns false and reads nothing. In
// this case the field Text of the result is the next name, or "" if there is none.
func (r *Reader) Scalar() (s Scalar, ok bool) {
	switch c := r.Peek(); {
	case c == '"':
		return Scalar{Kind: Text, Text: r.Text()}, true

	case c == '-' || isDigit(c):
		var n number
		r.number(&n)
		if n.integer {
			return intScalar(r.int(&n)), true
		}
		return floatScalar(r.float(&n, 64)), true

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
		return boolScalar(true), true
	case "false":
		return boolScalar(false), true
	case "null", "nil":
		return Scalar{}, true

	case "inf", "inf_neg", "nan":
		r.pos = at
		var n number
		r.number(&n)
		return floatScalar(r.float(&n, 64)), true
	}

	r.pos = at
	return Scalar{Text: name}, false
}

// quotedName reads the string of a name. The string begins at the cursor, because engines allow no
// space before it.
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
