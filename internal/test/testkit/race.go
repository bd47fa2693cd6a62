//go:build race

package testkit

// Raced reports whether the race detector runs. It makes pools drop values, so allocations can't be
// counted.
const Raced = true
