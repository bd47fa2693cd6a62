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

// from returns the source for a Go value. If v is a pointer, it returns the source for the value to
// which v points.
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

	rv := reflect.New(c.typ).Elem() // a value in an interface has no address
	if v != nil {
		rv.Set(reflect.ValueOf(v))
	}

	return source{c, placeOf(rv)}
}

// Append appends the packet of a Go value to dst. If v is a pointer, it appends the packet of the
// value to which v points. If err is an error of converting the Go value, and not of writing a
// Variant, the result unconvertible is true.
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

// converting converts err, an error of writing, to the error that Append returns.
func converting(err error, unconvertible bool) error {
	if errors.Is(err, ErrGoType) {
		return programError(err)
	}

	var at *variant.Error
	if unconvertible && errors.As(err, &at) {
		at.Type = variant.TypeNil // the Writer does not know the type of a Go value
	}

	return err
}

// Variant returns a Go value as a Variant for the format. If v is a pointer, it returns the value
// to which v points.
func (p *Plans) Variant(v any, f *forms.Format) (variant.Variant, error) {
	s := p.from(v)
	return s.plan.toVariant(s.at, f)
}
