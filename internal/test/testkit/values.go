package testkit

import (
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// SelfContaining returns a value of each kind of container that contains itself twice. Decoding
// never makes such a value.
func SelfContaining() map[string]variant.Variant {
	a := variant.NewArray(nil, nil)
	a.Items[0] = a
	a.Items[1] = a

	pointer := &variant.Array{Items: make([]variant.Variant, 2)}
	pointer.Items[0] = pointer
	pointer.Items[1] = pointer

	typed := variant.TypedArray{Items: make([]variant.Variant, 2)}
	typed.Items[0] = variant.PackedTypedArray(typed)
	typed.Items[1] = &typed

	d := variant.NewDictionary(variant.KV("a", nil), variant.KV("b", nil))
	d.Pairs[0].Value = d
	d.Pairs[1].Key = &d

	o := objects.NewObject("Node", objects.Prop("a", nil), objects.Prop("b", nil))
	o.Properties[0].Value = o
	o.Properties[1].Value = &o

	return map[string]variant.Variant{"array": a, "pointer": pointer, "typed": typed,
		"dictionary": d, "object": o}
}

// Doubling returns a value with 2^n parts. The parts share memory, so the memory grows with n.
func Doubling(n int, leaf variant.Variant) variant.Variant {
	for range n {
		leaf = variant.NewArray(leaf, leaf)
	}
	return leaf
}

// Endless returns an Array that contains itself.
func Endless() variant.Array {
	a := variant.NewArray(nil)
	a.Items[0] = a
	return a
}

// HoldsObject reports whether v is an object or holds one.
func HoldsObject(v variant.Variant) bool {
	for _, part := range tree.Walk(v) {
		if part.Type() == variant.TypeObject {
			return true
		}
	}
	return false
}
