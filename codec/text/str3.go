package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"godotvariant/codec/internal/components"
	"godotvariant/internal/care"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// str3 writes v as Godot 3's str() does. Text is bare everywhere.
func (p *printer) str3(v variant.Variant) {
	if v == nil {
		v = variant.Nil{}
	}
	if !p.enter(v) {
		return
	}
	defer p.leave()

	if !in3(v.Type()) {
		p.fail(v, variant.Because(variant.ErrUnsupported, "Godot 3 has no "+care.Name(v)))
		return
	}

	switch v := v.(type) {
	case variant.Nil:
		p.raw("Null")
	case variant.Bool:
		p.raw(map[variant.Bool]string{false: "False", true: "True"}[v])
	case variant.Int:
		p.value(v)
	case variant.Float:
		p.num(float64(v), 6, false)
	case variant.String:
		p.raw(string(v))
	case variant.StringName:
		p.raw(string(v))
	case objects.NodePath:
		p.raw(v.String())

	case variant.Array:
		if len(v.Items) == 0 && p.another() {
			p.raw("[...]")
			break
		}
		list(p, v.Items, p.str3)

	case variant.Dictionary:
		if len(v.Pairs) == 0 && p.another() {
			p.raw("{...}")
			break
		}
		p.dictionary3(v)

	case objects.Object:
		p.object3(v)
	case objects.RID:
		p.raw("[RID]")
	case variant.Constructible:
		p.geometry3(v)
	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no text"))
	}
}

// another reports whether an empty container has been written before. Godot 3 knows containers by
// the address of their contents, and takes one without contents for the one before.
func (p *printer) another() bool {
	before := p.empty
	p.empty = true
	return before
}

// dictionary3 writes {a:1, b:2}, sorted by the text of the keys.
func (p *printer) dictionary3(d variant.Dictionary) {
	type pair struct{ key, text string }
	pairs := make([]pair, 0, len(d.Pairs))
	start := len(p.b)

	for _, q := range d.Pairs {
		at := len(p.b)
		p.str3(q.Key)
		key := string(p.b[at:])
		p.raw(":")
		p.str3(q.Value)
		pairs = append(pairs, pair{key, string(p.b[at:])})
	}

	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.key, b.key) })
	p.b = append(p.b[:start], '{')

	for i, q := range pairs {
		if i > 0 {
			p.raw(", ")
		}
		p.raw(q.text)
	}

	p.raw("}")
}

// object3 writes an object with the instance ID in the value, where an engine writes the
// number of the object in its memory.
func (p *printer) object3(o objects.Object) {
	class := o.Class
	switch {
	case o.IsNull():
		p.raw("[Object:null]")
		return
	case class == "":
		class = "EncodedObjectAsID"
	}

	p.raw("[" + class + ":" + strconv.FormatUint(o.ID, 10) + "]")
}

// numbers3 writes 1, 2.5.
func (p *printer) numbers3(c []float64, separator string) {
	for i, f := range c {
		if i > 0 {
			p.raw(separator)
		}
		p.num(f, 6, false)
	}
}

// vector3 writes (1, 2.5).
func (p *printer) vector3(c []float64) {
	p.raw("(")
	p.numbers3(c, ", ")
	p.raw(")")
}

// rows3 writes ((1, 2), (3, 4)) of vectors of n components.
func (p *printer) rows3(c []float64, n int, open, end string) {
	p.raw(open)
	for i := 0; i < len(c); i += n {
		if i > 0 {
			p.raw(", ")
		}
		p.vector3(c[i:][:n])
	}

	p.raw(end)
}

// geometry3 writes the types of numbers.
func (p *printer) geometry3(v variant.Constructible) {
	c := components.Numbers(v)

	switch v := v.(type) {
	case math.Vector2, math.Vector3, math.Rect2, math.Quaternion:
		p.vector3(c)
	case math.Transform2D:
		p.rows3(c, 2, "(", ")")
	case math.Basis:
		p.rows3(c, 3, "(", ")")
	case math.Plane:
		p.numbers3(c, ", ")
	case math.Color:
		p.numbers3(c, ",")
	case math.AABB:
		p.halves3(c, 3)
	case math.Transform3D:
		p.halves3(c, 9)
	case packed.PackedByteArray:
		p.raw("[PoolByteArray]")
	case packed.PackedColorArray:
		p.raw("[PoolColorArray]")

	case packed.PackedInt32Array, packed.PackedFloat32Array:
		p.raw("[")
		p.numbers3(c, ", ")
		p.raw("]")

	case packed.PackedVector2Array:
		p.rows3(c, 2, "[", "]")
	case packed.PackedVector3Array:
		p.rows3(c, 3, "[", "]")
	case packed.PackedStringArray:
		p.raw("[" + strings.Join(v, ", ") + "]")
	}
}

// halves3 writes 1, 2 - 3, 4: the first n numbers and the rest.
func (p *printer) halves3(c []float64, n int) {
	p.numbers3(c[:n], ", ")
	p.raw(" - ")
	p.numbers3(c[n:], ", ")
}
