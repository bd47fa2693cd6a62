//go:build !race

package bounds

const raced = false
