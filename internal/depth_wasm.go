package internal

// MaxDepth is the greatest depth of nested values. A WebAssembly program that leaves the stack of
// its host is ended, and that stack is small, so this is less than elsewhere.
const MaxDepth = 512
