package packed

import (
	"strings"

	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// All packed types but the one of strings share a layout: a 4-byte count, then
// the elements back to back. The functions here are that layout; a type brings
// how one element is written and read. Where the elements can be moved in bulk
// (see view.go), they are, and these methods serve what is left: machines of
// the other byte order, dictionary keys, the option Exact.

// write writes count and elements.
func write[T any](w *variant.Writer, a []T, move bulk[T], put func(*variant.Writer, T)) error {
	w.Count(len(a))
	return writeElements(w, a, move, put)
}

func writeElements[T any](w *variant.Writer, a []T, move bulk[T],
	put func(*variant.Writer, T)) error {
	if move.out(w, a) || (*wire.Writer)(w).Failed() {
		return w.Err()
	}

	for i, v := range a {
		put(w, v)
		if (*wire.Writer)(w).Failed() {
			w.Step(variant.Step{Kind: variant.StepIndex, Index: i})
			break
		}
	}

	return w.Err()
}

// read reads count and elements, of size bytes each.
func read[T any](r *variant.Reader, size int, move bulk[T], get func(*variant.Reader) T) []T {
	return readElements(r, r.Count(size), size, move, get)
}

func readElements[T any](r *variant.Reader, n, size int, move bulk[T],
	get func(*variant.Reader) T) []T {
	if (*wire.Reader)(r).Pass(n*size) || (*wire.Reader)(r).Failed() {
		return nil
	}

	if (*wire.Reader)(r).Checking() { // a dictionary key, which must be hashed
		for range n {
			get(r)
		}
		return nil
	}

	if a := move.made(r, n, size); a != nil {
		return a
	}

	a := make([]T, n)
	if !move.in(r, a, size) {
		for i := range a {
			a[i] = get(r)
		}
	}

	return a
}

// text returns Godot 4's constructor text: PackedInt32Array(1, 2).
func text(a variant.Constructible) string {
	return string(token.AppendCall(nil, a.Type().String(), a.ToArgs))
}

// goFormat returns Go source: packed.PackedInt32Array{1, 2}.
func goFormat[T any](name string, a []T, element func(T) string) string {
	parts := make([]string, len(a))
	for i, v := range a {
		parts[i] = element(v)
	}
	return "packed." + name + "{" + strings.Join(parts, ", ") + "}"
}
