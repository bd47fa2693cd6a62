package plan

import (
	"fmt"

	"godotvariant/variant"
)

// CheckWrite returns an error, with the path, if a part of the struct can't be written. The call
// has(t) must report whether the dialect can write values of the type t, as this type or as another
// one. CheckWrite does not check interfaces, which may hold any value.
func (m *Message) CheckWrite(has func(variant.Type) bool) error {
	return m.plan.check(toWrite, has, "$", map[*plan]bool{})
}

// CheckRead returns an error, with the path, if a part of the struct can't be read. If the dialect
// does not have a type, this is not an error, because no packet has a value of the type.
func (m *Message) CheckRead() error {
	return m.plan.check(toRead, func(variant.Type) bool { return true }, "$", map[*plan]bool{})
}

// check checks the plan c and the plans of its parts. It skips the plans in the map checked, and
// adds the other plans to this map.
func (c *plan) check(d direction, has func(variant.Type) bool, path string,
	checked map[*plan]bool) error {
	if checked[c] || c.hooked[d] {
		return nil
	}

	checked[c] = true
	if c.err != nil {
		return fmt.Errorf("%s: %w", path, c.err)
	}

	if t := c.elem.Type; len(c.parts) == 0 && !has(t) {
		return fmt.Errorf("%s: %w", path, variant.Because(variant.ErrUnsupported, t.String()))
	}

	for _, p := range c.parts {
		if err := p.plan.check(d, has, path+p.step, checked); err != nil {
			return err
		}
	}

	return nil
}
