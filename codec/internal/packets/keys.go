package packets

import (
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// Distinct returns the pairs with each key of Godot 4 once: in its first position, with its last
// value. It uses the memory of pairs. numbers are those of all dictionaries of one text.
func Distinct(numbers *wire.KeyNumbers, pairs []variant.Pair) []variant.Pair {
	return wire.Distinct(numbers, pairs,
		func(w *wire.Writer, p variant.Pair) { (*variant.Writer)(w).Value(p.Key) },
		func(first *variant.Pair, later variant.Pair) { first.Value = later.Value })
}
