package tree

import (
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// An editor changes the parts of a copy of one value. After an error it must not be used.
type editor interface {
	// get returns the part at a step.
	get(s variant.Step) (variant.Variant, error)
	// put replaces the part at a step.
	put(s variant.Step, x variant.Variant) error
	// add adds a part: an item at its index, or a pair or property at a position. Position -1 is
	// the end.
	add(s variant.Step, position int, x variant.Variant) error
	remove(s variant.Step) error
	// close returns the copy.
	close() (variant.Variant, error)
}

// An element says which values a container accepts.
type element struct {
	typ variant.Type // TypeNil for any

	// mode is the mode of the codec: Lenient accepts types that engines convert, such as an Int in
	// an Array[float].
	mode forms.Mode
}

func elementOf(e *variant.ElementType, mode forms.Mode) element {
	if e == nil {
		return element{}
	}
	return element{e.Type, mode}
}

// accept returns an error if the container may not have the value x in place of the value old. If
// old is nil, x is a new part. The container must accept the type of x, or x must have the type of
// old. The reason is that lenient mode also decodes parts that do not have the element type.
func (e element) accept(old, x variant.Variant) error {
	if e.typ == variant.TypeNil {
		return nil
	}

	t := variant.TypeNil
	nilsafe.Guard(x, func() { t = nilsafe.TypeOf(x) })

	if forms.Accepts(e.typ, t, e.mode) || old != nil && nilsafe.TryType(old) == t {
		return nil
	}

	return variant.Because(variant.ErrElementType,
		nilsafe.Name(x)+" in a container of "+e.typ.String())
}
