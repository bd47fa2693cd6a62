package print

import (
	"cmp"
	"slices"
	"strings"

	"godotvariant/codec/internal/components"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// appendOrder appends the positions of pairs to order: the numbers from 0 to len(pairs)-1. The
// function sortPairs sorts them.
func appendOrder(order []int, pairs []variant.Pair) []int {
	order = slices.Grow(order, len(pairs))
	for i := range pairs {
		order = append(order, i)
	}
	return order
}

// sortPairs sorts the positions of pairs into the order in which var_to_str writes the pairs. This
// order is by the type of the key, and then, for types that the engine can compare, by the key's
// value. All other keys stay in their order. Engines may change the order of such keys in
// dictionaries of more than 16 pairs.
func sortPairs(order []int, pairs []variant.Pair, godot3 bool) {
	if len(order) > 16 {
		slices.SortStableFunc(order, func(a, b int) int {
			return compareKeys(pairs[a].Key, pairs[b].Key, godot3)
		})
		return
	}

	// As in the engine's insertion sort, a pair is first compared with the first pair. This decides
	// the position of a NaN, because here a NaN equals every number.
	for i := 1; i < len(order); i++ {
		key := pairs[i].Key
		at := i
		if compareKeys(key, pairs[order[0]].Key, godot3) < 0 {
			at = 0
		}

		for at > 0 && compareKeys(key, pairs[order[at-1]].Key, godot3) < 0 {
			at--
		}

		copy(order[at+1:i+1], order[at:i])
		order[at] = i
	}
}

// compareKeys compares keys. It returns 0 for keys without an order. A String and a StringName are
// compared by their text, and not by their types as in arrays.
func compareKeys(a, b variant.Variant, godot3 bool) int {
	s, textA := keyText(a)
	t, textB := keyText(b)
	if textA && textB {
		return strings.Compare(s, t)
	}

	if ta, tb := typeOf(a), typeOf(b); ta != tb {
		return cmp.Compare(ta, tb)
	}

	return compareValues(a, b, godot3)
}

// compareValues compares two values of one type, or two texts. Godot 4 compares StringNames in
// arrays by their addresses, which differ in each run. This function compares their texts instead.
func compareValues(a, b variant.Variant, godot3 bool) int {
	if s, ok := keyText(a); ok {
		t, _ := keyText(b)
		return cmp.Compare(s, t)
	}

	if godot3 {
		return compare3(a, b)
	}

	if a, ok := a.(variant.Array); ok {
		b := b.(variant.Array)
		for i := range min(len(a.Items), len(b.Items)) {
			x, y := a.Items[i], b.Items[i]
			c := cmp.Compare(typeOf(x), typeOf(y))
			if c == 0 {
				c = compareValues(x, y, godot3)
			}

			if c != 0 {
				return c
			}
		}

		return cmp.Compare(len(a.Items), len(b.Items))
	}

	return compareNumbers(a, b)
}

func typeOf(v variant.Variant) variant.Type {
	if v == nil {
		return variant.TypeNil
	}
	return v.Type()
}

func keyText(v variant.Variant) (string, bool) {
	switch v := v.(type) {
	case variant.String:
		return string(v), true
	case variant.StringName:
		return string(v), true
	}
	return "", false
}

// compareNumbers compares numbers and vectors, component by component.
func compareNumbers(a, b variant.Variant) int {
	switch a := a.(type) {
	case variant.Bool:
		return boolInt(bool(a)) - boolInt(bool(b.(variant.Bool)))
	case variant.Int:
		return cmp.Compare(a, b.(variant.Int))
	case variant.Float:
		return compareReals(float64(a), float64(b.(variant.Float)))
	case objects.RID:
		return cmp.Compare(a, b.(objects.RID))

	case math.Vector2, math.Vector3, math.Vector4, math.Vector2i, math.Vector3i, math.Vector4i:
		rest := components.Numbers(b)
		for i, x := range components.Numbers(a) {
			if x != rest[i] { // also true if one of them is a NaN, which has no order
				return compareReals(x, rest[i])
			}
		}
	}

	return 0
}

// compare3 does the same as compareNumbers for Godot 3, which also orders packed arrays, except
// PoolVector2Array.
func compare3(a, b variant.Variant) int {
	switch a.(type) {
	case packed.PackedByteArray, packed.PackedInt32Array, packed.PackedFloat32Array,
		packed.PackedVector3Array, packed.PackedColorArray:
		return slices.CompareFunc(components.Numbers(a), components.Numbers(b), compareReals)
	case packed.PackedStringArray:
		return slices.Compare(a.(packed.PackedStringArray), b.(packed.PackedStringArray))
	}
	return compareNumbers(a, b)
}

// compareReals compares two numbers as the engine does. A NaN equals every number.
func compareReals(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
