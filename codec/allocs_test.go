package codec_test

import (
	"runtime/debug"
	"testing"
)

// allocsPerRun is testing.AllocsPerRun without a collection in between, which would empty
// the pools.
func allocsPerRun(runs int, f func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return testing.AllocsPerRun(runs, f)
}
