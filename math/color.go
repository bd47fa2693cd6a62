package math

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"godotvariant/internal/marshal"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Color has the components red, green, blue and alpha (opacity), each usually from 0 to 1.
// Components greater than 1 are brighter than white. The components are in sRGB, except where a
// comment says that they are linear.
//
// The zero value is transparent black. Godot's default is opaque black, [RGB](0, 0, 0).
//
// The engine stores the components in single precision, even in builds with double precision. Here
// they are float64. Functions that make a color from integers round to single precision, so that a
// packet does not change such a color. Results of arithmetic have more digits until
// [Color.Rounded32].
//
// Godot: Color, type ID 20 in Godot 4, 14 in Godot 3. Package colornames has the named colors.
// Payload:
//
//	offset  length  type     field
//	     4       4  float    R
//	     8       4  float    G
//	    12       4  float    B
//	    16       4  float    A
//
// The engines write single precision in every packet.
type Color struct {
	R, G, B, A float64
}

var _ variant.Variant = Color{}

var _ color.Color = Color{}

// RGB returns the opaque color with the given components. Godot: Color(r, g, b).
func RGB(r, g, b float64) Color { return Color{r, g, b, 1} }

// RGBA returns the color with the given components. Godot: Color(r, g, b, a).
func RGBA(r, g, b, a float64) Color { return Color{r, g, b, a} }

// ColorFromRGBA8 returns the color with the components r/255, g/255, b/255 and a/255. The arguments
// may be below 0 or above 255. Godot: Color.from_rgba8 (default a: 255); Godot 3: Color8(r, g, b,
// a).
func ColorFromRGBA8(r, g, b, a int) Color {
	return Color{float64(r), float64(g), float64(b), float64(a)}.over(255)
}

// ColorFromRGBA32 returns the color of a number with 8 bits for each component, with red in the
// highest bits: 0xff8000ff is opaque orange. Godot: Color.hex; Godot 3: Color(rgba).
func ColorFromRGBA32(rgba uint32) Color {
	return ColorFromRGBA8(int(rgba>>24), int(rgba>>16&255), int(rgba>>8&255), int(rgba&255))
}

// ColorFromRGBA64 returns the color of a number with 16 bits for each component, with red in the
// highest bits. Godot: Color.hex64.
func ColorFromRGBA64(rgba uint64) Color {
	part := func(shift int) float64 { return float64(rgba >> shift & 0xffff) }
	return Color{part(48), part(32), part(16), part(0)}.over(65535)
}

// ColorFromRGBE9995 returns the opaque color of a number with 9 bits each for red (in the lowest
// bits), green and blue, and 5 bits for a common exponent. Godot: Color.from_rgbe9995.
func ColorFromRGBE9995(rgbe uint32) Color {
	part := func(shift int) float64 {
		return math.Ldexp(float64(rgbe>>shift&0x1ff), int(rgbe>>27)-24)
	}
	return RGB(part(0), part(9), part(18))
}

// ColorFromHSV returns the color with a hue, saturation and value, each from 0 to 1, and alpha. The
// hue wraps around. Godot: Color.from_hsv (default alpha: 1).
func ColorFromHSV(h, s, v, alpha float64) Color {
	if s == 0 {
		return Color{v, v, v, alpha}
	}

	h = math.Mod(h*6, 6)
	sector := math.Floor(h)
	f := h - sector
	p := v * (1 - s)
	q := v * (1 - s*f)

	t := v * (1 - s*(1-f))
	switch sector {
	case 0:
		return Color{v, t, p, alpha}
	case 1:
		return Color{q, v, p, alpha}
	case 2:
		return Color{p, v, t, alpha}
	case 3:
		return Color{p, q, v, alpha}
	case 4:
		return Color{t, p, v, alpha}
	}

	return Color{v, p, q, alpha}
}

// ColorFromHTML returns the color of a text with 3, 4, 6 or 8 hexadecimal digits in the order red,
// green, blue, alpha, with or without a leading #. For any other text it returns opaque black and
// false. Godot: Color.html; Godot 3: Color(text), where alpha is first.
func ColorFromHTML(text string) (c Color, ok bool) {
	text = strings.TrimPrefix(text, "#")
	width := 1
	switch len(text) {
	case 6, 8:
		width = 2
	case 3, 4:
	default:
		return RGB(0, 0, 0), false
	}

	c = RGB(0, 0, 0)
	for i := 0; i < len(text)/width; i++ {
		n, ok := hexByte(text[i*width : (i+1)*width])
		if !ok {
			return RGB(0, 0, 0), false
		}
		c = c.With(i, componentOf(n))
	}

	return c, true
}

// IsHTMLColor reports whether [ColorFromHTML] accepts text. Godot: Color.html_is_valid; Godot 3:
// String.is_valid_html_color, which accepts only 6 or 8 digits.
func IsHTMLColor(text string) bool {
	_, ok := ColorFromHTML(text)
	return ok
}

// ColorFromString returns the color of an HTML text or of a name, see [ColorFromHTML] and
// [ColorByName]. If text is neither, it returns fallback. Godot: Color.from_string, and
// Color(text), where the fallback is opaque black; Godot 3: Color(text), where alpha is first and
// names are unknown.
func ColorFromString(text string, fallback Color) Color {
	if c, ok := colorFromText(text); ok {
		return c
	}
	return fallback
}

// MustColor returns the color of an HTML text or of a name: MustColor("#ff8800"),
// MustColor("orange"). It panics if text is neither. Use it for text in source code, and
// [ColorFromString] for text from other places. Godot: Color(text), which reports an error instead
// of a panic.
func MustColor(text string) Color {
	c, ok := colorFromText(text)
	if !ok {
		panic("godot: math.MustColor(" + strconv.Quote(text) +
			"): neither HTML nor the name of a color")
	}
	return c
}

// colorFromText returns the color of an HTML text or of a name, and whether text is one of them.
func colorFromText(text string) (c Color, ok bool) {
	if c, ok := ColorFromHTML(text); ok {
		return c, true
	}
	return ColorByName(text)
}

// ColorByName returns the color with the given name in Godot, and whether there is such a color.
// Case, spaces and the characters - _ ' . are ignored: "DARK_SLATE_GRAY" and "dark slate gray" are
// the same name. Package colornames has the colors as variables. Godot: the constants of Color, and
// Color.from_string; Godot 3: ColorN(name), whose components are rounded to hundredths.
func ColorByName(name string) (c Color, ok bool) {
	rgba, ok := namedColors[nameNoise.Replace(strings.ToLower(name))]
	return ColorFromRGBA32(rgba), ok
}

// ColorFromGo converts a color of package image/color. It divides the components by alpha, because
// Go's method RGBA returns them multiplied by alpha.
func ColorFromGo(c color.Color) Color {
	if c, ok := c.(Color); ok {
		return c
	}
	n := color.NRGBA64Model.Convert(c).(color.NRGBA64)
	return Color{float64(n.R), float64(n.G), float64(n.B), float64(n.A)}.over(65535)
}

// ColorFromArray returns the color with the components of a, in order.
func ColorFromArray(a [4]float64) Color { return Color{a[0], a[1], a[2], a[3]} }

// Type returns [variant.TypeColor].
func (Color) Type() variant.Type { return variant.TypeColor }

// Encode writes the payload; see [variant.Variant].
func (c Color) Encode(w *variant.Writer) error {
	return (*wire.Writer)(w).Reals4(c.R, c.G, c.B, c.A)
}

// Decode reads a payload; see [variant.Variant].
func (Color) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, colorOf(readVector4(r)))
}

// String returns the color as Godot's constructor text: Color(1, 0.5, 0, 1).
func (c Color) String() string { return textOf("Color", c.R, c.G, c.B, c.A) }

// GoString returns the color as Go source, for %#v.
func (c Color) GoString() string {
	return goStruct("Color", "R", goFloat(c.R), "G", goFloat(c.G), "B", goFloat(c.B), "A",
		goFloat(c.A))
}

// Add returns c + b, including alpha. Godot: operator +.
func (c Color) Add(b Color) Color { return colorOf(c.vector().Add(b.vector())) }

// Sub returns c - b, including alpha. Godot: operator -.
func (c Color) Sub(b Color) Color { return colorOf(c.vector().Sub(b.vector())) }

// Mul returns the component-wise product, including alpha. Godot: operator * with Color.
func (c Color) Mul(b Color) Color { return colorOf(c.vector().Mul(b.vector())) }

// Mulf returns each component multiplied by f, including alpha. Godot: operator * with float or
// int.
func (c Color) Mulf(f float64) Color { return colorOf(c.vector().Mulf(f)) }

// Div returns the component-wise quotient, including alpha. Division by zero gives an infinity or
// NaN. Godot: operator / with Color.
func (c Color) Div(b Color) Color { return colorOf(c.vector().Div(b.vector())) }

// Divf returns each component divided by f, including alpha. Godot: operator / with float or int.
func (c Color) Divf(f float64) Color { return colorOf(c.vector().Divf(f)) }

// Neg returns 1 minus each component, including alpha, because Godot's unary - of a color is the
// complement. [Color.Inverted] keeps alpha. Godot: unary operator -.
func (c Color) Neg() Color { return Color{1 - c.R, 1 - c.G, 1 - c.B, 1 - c.A} }

// IsEqualApprox reports whether each component of c approximately equals the same component of b;
// see [IsEqualApprox]. Godot: Color.is_equal_approx.
func (c Color) IsEqualApprox(b Color) bool { return c.vector().IsEqualApprox(b.vector()) }

// Inverted returns the complement of c with the same alpha. Godot: Color.inverted.
func (c Color) Inverted() Color { return Color{1 - c.R, 1 - c.G, 1 - c.B, c.A} }

// Clamp returns each component clamped between the components of lo and hi. Godot: Color.clamp
// (defaults: lo with all 0, hi with all 1).
func (c Color) Clamp(lo, hi Color) Color {
	return colorOf(c.vector().Clamp(lo.vector(), hi.vector()))
}

// Lerp returns c + (to-c)*weight for each component, including alpha. With weight 0 the result is
// c, and with weight 1 it is the other color. Godot: Color.lerp; Godot 3: linear_interpolate.
func (c Color) Lerp(to Color, weight float64) Color {
	return colorOf(c.vector().Lerp(to.vector(), weight))
}

// Lightened returns c lightened by amount: c for 0, and white for 1. Godot: Color.lightened.
func (c Color) Lightened(amount float64) Color {
	return c.Lerp(Color{1, 1, 1, c.A}, amount)
}

// Darkened returns c darkened by amount: c for 0, and black for 1. Godot: Color.darkened.
func (c Color) Darkened(amount float64) Color { return c.Mulf(1 - amount).WithAlpha(c.A) }

// Blend returns the result of painting another color over the color c. If both are transparent, the
// result is the zero Color. Godot: Color.blend.
func (c Color) Blend(over Color) Color {
	below := c.A * (1 - over.A)
	alpha := below + over.A
	if alpha == 0 {
		return Color{}
	}
	return c.Mulf(below).Add(over.Mulf(over.A)).Divf(alpha).WithAlpha(alpha)
}

// Luminance returns the brightness of c, from 0 to 1. The components of c must be linear. Godot:
// Color.get_luminance; Godot 3: gray, which is the mean of R, G and B.
func (c Color) Luminance() float64 {
	return float64(0.2126*c.R) + float64(0.7152*c.G) + float64(0.0722*c.B)
}

// LinearToSRGB converts c from linear components to sRGB. Alpha does not change. Godot:
// Color.linear_to_srgb.
func (c Color) LinearToSRGB() Color {
	return Color{linearToSRGB(c.R), linearToSRGB(c.G), linearToSRGB(c.B), c.A}
}

// SRGBToLinear converts c from sRGB to linear components. Alpha does not change. Godot:
// Color.srgb_to_linear.
func (c Color) SRGBToLinear() Color {
	return Color{srgbToLinear(c.R), srgbToLinear(c.G), srgbToLinear(c.B), c.A}
}

// H returns the hue, from 0 to less than 1: 0 is red, 1/3 green, 2/3 blue. Grays have hue 0. Godot:
// Color.h.
func (c Color) H() float64 {
	hi, delta := c.span()
	if delta == 0 {
		return 0
	}

	var h float64
	switch hi {
	case c.R:
		h = (c.G - c.B) / delta
	case c.G:
		h = 2 + (c.B-c.R)/delta
	default:
		h = 4 + (c.R-c.G)/delta
	}

	h /= 6
	if h < 0 {
		h++
	}

	return h
}

// S returns the saturation in HSV, from 0 to 1. Godot: Color.s.
func (c Color) S() float64 {
	hi, delta := c.span()
	if hi == 0 {
		return 0
	}
	return delta / hi
}

// V returns the value in HSV: the largest of R, G and B. Godot: Color.v.
func (c Color) V() float64 {
	hi, _ := c.span()
	return hi
}

// WithH returns c with the hue set to h. Godot: c.h = h.
func (c Color) WithH(h float64) Color { return ColorFromHSV(h, c.S(), c.V(), c.A) }

// WithS returns c with the saturation set to s. Godot: c.s = s.
func (c Color) WithS(s float64) Color { return ColorFromHSV(c.H(), s, c.V(), c.A) }

// WithV returns c with the value set to v. Godot: c.v = v.
func (c Color) WithV(v float64) Color { return ColorFromHSV(c.H(), c.S(), v, c.A) }

// R8 returns red as an integer from 0 to 255. Values outside of this range are clamped. Godot:
// Color.r8.
func (c Color) R8() int { return byteOf(c.R) }

// G8 returns green as an integer from 0 to 255. Values outside of this range are clamped. Godot:
// Color.g8.
func (c Color) G8() int { return byteOf(c.G) }

// B8 returns blue as an integer from 0 to 255. Values outside of this range are clamped. Godot:
// Color.b8.
func (c Color) B8() int { return byteOf(c.B) }

// A8 returns alpha as an integer from 0 to 255. Values outside of this range are clamped. Godot:
// Color.a8.
func (c Color) A8() int { return byteOf(c.A) }

// WithR8 returns c with red set to r/255, where r is clamped to 0 to 255. Godot: c.r8 = r.
func (c Color) WithR8(r int) Color { return c.With(0, componentOf(r)) }

// WithG8 returns c with green set to g/255, where g is clamped to 0 to 255. Godot: c.g8 = g.
func (c Color) WithG8(g int) Color { return c.With(1, componentOf(g)) }

// WithB8 returns c with blue set to b/255, where b is clamped to 0 to 255. Godot: c.b8 = b.
func (c Color) WithB8(b int) Color { return c.With(2, componentOf(b)) }

// WithA8 returns c with alpha set to a/255, where a is clamped to 0 to 255. Godot: c.a8 = a.
func (c Color) WithA8(a int) Color { return c.With(3, componentOf(a)) }

// RGBA32 returns c as a number with 8 bits for each component, with red in the highest bits.
// Components outside 0 to 1 wrap around: 2 becomes 0xfe. Godot: Color.to_rgba32.
func (c Color) RGBA32() uint32 { return uint32(pack(8, c.R, c.G, c.B, c.A)) }

// ARGB32 is [Color.RGBA32] in the order alpha, red, green, blue. Godot: Color.to_argb32.
func (c Color) ARGB32() uint32 { return uint32(pack(8, c.A, c.R, c.G, c.B)) }

// ABGR32 is [Color.RGBA32] in the order alpha, blue, green, red. Godot: Color.to_abgr32.
func (c Color) ABGR32() uint32 { return uint32(pack(8, c.A, c.B, c.G, c.R)) }

// RGBA64 returns c as a number with 16 bits for each component, with red in the highest bits.
// Components outside 0 to 1 wrap around. Godot: Color.to_rgba64, which returns the same bits as a
// signed int.
func (c Color) RGBA64() uint64 { return pack(16, c.R, c.G, c.B, c.A) }

// ARGB64 is [Color.RGBA64] in the order alpha, red, green, blue. Godot: Color.to_argb64.
func (c Color) ARGB64() uint64 { return pack(16, c.A, c.R, c.G, c.B) }

// ABGR64 is [Color.RGBA64] in the order alpha, blue, green, red. Godot: Color.to_abgr64.
func (c Color) ABGR64() uint64 { return pack(16, c.A, c.B, c.G, c.R) }

// HTML returns c as lower-case hexadecimal digits in the order red, green, blue, without #, and
// with alpha at the end if withAlpha is set. Each component has two digits. Components are clamped
// to 0 to 1. Godot: Color.to_html (default withAlpha: true); in Godot 3 alpha is first.
func (c Color) HTML(withAlpha bool) string {
	b := make([]byte, 0, 8)
	for i := range 4 {
		n := byteOf(c.At(i))
		b = append(b, hexDigits[n>>4], hexDigits[n&15])
	}

	if !withAlpha {
		b = b[:6]
	}

	return string(b)
}

// RGBA returns the components, clamped to 0 to 1, multiplied by alpha and scaled to 0 to 65535. It
// implements color.Color of image/color.
func (c Color) RGBA() (r, g, b, a uint32) {
	c = c.Clamp(Color{}, Color{1, 1, 1, 1})
	part := func(x float64) uint32 { return uint32(wrapUint(math.Round(x*65535), 16)) }
	return part(c.R * c.A), part(c.G * c.A), part(c.B * c.A), part(c.A)
}

// At returns component i: 0 is R, 1 is G, 2 is B, 3 is A. Any other index gives 0. Godot: Color[i].
func (c Color) At(i int) float64 { return c.vector().At(i) }

// With returns c with component i set to x. An index out of range changes nothing. Godot: c[i] = x.
func (c Color) With(i int, x float64) Color { return colorOf(c.vector().With(i, x)) }

// WithAlpha returns c with alpha set to a. Godot: Color(c, alpha).
func (c Color) WithAlpha(a float64) Color { return Color{c.R, c.G, c.B, a} }

// Array returns the components in order. [ColorFromArray] is its inverse.
func (c Color) Array() [4]float64 { return [4]float64{c.R, c.G, c.B, c.A} }

// Rounded32 returns c with each component rounded to single precision, as the engine stores it.
func (c Color) Rounded32() Color { return colorOf(c.vector().Rounded32()) }

// vector returns c as a Vector4, whose methods do the arithmetic.
func (c Color) vector() Vector4 { return Vector4{c.R, c.G, c.B, c.A} }

// colorOf returns v as a Color: the inverse of [Color.vector].
func colorOf(v Vector4) Color { return Color{v.X, v.Y, v.Z, v.W} }

// over divides each component by divisor, and rounds the result to single precision.
func (c Color) over(divisor float64) Color { return c.Divf(divisor).Rounded32() }

// span returns the largest of R, G and B, and the difference between the largest and the smallest.
func (c Color) span() (hi, delta float64) {
	hi = Max(Max(c.R, c.G), c.B)
	return hi, hi - Min(Min(c.R, c.G), c.B)
}

func linearToSRGB(x float64) float64 {
	if x < 0.0031308 {
		return 12.92 * x
	}
	return float64(1.055*math.Pow(x, 1/2.4)) - 0.055
}

func srgbToLinear(x float64) float64 {
	if x < 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// pack returns one number with the given number of bits for each component. The first component is
// in the highest bits. It multiplies in single precision as the engine does, so that halves are
// rounded in the same way.
func pack(bits int, components ...float64) (packed uint64) {
	full := float32(int(1)<<bits - 1)
	for _, c := range components {
		packed = packed<<bits | wrapUint(math.Round(float64(float32(c)*full)), bits)
	}
	return packed
}

// byteOf returns a component as an integer clamped to 0 to 255. For NaN it returns 0.
func byteOf(c float64) int {
	return int(wrapUint(Clamp(math.Round(float64(float32(c)*255)), 0, 255), 8))
}

func componentOf(b int) float64 { return round32(float64(min(max(b, 0), 255)) / 255) }

const hexDigits = "0123456789abcdef"

// hexByte returns the value of two hexadecimal digits. A single digit is used twice: f means ff.
func hexByte(text string) (n int, ok bool) {
	for _, d := range []byte(text) {
		v := strings.IndexByte(hexDigits, d|0x20)
		if v < 0 || d < '0' {
			return 0, false
		}
		n = n<<4 | v
	}

	if len(text) == 1 {
		n *= 17
	}

	return n, true
}

// wrapUint returns the lowest bits of the integer x. It returns 0 if x is NaN or not between -1<<62
// and 1<<62.
func wrapUint(x float64, bits int) uint64 {
	if !(math.Abs(x) < 1<<62) {
		return 0
	}
	return uint64(int64(x)) & (1<<bits - 1)
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (c Color) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, c.R, c.G, c.B, c.A) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Color) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Color{c[0], c[1], c[2], c[3]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Color) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, c) }

// MarshalJSON implements json.Marshaler.
func (c Color) MarshalJSON() ([]byte, error) { return marshal.JSON(c) }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Color) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, c) }
