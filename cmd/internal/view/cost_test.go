package view_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/view"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// save2MB returns the packet of an Array of 2 MB.
func save2MB(t testing.TB) []byte {
	items := make([]variant.Variant, 11_400)
	for i := range items {
		items[i] = variant.NewDictionary(
			variant.KV("id", variant.Int(i)),
			variant.KV("name", variant.String("an item of a bag")),
			variant.KV("at", math.Vector2{X: float64(i), Y: 1}),
			variant.KV("notes", variant.String("something to read something to read")),
			variant.KV("tags", variant.NewArray(variant.Int(1))))
	}

	b := testkit.Encode(t, full, variant.NewArray(items...))
	require.InDelta(t, 2e6, len(b), 0.1e6)
	return b
}

// views has the functions that print a packet in each view. The field instructions is the limit
// for the number of instructions for each byte.
var views = []struct {
	name         string
	print        func(view.Source) error
	instructions int
}{
	{"tree", func(s view.Source) error {
		return view.NewTree(io.Discard, view.Colors{Offset: plain, Label: plain, Type: plain}).
			Print(s, 0)
	}, 95},
	{"flat", func(s view.Source) error { return view.NewFlat(io.Discard).Print(s, nil) }, 100},
	{"json", func(s view.Source) error {
		return view.NewJSON(io.Discard, "canonical").Print(s)
	}, 105},
}

// TestAllocated: a view needs the same little memory for a packet of any length.
func TestAllocated(t *testing.T) {
	b := save2MB(t)

	for _, v := range views {
		most := uint64(200 << 10)
		n := testkit.LeastAllocated(most, func() { require.NoError(t, v.print(source(b, full))) })
		require.LessOrEqual(t, n, most, v.name)
	}
}

// TestInstructions: a view needs few instructions for each byte.
func TestInstructions(t *testing.T) {
	b := save2MB(t)
	work := make([]func(), len(views))
	for i, v := range views {
		work[i] = func() { require.NoError(t, v.print(source(b, full))) }
	}

	for i, n := range testkit.Instructions(t, work...) {
		t.Logf("%s: %.1f instructions a byte", views[i].name, float64(n)/float64(len(b)))
		require.LessOrEqual(t, n/len(b), views[i].instructions, views[i].name)
	}
}
