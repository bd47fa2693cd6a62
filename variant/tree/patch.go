package tree

import (
	"strconv"
	"strings"

	"godotvariant/internal/forms"
	"godotvariant/internal/printable"
	"godotvariant/variant"
)

// A Patch is a list of changes, as [Diff] returns it. The changes are made one after another, each
// in the result of the previous change.
type Patch []Change

// Apply returns v with all changes, and does not change v itself. The result shares the unchanged
// parts with v, and the new values with the patch. To share no memory, call [Clone] first.
//
// The value that a change replaces or removes must equal the field Old, by [variant.Equal]. If one
// change does not fit, Apply returns only an error. The error is an [*variant.Error]. Its path is
// the path of the change, or the path of a value that can't have its new parts. The usual kinds
// are:
//
//   - [variant.ErrNotFound]: there is no part at the path, or the part is not equal to Old.
//   - [variant.ErrWrongType]: the value has no parts, or it can't be changed in this way.
//   - [variant.ErrDuplicateKey]: the dictionary already has the added key.
//   - [variant.ErrElementType]: a typed container does not accept the type of the new part.
//   - [variant.ErrRange]: an int is too large for a packed array or a vector.
//
// The changes of each container should be together, and go from the first item to the last, as Diff
// returns them, or from the last to the first. Then the time that Apply takes grows only with the
// sizes of the patch and of the containers on its paths.
func (p Patch) Apply(v variant.Variant) (variant.Variant, error) { return p.apply(v, 0) }

// apply makes the changes in v. The path of each change begins with the steps to v. The argument
// depth is the number of these steps.
func (p Patch) apply(v variant.Variant, depth int) (variant.Variant, error) {
	for len(p) > 0 {
		c := &p[0]
		if len(c.Path) == depth { // a change of v itself
			err := c.fits(v)
			if c.Kind == Added || c.Kind == Removed {
				err = variant.Because(variant.ErrWrongType,
					"a value can't be added to itself, or removed from itself")
			}

			if err != nil {
				return nil, c.failed(v, err)
			}

			v = c.New
			p = p[1:]
			continue
		}

		n := 1
		for n < len(p) && len(p[n].Path) > depth {
			n++
		}

		var err error
		v, err = p[:n].applyToParts(v, depth)
		if err != nil {
			return nil, err
		}

		p = p[n:]
	}

	return v, nil
}

// applyToParts makes the changes of the parts of v.
func (p Patch) applyToParts(v variant.Variant, depth int) (variant.Variant, error) {
	if depth > forms.MaxDepth {
		return nil, p[0].failed(v, variant.ErrDepth)
	}

	around := p[0].Path[:depth]
	e, err := edit(v, forms.Lenient)
	if err != nil {
		return nil, p[0].failed(v, err)
	}

	for len(p) > 0 {
		n := p.leading(depth)
		if err := p[:n].applyToPart(e, v, depth); err != nil {
			return nil, err
		}
		p = p[n:]
	}

	out, err := e.close()
	if err != nil {
		return nil, variant.NewError(variant.OpPatch, around, v, err)
	}

	return out, nil
}

// leading returns the number of changes at the start of p that change the inside of the same part.
// The argument depth is the number of steps to the container of this part. If the first change
// concerns the whole part, leading returns 1.
func (p Patch) leading(depth int) int {
	if len(p[0].Path) == depth+1 {
		return 1
	}

	n := 1
	for n < len(p) && len(p[n].Path) > depth+1 && sameStep(p[n].Path[depth], p[0].Path[depth]) {
		n++
	}

	return n
}

// applyToPart makes the changes of one part of v with the editor e. Its error has the path of the
// change.
func (p Patch) applyToPart(e editor, v variant.Variant, depth int) error {
	c := &p[0]
	if len(c.Path) == depth+1 {
		if err := c.make(e); err != nil {
			return c.failed(v, err)
		}
		return nil
	}

	step := c.Path[depth]
	part, err := e.get(step)
	if err != nil {
		return c.failed(v, err)
	}

	changed, err := p.apply(part, depth+1)
	if err != nil {
		return err
	}

	if err := e.put(step, changed); err != nil {
		return c.failed(v, err)
	}

	return nil
}

// sameStep reports whether both steps lead to the same part.
func sameStep(s variant.Step, t variant.Step) bool {
	return s.Kind == t.Kind && s.Index == t.Index && s.Name == t.Name &&
		(s.Key == nil) == (t.Key == nil) && Compare(s.Key, t.Key) == 0
}

// make makes the change with the editor e.
func (c *Change) make(e editor) error {
	step := c.Path[len(c.Path)-1]

	if c.Kind == Added {
		return e.add(step, max(c.Position, -1), c.New)
	}

	old, err := e.get(step)
	switch {
	case err != nil:
		return err
	case c.fits(old) != nil:
		return c.fits(old)
	case c.Kind == Removed:
		return e.remove(step)
	}

	return e.put(step, c.New)
}

// fits returns an error unless v is the old value of the change.
func (c *Change) fits(v variant.Variant) error {
	if variant.Equal(v, c.Old) {
		return nil
	}
	return variant.Because(variant.ErrNotFound, "the value is not the old value of the change")
}

func (c *Change) failed(v variant.Variant, err error) error {
	return variant.NewError(variant.OpPatch, c.Path, v, err)
}

// String returns the kind in lower case: "changed", "retyped", "added" or "removed".
func (k ChangeKind) String() string {
	if k > Removed {
		return "ChangeKind(" + strconv.Itoa(int(k)) + ")"
	}
	return [...]string{"changed", "retyped", "added", "removed"}[k]
}

// String returns the change as three lines: the path, the old value after "- ", and the new value
// after "+ ":
//
//	@ $["player"]["hp"]
//	- 10
//	+ 7
//
// The values have the text of [variant.Text], cut to 256 bytes. The path is not cut.
func (c Change) String() string {
	s := "@ " + c.Path.String() + "\n"
	if c.Kind != Added {
		s += "- " + changeText(c.Old) + "\n"
	}
	if c.Kind != Removed {
		s += "+ " + changeText(c.New) + "\n"
	}

	return s
}

func changeText(v variant.Variant) string { return printable.Clip(variant.Text(v), 256) }

// String returns the changes one after another, see [Change.String]. For an empty patch it returns
// "".
func (p Patch) String() string {
	var b strings.Builder
	for _, c := range p {
		b.WriteString(c.String())
	}
	return b.String()
}

// A Change is one difference between two values. A [Patch] is a list of them.
type Change struct {
	Kind ChangeKind
	// Path leads to the part that changes. It is a path in the result of the previous changes of
	// the Patch. An added item is inserted before the item at its index.
	Path variant.Path
	// Position is the place of an added key or property: the number of pairs or properties before
	// it, or -1 to add it at the end.
	Position int
	Old, New variant.Variant // Old is nil for Added, New is nil for Removed
}

// A ChangeKind is the kind of a [Change].
type ChangeKind uint8

const (
	Changed ChangeKind = iota // a value was replaced by a value of the same type
	Retyped                   // a value was replaced by a value of another type
	Added                     // an item, a pair of a dictionary, or a property was added
	Removed                   // an item, a pair of a dictionary, or a property was removed
)
