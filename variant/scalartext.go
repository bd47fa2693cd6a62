package variant

import "godotvariant/internal/token"

func parseFloat(text []byte) (Variant, error) {
	r := token.NewTextReader(string(text))
	return finish(r, Float(r.Real()), Float(0))
}

// parseScalar reads the text of a scalar, which must have the type of the prototype.
func parseScalar(text []byte, prototype Variant) (Variant, error) {
	r := token.NewTextReader(string(text))
	v, ok := scalarText(r)
	if !ok {
		r.Unexpected(nameOf(prototype))
	}
	return finish(r, v, prototype)
}

// scalarText reads a scalar of this package. It returns false, and reads nothing, if
// something else is next.
func scalarText(r *token.Reader) (Variant, bool) {
	s, ok := r.Scalar()
	if !ok {
		return nil, false
	}
	return scalarOf(s), true
}

// scalarOf returns s as a Variant.
func scalarOf(s token.Scalar) Variant {
	switch s.Kind {
	case token.Bool:
		return Bool(s.Bool())
	case token.Int:
		return Int(s.Int())
	case token.Float:
		return Float(s.Float())
	case token.Text:
		return String(s.Text)
	case token.Name:
		return StringName(s.Text)
	default:
		return Nil{}
	}
}

// finish returns v. It returns an error if more text follows, or if v does not have the prototype's
// type. A nil prototype allows any type.
func finish(r *token.Reader, v, prototype Variant) (Variant, error) {
	r.End()
	if !r.Failed() && prototype != nil && (v == nil || v.Type() != prototype.Type()) {
		r.FailAt(0, Because(ErrSyntax, "expected "+nameOf(prototype)+", found "+nameOf(v)))
	}
	if r.Failed() {
		return nil, NewError(OpParse, nil, nil, r.Err())
	}

	return v, nil
}
