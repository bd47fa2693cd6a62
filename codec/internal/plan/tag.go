package plan

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// A tag is the content of a field's tag `godot:"…"`, see [Codec.Marshal].
type tag struct {
	name      string
	given     bool // the tag has a name
	omitEmpty bool
	omitZero  bool
	inline    bool
	required  bool

	// The next five options change how the value is written.
	text   bool // the option string
	scaled bool
	scale  int32
	array  bool // the option array of a slice; on the blank field, the option array of the struct
	typed  bool

	whole  bool // whole and finite do the same as WholeFloats and Finite, for one field
	finite bool
	max    int32 // greatest number of characters, items or keys; 0 means no limit

	nameKeys bool // stringname or, on the blank field, keys=stringname

	// These options are allowed only on the blank field.
	strict  bool
	byField bool // names=field
	bySnake bool // names=snake
	object  string
}

// ofValue returns the options that change how the value is written or read.
func (o tag) ofValue() tag {
	return tag{
		text: o.text, scaled: o.scaled, scale: o.scale, array: o.array, typed: o.typed,
		whole: o.whole, finite: o.finite, max: o.max,
	}
}

// ofItems returns the options of a slice that apply to its items.
func (o tag) ofItems() tag {
	return tag{text: o.text, scaled: o.scaled, scale: o.scale, whole: o.whole}
}

// naming returns the rule for naming keys in a struct whose blank field has the options o. If these
// options choose no rule, naming returns the argument usual.
func (o tag) naming(usual Naming) Naming {
	switch {
	case o.byField:
		return FieldName
	case o.bySnake:
		return SnakeCase
	default:
		return usual
	}
}

// parseTag reads the tag of a field.
func parseTag(s string) (tag, error) {
	name, options, _ := strings.Cut(s, ",")
	o := tag{name: name, given: name != ""}

	if options == "" {
		return o, nil
	}

	for option := range strings.SplitSeq(options, ",") {
		what, value, _ := strings.Cut(option, "=")
		switch {
		case option == "omitempty":
			o.omitEmpty = true
		case option == "omitzero":
			o.omitZero = true
		case option == "inline":
			o.inline = true
		case option == "required":
			o.required = true
		case option == "string":
			o.text = true

		case what == "max":
			n, err := strconv.ParseInt(value, 10, 32)
			if err != nil || n < 1 {
				return o, fmt.Errorf("max=%s is not from 1 to 2147483647", value)
			}
			o.max = int32(n)

		case what == "scale":
			n, err := strconv.ParseUint(value, 10, 8)
			if err != nil || n > 18 {
				return o, fmt.Errorf("scale=%s is not from 0 to 18", value)
			}
			o.scaled = true
			o.scale = int32(n)

		case option == "array":
			o.array = true
		case option == "typed":
			o.typed = true
		case option == "whole":
			o.whole = true
		case option == "finite":
			o.finite = true
		case option == "stringname":
			o.nameKeys = true
		default:
			return o, fmt.Errorf("no such option: %q", option)
		}
	}

	return o, o.check()
}

func (o tag) check() error {
	switch {
	case o.text && o.scaled:
		return errors.New("string and scale exclude each other")
	case o.text && (o.whole || o.finite):
		return errors.New("string excludes whole and finite")
	case o.array && o.typed:
		return errors.New("array and typed exclude each other")
	case o.required && (o.omitEmpty || o.omitZero || o.inline):
		return errors.New("required excludes omitempty, omitzero and inline")
	case o.inline && o.given:
		return errors.New("a field that is inline has no name")
	case o.inline && o.ofValue() != (tag{}):
		return errors.New("inline and options of values exclude each other")
	default:
		return nil
	}
}

// parseBlank reads the tag of a blank field into o.
func parseBlank(s string, o *tag) error {
	for option := range strings.SplitSeq(s, ",") {
		what, value, _ := strings.Cut(option, "=")
		switch {
		case what == "object" && value != "":
			o.object = value
		case option == "names=field":
			o.byField = true
		case option == "names=snake":
			o.bySnake = true
		case option == "keys=stringname":
			o.nameKeys = true
		case option == "strict":
			o.strict = true
		case option == "array":
			o.array = true
		default:
			return fmt.Errorf("no such option of a blank field: %q", option)
		}
	}

	switch {
	case o.byField && o.bySnake:
		return errors.New("names=field and names=snake exclude each other")
	case o.array && *o != (tag{array: true}):
		return errors.New("array excludes the other options of a blank field")
	default:
		return nil
	}
}

// fits returns an error if one of the options has no meaning for the type t. Pointers, slices,
// arrays and maps pass their options on to their content.
func (o tag) fits(t reflect.Type) error {
	switch kind := t.Kind(); {
	case (o.array || o.typed) && kind != reflect.Slice && kind != reflect.Array:
		return badType(t, "array and typed are for slices")
	case kind == reflect.Slice, kind == reflect.Array, kind == reflect.Map:
		return nil
	case o.whole && (kind < reflect.Int || kind > reflect.Uintptr) && !o.scaled:
		return badType(t, "whole is for integers, vectors and Rects")
	case o.scaled:
		return badType(t, "scale is for decimal.Decimal")
	case o.text && kind > reflect.Float64:
		return badType(t, "string is for numbers and bools")
	default:
		return nil
	}
}
