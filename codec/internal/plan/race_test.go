//go:build race

package plan_test

// raced: the race detector makes pools forget, and allocations can't be counted.
const raced = true
