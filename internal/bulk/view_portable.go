//go:build purego || !(386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package bulk

import "godotvariant/internal/wire"

// Without view.go, elements are copied one by one.

func appendWords[T Word](*wire.Writer, []T) bool    { return false }
func appendReals[T Real](*wire.Writer, []T) bool    { return false }
func readWords[T Word](*wire.Reader, []T, int) bool { return false }
func readReals[T Real](*wire.Reader, []T, int) bool { return false }
func makeWords[T Word](*wire.Reader, int, int) []T  { return nil }
func makeReals[T Real](n int) []T                   { return make([]T, n) }
