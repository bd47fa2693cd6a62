// Package internal holds what the module's packages share and nobody else sees.
package internal

// Key is the argument of [variant.Internal]. No other module can name it, so
// only the packages of this one can call that function.
//
// [variant.Internal]: https://pkg.go.dev/godotvariant/variant#Internal
type Key struct{}
