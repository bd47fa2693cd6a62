package gdscript

import (
	"strings"

	"godotvariant/math"
	"godotvariant/variant"
)

// constant returns a constant that belongs to a type of GDScript: Vector2.ZERO, Color.RED.
func constant(typeName, name string) (v variant.Variant, ok bool) {
	if typeName == "Color" {
		return math.ColorByName(name)
	}

	v, ok = constants[typeName+"."+name]
	return v, ok
}

// color returns the color for a name or for hexadecimal digits, as in Color("red").
func color(name string) (math.Color, bool) {
	if c, ok := math.ColorByName(name); ok {
		return c, true
	}
	return math.ColorFromHTML(name)
}

// arguments returns the text between the brackets of a value's text, for example 1, 2 for
// Vector2(1, 2).
func arguments(v variant.Variant) string {
	_, inner, _ := strings.Cut(variant.Text(v), "(")
	return strings.TrimSuffix(inner, ")")
}

// numbers has the text that engines print for each constant of GDScript that is a number.
var numbers = map[string]string{
	"INF": "inf",
	"NAN": "nan",
	"PI":  variant.Text(variant.Float(math.Pi)),
	"TAU": variant.Text(variant.Float(2 * math.Pi)),
}

// constants has the constants of all types except Color. Godot 3 has the names Quat and Transform.
var constants = map[string]variant.Variant{
	"Vector2.ZERO": math.Vector2Zero, "Vector2.ONE": math.Vector2One,
	"Vector2.INF": math.Vector2Inf, "Vector2.LEFT": math.Vector2Left,
	"Vector2.RIGHT": math.Vector2Right, "Vector2.UP": math.Vector2Up,
	"Vector2.DOWN": math.Vector2Down,

	"Vector2i.ZERO": math.Vector2iZero, "Vector2i.ONE": math.Vector2iOne,
	"Vector2i.MIN": math.Vector2iMin, "Vector2i.MAX": math.Vector2iMax,
	"Vector2i.LEFT": math.Vector2iLeft, "Vector2i.RIGHT": math.Vector2iRight,
	"Vector2i.UP": math.Vector2iUp, "Vector2i.DOWN": math.Vector2iDown,

	"Vector3.ZERO": math.Vector3Zero, "Vector3.ONE": math.Vector3One,
	"Vector3.INF": math.Vector3Inf, "Vector3.LEFT": math.Vector3Left,
	"Vector3.RIGHT": math.Vector3Right, "Vector3.UP": math.Vector3Up,
	"Vector3.DOWN": math.Vector3Down, "Vector3.FORWARD": math.Vector3Forward,
	"Vector3.BACK": math.Vector3Back,

	"Vector3i.ZERO": math.Vector3iZero, "Vector3i.ONE": math.Vector3iOne,
	"Vector3i.MIN": math.Vector3iMin, "Vector3i.MAX": math.Vector3iMax,
	"Vector3i.LEFT": math.Vector3iLeft, "Vector3i.RIGHT": math.Vector3iRight,
	"Vector3i.UP": math.Vector3iUp, "Vector3i.DOWN": math.Vector3iDown,
	"Vector3i.FORWARD": math.Vector3iForward, "Vector3i.BACK": math.Vector3iBack,

	"Vector4.ZERO": math.Vector4Zero, "Vector4.ONE": math.Vector4One,
	"Vector4.INF": math.Vector4Inf,

	"Vector4i.ZERO": math.Vector4iZero, "Vector4i.ONE": math.Vector4iOne,
	"Vector4i.MIN": math.Vector4iMin, "Vector4i.MAX": math.Vector4iMax,

	"Quaternion.IDENTITY": math.QuaternionIdentity,
	"Quat.IDENTITY":       math.QuaternionIdentity,

	"Transform2D.IDENTITY": math.Transform2DIdentity, "Basis.IDENTITY": math.BasisIdentity,
	"Transform3D.IDENTITY": math.Transform3DIdentity,
	"Transform.IDENTITY":   math.Transform3DIdentity,
	"Projection.IDENTITY":  math.ProjectionIdentity,
}
