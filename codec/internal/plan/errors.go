package plan

import (
	"errors"
	"fmt"
	"reflect"

	"godotvariant/variant"
)

// ErrGoType is codec.ErrGoType.
var ErrGoType = variant.NewKind("go_type", "unusable Go type")

// ErrUnknownKey is returned for a key that no field of a strict struct has.
var ErrUnknownKey = variant.NewKind("unknown_key", "unknown key")

// errHeld is returned for a repeated key whose first value may have changed content of the
// destination.
var errHeld = variant.Because(variant.ErrDuplicateKey,
	"the first of the two may have changed the destination already")

// errThirdKey is the error for the key of a field that was read before both as a String and as a
// StringName. Callers of this package never receive it.
var errThirdKey = variant.Because(variant.ErrDuplicateKey,
	"the key occurs as a String and as a StringName before")

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

// badType returns the error for a Go type that no Variant can hold.
func badType(t reflect.Type, why string) error {
	return fmt.Errorf("%w %v: %s", ErrGoType, t, why)
}

// badField returns the error for a struct whose field can't be read or written.
func badField(t reflect.Type, field, why string) error {
	return fmt.Errorf("%w %v: field %s: %s", ErrGoType, t, field, why)
}

// programError returns err. If a Go type is the cause, it returns an error without Op and offset
// instead, because the data is not the cause.
func programError(err error) error {
	if err == nil || !errors.Is(err, ErrGoType) {
		return err
	}

	var at *variant.Error
	if !errors.As(err, &at) || at.Path == nil {
		return fmt.Errorf("godot: %w", cause(err))
	}

	return fmt.Errorf("godot: %w, in %s", cause(err), at.Path.Short())
}

// cause returns err without the variant.Errors that wrap it.
func cause(err error) error {
	var at *variant.Error
	for errors.As(err, &at) {
		err = at.Err
	}
	return err
}

// badLength returns the error for n items or numbers that do not fit the length of a Go array of
// type t. The argument unit is the word "items" or "numbers".
func badLength(n int, unit string, t reflect.Type) error {
	return variant.Because(variant.ErrRange, fmt.Sprintf("%d %s into a Go %v", n, unit, t))
}
