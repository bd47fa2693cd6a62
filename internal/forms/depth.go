//go:build !wasm

package forms

// MaxDepth is the greatest depth of nested values. It is the same as in Godot. It is the default
// and the maximum of every limit with this name.
const MaxDepth = 1024
