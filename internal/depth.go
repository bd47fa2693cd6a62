//go:build !wasm

package internal

// MaxDepth is the greatest depth of nested values, as in the engine: the default and
// the maximum of every limit of that name.
const MaxDepth = 1024
