package codec

import (
	"fmt"
	"reflect"

	"godotvariant/variant"
)

// slice fills a slice from an Array, or from what has items like one. reads are
// for packed arrays that it takes as a whole.
func (u *unmarshaler) slice(elem *plan, reads map[variant.Type]packedRead, n node, v reflect.Value) {
	switch {
	case n.is(variant.TypeNil):
		u.drop()
		v.SetZero()
	case n.is(variant.TypeArray):
		p := u.enter(n)
		u.items(elem, &p, v)
		u.leave()
	default:
		read, whole := reads[n.typ]
		if whole = whole && !n.foreign; whole && u.r != nil {
			read.wire(u, pointerToSlice(v))
			return
		}
		u.tree(n, func(n node) {
			if whole && read.tree != nil && read.tree(u, pointerToSlice(v), n.value) {
				return
			}
			items, ok := itemsOf(n.value)
			if !ok {
				u.mismatch(n, v.Type())
				return
			}
			u.items(elem, &parts{n: len(items), items: items}, v)
		})
	}
}

// quickSlice is slice for an Array without a type.
func (u *unmarshaler) quickSlice(elem *plan, want variant.Type, v reflect.Value) bool {
	n, ok := u.r.MatchContainer(variant.TypeArray, want)
	if ok {
		u.items(elem, &parts{n: n}, v)
		u.r.Leave()
	}
	return ok
}

// firstGrowth bounds the memory that a count alone makes a slice take. An item
// of 4 bytes may become a Go value of any size.
const firstGrowth = 64 << 10

func (u *unmarshaler) items(elem *plan, p *parts, v reflect.Value) {
	outer := u.fresh
	u.fresh = true
	if v.IsNil() && p.n == 0 {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	v.SetLen(min(p.n, v.Cap()))
	var slice any
	if u.r != nil && elem.items != nil && p.n > 4 { // for fewer it does not pay
		slice = pointerToSlice(v)
	}
	for i := 0; i < p.n && !u.failed(); {
		if i == v.Len() {
			grow(v, p.n)
		}
		if slice != nil {
			i = elem.items(u, p.value, slice, i)
		}
		if i < v.Len() {
			u.sliceItem(elem, p, i, v)
			i++
		}
	}
	u.fresh = outer
}

// sliceItem fills item i, and cuts the slice before it if that fails.
func (u *unmarshaler) sliceItem(elem *plan, p *parts, i int, v reflect.Value) {
	if u.r == nil || elem.quick == nil || !elem.quick(u, p.value, v.Index(i)) {
		n := u.item(p, i)
		if !u.failed() {
			elem.unmarshal(u, n, v.Index(i))
		}
		u.close()
	}
	if u.failed() {
		u.step(variant.Step{Kind: variant.StepIndex, Index: i})
		v.SetLen(i)
	}
}

// grow makes a slice that is full longer, up to most.
func grow(v reflect.Value, most int) {
	first := max(1, firstGrowth/max(1, int(v.Type().Elem().Size())))
	n := min(most, max(first, 2*v.Len()))
	v.Grow(n - v.Len())
	v.SetLen(n)
}

// array fills a Go array, whose length must be that of the items.
func (u *unmarshaler) array(elem *plan, n node, v reflect.Value) {
	if n.is(variant.TypeArray) {
		p := u.enter(n)
		u.itemsOfArray(elem, n, &p, v)
		u.leave()
		return
	}
	u.tree(n, func(n node) {
		if numbers := componentsOf(n.value); numbers != nil && isNumber(v.Type().Elem()) {
			u.components(numbers, n, v)
			return
		}
		items, ok := itemsOf(n.value)
		if !ok {
			u.mismatch(n, v.Type())
			return
		}
		u.itemsOfArray(elem, n, &parts{n: len(items), items: items}, v)
	})
}

// isNumber reports whether t is float32 or float64 itself, without rules of its own.
func isNumber(t reflect.Type) bool {
	return t == reflect.TypeFor[float32]() || t == reflect.TypeFor[float64]()
}

// components fills an array of numbers with those of a vector or color.
func (u *unmarshaler) components(numbers []float64, n node, v reflect.Value) {
	if len(numbers) != v.Len() {
		u.misfit(n, variant.Because(variant.ErrRange, fmt.Sprintf("%d numbers into a Go %v", len(numbers), v.Type())))
		return
	}
	for i, f := range numbers {
		switch p := v.Index(i).Addr().Interface().(type) {
		case *float32:
			*p = toFloat32(u, f)
		case *float64:
			*p = f
		}
		if u.failed() {
			u.step(variant.Step{Kind: variant.StepIndex, Index: i})
			return
		}
	}
}

func (u *unmarshaler) itemsOfArray(elem *plan, n node, p *parts, v reflect.Value) {
	if !u.failed() && p.n != v.Len() {
		u.misfit(n, variant.Because(variant.ErrRange, fmt.Sprintf("%d items into a Go %v", p.n, v.Type())))
		return
	}
	outer := u.fresh
	u.fresh = true
	defer func() { u.fresh = outer }()
	for i := 0; i < p.n && !u.failed(); i++ {
		n := u.item(p, i)
		if !u.failed() {
			elem.unmarshal(u, n, v.Index(i))
		}
		u.close()
		if u.failed() {
			u.step(variant.Step{Kind: variant.StepIndex, Index: i})
		}
	}
}

// mapping fills a map from a Dictionary. Keys that Go holds for two and Godot for
// one are sorted out on the way through a tree.
func (u *unmarshaler) mapping(key, value *plan, n node, v reflect.Value) {
	switch {
	case n.is(variant.TypeNil):
		u.drop()
		v.SetZero()
	case !n.is(variant.TypeDictionary):
		u.mismatch(n, v.Type())
	case u.r != nil && !key.plain:
		u.tree(n, func(n node) { u.mapping(key, value, n, v) })
	default:
		p := u.enter(n)
		u.pairs(key, value, &p, v)
		u.leave()
	}
}

func (u *unmarshaler) pairs(key, value *plan, p *parts, v reflect.Value) {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	} else if u.fresh {
		v.Clear()
	}
	k := reflect.New(v.Type().Key()).Elem()
	each := reflect.New(v.Type().Elem()).Elem()
	outer := u.fresh
	u.fresh = true
	defer func() { u.fresh = outer }()
	for i := 0; i < p.n && !u.failed(); i++ {
		n := u.key(p, i)
		if !u.failed() {
			k.SetZero()
			key.unmarshal(u, n, k)
		}
		u.close()
		if !u.failed() && !k.Comparable() {
			u.misfit(n, variant.Because(ErrType, n.typ.String()+" as the key of a Go map"))
		}
		if u.failed() {
			u.step(variant.Step{Kind: variant.StepPairKey, Index: i})
			return
		}
		u.entry(value, p, i, v, k, each)
	}
}

// entry puts the value of pair i under key k, by way of each.
func (u *unmarshaler) entry(value *plan, p *parts, i int, v, k, each reflect.Value) {
	n := u.value(p, i)
	if !u.failed() {
		each.SetZero()
		value.unmarshal(u, n, each)
	}
	u.close()
	if u.failed() {
		u.stepValue(p, i)
		return
	}
	v.SetMapIndex(k, each)
}
