package packets_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// allTypes has a value of every type under its canonical number as ID.
var allTypes = func() map[variant.Type]variant.Variant {
	types := map[variant.Type]variant.Variant{}
	for _, v := range []variant.Variant{
		variant.Nil{}, variant.Bool(true), variant.Int(0), variant.Float(0), str(""),
		variant.StringName(""),
		gdmath.Vector2{}, gdmath.Vector2i{}, gdmath.Rect2{}, gdmath.Rect2i{}, gdmath.Vector3{},
		gdmath.Vector3i{}, gdmath.Transform2D{},
		gdmath.Vector4{}, gdmath.Vector4i{}, gdmath.Plane{}, gdmath.Quaternion{}, gdmath.AABB{},
		gdmath.Basis{}, gdmath.Transform3D{},
		gdmath.Projection{}, gdmath.Color{}, objects.NodePath{}, objects.RID(0),
		objects.Object{ID: 7}, objects.Callable{}, objects.Signal{},
		variant.Dictionary{}, variant.Array{}, packed.PackedByteArray{}, packed.PackedInt32Array{},
		packed.PackedInt64Array{},
		packed.PackedFloat32Array{}, packed.PackedFloat64Array{}, packed.PackedStringArray{},
		packed.PackedVector2Array{{}},
		packed.PackedVector3Array{{}}, packed.PackedColorArray{{}}, packed.PackedVector4Array{{}},
		packed.PackedVector2iArray{{}},
		packed.PackedVector3iArray{{}}, packed.PackedVector4iArray{{}},
		variant.TypedArray{Elem: variant.ElementType{Type: variant.TypeInt}},
		variant.PackedTypedArray{Elem: variant.ElementType{Type: variant.TypeInt}},
	} {
		types[v.Type()] = v
	}

	return types
}()

// everyType is a dialect of all types, with arrays and dictionaries that may be typed.
func everyType(change func(d *variant.Dialect, s *Settings)) Settings {
	d := &variant.Dialect{Name: "every", TypedArrays: true, TypedDictionaries: true}
	for t := range len(allTypes) {
		d.Types = append(d.Types, variant.Type(t))
	}
	s := Settings{Dialect: d, Prototypes: allTypes}
	if change != nil {
		change(d, &s)
	}
	return s
}

func TestPrecisionNames(t *testing.T) {
	assert.Equal(t, "single", variant.Single.String())
	assert.Equal(t, "double", variant.Double.String())
}

// TestOnlyRealsGrow: in double precision real_t numbers have 8 bytes, colors only where the
// dialect says so, and nothing else.
func TestOnlyRealsGrow(t *testing.T) {
	reals := map[variant.Type]int{
		variant.TypeVector2: 2, variant.TypeRect2: 4, variant.TypeVector3: 3,
		variant.TypeTransform2D: 6, variant.TypeVector4: 4,
		variant.TypePlane: 4, variant.TypeQuaternion: 4, variant.TypeAABB: 6, variant.TypeBasis: 9,
		variant.TypeTransform3D: 12,
		variant.TypeProjection:  16, variant.TypePackedVector2Array: 2,
		variant.TypePackedVector3Array: 3, variant.TypePackedVector4Array: 4,
	}

	colors := map[variant.Type]int{variant.TypeColor: 4, variant.TypePackedColorArray: 4}
	single := format(t, everyType(nil))
	for name, c := range map[string]struct {
		real  variant.RealRule
		wide  bool
		p     variant.Precision
		grows []map[variant.Type]int
		flag  uint32
	}{
		"single":      {variant.RealSingle, false, variant.Single, nil, 0},
		"single wide": {variant.RealSingle, true, variant.Single, nil, 0},
		"flagged":     {variant.RealFlagged, true, variant.Single, nil, 0},
		"flagged double": {variant.RealFlagged, false, variant.Double,
			[]map[variant.Type]int{reals}, variant.Flag64},
		"flagged double wide": {variant.RealFlagged, true, variant.Double,
			[]map[variant.Type]int{reals, colors}, variant.Flag64},
		"setting": {variant.RealSetting, true, variant.Single, nil, 0},
		"setting double": {variant.RealSetting, false, variant.Double,
			[]map[variant.Type]int{reals}, 0},
		"setting double wide": {variant.RealSetting, true, variant.Double,
			[]map[variant.Type]int{reals, colors}, 0},
	} {
		f := format(t, everyType(func(d *variant.Dialect, s *Settings) {
			d.Real = c.real
			d.WideColor = c.wide
			s.Precision = c.p
		}))

		for typ, v := range allTypes {
			short, err := single.Append(nil, v)
			require.NoError(t, err, typ)

			more, flags := 0, uint32(0)
			for i, numbers := range c.grows {
				more += 4 * numbers[typ]
				if i == 0 && numbers[typ] > 0 {
					flags = c.flag
				}
			}

			got, err := f.Append(nil, v)
			require.NoError(t, err, typ)
			assert.Len(t, got, len(short)+more, "%s: %v", name, typ)
			assert.Equal(t, uint32(typ)|flags,
				binary.LittleEndian.Uint32(got)&^(variant.Flag64^flags), "%s: %v", name, typ)
			back, err := f.Decode(got)
			require.NoError(t, err, "%s: %v", name, typ)
			assert.True(t, variant.Equal(v, back), "%s: %#v", name, back)
			require.NoError(t, f.Valid(got), "%s: %v", name, typ)
		}
	}
}
