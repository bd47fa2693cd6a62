package text

import (
	"slices"
	"strconv"

	"godotvariant/codec/internal/components"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// str4 writes v as Godot 4's str() does. Text is bare at the top, else quoted.
func (p *printer) str4(v variant.Variant, top bool) {
	if v == nil {
		v = variant.Nil{}
	}
	if !p.enter(v) {
		return
	}
	defer p.leave()

	switch v := v.(type) {
	case variant.Nil:
		p.raw("<null>")
	case variant.Bool, variant.Int:
		p.value(v)
	case variant.Float:
		p.number4(float64(v), true)
	case variant.String:
		p.text4("", string(v), top)
	case variant.StringName:
		p.text4("&", string(v), top)
	case objects.NodePath:
		p.text4("^", v.String(), top)
	case variant.Array:
		p.items4(v.Items)
	case variant.TypedArray:
		p.items4(v.Items)
	case variant.PackedTypedArray:
		p.items4(v.Items)

	case variant.Dictionary:
		p.raw("{ ")
		for i, pair := range v.Pairs {
			if i > 0 {
				p.raw(", ")
			}
			p.str4(pair.Key, false)
			p.raw(": ")
			p.str4(pair.Value, false)
		}

		p.raw(" }")

	case objects.Object:
		p.object4(v)
	case objects.RID:
		p.raw("RID(" + strconv.FormatInt(int64(v), 10) + ")")
	case objects.Callable:
		p.raw("null::null")
	case objects.Signal:
		p.raw("null::[signal]" + v.Name)
	case variant.Constructible:
		p.geometry4(v)
	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no constructor text"))
	}
}

func (p *printer) text4(mark, s string, top bool) {
	if top {
		p.raw(s)
		return
	}
	p.raw(mark + `"` + escapeName4.Replace(s) + `"`)
}

func (p *printer) items4(items []variant.Variant) {
	list(p, items, func(v variant.Variant) { p.str4(v, false) })
}

// list writes [1, 2].
func list[T any](p *printer, items []T, item func(T)) {
	p.raw("[")
	for i, v := range items {
		if i > 0 {
			p.raw(", ")
		}
		item(v)
	}

	p.raw("]")
}

// object4 writes an object with the instance ID in the value, where an engine writes the
// number of the object in its memory.
func (p *printer) object4(o objects.Object) {
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

// vector4 writes (1.0, 2.0), or (1, 2) without point.
func (p *printer) vector4(c []float64, point bool) {
	p.raw("(")
	for i, f := range c {
		if i > 0 {
			p.raw(", ")
		}
		p.component4(f, point)
	}

	p.raw(")")
}

// labelled writes [X: (1.0, 2.0), Y: (3.0, 4.0)] of vectors of n components.
func (p *printer) labelled(c []float64, n int, point bool, labels ...string) {
	p.raw("[")
	for i, label := range labels {
		if i > 0 {
			p.raw(", ")
		}
		p.raw(label + ": ")
		p.vector4(c[i*n:][:n], point)
	}

	p.raw("]")
}

// geometry4 writes the types of numbers.
func (p *printer) geometry4(v variant.Constructible) {
	switch v := v.(type) {
	case math.Basis:
		c := v.Array()
		p.labelled(c[:], 3, true, "X", "Y", "Z")
		return

	case math.Transform3D:
		c := v.Array()
		p.labelled(c[:], 3, true, "X", "Y", "Z", "O")
		return

	case math.Color:
		p.color4(v)
		return

	case packed.PackedColorArray:
		list(p, v, p.color4)
		return

	case packed.PackedStringArray:
		list(p, v, func(s string) { p.text4("", s, false) })
		return
	}

	c := components.Numbers(v)

	switch v := v.(type) {
	case math.Vector2, math.Vector3, math.Vector4:
		p.vector4(c, true)
	case math.Quaternion, math.Vector2i, math.Vector3i, math.Vector4i:
		p.vector4(c, false)
	case math.Rect2:
		p.labelled(c, 2, true, "P", "S")
	case math.Rect2i:
		p.labelled(c, 2, false, "P", "S")
	case math.AABB:
		p.labelled(c, 3, true, "P", "S")
	case math.Transform2D:
		p.labelled(c, 2, true, "X", "Y", "O")
	case math.Projection:
		p.labelled(c, 4, true, "X", "Y", "Z", "W")

	case math.Plane:
		p.raw("[N: ")
		p.vector4(c[:3], true)
		p.raw(", D: ")
		p.component4(v.D, false)
		p.raw("]")

	case packed.PackedVector2Array, packed.PackedVector2iArray:
		p.vectors4(c, 2, v.Type() == variant.TypePackedVector2Array)
	case packed.PackedVector3Array, packed.PackedVector3iArray:
		p.vectors4(c, 3, v.Type() == variant.TypePackedVector3Array)
	case packed.PackedVector4Array, packed.PackedVector4iArray:
		p.vectors4(c, 4, v.Type() == variant.TypePackedVector4Array)
	case packed.PackedFloat32Array, packed.PackedFloat64Array:
		list(p, c, func(f float64) { p.number4(f, true) })
	case packed.PackedInt64Array: // float64 has no room for all of them
		list(p, v, func(i int64) { p.b = strconv.AppendInt(p.b, i, 10) })
	case packed.PackedByteArray, packed.PackedInt32Array:
		list(p, c, func(f float64) { p.number4(f, false) })
	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no text"))
	}
}

func (p *printer) vectors4(c []float64, n int, point bool) {
	list(p, slices.Collect(slices.Chunk(c, n)), func(c []float64) { p.vector4(c, point) })
}

func (p *printer) color4(c math.Color) {
	p.raw("(")
	for i, f := range []float64{c.R, c.G, c.B, c.A} {
		if i > 0 {
			p.raw(", ")
		}
		p.num(f, decimalsColor, true)
	}

	p.raw(")")
}
