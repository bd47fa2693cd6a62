package plan

import (
	"errors"
	"fmt"
	"reflect"

	"godotvariant/variant"
)

// ErrType is the kind of error of a value that does not fit a Go type. codec documents it.
var ErrType = variant.ErrWrongType

// ErrUnknownKey is the kind of error of a key for which a strict struct has no field.
var ErrUnknownKey = errors.New("unknown key")

func mismatch(t variant.Type, into reflect.Type) error {
	why := t.String() + " into a Go " + into.String()
	if t == variant.TypeFloat && into.Kind() >= reflect.Int && into.Kind() <= reflect.Uintptr {
		why += " (the option WholeFloats or the tag whole takes 5.0)"
	}
	if twin, ok := twins[into]; ok && twin.typ == t {
		why += " (the option WholeFloats or the tag whole takes whole numbers)"
	}
	return variant.Because(ErrType, why)
}

func outOfRange(x any, into reflect.Type) error {
	return variant.Because(variant.ErrRange, fmt.Sprintf("%v into a Go %v", x, into))
}

func badOption(t reflect.Type, why string) error {
	return fmt.Errorf("%w: %v: %s", ErrType, t, why)
}

// badTag is the error of a struct with a wrong tag.
func badTag(t reflect.Type, field, why string) error {
	return variant.Because(ErrType, fmt.Sprintf("%v.%s: %s", t, field, why))
}
