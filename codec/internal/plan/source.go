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
	if m, ok := v.(*Outgoing); ok {
		return Source{m.Message.plan, placeOf(written(m.V))}
	}
	rv := written(v)
	return Source{planOf(rv.Type()), placeOf(rv)}
}

// written returns the value to write: v or, if v is a pointer, the value that it points at. The
// result has an address.
func written(v any) reflect.Value {
	rv := reflect.ValueOf(v)
	switch {
	case !rv.IsValid():
		rv = reflect.New(reflect.TypeFor[any]()).Elem()
	case rv.Kind() == reflect.Pointer && !rv.IsNil():
		rv = rv.Elem()
	default:
		rv = addressable(rv)
	}

	return rv
}

// Append appends the packet to dst. If err is an error of the conversion of the Go value, and not
// of writing a Variant, unconvertible is true.
func (s Source) Append(f *forms.Format, dst []byte) (out []byte, unconvertible bool, err error) {
	out, err = packets.Write(f, dst, func(w *wire.Writer) {
		e := newEncoder(w, f)
		s.plan.write(e, s.at)
		unconvertible = e.unconvertible
		e.release()
	})

	if err != nil && errors.Is(err, ErrGoType) {
		return out, unconvertible, programError(err)
	}

	if unconvertible {
		var at *variant.Error
		if errors.As(err, &at) {
			at.Type = variant.TypeNil // not the type of the container around
		}
	}

	return out, unconvertible, err
}

// Variant returns the Go value as a Variant for the format.
func (s Source) Variant(f *forms.Format) (variant.Variant, error) {
	return s.plan.toVariant(s.at, f)
}
