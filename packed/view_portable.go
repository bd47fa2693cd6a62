//go:build purego || !(386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package packed

import "godotvariant/variant"

// A bulk moves whole arrays of T, where view.go is built; here it moves none.
type bulk[T any] struct{}

func (bulk[T]) out(*variant.Writer, []T) bool      { return false }
func (bulk[T]) in(*variant.Reader, []T, int) bool  { return false }
func (bulk[T]) made(*variant.Reader, int, int) []T { return nil }

func words[T any]() bulk[T] { return bulk[T]{} }
func reals[T any]() bulk[T] { return bulk[T]{} }
