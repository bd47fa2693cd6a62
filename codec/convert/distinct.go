package convert

import (
	"slices"
	"strconv"

	"godotvariant/codec/internal/packets"
	"godotvariant/objects"
	"godotvariant/variant"
)

// distinct returns the pairs without repeated keys: each key at its first position, with its last
// value. Keys are compared by the rule of the dialect. If a key is repeated, the result is a new
// slice.
func (x *converter) distinct(pairs []variant.Pair) ([]variant.Pair, bool) {
	if len(pairs) < 2 || differ(pairs) {
		return pairs, false
	}

	places := make(map[string]int, len(pairs))
	var buf []byte
	var kept []variant.Pair // nil before the first repeated key

	count := 0
	for i, p := range pairs {
		var has bool
		buf, has = packets.AppendKey(buf[:0], x.spec.Keys, p.Key)

		x.left -= len(buf) / 8
		if x.left < 0 {
			x.fail(p.Key, variant.Because(variant.ErrLimit, "keys inside of keys"))
			return nil, true
		}

		if at, twice := places[string(buf)]; has && twice {
			if kept == nil {
				kept = slices.Clone(pairs[:i])
			}

			x.path = append(x.path, variant.Step{Kind: variant.StepPairKey, Index: i})
			x.note(Note{Kind: Lost, Text: "an equal key comes before it, whose value is lost"})
			x.path = x.path[:len(x.path)-1]
			kept[at].Value = p.Value
			continue
		}

		if has {
			places[string(buf)] = count
		}

		count++

		if kept != nil {
			kept = append(kept, p)
		}
	}

	if kept == nil {
		return pairs, false
	}

	return kept, true
}

// differ reports whether there are only a few keys, which are texts and different from each other.
// This is the usual case, and does not need a map.
func differ(pairs []variant.Pair) bool {
	const few = 16
	if len(pairs) > few {
		return false
	}

	var keys [few]variant.String
	for i, p := range pairs {
		key, ok := p.Key.(variant.String)
		if !ok || slices.Contains(keys[:i], key) {
			return false
		}
		keys[i] = key
	}

	return true
}

// distinctProperties returns the properties without repeated names: each name at its first
// position, with its last value, as in an engine. If a name is repeated, the result is a new slice.
func (x *converter) distinctProperties(all []objects.Property) []objects.Property {
	places := make(map[string]int, len(all))
	var out []objects.Property
	for i, p := range all {
		first, twice := places[p.Name]
		if !twice {
			places[p.Name] = len(out)
			out = append(out, p)
			continue
		}

		out[first].Value = p.Value
		x.path = append(x.path, variant.Step{Kind: variant.StepProperty, Name: p.Name})
		x.note(Note{Kind: Lost,
			Text: "a property of this name comes before number " + strconv.Itoa(i+1) +
				", whose value is lost"})
		x.path = x.path[:len(x.path)-1]
	}

	if len(out) == len(all) {
		return all
	}
	return out
}
