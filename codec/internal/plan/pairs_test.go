package plan_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

type pairInner struct {
	E int   `godot:"e"`
	F []int `godot:"f,array"`
}

// TestPairsInAnyOrder reads keys in any order, repeated keys, and unknown keys. The last value of a
// key counts. A field without a key keeps its value.
func TestPairsInAnyOrder(t *testing.T) {
	type pairs struct {
		A int `godot:"a"`
		B int `godot:"b"`
		C int `godot:"a longer key than sixteen bytes"`
		D int `godot:"d"`
		*pairInner
		G int `godot:"g"`
	}

	keys := []string{"a", "b", "a longer key than sixteen bytes", "d", "e", "g", "unknown", "f"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		got := pairs{A: -1, B: -2, C: -3, D: -4, G: -5, pairInner: &pairInner{E: -6, F: []int{-7}}}
		want := got
		inner := *got.pairInner
		want.pairInner = &inner

		first := random.IntN(len(keys))
		packet := variant.Dictionary{}
		for n := range random.IntN(10) {
			i := (first + n) % len(keys)
			if random.IntN(4) == 0 {
				i = random.IntN(len(keys))
			}

			value := variant.Variant(Int(n))
			if keys[i] == "f" {
				value = list(Int(n))
				inner.F = []int{n}
			}
			packet.Pairs = append(packet.Pairs, kv(keys[i], value))
			for key, field := range map[string]*int{
				"a": &want.A, "b": &want.B, keys[2]: &want.C, "d": &want.D, "e": &inner.E,
				"g": &want.G,
			} {
				if key == keys[i] {
					*field = n
				}
			}
		}

		require.NoError(t, codec.Unmarshal(testkit.Encode(t, standard, packet), &got))
		require.Equal(t, want, got, "%v", packet)
	}
}

// TestCostOfOneKeyOutOfOrder: one key in the wrong order does not slow down the fields after it.
func TestCostOfOneKeyOutOfOrder(t *testing.T) {
	type state struct {
		A, B, C, D, E, F, G, H, I, J, K, L int
	}
	packet := func(from, to int) []byte {
		var d variant.Dictionary
		for i := from; i < to; i++ {
			d.Pairs = append(d.Pairs, kv(string(rune('A'+i%12)), Int(i)))
		}
		return testkit.Encode(t, standard, d)
	}
	read := func(packet []byte) func() {
		var s state
		return func() {
			for range 1000 {
				_ = codec.Unmarshal(packet, &s)
			}
		}
	}

	inOrder, oneLast := read(packet(0, 12)), read(packet(1, 13))
	inOrder()
	oneLast()
	counts := testkit.Instructions(t, inOrder, oneLast)
	t.Log(counts)
	require.Less(t, counts[1], 2*counts[0])
}
