package packets

import "godotvariant/variant"

// Distinct returns the pairs with each key of Godot 4 once: in its first place, with its
// last value. It uses the memory of pairs.
func Distinct(pairs []variant.Pair) []variant.Pair {
	places := map[string]int{}
	kept := pairs[:0]

	var buf []byte
	for _, p := range pairs {
		var has bool
		buf, has = AppendKey(buf[:0], variant.KeysByContent, p.Key)
		if i, twice := places[string(buf)]; has && twice {
			kept[i].Value = p.Value
			continue
		}

		if has {
			places[string(buf)] = len(kept)
		}

		kept = append(kept, p)
	}

	return kept
}
