package bounds

import (
	"math"
	"runtime/debug"

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
