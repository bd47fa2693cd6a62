package vectors

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	stdmath "math"
	"strconv"

	"godotvariant/internal/float"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// Build makes the value of a description: [type, data] with Godot 4's name of
// the type. testdata/README.md has the form of the data for each.
func Build(description json.RawMessage) (v variant.Variant, err error) {
	b := builder{}
	v = b.value(description)
	return v, b.err
}

// builder keeps the first error.
type builder struct{ err error }

func (b *builder) into(data json.RawMessage, dst any) {
	if err := json.Unmarshal(data, dst); err != nil && b.err == nil {
		b.err = fmt.Errorf("%w in %.100s", err, data)
	}
}

func (b *builder) value(description json.RawMessage) variant.Variant {
	var parts []json.RawMessage
	b.into(description, &parts)
	if len(parts) == 0 {
		return nil
	}
	var name string
	b.into(parts[0], &name)
	var data json.RawMessage
	if len(parts) > 1 {
		data = parts[1]
	}
	t, ok := variant.TypeByName(name)
	if !ok {
		b.err = fmt.Errorf("no type %q", name)
		return nil
	}
	if v := b.scalar(t, data); v != nil {
		return v
	}
	if v := b.geometry(t, data); v != nil {
		return v
	}
	return b.array(t, data)
}

func (b *builder) text(data json.RawMessage) (s string) { b.into(data, &s); return s }

func (b *builder) int(s string) int64 {
	i, err := strconv.ParseInt(s, 10, 64)
	if err != nil && b.err == nil {
		b.err = err
	}
	return i
}

func (b *builder) double(s string) float64 {
	u, err := strconv.ParseUint(s, 16, 64)
	if err != nil && b.err == nil {
		b.err = err
	}
	return stdmath.Float64frombits(u)
}

func (b *builder) scalar(t variant.Type, data json.RawMessage) variant.Variant {
	switch t {
	case variant.TypeNil:
		return variant.Nil{}
	case variant.TypeBool:
		var v bool
		b.into(data, &v)
		return variant.Bool(v)
	case variant.TypeInt:
		return variant.Int(b.int(b.text(data)))
	case variant.TypeFloat:
		return variant.Float(b.double(b.text(data)))
	case variant.TypeString:
		return variant.String(b.text(data))
	case variant.TypeStringName:
		return variant.StringName(b.text(data))
	case variant.TypeRID:
		return objects.RID(uint64(b.int(b.text(data))))
	case variant.TypeCallable:
		return objects.Callable{}
	case variant.TypeNodePath:
		var p struct {
			Names, SubNames []string
			Absolute        bool
		}
		b.into(data, &p)
		return objects.NodePath(p)
	case variant.TypeSignal:
		var s struct{ Name, Object string }
		b.into(data, &s)
		return objects.Signal{Name: s.Name, Object: uint64(b.int(s.Object))}
	case variant.TypeObject:
		return b.object(data)
	case variant.TypeArray:
		var a struct {
			Elem  *elementType
			Items []json.RawMessage
		}
		b.into(data, &a)
		out := variant.Array{Elem: a.Elem.build(), Items: make([]variant.Variant, len(a.Items))}
		for i, item := range a.Items {
			out.Items[i] = b.value(item)
		}
		return out
	case variant.TypeDictionary:
		var d struct {
			Key, Value *elementType
			Pairs      [][2]json.RawMessage
		}
		b.into(data, &d)
		out := variant.Dictionary{Key: d.Key.build(), Value: d.Value.build()}
		for _, p := range d.Pairs {
			out.Pairs = append(out.Pairs, variant.Pair{Key: b.value(p[0]), Value: b.value(p[1])})
		}
		return out
	}
	return nil
}

type elementType struct{ Type, Class, Script string }

func (e *elementType) build() *variant.ElementType {
	if e == nil {
		return nil
	}
	t, _ := variant.TypeByName(e.Type)
	return &variant.ElementType{Type: t, Class: e.Class, Script: e.Script}
}

func (b *builder) object(data json.RawMessage) variant.Variant {
	var o *struct {
		ID         *json.RawMessage
		Class      string
		Properties [][2]json.RawMessage
	}
	b.into(data, &o)
	switch {
	case o == nil:
		return objects.Object{}
	case o.ID != nil:
		return objects.Object{ID: uint64(b.int(b.text(*o.ID)))}
	}
	out := objects.Object{Class: o.Class}
	for _, p := range o.Properties {
		out.Properties = append(out.Properties, objects.Property{Name: b.text(p[0]), Value: b.value(p[1])})
	}
	return out
}

func (b *builder) reals(data json.RawMessage, n int) []float64 {
	var hexes []string
	b.into(data, &hexes)
	if len(hexes) != n && b.err == nil {
		b.err = fmt.Errorf("%d components, not %d", len(hexes), n)
	}
	out := make([]float64, n)
	for i := range min(n, len(hexes)) {
		out[i] = b.double(hexes[i])
	}
	return out
}

func (b *builder) ints(data json.RawMessage, n int) []int32 {
	out := make([]int32, 0, n)
	b.into(data, &out)
	if len(out) != n && b.err == nil {
		b.err = fmt.Errorf("%d components, not %d", len(out), n)
	}
	return out[:n]
}

func v2(c []float64) math.Vector2 { return math.Vector2{X: c[0], Y: c[1]} }
func v3(c []float64) math.Vector3 { return math.Vector3{X: c[0], Y: c[1], Z: c[2]} }
func v4(c []float64) math.Vector4 { return math.Vector4{X: c[0], Y: c[1], Z: c[2], W: c[3]} }
func basis(c []float64) math.Basis {
	return math.Basis{X: v3(c), Y: v3(c[3:]), Z: v3(c[6:])}
}
func color(c []float64) math.Color { return math.Color{R: c[0], G: c[1], B: c[2], A: c[3]} }
func v2i(c []int32) math.Vector2i  { return math.Vector2i{X: c[0], Y: c[1]} }
func v3i(c []int32) math.Vector3i  { return math.Vector3i{X: c[0], Y: c[1], Z: c[2]} }
func v4i(c []int32) math.Vector4i  { return math.Vector4i{X: c[0], Y: c[1], Z: c[2], W: c[3]} }

func (b *builder) geometry(t variant.Type, data json.RawMessage) variant.Variant {
	switch t {
	case variant.TypeVector2:
		return v2(b.reals(data, 2))
	case variant.TypeVector2i:
		return v2i(b.ints(data, 2))
	case variant.TypeRect2:
		c := b.reals(data, 4)
		return math.Rect2{Position: v2(c), Size: v2(c[2:])}
	case variant.TypeRect2i:
		c := b.ints(data, 4)
		return math.Rect2i{Position: v2i(c), Size: v2i(c[2:])}
	case variant.TypeVector3:
		return v3(b.reals(data, 3))
	case variant.TypeVector3i:
		return v3i(b.ints(data, 3))
	case variant.TypeTransform2D:
		c := b.reals(data, 6)
		return math.Transform2D{X: v2(c), Y: v2(c[2:]), Origin: v2(c[4:])}
	case variant.TypeVector4:
		return v4(b.reals(data, 4))
	case variant.TypeVector4i:
		return v4i(b.ints(data, 4))
	case variant.TypePlane:
		c := b.reals(data, 4)
		return math.Plane{Normal: v3(c), D: c[3]}
	case variant.TypeQuaternion:
		c := b.reals(data, 4)
		return math.Quaternion{X: c[0], Y: c[1], Z: c[2], W: c[3]}
	case variant.TypeAABB:
		c := b.reals(data, 6)
		return math.AABB{Position: v3(c), Size: v3(c[3:])}
	case variant.TypeBasis:
		return basis(b.reals(data, 9))
	case variant.TypeTransform3D:
		c := b.reals(data, 12)
		return math.Transform3D{Basis: basis(c), Origin: v3(c[9:])}
	case variant.TypeProjection:
		c := b.reals(data, 16)
		return math.Projection{X: v4(c), Y: v4(c[4:]), Z: v4(c[8:]), W: v4(c[12:])}
	case variant.TypeColor:
		return color(b.reals(data, 4))
	}
	return nil
}

func (b *builder) array(t variant.Type, data json.RawMessage) variant.Variant {
	switch t {
	case variant.TypePackedByteArray:
		raw, err := hex.DecodeString(b.text(data))
		if err != nil {
			b.err = err
		}
		return packed.PackedByteArray(raw)
	case variant.TypePackedInt32Array:
		var a []int32
		b.into(data, &a)
		return packed.PackedInt32Array(a)
	case variant.TypePackedInt64Array:
		return packed.PackedInt64Array(list(b, data, func(d json.RawMessage) int64 { return b.int(b.text(d)) }))
	case variant.TypePackedFloat32Array:
		return packed.PackedFloat32Array(list(b, data, func(d json.RawMessage) float32 {
			bits, _ := float.Narrow(b.double(b.text(d)))
			return stdmath.Float32frombits(bits)
		}))
	case variant.TypePackedFloat64Array:
		return packed.PackedFloat64Array(list(b, data, func(d json.RawMessage) float64 { return b.double(b.text(d)) }))
	case variant.TypePackedStringArray:
		var a []string
		b.into(data, &a)
		return packed.PackedStringArray(a)
	case variant.TypePackedVector2Array:
		return packed.PackedVector2Array(list(b, data, func(d json.RawMessage) math.Vector2 { return v2(b.reals(d, 2)) }))
	case variant.TypePackedVector3Array:
		return packed.PackedVector3Array(list(b, data, func(d json.RawMessage) math.Vector3 { return v3(b.reals(d, 3)) }))
	case variant.TypePackedVector4Array:
		return packed.PackedVector4Array(list(b, data, func(d json.RawMessage) math.Vector4 { return v4(b.reals(d, 4)) }))
	case variant.TypePackedColorArray:
		return packed.PackedColorArray(list(b, data, func(d json.RawMessage) math.Color { return color(b.reals(d, 4)) }))
	case variant.TypePackedVector2iArray:
		return packed.PackedVector2iArray(list(b, data, func(d json.RawMessage) math.Vector2i { return v2i(b.ints(d, 2)) }))
	case variant.TypePackedVector3iArray:
		return packed.PackedVector3iArray(list(b, data, func(d json.RawMessage) math.Vector3i { return v3i(b.ints(d, 3)) }))
	case variant.TypePackedVector4iArray:
		return packed.PackedVector4iArray(list(b, data, func(d json.RawMessage) math.Vector4i { return v4i(b.ints(d, 4)) }))
	}
	b.err = fmt.Errorf("no form for %v", t)
	return nil
}

func list[T any](b *builder, data json.RawMessage, element func(json.RawMessage) T) []T {
	var parts []json.RawMessage
	b.into(data, &parts)
	out := make([]T, len(parts))
	for i, d := range parts {
		out[i] = element(d)
	}
	return out
}
