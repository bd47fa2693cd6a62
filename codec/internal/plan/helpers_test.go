package plan_test

import (
	"math"
	"runtime/debug"
	"testing"

	"godotvariant/codec"
)

// standard is the codec of the functions of package codec.
var standard *codec.Codec

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// allocsPerRun is testing.AllocsPerRun without a collection in between, which would empty
// the pools.
func allocsPerRun(runs int, f func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return testing.AllocsPerRun(runs, f)
}
