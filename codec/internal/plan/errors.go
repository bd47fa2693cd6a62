package plan

import (
	"errors"
	"fmt"
	"reflect"

	"godotvariant/variant"
)

// ErrGoType is codec.ErrGoType.
var ErrGoType = errors.New("unusable Go type")

// ErrUnknownKey is the kind of error of a key for which a strict struct has no field.
var ErrUnknownKey = errors.New("unknown key")

// errHeld is the error of a key that comes twice, if its first value may have changed what the
// destination held.
var errHeld = variant.Because(variant.ErrDuplicateKey,
	"its first value may have changed what the destination holds")

func mismatch(t variant.Type, into reflect.Type) error {
	why := t.String() + " into a Go " + into.String()
	if t == variant.TypeFloat && into.Kind() >= reflect.Int && into.Kind() <= reflect.Uintptr {
		why += " (the option WholeFloats or the tag whole takes 5.0)"
	}
	if twin, ok := twins[into]; ok && twin.typ == t {
		why += " (the option WholeFloats or the tag whole takes whole numbers)"
	}

	return variant.Because(variant.ErrWrongType, why)
}

func outOfRange(x any, into reflect.Type) error {
	return variant.Because(variant.ErrRange, fmt.Sprintf("%v into a Go %v", x, into))
}

// badType is the error of a Go type that has no form in Godot.
func badType(t reflect.Type, why string) error {
	return fmt.Errorf("%w %v: %s", ErrGoType, t, why)
}

// badField is the error of a struct with a field that has no form in Godot.
func badField(t reflect.Type, field, why string) error {
	return fmt.Errorf("%w %v: field %s: %s", ErrGoType, t, field, why)
}

// programError returns err, or if a Go type is at fault, an error that does not look like one of
// the data: it has no Op and no offset.
func programError(err error) error {
	if err == nil || !errors.Is(err, ErrGoType) {
		return err
	}

	var at *variant.Error
	if !errors.As(err, &at) || at.Path == "$" {
		return fmt.Errorf("godot: %w", cause(err))
	}

	return fmt.Errorf("godot: %w, in %s", cause(err), at.Path)
}

// cause returns the error inside of the variant.Errors of err.
func cause(err error) error {
	var at *variant.Error
	for errors.As(err, &at) {
		err = at.Err
	}
	return err
}

// badLength returns the error of n items, or numbers, that a Go array of type t can't hold.
func badLength(n int, what string, t reflect.Type) error {
	return variant.Because(variant.ErrRange, fmt.Sprintf("%d %s into a Go %v", n, what, t))
}
