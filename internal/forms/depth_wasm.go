package forms

// MaxDepth is the greatest depth of nested values. It is less than on other machines, because a
// WebAssembly program has a small stack, and the program ends if the stack overflows.
const MaxDepth = 512
