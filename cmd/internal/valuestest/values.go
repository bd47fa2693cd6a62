// Package valuestest makes values for tests.
package valuestest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// Root returns a Dictionary with values of many types, some levels deep.
func Root(random *rand.Rand) variant.Variant {
	return dictionary(random, 1+random.IntN(6), 4)
}

func dictionary(random *rand.Rand, pairs, depth int) variant.Dictionary {
	d := variant.Dictionary{}
	for i := range pairs {
		d.Pairs = append(d.Pairs,
			variant.Pair{Key: key(random, i), Value: value(random, depth)})
	}

	return d
}

func key(random *rand.Rand, i int) variant.Variant {
	name := fmt.Sprintf("key %d", i)
	return []variant.Variant{
		variant.String(name), variant.StringName(name), variant.Int(i),
		math.Vector2i{X: int32(i), Y: 1},
	}[random.IntN(4)]
}

// value returns a random value. The argument depth is the greatest depth of its nested parts.
func value(random *rand.Rand, depth int) variant.Variant {
	if depth == 0 || random.IntN(3) > 0 {
		return []variant.Variant{
			variant.Nil{}, variant.Bool(random.IntN(2) == 0), variant.Int(random.IntN(1000)),
			variant.Float(random.IntN(1000)) / 8,
			variant.String(strings.Repeat("ü", random.IntN(40))),
			math.Vector2{X: float64(random.IntN(9)), Y: 2},
			packed.PackedInt32Array(make([]int32, random.IntN(30))),
			objects.MustParseNodePath("a/b:c"),
		}[random.IntN(8)]
	}

	switch random.IntN(4) {
	case 0:
		sevens := slices.Repeat([]variant.Variant{variant.Int(7)}, random.IntN(20))
		return variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, sevens...)
	case 1:
		return objects.NewObject("Timer", objects.Prop("wait", value(random, depth-1)))
	case 2:
		a := variant.Array{}
		for range random.IntN(8) {
			a.Items = append(a.Items, value(random, depth-1))
		}
		return a
	default:
		return dictionary(random, random.IntN(8), depth-1)
	}
}
