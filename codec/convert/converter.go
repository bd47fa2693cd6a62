package convert

import (
	"godotvariant/codec"
	"godotvariant/codec/internal/audit"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A converter converts one value. Its methods return the converted value, and whether it differs
// from their argument. After an error both results have no meaning.
type converter struct {
	codec    *codec.Codec
	options  codec.Options
	spec     dialect.Spec
	report   func(Note)
	around   *codec.Scanner // for a part of a packet, the scanner at that part; otherwise nil
	path     variant.Path   // path to the current part of the value
	notes    int            // number of changes, whether they are reported or not
	replaced int            // number of replaced values around the part, except containers
	left     int            // how many values may still be converted
	numbers  int            // how many numbers may still be converted
	rounder  *codec.Codec
	types    [variant.TypeCustom]typeState // for each type: whether the dialect has it
	err      error
}

// A typeState says whether a dialect has a type.
type typeState uint8

const (
	typeUnknown typeState = iota
	typeHas
	typeLacks
)

// newConverter returns a converter that makes values for the codec c.
func newConverter(c *codec.Codec, report func(Note)) *converter {
	o := c.Options()
	x := &converter{codec: c, options: o, spec: o.Dialect.Spec(), report: report}
	x.reset()
	return x
}

// reset prepares x for another value.
func (x *converter) reset() {
	x.left = x.options.Limits.MaxSize / 4
	x.numbers = max(x.left, audit.MaxNumbers)
	x.path = x.path[:0]
	x.notes = 0
	x.replaced = 0
	x.err = nil
}

// note reports a change of the value at n.Path, or at the current path if n.Path is nil. If a value
// that is not a container was replaced, note does not report that parts of the new value are
// replaced, too.
func (x *converter) note(n Note) {
	x.notes++
	if x.report == nil || x.err != nil || x.replaced > 0 && n.Kind == Replaced {
		return
	}
	if n.Path == nil {
		n.Path = x.path
	}
	n.Path = x.whole(n.Path)
	x.report(n)
}

// whole completes a path that begins at the value of x. If this value is a part of a packet, whole
// puts the path to the value in front. Then the result begins at the outermost value of the packet.
func (x *converter) whole(path variant.Path) variant.Path {
	if x.around == nil {
		return path
	}
	return append(x.around.Path(), path...)
}

// depth returns the depth of the current part: the number of containers around it.
func (x *converter) depth() int {
	if x.around == nil {
		return len(x.path)
	}
	return x.around.Depth() + len(x.path)
}

func (x *converter) fail(v variant.Variant, kind error) (variant.Variant, bool) {
	if x.err == nil {
		x.err = variant.NewError(variant.OpConvert, x.whole(x.path), v, kind)
	}
	return nil, true
}

// has reports whether the dialect has the type. It returns false for a type that the dialect writes
// as another type.
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
