package math

import "godotvariant/variant"

// Color is red, green, blue and alpha (opacity), each usually from 0 to 1; values
// above 1 are overbright. The numbers stand for sRGB unless code treats them as
// linear.
//
// The zero value is transparent black. Godot's default is opaque black, [RGB](0, 0,
// 0).
//
// The engine keeps the components in single precision, also where all else is
// double. Here they are float64: functions that make a color from integers round to
// single precision, so that such colors survive a packet unchanged; results of
// arithmetic carry more digits until [Color.Rounded32].
//
// Godot: Color, type ID 20 in Godot 4, 14 in Godot 3. The named colors are in package
// colornames. Payload:
//
//	offset  length  type     field
//	     4       4  float    R
//	     8       4  float    G
//	    12       4  float    B
//	    16       4  float    A
//
// The engines write single precision whatever the packet's precision is.
type Color struct {
	R, G, B, A float64
}

var _ variant.Variant = Color{}

// RGB returns the opaque color with the given components. Godot: Color(r, g, b).
func RGB(r, g, b float64) Color { return Color{r, g, b, 1} }

// RGBA returns the color with the given components. Godot: Color(r, g, b, a).
func RGBA(r, g, b, a float64) Color { return Color{r, g, b, a} }

// Type returns [variant.TypeColor].
func (Color) Type() variant.Type { return variant.TypeColor }

// Encode writes the payload. The errors are the Writer's.
func (c Color) Encode(w *variant.Writer) error {
	return kernel.Reals4(w, c.R, c.G, c.B, c.A)
}

// Decode reads a payload. The errors are the Reader's.
func (Color) Decode(r *variant.Reader) (variant.Variant, error) {
	var c [4]float64
	r.Reals(c[:])
	return variant.Result(r, ColorFromArray(c))
}

// String returns the color as Godot's constructor text: Color(1, 0.5, 0, 1).
func (c Color) String() string { return textOf("Color", c.R, c.G, c.B, c.A) }

// GoString returns the color as Go source, for %#v.
func (c Color) GoString() string {
	return goStruct("Color", "R", goFloat(c.R), "G", goFloat(c.G), "B", goFloat(c.B), "A", goFloat(c.A))
}

// At returns component i: 0 is R, 3 is A. An index outside of 0 to 3 gives 0. Godot:
// Color[i].
func (c Color) At(i int) float64 { return c.vector().At(i) }

// With returns c with component i set to x; an index outside of 0 to 3 changes
// nothing. Godot: c[i] = x.
func (c Color) With(i int, x float64) Color { return colorOf(c.vector().With(i, x)) }

// WithAlpha returns c with another alpha. Godot: Color(c, alpha).
func (c Color) WithAlpha(a float64) Color { return Color{c.R, c.G, c.B, a} }

// Array returns the components in order. [ColorFromArray] is its inverse.
func (c Color) Array() [4]float64 { return [4]float64{c.R, c.G, c.B, c.A} }

// ColorFromArray returns the color of the four components in order.
func ColorFromArray(a [4]float64) Color { return Color{a[0], a[1], a[2], a[3]} }

// Rounded32 returns c with each component rounded to single precision, as the engine
// keeps it.
func (c Color) Rounded32() Color { return colorOf(c.vector().Rounded32()) }

// Add returns c + b, alpha too. Godot: operator +.
func (c Color) Add(b Color) Color { return colorOf(c.vector().Add(b.vector())) }

// Sub returns c - b, alpha too. Godot: operator -.
func (c Color) Sub(b Color) Color { return colorOf(c.vector().Sub(b.vector())) }

// Mul returns the product component by component, alpha too. Godot: operator * with
// Color.
func (c Color) Mul(b Color) Color { return colorOf(c.vector().Mul(b.vector())) }

// Mulf returns c with each component multiplied by f, alpha too. Godot: operator *
// with float or int.
func (c Color) Mulf(f float64) Color { return colorOf(c.vector().Mulf(f)) }

// Div returns the quotient component by component, alpha too; division by zero gives
// an infinity or NaN. Godot: operator / with Color.
func (c Color) Div(b Color) Color { return colorOf(c.vector().Div(b.vector())) }

// Divf returns c with each component divided by f, alpha too. Godot: operator / with
// float or int.
func (c Color) Divf(f float64) Color { return colorOf(c.vector().Divf(f)) }

// Neg returns 1 minus each component, alpha too: unlike for vectors, Godot's unary -
// means the complement. [Color.Inverted] keeps alpha. Godot: unary operator -.
func (c Color) Neg() Color { return Color{1 - c.R, 1 - c.G, 1 - c.B, 1 - c.A} }

// Inverted returns the complement of the color, with the same alpha. Godot:
// Color.inverted.
func (c Color) Inverted() Color { return Color{1 - c.R, 1 - c.G, 1 - c.B, c.A} }

// Clamp returns c with each component held between those of lo and hi. Godot:
// Color.clamp (lo and hi are all 0 and all 1 by default there).
func (c Color) Clamp(lo, hi Color) Color {
	return colorOf(c.vector().Clamp(lo.vector(), hi.vector()))
}

// Lerp returns the color at weight on the way from c (weight 0) to to (weight 1),
// alpha too. Godot: Color.lerp.
func (c Color) Lerp(to Color, weight float64) Color {
	return colorOf(c.vector().Lerp(to.vector(), weight))
}

// Lightened returns c made lighter by amount, from 0 (as it is) to 1 (white). Godot:
// Color.lightened.
func (c Color) Lightened(amount float64) Color {
	return c.Lerp(Color{1, 1, 1, c.A}, amount)
}

// Darkened returns c made darker by amount, from 0 (as it is) to 1 (black). Godot:
// Color.darkened.
func (c Color) Darkened(amount float64) Color { return c.Mulf(1 - amount).WithAlpha(c.A) }

// Blend returns over painted on c. Two transparent colors give the zero Color. Godot:
// Color.blend.
func (c Color) Blend(over Color) Color {
	below := c.A * (1 - over.A)
	alpha := below + over.A
	if alpha == 0 {
		return Color{}
	}
	return c.Mulf(below).Add(over.Mulf(over.A)).Divf(alpha).WithAlpha(alpha)
}

// Luminance returns how bright the linear color c looks, from 0 to 1. Godot:
// Color.get_luminance.
func (c Color) Luminance() float64 {
	return float64(0.2126*c.R) + float64(0.7152*c.G) + float64(0.0722*c.B)
}

// IsEqualApprox reports whether all components are equal as [IsEqualApprox] has it.
// Godot: Color.is_equal_approx.
func (c Color) IsEqualApprox(b Color) bool { return c.vector().IsEqualApprox(b.vector()) }

// vector returns c as a vector, for the arithmetic that both share.
func (c Color) vector() Vector4 { return Vector4{c.R, c.G, c.B, c.A} }

// colorOf returns the color of a vector.
func colorOf(v Vector4) Color { return Color{v.X, v.Y, v.Z, v.W} }
