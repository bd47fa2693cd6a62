package codec

import (
	"encoding"
	"fmt"
	"reflect"
	"sync"

	"github.com/shopspring/decimal"

	"godotvariant/variant"
)

// A plan is how values of one Go type are written and read. Both directions of a kind of type
// stand next to each other in the plan_*.go files. Plans are made once for a type and never
// change.
type plan struct {
	typ reflect.Type
	// write writes the value as one packet. Errors stick to the Writer.
	write func(e *encoder, p place)
	// read fills the value from the next packet. want is the element type of the container
	// around. It reports whether all is well.
	read func(d *decoder, want variant.Type, p place) bool

	elem  variant.ElementType // of a typed Array of the Go type; TypeNil: there is none
	plain bool                // as a map's key: different keys of the data are different Go values
	whole bool                // takes a Float that is a whole number for an Int
}

var plans sync.Map // *plan by reflect.Type

// planOf returns the plan of a type.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	b := planner{map[planKey]*plan{}}
	c := b.with(t, tag{})
	for key, made := range b.made {
		if key.options == (tag{}) {
			plans.LoadOrStore(key.typ, made)
		}
	}
	return c
}

// A planner holds the plans being made. None is ready before all are: a struct may hold
// pointers to itself.
type planner struct{ made map[planKey]*plan }

type planKey struct {
	typ     reflect.Type
	options tag // those that change values
}

// with returns the plan of a type whose field has the options o in its tag.
func (b planner) with(t reflect.Type, o tag) *plan {
	key := planKey{t, o.ofValue()}
	c, ok := b.made[key]
	if !ok {
		c = &plan{typ: t}
		b.made[key] = c
		b.fill(c, key.options)
	}
	return c
}

var (
	typeVariant            = reflect.TypeFor[variant.Variant]()
	typeVariantMarshaler   = reflect.TypeFor[VariantMarshaler]()
	typeVariantUnmarshaler = reflect.TypeFor[VariantUnmarshaler]()
	typeTextMarshaler      = reflect.TypeFor[encoding.TextMarshaler]()
	typeTextUnmarshaler    = reflect.TypeFor[encoding.TextUnmarshaler]()
	typeDecimal            = reflect.TypeFor[decimal.Decimal]()
)

// has reports whether values of t that have an address implement an interface.
func has(t, of reflect.Type) bool {
	return t.Implements(of) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(of)
}

// fill makes the plan c. The rules come in this order: hooks, Variants, decimals, texts,
// kinds. A type may have a hook for one direction only, and gets the other from the next
// rule.
func (b planner) fill(c *plan, o tag) {
	t := c.typ
	c.whole = o.whole
	switch {
	case o.finite:
		b.finite(c, o)
		return
	case t.Kind() == reflect.Pointer:
		b.pointer(c, o)
		return
	case t.Kind() == reflect.Interface:
		interfacePlan(c)
		return
	case has(t, typeVariant):
		variantPlan(c, o)
	case t == typeDecimal:
		decimalPlan(c, o)
	default:
		b.kind(c, o)
		textHooks(c)
	}
	variantHooks(c)
}

// kind makes the plan of a type by its kind.
func (b planner) kind(c *plan, o tag) {
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
		c.bad(variant.Because(ErrType, "no Variant is a Go "+c.typ.String()))
	}
}

// bad makes c the plan of a type that can be neither written nor read.
func (c *plan) bad(err error) {
	c.write = func(e *encoder, _ place) { e.fail(err) }
	c.read = func(d *decoder, _ variant.Type, _ place) bool {
		return d.refuse(d.r.Offset(), variant.TypeNil, err)
	}
}

// other reads the next packet where it is none that the plan knows: what a reference stands
// for by the plan itself, anything else is an error.
func (c *plan) other(d *decoder, want variant.Type, p place) bool {
	if kernel.Failed(d.r) {
		return false
	}
	at := d.r.Offset()
	if v, ok := d.reference(want); ok {
		switch v.(type) {
		case variant.Nil, variant.Bool, variant.Int, variant.Float, variant.String, variant.StringName, variant.Dictionary:
			return d.inside(at, v, c, p)
		}
		return d.misfit(at, v, c.typ)
	}
	if t, _ := kernel.NextType(d.r, want); !kernel.Failed(d.r) {
		d.refuse(at, t, mismatch(t, c.typ))
	}
	return false
}

func mismatch(t variant.Type, into reflect.Type) error {
	why := t.String() + " into a Go " + into.String()
	if t == variant.TypeFloat && into.Kind() >= reflect.Int && into.Kind() <= reflect.Uintptr {
		why += " (the option WholeFloats or the tag whole takes 5.0)"
	}
	return variant.Because(ErrType, why)
}

func outOfRange(x any, into reflect.Type) error {
	return variant.Because(variant.ErrRange, fmt.Sprintf("%v into a Go %v", x, into))
}

// addressable returns v where it has an address: methods of pointers can be called, and a
// place can be had.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}
