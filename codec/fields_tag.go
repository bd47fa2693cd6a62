package codec

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// A tag is what `godot:"…"` says, see [Codec.Marshal].
type tag struct {
	name      string
	given     bool // the name
	omitEmpty bool
	omitZero  bool
	inline    bool

	// These change how the value is written.
	text   bool // string
	scaled bool
	scale  int32
	array  bool
	typed  bool

	// These two also stand on the blank field, for all keys and for the struct.
	nameKeys bool // stringname, keys=stringname
	strict   bool
	object   string
}

func (o tag) changesValue() bool { return o.text || o.scaled || o.array || o.typed }

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
		case option == "string":
			o.text = true
		case what == "scale":
			n, err := strconv.ParseUint(value, 10, 8)
			if err != nil || n > 18 {
				return o, fmt.Errorf("scale=%s is not from 0 to 18", value)
			}
			o.scaled, o.scale = true, int32(n)
		case option == "array":
			o.array = true
		case option == "typed":
			o.typed = true
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
	case o.array && o.typed:
		return errors.New("array and typed exclude each other")
	case o.inline && o.given:
		return errors.New("a field that is inline has no name")
	case o.inline && o.changesValue():
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
		case option == "keys=stringname":
			o.nameKeys = true
		case option == "strict":
			o.strict = true
		default:
			return fmt.Errorf("no such option of a blank field: %q", option)
		}
	}
	return nil
}

// fits says where an option has nothing to change, which is no doubt a mistake.
// Pointers, slices and the like hand their options on to what they hold.
func (o tag) fits(t reflect.Type) error {
	switch kind := t.Kind(); {
	case (o.array || o.typed) && kind != reflect.Slice && kind != reflect.Array:
		return badOption(t, "array and typed are for slices")
	case kind == reflect.Slice, kind == reflect.Array, kind == reflect.Map:
		return nil
	case o.scaled:
		return badOption(t, "scale is for decimal.Decimal")
	case o.text && kind > reflect.Float64:
		return badOption(t, "string is for numbers and bools")
	default:
		return nil
	}
}

func badOption(t reflect.Type, why string) error { return fmt.Errorf("%w: %v: %s", ErrType, t, why) }
