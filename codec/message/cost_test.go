package message_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/variant"
)

// TestCostOfDispatch: Dispatch costs little more than codec.Unmarshal into a new struct if the name
// of the message comes first in the packet. It costs at most about twice as much if the name comes
// last.
func TestCostOfDispatch(t *testing.T) {
	mux := message.New[int](message.Options{})
	message.Handle(mux, "entity", func(int, *workloads.GoEntity) error { return nil })

	entity := workloads.Entity(1)
	name := variant.KV("type", variant.String("entity"))
	first := variant.Dictionary{Pairs: append([]variant.Pair{name}, entity.Pairs...)}
	last := variant.Dictionary{Pairs: append(slices.Clip(entity.Pairs), name)}

	times := func(f func() error) func() {
		return func() {
			for range 1000 {
				if err := f(); err != nil {
					panic(err)
				}
			}
		}
	}
	dispatch := func(v variant.Variant) func() {
		packet := testkit.Encode(t, standard, v)
		return times(func() error { return mux.Dispatch(0, packet) })
	}
	plain := testkit.Encode(t, standard, entity)

	all := []func(){
		times(func() error { return codec.Unmarshal(plain, new(workloads.GoEntity)) }),
		dispatch(first), dispatch(last),
	}
	for _, f := range all {
		f() // fills the pools
	}

	counts := testkit.Instructions(t, all...)
	t.Log(counts)
	require.Less(t, counts[1], counts[0]*8/5)
	require.Less(t, counts[2], counts[1]*11/5)
}
