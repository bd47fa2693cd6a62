package codec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/internal/testkit"
)

// TestAllocationCounts pins how often each way allocates. A count that goes down is
// written here too. Values and texts of several packets share blocks: those counts are
// averages, rounded down.
func TestAllocationCounts(t *testing.T) {
	if testkit.Raced || purego {
		t.Skip("the race detector makes pools forget, and reflection allocates")
	}

	counts := map[string]struct{ encode, into, decode, fresh, used, marshal float64 }{
		//            Encode, Append, Decode, Unmarshal to a new value, to a used one, Marshal
		"vector3":     {1, 0, 0, 1, 0, 1},
		"entity":      {1, 0, 4, 2, 0, 1},
		"scene100":    {1, 0, 442, 106, 0, 1},
		"ints1000":    {1, 0, 17, 2, 0, 1},
		"vec3arr1000": {1, 0, 49, 2, 0, 1},
		"strings1000": {1, 0, 64, 33, 0, 1},
		"pvec3_100k":  {1, 0, 2, 2, 0, 1},
		"pbyte_1M":    {1, 0, 2, 2, 0, 1},
		"pint32_256k": {1, 0, 2, 2, 0, 1},
		"pf64_128k":   {1, 0, 2, 2, 0, 1},
		"pstr_10k":    {1, 0, 3, 3, 0, 1},
	}

	for _, w := range workloads.All() {
		t.Run(w.Name, func(t *testing.T) {
			packet, err := codec.Encode(w.Value)
			require.NoError(t, err)
			filled, buf := w.New(), make([]byte, 0, 2*len(packet))
			require.NoError(t, codec.Unmarshal(packet, filled))
			runs := 20

			if len(packet) > 64<<10 {
				runs = 3
			}

			got := counts[w.Name]
			for _, way := range []struct {
				count *float64
				run   func() error
			}{
				{&got.encode, func() error { _, err := codec.Encode(w.Value); return err }},
				{&got.into, func() error { _, err := codec.Append(buf, w.Value); return err }},
				{&got.decode, func() error { _, err := codec.Decode(packet); return err }},
				{&got.fresh, func() error { return codec.Unmarshal(packet, w.New()) }},
				{&got.used, func() error { return codec.Unmarshal(packet, filled) }},
				{&got.marshal, func() error { _, err := codec.Marshal(filled); return err }},
			} {
				*way.count = testkit.AllocsPerRun(runs, func() { assert.NoError(t, way.run()) })
			}

			assert.Equal(t, counts[w.Name], got)
		})
	}
}
