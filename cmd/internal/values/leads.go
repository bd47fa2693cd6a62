package values

import (
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Leads reports whether a step leads to the value of a key. The steps .name and ["name"] may lead
// to the key &"name", a StringName, and [1] may lead to the key 1.0, a float.
func Leads(step variant.Step, key variant.Variant) bool {
	one := variant.NewDictionary(variant.Pair{Key: OrNil(key), Value: variant.Nil{}})
	_, err := tree.Lookup(one, variant.Path{step})
	return err == nil
}
