package codec

import (
	"iter"
	"strings"

	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// Audit yields every number of v that writing in precision p would change, with
// the path that leads to it, $["player"].pos.x say, and what becomes of it. The
// path is only good until the next one; to keep it, slices.Clone it.
//
// What changes is what Godot 4's wire does: components of vectors, matrices
// and the like, alone and in packed arrays, are single in single precision;
// components of colors are single in both. A Float is written in 8
// bytes where it needs them, and PackedFloat64Array always: none of their
// numbers is ever reported, and none of PackedFloat32Array, which are single
// already. For other dialects there is [Codec.Audit].
//
// An encoder with Options.Exact refuses just the values for which Audit yields
// anything.
func Audit(v variant.Variant, p variant.Precision) iter.Seq2[variant.Path, Conversion] {
	return auditor{Godot4, p}.audit(v)
}

// Audit is the function [Audit] for the codec's dialect and precision. In the
// dialects DocsGodot32 and others of FloatPlain32 a Float is single too; in
// those of WideColor colors follow the precision.
func (c *Codec) Audit(v variant.Variant) iter.Seq2[variant.Path, Conversion] {
	return auditor{c.Dialect(), c.format.Precision()}.audit(v)
}

// inexact is an ErrInexact that says what becomes of the number.
type inexact struct{ text string }

func (e *inexact) Error() string        { return "not exact: " + e.text }
func (e *inexact) Is(target error) bool { return target == variant.ErrInexact }

type auditor struct {
	dialect   *variant.Dialect
	precision variant.Precision
}

func (a auditor) audit(v variant.Variant) iter.Seq2[variant.Path, Conversion] {
	return func(yield func(variant.Path, Conversion) bool) {
		for path, part := range variant.Walk(v) {
			if !a.value(path, part, yield) {
				return
			}
		}
	}
}

// value yields the numbers of one value, not those of values inside of it. It
// returns false to stop.
func (a auditor) value(path variant.Path, v variant.Variant, yield func(variant.Path, Conversion) bool) bool {
	if f, ok := v.(variant.Float); ok {
		return a.dialect.Float != variant.FloatPlain32 || report(path, "", float64(f), yield)
	}
	if !a.narrows(v) {
		return true
	}
	for i, element := range packedElements(v) {
		at := path
		if i >= 0 {
			at = append(path, variant.Step{Kind: variant.StepIndex, Index: i})
		}
		names, numbers := namedNumbers(element)
		for i, name := range names {
			if !report(at, name, numbers[i], yield) {
				return false
			}
		}
	}
	return true
}

// report yields a number that would change. Its name may be several, with points
// between them.
func report(path variant.Path, name string, f float64, yield func(variant.Path, Conversion) bool) bool {
	if _, exact := variant.Narrow(f); exact {
		return true
	}
	for step := range strings.SplitSeq(name, ".") {
		if step != "" {
			path = append(path, variant.Step{Kind: variant.StepProperty, Name: step})
		}
	}
	return yield(path, explainNarrowed(f))
}

// narrows reports whether components of v are written in 4 bytes.
func (a auditor) narrows(v variant.Variant) bool {
	wide := a.precision == variant.Double && a.dialect.Real != variant.RealSingle
	switch v.(type) {
	case math.Color, packed.PackedColorArray:
		return !wide || !a.dialect.WideColor
	default:
		return !wide
	}
}

// packedElements yields the elements of a packed array with their positions, and
// anything else itself, with -1.
func packedElements(v variant.Variant) iter.Seq2[int, variant.Variant] {
	switch v := v.(type) {
	case packed.PackedVector2Array:
		return elementsOf(v)
	case packed.PackedVector3Array:
		return elementsOf(v)
	case packed.PackedVector4Array:
		return elementsOf(v)
	case packed.PackedColorArray:
		return elementsOf(v)
	default:
		return func(yield func(int, variant.Variant) bool) { yield(-1, v) }
	}
}

func elementsOf[S ~[]T, T variant.Variant](s S) iter.Seq2[int, variant.Variant] {
	return func(yield func(int, variant.Variant) bool) {
		for i, v := range s {
			if !yield(i, v) {
				return
			}
		}
	}
}

// Names of components, as scripts have them.
var (
	namesXY          = []string{"x", "y"}
	namesXYZ         = []string{"x", "y", "z"}
	namesXYZW        = []string{"x", "y", "z", "w"}
	namesColor       = []string{"r", "g", "b", "a"}
	namesRect2       = []string{"position.x", "position.y", "size.x", "size.y"}
	namesTransform2D = []string{"x.x", "x.y", "y.x", "y.y", "origin.x", "origin.y"}
	namesPlane       = []string{"normal.x", "normal.y", "normal.z", "d"}
	namesAABB        = []string{"position.x", "position.y", "position.z", "size.x", "size.y", "size.z"}
	namesBasis       = []string{"x.x", "x.y", "x.z", "y.x", "y.y", "y.z", "z.x", "z.y", "z.z"}
	namesTransform3D = []string{
		"basis.x.x", "basis.x.y", "basis.x.z", "basis.y.x", "basis.y.y", "basis.y.z",
		"basis.z.x", "basis.z.y", "basis.z.z", "origin.x", "origin.y", "origin.z",
	}
	namesProjection = []string{
		"x.x", "x.y", "x.z", "x.w", "y.x", "y.y", "y.z", "y.w",
		"z.x", "z.y", "z.z", "z.w", "w.x", "w.y", "w.z", "w.w",
	}
)

// namedNumbers returns the numbers of v whose width the precision decides, one for
// each of the names.
func namedNumbers(v variant.Variant) (names []string, numbers [16]float64) {
	set := func(n []string, f ...float64) { names = n; copy(numbers[:], f) }
	switch v := v.(type) {
	case math.Vector2:
		set(namesXY, v.X, v.Y)
	case math.Vector3:
		set(namesXYZ, v.X, v.Y, v.Z)
	case math.Vector4:
		set(namesXYZW, v.X, v.Y, v.Z, v.W)
	case math.Quaternion:
		set(namesXYZW, v.X, v.Y, v.Z, v.W)
	case math.Color:
		set(namesColor, v.R, v.G, v.B, v.A)
	case math.Rect2:
		set(namesRect2, v.Position.X, v.Position.Y, v.Size.X, v.Size.Y)
	case math.Transform2D:
		set(namesTransform2D, v.X.X, v.X.Y, v.Y.X, v.Y.Y, v.Origin.X, v.Origin.Y)
	case math.Plane:
		set(namesPlane, v.Normal.X, v.Normal.Y, v.Normal.Z, v.D)
	case math.AABB:
		set(namesAABB, v.Position.X, v.Position.Y, v.Position.Z, v.Size.X, v.Size.Y, v.Size.Z)
	case math.Basis:
		set(namesBasis, v.X.X, v.X.Y, v.X.Z, v.Y.X, v.Y.Y, v.Y.Z, v.Z.X, v.Z.Y, v.Z.Z)
	case math.Transform3D:
		b, o := v.Basis, v.Origin
		set(namesTransform3D, b.X.X, b.X.Y, b.X.Z, b.Y.X, b.Y.Y, b.Y.Z, b.Z.X, b.Z.Y, b.Z.Z, o.X, o.Y, o.Z)
	case math.Projection:
		set(namesProjection, v.X.X, v.X.Y, v.X.Z, v.X.W, v.Y.X, v.Y.Y, v.Y.Z, v.Y.W,
			v.Z.X, v.Z.Y, v.Z.Z, v.Z.W, v.W.X, v.W.Y, v.W.Z, v.W.W)
	}
	return names, numbers
}
