//go:build race

package bounds

// raced: the race detector makes pools forget, and allocations can't be counted.
const raced = true
