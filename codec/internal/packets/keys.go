package packets

import (
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// Distinct returns the pairs without repeated keys, by Godot 4's rule for equal keys. A repeated
// key stays at its first position and gets its last value. The result uses the memory of the
// argument pairs. Use the same KeyNumbers for all dictionaries of one text.
func Distinct(numbers *wire.KeyNumbers, pairs []variant.Pair) []variant.Pair {
	return wire.Distinct(numbers, pairs,
		func(w *wire.Writer, p variant.Pair) { (*variant.Writer)(w).Value(p.Key) },
		func(first *variant.Pair, later variant.Pair) { first.Value = later.Value })
}
