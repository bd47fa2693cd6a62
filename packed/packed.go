package packed

import (
	"strings"

	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// All packed types except PackedStringArray have the same layout: a 4-byte count, then the elements
// without gaps. The functions in this file write and read it. Package bulk copies all elements in
// one step, if possible. For big-endian machines, dictionary keys and the option Exact, each type
// passes functions that write and read one element.

// write writes the count and the elements of a. The function all writes all elements in one step,
// if possible. Otherwise the function put writes each element.
func write[T any](w *variant.Writer, a []T, all func(*wire.Writer, []T) bool,
	put func(*variant.Writer, T)) error {
	w.Count(len(a))
	return writeElements(w, a, all, put)
}

func writeElements[T any](w *variant.Writer, a []T, all func(*wire.Writer, []T) bool,
	put func(*variant.Writer, T)) error {
	if all((*wire.Writer)(w), a) || (*wire.Writer)(w).Failed() {
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

// reads is the type of a function that reads n elements: bulk.ReadWords or bulk.ReadReals.
type reads[T any] = func(r *wire.Reader, a []T, n, size int, get func(*wire.Reader) T) []T

// read reads the count and the elements. Each element has size bytes. The function all reads all
// elements, and the function get reads one.
func read[T any](r *variant.Reader, size int, all reads[T], get func(*wire.Reader) T) []T {
	return readElements(r, r.Count(size), size, all, get)
}

func readElements[T any](r *variant.Reader, n, size int, all reads[T],
	get func(*wire.Reader) T) []T {
	in := (*wire.Reader)(r)
	if in.SkipValid(n*size) || in.Failed() {
		return nil
	}

	if in.Checking() { // a validation of a key hashes the elements, but does not keep them
		for range n {
			get(in)
		}
		return nil
	}

	return all(in, nil, n, size, get)
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
