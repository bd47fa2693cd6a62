package variant

import "godotvariant/internal/forms"

// Convert returns v as a value of the element type e. It makes only conversions that engines also
// make, and that lose no data: Int to Float, String to StringName, and StringName to String. If e
// is a type of objects, a value of your own type is accepted too. For any other type the error is
// [ErrElementType]. A nil e accepts every value.
func (e *ElementType) Convert(v Variant) (Variant, error) {
	if e == nil || forms.Accepts(e.Type, v.Type(), forms.Default) {
		return v, nil
	}
	if e.Type == TypeObject && v.Type() >= TypeCustom {
		return v, nil
	}

	switch x := v.(type) {
	case Int:
		if e.Type == TypeFloat && Int(Float(x)) == x {
			return Float(x), nil
		}

	case String:
		if e.Type == TypeStringName {
			return StringName(x), nil
		}

	case StringName:
		if e.Type == TypeString {
			return String(x), nil
		}
	}

	return nil, Because(ErrElementType, nameOf(v)+" in a container of "+e.Type.String())
}
