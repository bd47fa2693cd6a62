package plan

import (
	"reflect"
)

// planner returns a planner that makes plans with the function fill.
func (p *Plans) planner() planner { return planner{p, fill, map[planKey]*plan{}} }

// ofValue returns the plan of the type of v. If v is nil, it returns the plan of the type any.
func (p *Plans) ofValue(v any) *plan {
	if v == nil {
		return p.planner().of(reflect.TypeFor[any]())
	}
	return p.planner().of(reflect.TypeOf(v))
}

// fill completes the plan c. The rules apply in this order: MarshalVariant and UnmarshalVariant,
// Variants, decimals, MarshalText and UnmarshalText, and last the rule for the reflect.Kind. If a
// type has such a method for only one direction, the next rule that applies is used for the other
// direction.
func fill(b planner, c *plan, o tag) {
	t := c.typ
	c.whole = o.whole

	switch {
	case o.finite:
		b.finite(c, o)
		return

	case t.Kind() == reflect.Pointer:
		b.pointer(c, o)
		return

	case o.max > 0:
		b.bounded(c, o)
		return

	case t.Kind() == reflect.Interface:
		b.interfaces(c)
		return

	case has(t, typeVariant):
		b.variant(c, o)
	case t == typeDecimal:
		decimalPlan(c, o)

	default:
		kind(b, c, o)
		textHooks(c)
	}

	variantHooks(c)
}

// kind completes the plan of a type according to its reflect.Kind.
func kind(b planner, c *plan, o tag) {
	kind := c.typ.Kind()
	simple, ok := scalarPlans[kind]

	switch err := o.fits(c.typ); {
	case err != nil:
		c.bad(err)
	case ok && o.text:
		optionText(c)
	case ok:
		simple(c)
	case kind == reflect.Slice:
		b.slice(c, o)
	case kind == reflect.Array:
		b.array(c, o)
	case kind == reflect.Map:
		b.mapping(c, o)
	case kind == reflect.Struct:
		b.structure(c)
	default:
		c.bad(badType(c.typ, "no Godot type can hold it"))
	}
}
