package tree

import (
	"godotvariant/variant"
)

// A Path leads from a value to one of its parts, at any depth. The outermost step is first.
type Path []variant.Step

// String returns the path as [ParsePath] reads it: $["enemies"][4].tags[0]. It is never cut,
// and different paths into one value have different texts. Keys other than text and numbers
// are written as constructor text with all digits, as in $[Vector2i(1, 2)]. Keys of a type of
// your own have different texts only if the type is [variant.Constructible]. Paths in errors are
// shorter: they keep 64 bytes of each key, and the first and last 16 steps.
func (p Path) String() string {
	b := []byte{'$'}
	for _, s := range p {
		b = append(b, s.String()...)
	}
	return string(b)
}
