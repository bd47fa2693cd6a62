package plan

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// Plans are the plans of Go types for one [Naming]. They are safe for concurrent use. No field of
// Plans is a function that makes plans. So the linker leaves the code of plans out of a program
// that does not call Marshal or Unmarshal.
type Plans struct {
	naming Naming
	made   sync.Map // *plan by reflect.Type

	// recent has plans that were used recently. Each plan is in the slot of its type. A look-up in
	// recent takes one comparison of addresses. A look-up in the sync.Map takes eight times as many
	// instructions.
	recent [64]atomic.Pointer[plan]
}

var byNaming = [...]*Plans{SnakeCase: {naming: SnakeCase}, FieldName: {naming: FieldName}}

// For returns the plans for a Naming.
func For(n Naming) *Plans { return byNaming[n] }

func (p *Plans) slotOf(typ uintptr) *atomic.Pointer[plan] {
	return &p.recent[typ/64%uintptr(len(p.recent))]
}

// recentOf returns the plan of the type of v if it was used recently, otherwise nil.
func (p *Plans) recentOf(v any) *plan {
	typ := typeAddress(v)
	c := p.slotOf(typ).Load()
	if c == nil || c.address != typ {
		return nil
	}
	return c
}

// find returns the plan of a type if it was already made, otherwise nil.
func (p *Plans) find(t reflect.Type) *plan {
	typ := reflect.ValueOf(t).Pointer()
	slot := p.slotOf(typ)
	if c := slot.Load(); c != nil && c.address == typ {
		return c
	}

	found, _ := p.made.Load(t)
	c, _ := found.(*plan)

	if c != nil {
		slot.Store(c)
	}

	return c
}

// Naming returns how the plans name the keys of fields.
func (p *Plans) Naming() Naming { return p.naming }

// A planner holds the plans that are being made. No plan is used before all of them are complete,
// because a struct may hold pointers to itself.
type planner struct {
	plans *Plans
	fill  func(planner, *plan, tag) // completes a plan; it is the package's function fill
	made  map[planKey]*plan
}

type planKey struct {
	typ     reflect.Type
	options tag // only the options that change values
}

// of returns the plan of a type without options.
func (b planner) of(t reflect.Type) *plan {
	if c := b.plans.find(t); c != nil {
		return c
	}

	b.made = map[planKey]*plan{}
	c := b.with(t, tag{})

	for key, made := range b.made {
		if key.options == (tag{}) {
			b.plans.made.LoadOrStore(key.typ, made)
		}
	}

	return c
}

// with returns the plan of the type t for a field whose tag has the options o.
func (b planner) with(t reflect.Type, o tag) *plan {
	key := planKey{t, o.ofValue()}
	c, ok := b.made[key]
	if !ok {
		c = &plan{typ: t, address: reflect.ValueOf(t).Pointer()}
		b.made[key] = c
		b.fill(b, c, key.options)
	}

	return c
}
