//go:build !wasm

package forms

// MaxDepth is the greatest depth of nested values, the same as in Godot. Every limit MaxDepth has
// it as its default and maximum.
const MaxDepth = 1024
