package plan

import (
	"fmt"
	"reflect"
	"unicode/utf8"

	"godotvariant/variant"
)

// The tag max.

// bounded makes the plan of a type whose field has the tag max.
func (b planner) bounded(c *plan, o tag) {
	most := int(o.max)
	length, unit := lengthOf(c.typ)
	if length == nil {
		c.bad(badType(c.typ, "max is for text, slices and maps"))
		return
	}

	o.max = 0
	inner := b.with(c.typ, o)
	c.elem = inner.elem
	c.plain = inner.plain
	c.parts = []part{{"", inner}}

	check := func(p place) error {
		n := length(valueAt(p, c.typ))
		if n <= most {
			return nil
		}
		return variant.Because(variant.ErrLimit,
			fmt.Sprintf("%d %s, the tag max allows %d", n, unit, most))
	}

	c.write = func(e *encoder, p place) {
		if err := check(p); err != nil {
			e.fail(err)
			return
		}
		inner.write(e, p)
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		start := d.r.Offset()
		if !inner.read(d, want, p) {
			return false
		}

		if err := check(p); err != nil {
			return d.refuse(start, c.elem.Type, err)
		}

		return true
	}
}

// lengthOf returns a function that counts the characters, items or keys of a value of type t, and
// the word for them. It returns nil for a type without a length.
func lengthOf(t reflect.Type) (length func(reflect.Value) int, unit string) {
	switch t.Kind() {
	case reflect.String:
		return func(v reflect.Value) int { return utf8.RuneCountInString(v.String()) }, "characters"
	case reflect.Slice:
		return reflect.Value.Len, "items"
	case reflect.Map:
		return reflect.Value.Len, "keys"
	default:
		return nil, ""
	}
}
