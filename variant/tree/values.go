package tree

import (
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// This file has helper functions for values, which several tools use.

// universal is a format that has every type, and custom types too. The ID of a type is its number
// in package variant, and every number has 8 bytes. Two values are equal if their packets in this
// format are equal.
var universal = forms.NewUniversal()

// encode appends the packet of v in format f to dst.
func encode(f *forms.Format, dst []byte, v variant.Variant) ([]byte, error) {
	return write(f, dst, func(w *wire.Writer) { (*variant.Writer)(w).Value(v) })
}

func write(f *forms.Format, dst []byte, put func(w *wire.Writer)) ([]byte, error) {
	w := wire.NewWriter(f, dst)
	w.Run(put)
	return w.Finish(dst, (*variant.Writer)(w).Err())
}

// pointed returns the container that v points to, or v.
func pointed(v variant.Variant) variant.Variant {
	switch p := v.(type) {
	case *variant.Array:
		return target(v, p)
	case *variant.Dictionary:
		return target(v, p)
	case *variant.TypedArray:
		return target(v, p)
	case *variant.PackedTypedArray:
		return target(v, p)
	}

	return v
}

// target returns the value that p points to, or v if p is nil.
func target[T variant.Variant](v variant.Variant, p *T) variant.Variant {
	if p == nil {
		return v
	}
	return *p
}
