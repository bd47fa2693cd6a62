package print

import (
	"slices"
	"strconv"

	"godotvariant/codec/internal/components"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A quoting says whether text has quotes.
type quoting bool

const (
	quoted   quoting = true
	unquoted quoting = false
)

// str4 writes v as Godot 4's str() does. Text in containers has quotes.
func (p *printer) str4(v variant.Variant, q quoting) {
	if v == nil {
		v = variant.Nil{}
	}
	if !p.begin(v) {
		return
	}
	defer p.end()

	switch v := v.(type) {
	case variant.Nil:
		p.raw("<null>")
	case variant.Bool:
		p.raw(v.String())
	case variant.Int:
		p.b = strconv.AppendInt(p.b, int64(v), 10)
	case variant.Float:
		p.checked(v)
		p.numberGodot4(float64(v), withPoint)
	case variant.String:
		p.textGodot4("", string(v), q)
	case variant.StringName:
		p.textGodot4("&", string(v), q)
	case objects.NodePath:
		p.textGodot4("^", v.String(), q)
	case variant.Array:
		p.itemsGodot4(v.Items)
	case variant.TypedArray:
		p.itemsGodot4(v.Items)
	case variant.PackedTypedArray:
		p.itemsGodot4(v.Items)

	case variant.Dictionary:
		p.raw("{ ")
		list(p, ", ", v.Pairs, func(pair variant.Pair) {
			p.str4(pair.Key, quoted)
			p.raw(": ")
			p.str4(pair.Value, quoted)
		})
		p.raw(" }")

	case objects.Object:
		p.objectGodot4(v)
	case objects.RID:
		p.raw("RID(" + strconv.FormatInt(int64(v), 10) + ")")
	case objects.Callable:
		p.raw("null::null")
	case objects.Signal:
		p.raw("null::[signal]" + v.Name)
	case variant.Constructible:
		p.geometryGodot4(v)
	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no constructor text"))
	}
}

func (p *printer) textGodot4(mark, s string, q quoting) {
	if q == unquoted {
		p.raw(s)
		return
	}
	p.raw(mark)
	p.inQuotes(s, escapeName4)
}

func (p *printer) itemsGodot4(items []variant.Variant) {
	brackets(p, items, func(v variant.Variant) { p.str4(v, quoted) })
}

// objectGodot4 writes an object with its instance ID. An engine writes the number that the object
// has in its memory.
func (p *printer) objectGodot4(o objects.Object) {
	class := o.Class
	switch {
	case o.IsNull():
		class = "Object#null"
	case class == "":
		class = "EncodedObjectAsID#" + strconv.FormatInt(int64(o.ID), 10)
	default:
		class += "#" + strconv.FormatInt(int64(o.ID), 10)
	}

	p.raw("<" + class + ">")
}

// vectorGodot4 writes (1.0, 2.0), or (1, 2) if point is withoutPoint.
func (p *printer) vectorGodot4(c []float64, point pointRule) {
	p.raw("(")
	list(p, ", ", c, func(f float64) { p.componentGodot4(f, point) })
	p.raw(")")
}

// labelledGodot4 writes vectors of n components: [X: (1.0, 2.0), Y: (3.0, 4.0)].
func (p *printer) labelledGodot4(c []float64, n int, point pointRule, labels ...string) {
	p.raw("[")
	for i, label := range labels {
		if i > 0 {
			p.raw(", ")
		}
		p.raw(label + ": ")
		p.vectorGodot4(c[i*n:][:n], point)
	}

	p.raw("]")
}

// geometryGodot4 writes a value that is made of numbers.
func (p *printer) geometryGodot4(v variant.Constructible) {
	c := components.Numbers(v)
	p.components(v, c)

	switch v := v.(type) {
	case math.Basis:
		axes := v.Array()
		p.components(v, axes[:])
		p.labelledGodot4(axes[:], 3, withPoint, "X", "Y", "Z")
		return

	case math.Transform3D:
		axes := v.Array()
		p.components(v, axes[:])
		p.labelledGodot4(axes[:], 3, withPoint, "X", "Y", "Z", "O")
		return

	case math.Color:
		p.colorGodot4(v)
		return

	case packed.PackedColorArray:
		brackets(p, v, p.colorGodot4)
		return

	case packed.PackedStringArray:
		brackets(p, v, func(s string) { p.textGodot4("", s, quoted) })
		return
	}

	switch v := v.(type) {
	case math.Vector2, math.Vector3, math.Vector4:
		p.vectorGodot4(c, withPoint)
	case math.Quaternion, math.Vector2i, math.Vector3i, math.Vector4i:
		p.vectorGodot4(c, withoutPoint)
	case math.Rect2:
		p.labelledGodot4(c, 2, withPoint, "P", "S")
	case math.Rect2i:
		p.labelledGodot4(c, 2, withoutPoint, "P", "S")
	case math.AABB:
		p.labelledGodot4(c, 3, withPoint, "P", "S")
	case math.Transform2D:
		p.labelledGodot4(c, 2, withPoint, "X", "Y", "O")
	case math.Projection:
		p.labelledGodot4(c, 4, withPoint, "X", "Y", "Z", "W")

	case math.Plane:
		p.raw("[N: ")
		p.vectorGodot4(c[:3], withPoint)
		p.raw(", D: ")
		p.componentGodot4(c[3], withoutPoint)
		p.raw("]")

	case packed.PackedVector2Array, packed.PackedVector2iArray:
		p.vectorsGodot4(c, 2, pointRule(v.Type() == variant.TypePackedVector2Array))
	case packed.PackedVector3Array, packed.PackedVector3iArray:
		p.vectorsGodot4(c, 3, pointRule(v.Type() == variant.TypePackedVector3Array))
	case packed.PackedVector4Array, packed.PackedVector4iArray:
		p.vectorsGodot4(c, 4, pointRule(v.Type() == variant.TypePackedVector4Array))
	case packed.PackedFloat32Array, packed.PackedFloat64Array:
		brackets(p, c, func(f float64) { p.numberGodot4(f, withPoint) })
	case packed.PackedInt64Array: // float64 does not hold every int64
		brackets(p, v, func(i int64) { p.b = strconv.AppendInt(p.b, i, 10) })
	case packed.PackedByteArray, packed.PackedInt32Array:
		brackets(p, c, func(f float64) { p.numberGodot4(f, withoutPoint) })
	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no text"))
	}
}

func (p *printer) vectorsGodot4(c []float64, n int, point pointRule) {
	brackets(p, slices.Collect(slices.Chunk(c, n)), func(c []float64) { p.vectorGodot4(c, point) })
}

func (p *printer) colorGodot4(c math.Color) {
	p.raw("(")
	channels := []float64{c.R, c.G, c.B, c.A}
	list(p, ", ", channels, func(f float64) { p.num(f, decimalsColor, withPoint) })
	p.raw(")")
}
