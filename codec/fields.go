package codec

import (
	"encoding"
	"fmt"
	"reflect"
	"sync"

	"github.com/shopspring/decimal"

	"godotvariant/variant"
)

// A plan is how values of one Go type become Variants and are made of them.
// Plans are made once for a type and never change.
type plan struct {
	marshal   func(*marshaler, reflect.Value)
	unmarshal func(*unmarshaler, node, reflect.Value)
	quick     quickRead  // nil: there is none
	items     quickItems // of a slice of the type; nil: there are none

	elem  variant.ElementType // what a typed Array of the Go type is of; TypeNil: of anything
	plain bool                // as a map's key: equal Go values come of equal keys only
}

var plans sync.Map // *plan by reflect.Type

// planOf returns the plan of a type.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	b := planner{map[planKey]*plan{}}
	b.plan(t)
	for made, p := range b.made {
		if !made.options.changesValue() {
			plans.LoadOrStore(made.typ, p)
		}
	}
	p, _ := plans.Load(t)
	return p.(*plan)
}

// A planner holds the plans being made, which are not ready before all are: a
// struct may hold pointers to itself.
type planner struct{ made map[planKey]*plan }

type planKey struct {
	typ     reflect.Type
	options tag // those that change values
}

func (b planner) plan(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	return b.with(t, tag{})
}

// with returns the plan of a type whose field's tag has options for it.
func (b planner) with(t reflect.Type, o tag) *plan {
	o = tag{text: o.text, scaled: o.scaled, scale: o.scale, array: o.array, typed: o.typed}
	key := planKey{t, o}
	if p, ok := b.made[key]; ok {
		return p
	}
	p := new(plan)
	b.made[key] = p
	*p = b.make(t, o)
	return p
}

var (
	typeVariant            = reflect.TypeFor[variant.Variant]()
	typeVariantMarshaler   = reflect.TypeFor[VariantMarshaler]()
	typeVariantUnmarshaler = reflect.TypeFor[VariantUnmarshaler]()
	typeTextMarshaler      = reflect.TypeFor[encoding.TextMarshaler]()
	typeTextUnmarshaler    = reflect.TypeFor[encoding.TextUnmarshaler]()
	typeDecimal            = reflect.TypeFor[decimal.Decimal]()
)

// has reports whether values of t, which can be pointed at, implement an interface.
func has(t, of reflect.Type) bool {
	return t.Implements(of) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(of)
}

// make is where the rules come in their order: hooks, Variants, decimals, texts,
// kinds. A type may bring only one direction, and gets the other from the rule
// that comes next.
func (b planner) make(t reflect.Type, o tag) plan {
	if t.Kind() == reflect.Pointer {
		return b.pointer(t, o)
	}
	marshaler, unmarshaler := has(t, typeVariantMarshaler), has(t, typeVariantUnmarshaler)
	p := b.withoutHooks(t, o)
	if t.Kind() == reflect.Interface {
		return p
	}
	if marshaler {
		p.marshal, p.elem = marshalHook, variant.ElementType{}
	}
	if unmarshaler {
		p.unmarshal, p.quick, p.items, p.plain = unmarshalHook, nil, nil, false
	}
	return p
}

func (b planner) withoutHooks(t reflect.Type, o tag) plan {
	switch {
	case t.Kind() == reflect.Interface:
		return interfacePlan(t)
	case has(t, typeVariant):
		if o.changesValue() {
			return badPlan(badOption(t, "options that change values are not for Variants"))
		}
		return variantPlan(t)
	case t == typeDecimal:
		if o.array || o.typed {
			return badPlan(o.fits(t))
		}
		return decimalPlan(o)
	}
	p := b.kind(t, o)
	if has(t, typeTextMarshaler) {
		p.marshal, p.elem = marshalText, variant.ElementType{Type: variant.TypeString}
	}
	if has(t, typeTextUnmarshaler) {
		p.unmarshal, p.quick, p.items, p.plain = unmarshalText, nil, nil, false
	}
	return p
}

func (b planner) kind(t reflect.Type, o tag) plan {
	if err := o.fits(t); err != nil {
		return badPlan(err)
	}
	if o.text {
		if p, ok := textPlan(t); ok {
			return p
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return boolPlan.withItems(t)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return intPlan.withItems(t)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return uintPlan
	case reflect.Float32, reflect.Float64:
		return floatPlan.withItems(t)
	case reflect.String:
		return stringPlan.withItems(t)
	case reflect.Slice:
		return b.slice(t, o)
	case reflect.Array:
		return b.array(t, o)
	case reflect.Map:
		return b.mapping(t, o)
	case reflect.Struct:
		return b.structure(t)
	default:
		return badPlan(variant.Because(ErrType, "no Variant is a Go "+t.String()))
	}
}

// badPlan is the plan of a type that has none.
func badPlan(err error) plan {
	return plan{
		marshal:   func(m *marshaler, _ reflect.Value) { m.fail(err) },
		unmarshal: func(u *unmarshaler, _ node, _ reflect.Value) { u.fail(err) },
	}
}

// badTag is the error of a struct whose tags can't be.
func badTag(t reflect.Type, field, why string) error {
	return variant.Because(ErrType, fmt.Sprintf("%v.%s: %s", t, field, why))
}
