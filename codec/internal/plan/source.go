package plan

import (
	"errors"
	"reflect"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A Source is a Go value to write, with its plan.
type Source struct {
	plan *plan
	at   place
}

// From returns the Source of a Go value or, if v is a pointer, of the value that it points at.
func From(v any) Source {
	c := recentOf(v)
	if c == nil {
		if m, ok := v.(*Outgoing); ok {
			s := From(m.V)
			s.plan = m.Message.plan
			return s
		}

		c = planFor(v)
	}

	if c.pointee != nil {
		if p, ok := pointerIn(v); ok {
			return Source{c.pointee, p}
		}
	}

	rv := reflect.New(c.typ).Elem() // a value has no address in an interface
	if v != nil {
		rv.Set(reflect.ValueOf(v))
	}

	return Source{c, placeOf(rv)}
}

// Append appends the packet of v to dst; see [From]. If err is an error of the conversion of the Go
// value, and not of writing a Variant, unconvertible is true.
func Append(f *forms.Format, dst []byte, v any) (out []byte, unconvertible bool, err error) {
	s := From(v)
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
		at.Type = variant.TypeNil // not the type of the container around
	}

	return err
}

// Variant returns the Go value as a Variant for the format.
func (s Source) Variant(f *forms.Format) (variant.Variant, error) {
	return s.plan.toVariant(s.at, f)
}
