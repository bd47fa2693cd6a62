// Package bulk moves whole arrays of numbers between Go slices and packets. It does so in one step
// if the machine allows it.
package bulk

import "godotvariant/internal/wire"

// AppendWords writes the elements of a. The caller has already written their count. If the elements
// must be written one by one, AppendWords writes nothing and returns false.
func AppendWords[T Word](w *wire.Writer, a []T) bool { return appendWords(w, a) }

// AppendReals is like AppendWords, for elements whose numbers have 4 or 8 bytes in a packet.
func AppendReals[T Real](w *wire.Writer, a []T) bool { return appendReals(w, a) }

// ReadWords reads n elements of size bytes each into the memory of a. If a is nil or too short, it
// reads them into new memory. The result is never nil. The caller has checked the count, so the
// data has n elements. If the elements can't be copied at once, the function get reads each
// element.
func ReadWords[T Word](r *wire.Reader, a []T, n, size int, get func(*wire.Reader) T) []T {
	if a == nil || cap(a) < n {
		if made := makeWords[T](r, n, size); made != nil {
			return made
		}
		a = make([]T, n)
	}

	a = a[:n]
	if !readWords(r, a, size) {
		readEach(r, a, get)
	}

	return a
}

// ReadReals is like ReadWords, for elements whose numbers have 4 or 8 bytes in a packet.
func ReadReals[T Real](r *wire.Reader, a []T, n, size int, get func(*wire.Reader) T) []T {
	if a == nil || cap(a) < n {
		a = makeReals[T](n)
	}

	a = a[:n]
	if !readReals(r, a, size) {
		readEach(r, a, get)
	}

	return a
}

func readEach[T any](r *wire.Reader, a []T, get func(*wire.Reader) T) {
	for i := range a {
		a[i] = get(r)
	}
}
