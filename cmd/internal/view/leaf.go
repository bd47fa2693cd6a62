package view

import (
	"strconv"

	"godotvariant/cmd/internal/gdscript"
	"godotvariant/internal/float"
	"godotvariant/internal/token"
	"godotvariant/variant"
)

// A leafPrinter appends the text of values that are one token, such as numbers, text and vectors.
// It builds no value for the most frequent types.
type leafPrinter struct {
	reals []float64 // memory for the numbers of a vector
	ints  []int64
}

// text appends the text of the value of a token, as variant.Text returns it. For a value in memory
// it appends the result of gdscript.Text in a precision.
func (l *leafPrinter) text(b []byte, c cursor, p variant.Precision) []byte {
	s, ok := c.(*scanner)
	if !ok {
		v, _ := c.Value()
		return append(b, gdscript.Text(v, p)...)
	}

	if out, ok := l.simple(b, s); ok {
		return out
	}

	switch s.Type() {
	case variant.TypeFloat:
		f, _ := s.Float()
		return token.AppendFloat(b, f)

	case variant.TypeVector2, variant.TypeVector3, variant.TypeVector4, variant.TypeRect2,
		variant.TypePlane, variant.TypeQuaternion, variant.TypeAABB, variant.TypeColor:
		l.reals = s.AppendFloats(l.reals[:0])
		return l.call(b, s.Type())
	}

	v, _ := s.Value()
	return variant.Printer{}.Append(b, v)
}

// exact appends the text of the value of a token. The text is the result of gdscript.Text in a
// precision.
func (l *leafPrinter) exact(b []byte, c cursor, p variant.Precision) []byte {
	if s, ok := c.(*scanner); ok {
		if out, ok := l.known(b, s, p); ok {
			return out
		}
	}

	v, _ := c.Value()
	return append(b, gdscript.Text(v, p)...)
}

// known is like exact, for values of the most frequent types. For other values ok is false.
func (l *leafPrinter) known(b []byte, s *scanner, p variant.Precision) (_ []byte, ok bool) {
	if out, ok := l.simple(b, s); ok {
		return out, true
	}
	return l.real(b, s, p)
}

// simple appends the text of a value of a simple type, whose text does not depend on the precision.
// For other values ok is false.
func (l *leafPrinter) simple(b []byte, s *scanner) (_ []byte, ok bool) {
	switch s.Type() {
	case variant.TypeNil:
		return append(b, "null"...), true
	case variant.TypeBool:
		x, _ := s.Bool()
		return strconv.AppendBool(b, x), true
	case variant.TypeInt:
		x, _ := s.Int()
		return strconv.AppendInt(b, x, 10), true
	case variant.TypeString:
		return token.AppendQuote(b, s.Text()), true
	case variant.TypeStringName:
		return token.AppendQuote(append(b, '&'), s.Text()), true

	case variant.TypeVector2i, variant.TypeVector3i, variant.TypeVector4i, variant.TypeRect2i:
		l.ints = s.AppendInts(l.ints[:0])
		b = append(append(b, s.Type().String()...), '(')
		for i, x := range l.ints {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = strconv.AppendInt(b, x, 10)
		}
		return append(b, ')'), true
	}

	return b, false
}

// real appends the text of a number or a vector, if all codecs write the same text. For other
// values ok is false.
func (l *leafPrinter) real(b []byte, s *scanner, p variant.Precision) (_ []byte, ok bool) {
	switch s.Type() {
	case variant.TypeFloat:
		f, _ := s.Float()
		if !float.Finite(f) {
			return b, false
		}

		out := token.AppendFloat(b, f)
		same, err := strconv.ParseFloat(string(out[len(b):]), 64)
		return out, err == nil && same == f

	case variant.TypeVector2, variant.TypeVector3, variant.TypeVector4, variant.TypeRect2,
		variant.TypePlane, variant.TypeQuaternion, variant.TypeAABB, variant.TypeColor:
		l.reals = s.AppendFloats(l.reals[:0])
		for _, f := range l.reals {
			if p != variant.Single || !float.Finite(f) || float64(float32(f)) != f {
				return b, false
			}
		}
		return l.call(b, s.Type()), true
	}

	return b, false
}

// call appends the constructor of a type with the numbers in reals.
func (l *leafPrinter) call(b []byte, t variant.Type) []byte {
	b = append(append(b, t.String()...), '(')
	for i, f := range l.reals {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = token.AppendReal(b, f)
	}

	return append(b, ')')
}
