package forms

// MaxDepth is the greatest depth of nested values. It is less than on other machines, because the
// host of a WebAssembly program has a small stack and ends a program that overflows it.
const MaxDepth = 512
