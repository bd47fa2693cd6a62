package plan

import (
	"reflect"
	"sync"
	"sync/atomic"
)

var plans sync.Map // *plan by reflect.Type

// recent has plans that were used lately, each at the slot of its type. To find one takes a
// comparison of addresses, and an eighth of the instructions of a look-up in plans.
var recent [64]atomic.Pointer[plan]

func slotOf(typ uintptr) *atomic.Pointer[plan] { return &recent[typ/64%uintptr(len(recent))] }

// recentOf returns the plan of the type of v if it was used lately, and nil if not.
func recentOf(v any) *plan {
	typ := typeAddress(v)
	c := slotOf(typ).Load()
	if c == nil || c.address != typ {
		return nil
	}
	return c
}

// A planner holds the plans that are being made. No plan is used before all of them are complete,
// because a struct may hold pointers to itself.
type planner struct {
	made map[planKey]*plan
	fill func(planner, *plan, tag) // makes a plan by the rules
}

type planKey struct {
	typ     reflect.Type
	options tag // only the options that change values
}

// made returns the plan of a type if it was made before, and nil if not.
func made(t reflect.Type) *plan {
	typ := reflect.ValueOf(t).Pointer()
	slot := slotOf(typ)
	if c := slot.Load(); c != nil && c.address == typ {
		return c
	}

	p, _ := plans.Load(t)
	c, _ := p.(*plan)

	if c != nil {
		slot.Store(c)
	}

	return c
}

// of returns the plan of a type without options.
func (b planner) of(t reflect.Type) *plan {
	if c := made(t); c != nil {
		return c
	}

	b.made = map[planKey]*plan{}
	c := b.with(t, tag{})

	for key, made := range b.made {
		if key.options == (tag{}) {
			plans.LoadOrStore(key.typ, made)
		}
	}

	return c
}

// with returns the plan of a type whose field has the options o.
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
