package math

import "math"

// LinearToSRGB returns the linear color c in sRGB, with the same alpha. Godot:
// Color.linear_to_srgb.
func (c Color) LinearToSRGB() Color {
	return Color{linearToSRGB(c.R), linearToSRGB(c.G), linearToSRGB(c.B), c.A}
}

// SRGBToLinear returns the sRGB color c in linear components, with the same alpha.
// Godot: Color.srgb_to_linear.
func (c Color) SRGBToLinear() Color {
	return Color{srgbToLinear(c.R), srgbToLinear(c.G), srgbToLinear(c.B), c.A}
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

// ColorFromHSV returns the color of hue, saturation and value, each from 0 to 1, and
// alpha; the hue goes round. Godot: Color.from_hsv (alpha is 1 by default there).
func ColorFromHSV(h, s, v, alpha float64) Color {
	if s == 0 {
		return Color{v, v, v, alpha}
	}
	h = math.Mod(h*6, 6)
	sector := math.Floor(h)
	f := h - sector
	p, q, t := v*(1-s), v*(1-s*f), v*(1-s*(1-f))
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

// H returns the hue, from 0 to below 1: 0 is red, 1/3 green, 2/3 blue; 0 for grays.
// Godot: Color.h.
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

// S returns the saturation of hue, saturation and value, from 0 to 1. Godot: Color.s.
func (c Color) S() float64 {
	hi, delta := c.span()
	if hi == 0 {
		return 0
	}
	return delta / hi
}

// V returns the value of hue, saturation and value: the greatest component. Godot:
// Color.v.
func (c Color) V() float64 {
	hi, _ := c.span()
	return hi
}

// WithH returns c with another hue. Godot: c.h = h.
func (c Color) WithH(h float64) Color { return ColorFromHSV(h, c.S(), c.V(), c.A) }

// WithS returns c with another saturation. Godot: c.s = s.
func (c Color) WithS(s float64) Color { return ColorFromHSV(c.H(), s, c.V(), c.A) }

// WithV returns c with another value. Godot: c.v = v.
func (c Color) WithV(v float64) Color { return ColorFromHSV(c.H(), c.S(), v, c.A) }

// span returns the greatest of the three components and by how much it exceeds the
// least.
func (c Color) span() (hi, delta float64) {
	hi = Max(Max(c.R, c.G), c.B)
	return hi, hi - Min(Min(c.R, c.G), c.B)
}
