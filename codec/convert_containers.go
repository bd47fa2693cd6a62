package codec

import (
	"slices"

	"godotvariant/variant"
)

// How Convert converts the parts of arrays and dictionaries, and their element types.

// items converts the items of an array. It copies the slice if one changes.
func (x *converter) items(items []variant.Variant) ([]variant.Variant, bool) {
	out, changed := items, false
	for i, item := range items {
		v, differs := x.at(variant.Step{Kind: variant.StepIndex, Index: i}, item)
		if x.err != nil {
			break
		}
		if differs && !changed {
			out, changed = slices.Clone(items), true
		}
		if differs {
			out[i] = v
		}
	}
	return out, changed
}

func (x *converter) array(a variant.Array) (variant.Variant, bool) {
	items, changed := x.items(a.Items)
	elem, retyped := x.element(a.Elem, x.dialect.TypedArrays, func(i int) variant.Variant { return items[i] }, len(items))
	shared := a.Shared && x.dialect.SharedBit
	if !changed && !retyped && shared == a.Shared {
		return a, false
	}
	x.noteTypes(arrayName(a.Elem), arrayName(elem))
	return variant.Array{Items: items, Elem: elem, Shared: shared}, true
}

// typedArray converts v, which is a, or a as a PackedTypedArray. Where the items or the element type
// have no place in it, it becomes an Array.
func (x *converter) typedArray(v variant.Variant, a variant.TypedArray) (variant.Variant, bool) {
	items, changed := x.items(a.Items)
	elem, retyped := &a.Elem, false
	if elem.Type != variant.TypeNil {
		elem, retyped = x.element(elem, true, func(i int) variant.Variant { return items[i] }, len(items))
	}
	switch {
	case x.err != nil:
		return nil, true
	case elem == nil:
		x.note(Note{From: v.Type().String(), To: "Array"})
		return variant.NewArray(items...), true
	case elem.Script != "": // it is not on the wire
		elem, retyped = &variant.ElementType{Type: elem.Type, Class: elem.Class}, true
	}
	if !changed && !retyped {
		return v, false
	}
	x.noteTypes(arrayName(&a.Elem), arrayName(elem))
	out := variant.TypedArray{Items: items, Elem: *elem}
	if v.Type() == variant.TypePackedTypedArray {
		return variant.PackedTypedArray(out), true
	}
	return out, true
}

// arrayName returns Array[int], or Array.
func arrayName(elem *variant.ElementType) string {
	if name := kernel.ArrayType(elem); name != "" {
		return name
	}
	return "Array"
}

func dictionaryName(d variant.Dictionary) string {
	if name := kernel.DictionaryType(d); name != "" {
		return name
	}
	return "Dictionary"
}

// noteTypes reports that a typed container has another type.
func (x *converter) noteTypes(from, to string) {
	if from != to {
		x.note(Note{From: from, To: to})
	}
}

// encodedObject is the element type of objects that are written as instance IDs.
var encodedObject = variant.ElementType{Type: variant.TypeObject, Class: "EncodedObjectAsID"}

// element returns the element type for n parts, nil if they can't have one.
func (x *converter) element(
	e *variant.ElementType, typed bool, part func(i int) variant.Variant, n int,
) (*variant.ElementType, bool) {
	if e == nil {
		return nil, false
	}
	if !typed || e.Type == variant.TypeNil || !x.has(e.Type) {
		return nil, true
	}
	for i := range n {
		if !kernel.Accepts(e.Type, partType(part(i))) {
			return nil, true
		}
	}
	if e.Type != variant.TypeObject {
		return e, false
	}
	own := variant.ElementType{Type: e.Type, Class: e.Class, Script: e.Script}
	switch {
	case !x.codec.options.FullObjects:
		own = encodedObject
	case own.Script != "":
		own.Class = ""
	case own.Class == "":
		own.Class = "Object"
	}
	if own.Class == e.Class && own.Script == e.Script {
		return e, false
	}
	return &own, true
}

// partType is typeOf of a part that may be nil.
func partType(v variant.Variant) variant.Type {
	if v == nil {
		return variant.TypeNil
	}
	return typeOf(v)
}

func (x *converter) dictionary(d variant.Dictionary) (variant.Variant, bool) {
	out, changed := d.Pairs, false
	for i, p := range d.Pairs {
		key, keyDiffers := x.at(variant.Step{Kind: variant.StepPairKey, Index: i}, p.Key)
		step := variant.Step{Kind: variant.StepKey, Key: p.Key}
		if p.Key == nil {
			step.Key = variant.Nil{}
		}
		value, valueDiffers := x.at(step, p.Value)
		if x.err != nil {
			return nil, true
		}
		differs := keyDiffers || valueDiffers
		if differs && !changed {
			out, changed = slices.Clone(d.Pairs), true
		}
		if differs {
			out[i] = variant.Pair{Key: key, Value: value}
		}
	}
	out, merged := x.distinct(out)
	key, keysRetyped := x.element(d.Key, x.dialect.TypedDictionaries, func(i int) variant.Variant { return out[i].Key }, len(out))
	value, valuesRetyped := x.element(d.Value, x.dialect.TypedDictionaries, func(i int) variant.Variant { return out[i].Value }, len(out))
	shared := d.Shared && x.dialect.SharedBit
	if !changed && !merged && !keysRetyped && !valuesRetyped && shared == d.Shared {
		return d, false
	}
	converted := variant.Dictionary{Pairs: out, Key: key, Value: value, Shared: shared}
	x.noteTypes(dictionaryName(d), dictionaryName(converted))
	return converted, true
}

// distinct returns the pairs with each key of the dialect once: in its first place, with its last
// value. It copies the slice if there are fewer.
func (x *converter) distinct(pairs []variant.Pair) ([]variant.Pair, bool) {
	if len(pairs) < 2 {
		return pairs, false
	}
	places := make(map[string]int, len(pairs))
	var buf []byte
	var kept []variant.Pair // nil while it would equal pairs
	count := 0
	for i, p := range pairs {
		var has bool
		buf, has = kernel.AppendKey(buf[:0], x.dialect.Keys, p.Key)
		if x.left -= len(buf) / 8; x.left < 0 {
			x.fail(p.Key, variant.Because(variant.ErrLimit, "keys inside of keys"))
			return nil, true
		}
		if at, twice := places[string(buf)]; has && twice {
			if kept == nil {
				kept = slices.Clone(pairs[:i])
			}
			x.path = append(x.path, variant.Step{Kind: variant.StepPairKey, Index: i})
			x.note(Note{Change: Lost, Text: "an equal key comes before it, whose value is lost"})
			x.path = x.path[:len(x.path)-1]
			kept[at].Value = p.Value
			continue
		}
		if has {
			places[string(buf)] = count
		}
		if count++; kept != nil {
			kept = append(kept, p)
		}
	}
	if kept == nil {
		return pairs, false
	}
	return kept, true
}
