package packed

import (
	"strings"

	"godotvariant/variant"
)

// All packed types but the one of strings share a layout: a 4-byte count, then
// the elements back to back. write and read are that layout; each type brings
// its element.

func write[T any](w *variant.Writer, a []T, put func(*variant.Writer, T)) error {
	w.Count(len(a))
	return writeElements(w, a, put)
}

func writeElements[T any](w *variant.Writer, a []T, put func(*variant.Writer, T)) error {
	for i, v := range a {
		put(w, v)
		if w.Failed() {
			w.Step(variant.Step{Kind: variant.StepIndex, Index: i})
			break
		}
	}
	return w.Err()
}

func read[T any](r *variant.Reader, size int, get func(*variant.Reader) T) []T {
	return readElements(r, r.Count(size), size, get)
}

func readElements[T any](r *variant.Reader, n, size int, get func(*variant.Reader) T) []T {
	if r.Skip(n * size) {
		return nil
	}
	if r.Checking() { // a dictionary key, which must be hashed
		for range n {
			get(r)
		}
		return nil
	}
	a := make([]T, n)
	for i := range a {
		a[i] = get(r)
	}
	return a
}

// format returns Godot 4's constructor text: PackedInt32Array(1, 2).
func format[T any](name string, a []T, element func([]byte, T) []byte) string {
	b := append([]byte(name), '(')
	for i, v := range a {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = element(b, v)
	}
	return string(append(b, ')'))
}

// goFormat returns Go source: packed.PackedInt32Array{1, 2}.
func goFormat[T any](name string, a []T, element func(T) string) string {
	parts := make([]string, len(a))
	for i, v := range a {
		parts[i] = element(v)
	}
	return "packed." + name + "{" + strings.Join(parts, ", ") + "}"
}
