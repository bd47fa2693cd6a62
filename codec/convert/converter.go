package convert

import (
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A converter makes one conversion. Its methods return the converted value, and whether it differs
// from their argument. After an error both results have no meaning.
type converter struct {
	codec    *codec.Codec
	options  codec.Options
	spec     dialect.Spec
	report   func(Note)
	path     variant.Path
	replaced int // how many enclosing values were replaced; parts of them need no notes
	left     int // how many values may still be converted
	numbers  int // how many numbers may still be converted
	rounder  *codec.Codec
	types    [variant.TypeCustom]typeState // the results of has by type
	err      error
}

// A typeState says whether a dialect has a type.
type typeState uint8

const (
	typeUnknown typeState = iota
	typeHas
	typeLacks
)

// note reports a change of the value at n.Path, or at the current path if n.Path is nil.
func (x *converter) note(n Note) {
	if x.report == nil || x.err != nil || x.replaced > 0 && n.Kind == Replaced {
		return
	}
	if n.Path == nil {
		n.Path = x.path
	}
	x.report(n)
}

func (x *converter) fail(v variant.Variant, kind error) (variant.Variant, bool) {
	if x.err == nil {
		x.err = variant.NewError(variant.OpConvert, x.path, v, kind)
	}
	return nil, true
}

// has reports whether the dialect has the type itself, and no fallback for it.
func (x *converter) has(t variant.Type) bool {
	if t < variant.TypeCustom && x.types[t] != typeUnknown {
		return x.types[t] == typeHas
	}

	_, fallback := x.spec.Fallback[t]
	has := !fallback && x.codec.Has(t)
	if t < variant.TypeCustom {
		x.types[t] = typeLacks
		if has {
			x.types[t] = typeHas
		}
	}

	return has
}
