package token

import "godotvariant/variant/notation"

// A PartsWriter takes arguments that are parts of the value, and also parts that are values:
// the origin of a Transform3D, or an element of a PackedVector2Array. Other writers get the
// numbers of such a part.
type PartsWriter interface {
	notation.ArgsWriter
	Part(v any)
	Parts(n int, at func(i int) any)
}

// constructible is variant.Constructible, as far as it is needed here.
type constructible interface{ ToArgs(w notation.ArgsWriter) }

// PutPart writes a part of a value, as a value or as its arguments.
func PutPart[T constructible](w notation.ArgsWriter, part T) {
	if w, ok := w.(PartsWriter); ok {
		w.Part(part)
		return
	}
	part.ToArgs(w)
}

// PutParts writes parts of a value one after another, each as a value or as its arguments.
func PutParts[T constructible](w notation.ArgsWriter, parts []T) {
	if w, ok := w.(PartsWriter); ok {
		w.Parts(len(parts), func(i int) any { return parts[i] })
		return
	}
	for _, part := range parts {
		part.ToArgs(w)
	}
}
