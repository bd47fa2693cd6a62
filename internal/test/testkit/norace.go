//go:build !race

package testkit

// Raced reports whether the race detector runs. If it does, pools drop values, so a test can't
// count allocations.
const Raced = false
