package plan

import (
	"errors"
	"reflect"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A source is a Go value to write, with its plan.
type source struct {
	plan *plan
	at   place
}

// from returns the source of a Go value or, if v is a pointer, of the value that it points at.
func (p *Plans) from(v any) source {
	c := p.recentOf(v)
	if c == nil {
		if m, ok := v.(*Outgoing); ok {
			s := p.from(m.V)
			s.plan = m.Message.plan
			return s
		}

		c = p.ofValue(v)
	}

	if c.pointee != nil {
		if at, ok := pointerIn(v); ok {
			return source{c.pointee, at}
		}
	}

	rv := reflect.New(c.typ).Elem() // a value has no address in an interface
	if v != nil {
		rv.Set(reflect.ValueOf(v))
	}

	return source{c, placeOf(rv)}
}

// Append appends the packet of a Go value, or of the value that v points at, to dst. If err is an
// error of the conversion of the Go value, and not of writing a Variant, unconvertible is true.
func (p *Plans) Append(dst []byte, v any, f *forms.Format) (out []byte, unconvertible bool,
	err error) {
	s := p.from(v)
	out, err = packets.Write(f, dst, func(w *wire.Writer) {
		e := newEncoder(w, w.Format())
		s.plan.write(e, s.at)
		unconvertible = e.unconvertible
		e.release()
	})

	if err != nil {
		err = converting(err, unconvertible)
	}

	return out, unconvertible, err
}

// converting returns the error of Append for err, an error of writing.
func converting(err error, unconvertible bool) error {
	if errors.Is(err, ErrGoType) {
		return programError(err)
	}

	var at *variant.Error
	if unconvertible && errors.As(err, &at) {
		at.Type = variant.TypeNil // the type of the container around the value would be wrong
	}

	return err
}

// Variant returns a Go value, or the value that v points at, as a Variant for the format.
func (p *Plans) Variant(v any, f *forms.Format) (variant.Variant, error) {
	s := p.from(v)
	return s.plan.toVariant(s.at, f)
}
