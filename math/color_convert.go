package math

import (
	"image/color"
	"math"
	"strings"
)

var _ color.Color = Color{}

// ColorFromRGBA8 returns the color of components from 0 to 255; others go beyond.
// Godot: Color.from_rgba8 (a is 255 by default there).
func ColorFromRGBA8(r, g, b, a int) Color {
	return Color{float64(r), float64(g), float64(b), float64(a)}.over(255)
}

// ColorFromRGBA32 returns the color of 32 bits, red in the highest byte: 0xff8000ff is
// opaque orange. Godot: Color.hex.
func ColorFromRGBA32(rgba uint32) Color {
	return ColorFromRGBA8(int(rgba>>24), int(rgba>>16&255), int(rgba>>8&255), int(rgba&255))
}

// ColorFromRGBA64 returns the color of 64 bits, red in the highest 16. Godot:
// Color.hex64.
func ColorFromRGBA64(rgba uint64) Color {
	part := func(shift int) float64 { return float64(rgba >> shift & 0xffff) }
	return Color{part(48), part(32), part(16), part(0)}.over(65535)
}

// ColorFromRGBE9995 returns the opaque color of 9 bits each for red (the lowest),
// green and blue, and 5 bits of a common exponent. Godot: Color.from_rgbe9995.
func ColorFromRGBE9995(rgbe uint32) Color {
	part := func(shift int) float64 { return math.Ldexp(float64(rgbe>>shift&0x1ff), int(rgbe>>27)-24) }
	return RGB(part(0), part(9), part(18))
}

// over divides by full and rounds to single precision.
func (c Color) over(full float64) Color { return c.Divf(full).Rounded32() }

// RGBA32 returns c as 32 bits, red in the highest byte. Components outside of 0 to 1
// wrap around: 2 becomes 0xfe. Godot: Color.to_rgba32.
func (c Color) RGBA32() uint32 { return uint32(pack(8, c.R, c.G, c.B, c.A)) }

// ARGB32 is [Color.RGBA32] in the order alpha, red, green, blue. Godot:
// Color.to_argb32.
func (c Color) ARGB32() uint32 { return uint32(pack(8, c.A, c.R, c.G, c.B)) }

// ABGR32 is [Color.RGBA32] in the order alpha, blue, green, red. Godot:
// Color.to_abgr32.
func (c Color) ABGR32() uint32 { return uint32(pack(8, c.A, c.B, c.G, c.R)) }

// RGBA64 returns c as 64 bits, red in the highest 16. Components outside of 0 to 1
// wrap around. Godot: Color.to_rgba64, of which this is the unsigned value.
func (c Color) RGBA64() uint64 { return pack(16, c.R, c.G, c.B, c.A) }

// ARGB64 is [Color.RGBA64] in the order alpha, red, green, blue. Godot:
// Color.to_argb64.
func (c Color) ARGB64() uint64 { return pack(16, c.A, c.R, c.G, c.B) }

// ABGR64 is [Color.RGBA64] in the order alpha, blue, green, red. Godot:
// Color.to_abgr64.
func (c Color) ABGR64() uint64 { return pack(16, c.A, c.B, c.G, c.R) }

// pack returns four components as integers of some bits each, the first highest. It
// multiplies in single precision as the engine does, so that halves round alike.
func pack(bits int, components ...float64) (packed uint64) {
	full := float32(int(1)<<bits - 1)
	for _, c := range components {
		packed = packed<<bits | wrapUint(math.Round(float64(float32(c)*full)), bits)
	}
	return packed
}

// byteOf returns a component as an integer held between 0 and 255; 0 for NaN.
func byteOf(c float64) int {
	return int(wrapUint(Clamp(math.Round(float64(float32(c)*255)), 0, 255), 8))
}

// R8 returns red as an integer held between 0 and 255. Godot: Color.r8.
func (c Color) R8() int { return byteOf(c.R) }

// G8 returns green as an integer held between 0 and 255. Godot: Color.g8.
func (c Color) G8() int { return byteOf(c.G) }

// B8 returns blue as an integer held between 0 and 255. Godot: Color.b8.
func (c Color) B8() int { return byteOf(c.B) }

// A8 returns alpha as an integer held between 0 and 255. Godot: Color.a8.
func (c Color) A8() int { return byteOf(c.A) }

// WithR8 returns c with red set from an integer, held between 0 and 255. Godot: c.r8
// = r.
func (c Color) WithR8(r int) Color { return c.With(0, componentOf(r)) }

// WithG8 returns c with green set from an integer, held between 0 and 255. Godot: c.g8
// = g.
func (c Color) WithG8(g int) Color { return c.With(1, componentOf(g)) }

// WithB8 returns c with blue set from an integer, held between 0 and 255. Godot: c.b8
// = b.
func (c Color) WithB8(b int) Color { return c.With(2, componentOf(b)) }

// WithA8 returns c with alpha set from an integer, held between 0 and 255. Godot: c.a8
// = a.
func (c Color) WithA8(a int) Color { return c.With(3, componentOf(a)) }

func componentOf(b int) float64 { return round32(float64(min(max(b, 0), 255)) / 255) }

// HTML returns the color as six or with alpha eight hexadecimal digits, without #,
// in the order of Godot 4: red, green, blue, alpha (Godot 3 had alpha first).
// Components are held between 0 and 1. Godot: Color.to_html (withAlpha is true by
// default there).
func (c Color) HTML(withAlpha bool) string {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 8)
	for i := range 4 {
		n := byteOf(c.At(i))
		b = append(b, digits[n>>4], digits[n&15])
	}
	if !withAlpha {
		b = b[:6]
	}
	return string(b)
}

// ColorFromHTML returns the color of 3, 4, 6 or 8 hexadecimal digits in the order red,
// green, blue, alpha, with or without # before them; ok is false, and the color opaque
// black, for any other text. Godot: Color.html.
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

// hexByte returns the value of two hexadecimal digits, or of one that counts double.
func hexByte(text string) (n int, ok bool) {
	for _, d := range []byte(text) {
		v := strings.IndexByte("0123456789abcdef", d|0x20)
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

// IsHTMLColor reports whether [ColorFromHTML] understands text. Godot:
// Color.html_is_valid.
func IsHTMLColor(text string) bool {
	_, ok := ColorFromHTML(text)
	return ok
}

// ColorFromString returns the color of an HTML text or a name, see [ColorFromHTML] and
// [ColorByName]; fallback if text is neither. Godot: Color.from_string, and
// Color(text), where the fallback is opaque black.
func ColorFromString(text string, fallback Color) Color {
	if c, ok := ColorFromHTML(text); ok {
		return c
	}
	if c, ok := ColorByName(text); ok {
		return c
	}
	return fallback
}

// ColorFromGo returns a color of the standard library's image packages, with alpha no
// longer multiplied in.
func ColorFromGo(c color.Color) Color {
	if c, ok := c.(Color); ok {
		return c
	}
	n := color.NRGBA64Model.Convert(c).(color.NRGBA64)
	return Color{float64(n.R), float64(n.G), float64(n.B), float64(n.A)}.over(65535)
}

// RGBA returns the components multiplied by alpha, from 0 to 65535, with all held
// between 0 and 1 before: it makes Color an image/color.Color.
func (c Color) RGBA() (r, g, b, a uint32) {
	c = c.Clamp(Color{}, Color{1, 1, 1, 1})
	part := func(x float64) uint32 { return uint32(wrapUint(math.Round(x*65535), 16)) }
	return part(c.R * c.A), part(c.G * c.A), part(c.B * c.A), part(c.A)
}
