package enginejson

import (
	"fmt"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// An item is a part of a new container, with the old part that it replaces.
type item struct {
	oldValue, newValue variant.Variant
	oldIndex           int // index of the old part, or -1 for a new one

	isPair  bool
	key     string
	renamed bool // the old part had a different key
}

// itemsOf returns the items of a new array. It finds the equal items at the beginning and at the
// end of both arrays. Between them, items of the old array were removed, or new items were
// inserted.
func itemsOf(old, a variant.Array, n *node) []item {
	was := old.Items[:min(len(old.Items), len(n.parts))]
	more := len(a.Items) - len(was)

	first := 0
	for more != 0 && first < min(len(was), len(a.Items)) &&
		values.Same(was[first], a.Items[first]) {
		first++
	}

	last := 0 // number of equal items at the end
	for more != 0 && last < min(len(was), len(a.Items))-first &&
		values.Same(was[len(was)-1-last], a.Items[len(a.Items)-1-last]) {
		last++
	}

	items := make([]item, len(a.Items))
	for i, v := range a.Items {
		items[i] = item{newValue: v, oldIndex: -1}

		k := i
		if i >= len(a.Items)-last {
			k -= more
		} else if i >= len(was)-last {
			continue
		}

		items[i].oldIndex = k
		items[i].oldValue = was[k]
	}

	return items
}

// pairsOf returns the pairs of a new object. An old pair counts as renamed if its key is missing in
// the new object, both objects have the same number of pairs, and the new object has a new key at
// the same index.
func pairsOf(old, d variant.Dictionary, n *node) ([]item, error) {
	was := old.Pairs[:min(len(old.Pairs), len(n.parts))]

	at := map[variant.Variant]int{}
	for i, p := range was {
		at[p.Key] = i
	}

	stays := map[variant.Variant]bool{}
	for _, p := range d.Pairs {
		if _, ok := p.Key.(variant.String); !ok {
			return nil, fmt.Errorf("a key of JSON is text, and not %s", variant.Text(p.Key))
		}
		stays[p.Key] = true
	}

	items := make([]item, len(d.Pairs))
	for i, p := range d.Pairs {
		it := item{
			newValue: p.Value, oldIndex: -1, isPair: true, key: string(p.Key.(variant.String)),
		}
		k, ok := at[p.Key]

		if !ok && len(was) == len(d.Pairs) && !stays[was[i].Key] {
			it.renamed = true
			ok = true
			k = i
		}

		if ok {
			it.oldIndex = k
			it.oldValue = was[k].Value
		}
		items[i] = it
	}

	return items, nil
}
