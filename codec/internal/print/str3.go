package print

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"godotvariant/codec/internal/components"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// str3 writes v as Godot 3's str() does. Text has no quotes.
func (p *printer) str3(v variant.Variant) {
	if v == nil {
		v = variant.Nil{}
	}
	if !p.begin(v) {
		return
	}
	defer p.end()

	switch v := v.(type) {
	case variant.Nil:
		p.raw("Null")
	case variant.Bool:
		p.boolGodot3(bool(v))
	case variant.Int:
		p.b = strconv.AppendInt(p.b, int64(v), 10)
	case variant.Float:
		p.checked(v)
		p.num(float64(v), 6, withoutPoint)
	case variant.String:
		p.raw(string(v))
	case variant.StringName:
		p.raw(string(v))
	case objects.NodePath:
		p.raw(v.String())

	case variant.Array:
		if len(v.Items) == 0 && p.repeatedEmpty() {
			p.raw("[...]")
			break
		}
		brackets(p, v.Items, p.str3)

	case variant.Dictionary:
		if len(v.Pairs) == 0 && p.repeatedEmpty() {
			p.raw("{...}")
			break
		}
		p.dictionaryGodot3(v)

	case objects.Object:
		p.objectGodot3(v)
	case objects.RID:
		p.raw("[RID]")
	case variant.Constructible:
		p.geometryGodot3(v)
	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no text"))
	}
}

func (p *printer) boolGodot3(b bool) {
	if b {
		p.raw("True")
	} else {
		p.raw("False")
	}
}

// repeatedEmpty reports whether an empty container was written before. Godot 3 detects cycles by
// the address of the contents, and all empty containers share one address. So it prints each empty
// container after the first one as [...] or {...}.
func (p *printer) repeatedEmpty() bool {
	repeated := p.hadEmpty
	p.hadEmpty = true
	return repeated
}

// A pairText is the text of a pair and the text of its key.
type pairText struct{ key, text string }

// dictionaryGodot3 writes {a:1, b:2}, sorted by the text of the keys.
func (p *printer) dictionaryGodot3(d variant.Dictionary) {
	pairs := make([]pairText, 0, len(d.Pairs))
	start := len(p.b)

	for _, q := range d.Pairs {
		at := len(p.b)
		p.str3(q.Key)
		key := string(p.b[at:])
		p.raw(":")
		p.str3(q.Value)
		pairs = append(pairs, pairText{key, string(p.b[at:])})
	}

	slices.SortStableFunc(pairs, func(a, b pairText) int { return cmp.Compare(a.key, b.key) })
	p.b = append(p.b[:start], '{')

	list(p, ", ", pairs, func(pair pairText) { p.raw(pair.text) })
	p.raw("}")
}

// objectGodot3 writes an object with the instance ID in o.ID. An engine would write the instance ID
// that the object has in the engine's own process, which may be another number.
func (p *printer) objectGodot3(o objects.Object) {
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

// numbersGodot3 writes 1, 2.5.
func (p *printer) numbersGodot3(c []float64, separator string) {
	list(p, separator, c, func(f float64) { p.num(f, 6, withoutPoint) })
}

// vectorGodot3 writes (1, 2.5).
func (p *printer) vectorGodot3(c []float64) {
	p.raw("(")
	p.numbersGodot3(c, ", ")
	p.raw(")")
}

// rowsGodot3 writes vectors of n components: ((1, 2), (3, 4)).
func (p *printer) rowsGodot3(c []float64, n int, before, after string) {
	p.raw(before)
	for i := 0; i < len(c); i += n {
		if i > 0 {
			p.raw(", ")
		}
		p.vectorGodot3(c[i:][:n])
	}

	p.raw(after)
}

// geometryGodot3 writes a value that consists of numbers.
func (p *printer) geometryGodot3(v variant.Constructible) {
	c := components.Numbers(v)
	p.components(v, c)

	switch v := v.(type) {
	case math.Vector2, math.Vector3, math.Rect2, math.Quaternion:
		p.vectorGodot3(c)
	case math.Transform2D:
		p.rowsGodot3(c, 2, "(", ")")
	case math.Basis:
		p.rowsGodot3(c, 3, "(", ")")
	case math.Plane:
		p.numbersGodot3(c, ", ")
	case math.Color:
		p.numbersGodot3(c, ",")
	case math.AABB:
		p.halvesGodot3(c, 3)
	case math.Transform3D:
		p.halvesGodot3(c, 9)
	case packed.PackedByteArray:
		p.raw("[PoolByteArray]")
	case packed.PackedColorArray:
		p.raw("[PoolColorArray]")

	case packed.PackedInt32Array, packed.PackedFloat32Array:
		p.raw("[")
		p.numbersGodot3(c, ", ")
		p.raw("]")

	case packed.PackedVector2Array:
		p.rowsGodot3(c, 2, "[", "]")
	case packed.PackedVector3Array:
		p.rowsGodot3(c, 3, "[", "]")
	case packed.PackedStringArray:
		p.raw("[" + strings.Join(v, ", ") + "]")
	}
}

// halvesGodot3 writes 1, 2 - 3, 4: the first n numbers and the rest.
func (p *printer) halvesGodot3(c []float64, n int) {
	p.numbersGodot3(c[:n], ", ")
	p.raw(" - ")
	p.numbersGodot3(c[n:], ", ")
}
