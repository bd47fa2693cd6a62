//go:build !race

package testkit

// Raced reports whether the race detector runs. The race detector makes pools drop values, so a
// test can't count allocations.
const Raced = false
