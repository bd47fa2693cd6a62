package tree

import (
	"godotvariant/internal/care"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// An editor changes the parts of a copy of one value. After an error it is of no use.
type editor interface {
	// get returns the part at a step.
	get(s variant.Step) (variant.Variant, error)
	// put replaces the part at a step.
	put(s variant.Step, x variant.Variant) error
	// add adds a part: an item at its index, a pair or property at a position, -1 for the last.
	add(s variant.Step, position int, x variant.Variant) error
	remove(s variant.Step) error
	// close returns the copy.
	close() (variant.Variant, error)
}

// A conversion says which parts a typed container takes besides those of its type.
type conversion bool

const (
	noConversion      conversion = false // as the default mode
	engineConversions conversion = true  // what lenient mode accepts: an Int in an Array[float]
)

// An element says which values a container accepts.
type element struct {
	typ     variant.Type // TypeNil for any
	convert conversion
}

func elementOf(e *variant.ElementType, c conversion) element {
	if e == nil {
		return element{}
	}
	return element{e.Type, c}
}

// accept returns the error of the part x, which comes where old was. A part may have the type that
// the old one had, whatever that is: lenient mode accepts more than the element type.
func (e element) accept(old, x variant.Variant) error {
	if e.typ == variant.TypeNil {
		return nil
	}

	t := variant.TypeNil
	care.Guard(x, func() { t = care.TypeOf(x) })

	if forms.Accepts(e.typ, t, bool(e.convert)) || old != nil && care.TryType(old) == t {
		return nil
	}

	return variant.Because(variant.ErrElementType,
		care.Name(x)+" in a container of "+e.typ.String())
}
