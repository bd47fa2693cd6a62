package plan

import (
	"fmt"

	"godotvariant/variant"
)

// CheckWrite returns an error if the struct has a part that can't be written, with its path. has
// reports whether the dialect has a type, or writes another one instead. Interfaces may hold
// anything, and are not checked.
func (m *Message) CheckWrite(has func(variant.Type) bool) error {
	return m.plan.check(toWrite, has, "$", map[*plan]bool{})
}

// CheckRead is [Message.CheckWrite] for reading. A type that the dialect lacks is no error: it
// is never read.
func (m *Message) CheckRead() error {
	return m.plan.check(toRead, func(variant.Type) bool { return true }, "$", map[*plan]bool{})
}

// check checks the plans that are not in checked.
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
