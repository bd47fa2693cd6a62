package codec

import (
	"encoding"
	"reflect"
	"strconv"

	"godotvariant/variant"
)

// The plans of numbers, bools and text. Their other halves are in
// unmarshal_kinds.go.

var (
	boolPlan = plan{
		marshal:   func(m *marshaler, v reflect.Value) { m.bool(v.Bool()) },
		unmarshal: unmarshalBool,
		quick:     quickBool,
		elem:      variant.ElementType{Type: variant.TypeBool},
		plain:     true,
	}
	intPlan = plan{
		marshal:   func(m *marshaler, v reflect.Value) { m.int(v.Int()) },
		unmarshal: unmarshalInt,
		quick:     quickInt,
		elem:      variant.ElementType{Type: variant.TypeInt},
		plain:     true,
	}
	uintPlan = plan{
		marshal:   func(m *marshaler, v reflect.Value) { m.uint(v.Uint()) },
		unmarshal: unmarshalUint,
		quick:     quickUint,
		elem:      variant.ElementType{Type: variant.TypeInt},
		plain:     true,
	}
	floatPlan = plan{
		marshal:   func(m *marshaler, v reflect.Value) { m.float(v.Float()) },
		unmarshal: unmarshalFloat,
		quick:     quickFloat,
		elem:      variant.ElementType{Type: variant.TypeFloat},
	}
	stringPlan = plan{
		marshal:   func(m *marshaler, v reflect.Value) { m.text(v.String()) },
		unmarshal: unmarshalString,
		quick:     quickString,
		elem:      variant.ElementType{Type: variant.TypeString},
		plain:     true,
	}
)

// textPlan is the plan of a number or bool with the option string.
func textPlan(t reflect.Type) (plan, bool) {
	p := plan{elem: variant.ElementType{Type: variant.TypeString}}
	var format func(reflect.Value) string
	switch kind := t.Kind(); {
	case kind == reflect.Bool:
		format = func(v reflect.Value) string { return strconv.FormatBool(v.Bool()) }
		p.unmarshal = textUnmarshaler(func(s string, v reflect.Value) error {
			b, err := strconv.ParseBool(s)
			v.SetBool(b)
			return err
		})
	case reflect.Int <= kind && kind <= reflect.Int64:
		format = func(v reflect.Value) string { return strconv.FormatInt(v.Int(), 10) }
		p.unmarshal = textUnmarshaler(func(s string, v reflect.Value) error {
			i, err := strconv.ParseInt(s, 10, t.Bits())
			v.SetInt(i)
			return err
		})
	case reflect.Uint <= kind && kind <= reflect.Uintptr:
		format = func(v reflect.Value) string { return strconv.FormatUint(v.Uint(), 10) }
		p.unmarshal = textUnmarshaler(func(s string, v reflect.Value) error {
			u, err := strconv.ParseUint(s, 10, t.Bits())
			v.SetUint(u)
			return err
		})
	case kind == reflect.Float32 || kind == reflect.Float64:
		format = func(v reflect.Value) string { return strconv.FormatFloat(v.Float(), 'g', -1, t.Bits()) }
		p.unmarshal = textUnmarshaler(func(s string, v reflect.Value) error {
			f, err := strconv.ParseFloat(s, t.Bits())
			v.SetFloat(f)
			return err
		})
	default:
		return plan{}, false
	}
	p.marshal = func(m *marshaler, v reflect.Value) { m.text(format(v)) }
	return p, true
}

// marshalHook marshals by MarshalVariant.
func marshalHook(m *marshaler, v reflect.Value) {
	value, err := addressable(v).Addr().Interface().(VariantMarshaler).MarshalVariant()
	if err != nil {
		m.fail(err)
		return
	}
	if value == nil {
		value = variant.Nil{}
	}
	m.value(value)
}

// marshalText marshals by MarshalText.
func marshalText(m *marshaler, v reflect.Value) {
	if nilable(v) && v.IsNil() {
		m.value(variant.Nil{})
		return
	}
	text, err := addressable(v).Addr().Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		m.fail(err)
		return
	}
	m.text(string(text))
}

func nilable(v reflect.Value) bool {
	k := v.Kind()
	return k == reflect.Map || k == reflect.Slice || k == reflect.Func || k == reflect.Chan
}

// variantPlan is the plan of a type that is a Variant.
func variantPlan(t reflect.Type) plan {
	if p, ok := mathPlans[t]; ok {
		return p
	}
	zero, _ := reflect.New(t).Interface().(variant.Variant)
	return plan{
		marshal:   marshalVariant,
		unmarshal: unmarshalVariant,
		elem:      variant.ElementType{Type: zeroType(zero)},
	}
}

// zeroType asks a zero value for its type, which is the type of all values but
// for a Raw and what is like it.
func zeroType(v variant.Variant) (t variant.Type) {
	if _, ok := v.(*Raw); ok {
		return variant.TypeNil
	}
	defer func() {
		if recover() != nil {
			t = variant.TypeNil
		}
	}()
	return v.Type()
}

func marshalVariant(m *marshaler, v reflect.Value) {
	if m.w != nil {
		// A pointer is a Variant too, and boxing it allocates nothing.
		m.w.Value(addressable(v).Addr().Interface().(variant.Variant))
		return
	}
	if value, ok := v.Interface().(variant.Variant); ok {
		m.v = value
		return
	}
	m.v = addressable(v).Addr().Interface().(variant.Variant)
}

// interfacePlan is the plan of an interface type.
func interfacePlan(t reflect.Type) plan {
	return plan{
		marshal: func(m *marshaler, v reflect.Value) {
			if v.IsNil() {
				m.value(variant.Nil{})
				return
			}
			if !m.hop() {
				return
			}
			defer func() { m.hops-- }()
			if value, ok := v.Interface().(variant.Variant); ok {
				if _, hooked := value.(VariantMarshaler); !hooked && v.Elem().Kind() != reflect.Pointer {
					m.value(value)
					return
				}
			}
			planOf(v.Elem().Type()).marshal(m, v.Elem())
		},
		unmarshal: unmarshalInterface(t),
	}
}

// pointer is the plan of a pointer: what it points at, or Nil.
func (b planner) pointer(t reflect.Type, o tag) plan {
	end := t
	for n := 0; end.Kind() == reflect.Pointer; n++ {
		if end = end.Elem(); n > 100 {
			return badPlan(variant.Because(ErrType, t.String()+" points at pointers without end"))
		}
	}
	elem := b.with(t.Elem(), o)
	return plan{
		marshal: func(m *marshaler, v reflect.Value) {
			if v.IsNil() {
				m.value(variant.Nil{})
				return
			}
			if m.hop() {
				elem.marshal(m, v.Elem())
				m.hops--
			}
		},
		unmarshal: func(u *unmarshaler, n node, v reflect.Value) { u.pointer(elem, n, v) },
	}
}
