//go:build race

package testkit

// Raced reports whether the race detector runs. The race detector makes a sync.Pool drop values at
// random, so a test can't count allocations.
const Raced = true
