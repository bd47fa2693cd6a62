package token

import "godotvariant/variant/notation"

// A PartsWriter is an ArgsWriter that also accepts values as arguments, if they have components.
// Examples are the origin of a Transform3D and an element of a PackedVector2Array. For any other
// ArgsWriter, such an argument is replaced by its numbers.
type PartsWriter interface {
	notation.ArgsWriter
	Part(v any)
	Parts(n int, at func(i int) any)
}

// constructible is the part of variant.Constructible that this package needs.
type constructible interface{ ToArgs(w notation.ArgsWriter) }

// PutPart writes a part of a value. A PartsWriter gets the part as a value. Any other writer gets
// the arguments of the part.
func PutPart[T constructible](w notation.ArgsWriter, part T) {
	if w, ok := w.(PartsWriter); ok {
		w.Part(part)
		return
	}
	part.ToArgs(w)
}

// PutParts writes parts of a value in order. It writes each part as PutPart does.
func PutParts[T constructible](w notation.ArgsWriter, parts []T) {
	if w, ok := w.(PartsWriter); ok {
		w.Parts(len(parts), func(i int) any { return parts[i] })
		return
	}
	for _, part := range parts {
		part.ToArgs(w)
	}
}
