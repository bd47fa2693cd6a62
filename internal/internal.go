// Package internal holds what the module's packages share and nobody else sees.
package internal

import "strings"

// Key is the argument of [variant.Internal]. No other module can name it, so
// only the packages of this one can call that function.
//
// [variant.Internal]: https://pkg.go.dev/godotvariant/variant#Internal
type Key struct{}

// Clip returns s, or its first bytes up to most and "…" if it is longer.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
