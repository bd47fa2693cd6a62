package look

import (
	"slices"

	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/values"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Contents describes the parts of a value, which is an Array, a Dictionary, a packed array or an
// object.
type Contents struct {
	Count message.Message `json:"count"` // number of the parts
	Types []TypeCount     `json:"types"` // types of the parts, beginning with the most frequent
}

// A TypeCount is the number of the parts that have a type.
type TypeCount struct {
	Type   string `json:"type"`
	Family string `json:"family"`
	N      int    `json:"n"`
}

// ContentsOf returns the Contents of a value. It returns nil if no parts can be added to the value
// or removed from it.
func ContentsOf(v variant.Variant) *Contents {
	var types typeCounts
	key := "count.items"

	switch v := v.(type) {
	case variant.Dictionary:
		key = "count.keys"
		for _, p := range v.Pairs {
			types.add(p.Value, 1)
		}

	case variant.Array:
		for _, item := range v.Items {
			types.add(item, 1)
		}

	case objects.Object:
		key = "count.properties"
		types.addParts(v)

	default:
		if !values.IsPacked(v.Type()) {
			return nil
		}
		if p := values.Of(v); p.N > 0 {
			types.add(p.At(0).Value, p.N) // all parts have one type
		}
	}

	n := 0
	for _, t := range types {
		n += t.N
	}
	slices.SortStableFunc(types, func(a, b TypeCount) int { return b.N - a.N })
	return &Contents{message.Say(key, message.Params{"n": n}), append([]TypeCount{}, types...)}
}

// typeCounts has the number of parts for each type so far.
type typeCounts []TypeCount

// addParts counts the parts of a value.
func (c *typeCounts) addParts(v variant.Variant) {
	parts := values.Of(v)
	for i := range parts.N {
		c.add(parts.At(i).Value, 1)
	}
}

// add counts n parts of one type.
func (c *typeCounts) add(v variant.Variant, n int) {
	v = values.OrNil(v)
	name := v.Type().String()

	for i := range *c {
		if (*c)[i].Type == name {
			(*c)[i].N += n
			return
		}
	}

	*c = append(*c, TypeCount{name, Family(v), n})
}
