package token

import (
	"errors"
	"strings"

	"godotvariant/internal/fault"
)

// JSONScalar reads null, a bool, or a string with a tag, such as "i:5". If something else is next,
// it returns false and reads nothing.
func (r *Reader) JSONScalar() (s Scalar, ok bool) {
	isText := r.IsText()
	at := r.pos
	if isText {
		return r.Untag(at, r.Text()), true
	}

	switch r.Ident() {
	case "null":
		return Scalar{}, true
	case "true":
		return boolScalar(true), true
	case "false":
		return boolScalar(false), true
	}

	r.pos = at
	return Scalar{}, false
}

// Untag returns the scalar that the JSON string s holds: "i:5", "f:1.5", "s:text", "sn:name" or
// "np:a/b". If s is none of these, Untag fails. The argument offset is the offset of s.
func (r *Reader) Untag(offset int, s string) Scalar {
	tag, text, tagged := strings.Cut(s, ":")
	if !tagged {
		r.untagged(offset)
		return Scalar{}
	}

	switch tag {
	case "s":
		return Scalar{Kind: Text, Text: text}
	case "sn":
		return Scalar{Kind: Name, Text: text}
	case "np":
		return Scalar{Kind: Path, Text: text, bits: uint64(offset)}
	}

	inner := r.Inner(text)
	var n Scalar
	switch tag {
	case "i":
		n = intScalar(inner.Int())
	case "f":
		n = floatScalar(inner.Double())
	default:
		r.untagged(offset)
		return Scalar{}
	}

	inner.End()
	switch {
	case !inner.Failed():
		return n
	case errors.Is(inner.err, fault.ErrNotFinite), r.Strict && errors.Is(inner.err, fault.ErrRange):
		r.FailAt(offset, inner.err)
	default:
		r.untagged(offset)
	}
	return Scalar{}
}

func (r *Reader) untagged(offset int) {
	r.FailAt(offset, fault.Because(fault.ErrSyntax,
		`expected one of "i:…", "f:…", "s:…", "sn:…" and "np:…"`))
}
