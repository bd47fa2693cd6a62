package codec_test

import (
	"math"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
)

// allocated returns how many bytes f allocates. If they are more than most it returns the
// least of three measurements, since allocations of the runtime count as well. Each
// measurement gets a new value from make, so that it reuses nothing of the one before.
func allocated[T any](most uint64, make func() T, f func(T)) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	least := uint64(math.MaxUint64)
	for i := 0; i < 3 && least > most; i++ {
		x := make()
		least = min(least, testkit.Allocated(func() { f(x) }))
	}
	return least
}

// TestBadInputAllocation checks the limits of allocation that some bad inputs name.
func TestBadInputAllocation(t *testing.T) {
	if raced {
		t.Skip("the race detector makes pools forget")
	}

	n := 0
	for _, c := range loadBadInputs(t) {
		if c.Framing != "" || c.Reader != "" || c.MaxAllocBytes+c.MaxAllocFactor == 0 {
			continue
		}

		n++
		most := uint64(c.MaxAllocBytes)
		if most == 0 {
			most = uint64(c.MaxAllocFactor * len(c.Hex))
		}

		for name, mode := range modes {
			cd := c.codec(mode)
			_, _ = cd.Decode(c.Hex) // what a Reader keeps
			got := allocated(most, func() int { return 0 }, func(int) { _, _ = cd.Decode(c.Hex) })
			assert.LessOrEqual(t, got, most, "%s/%s", c.Name, name)
		}
	}

	require.Greater(t, n, 50)
}

// allocsPerRun is testing.AllocsPerRun without a collection in between, which would empty
// the pools.
func allocsPerRun(runs int, f func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return testing.AllocsPerRun(runs, f)
}
