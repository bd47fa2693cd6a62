//go:build !race

package testkit

// Raced reports whether the race detector runs: it makes pools forget, and allocations can't be
// counted.
const Raced = false
