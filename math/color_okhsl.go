package math

import "math"

// This file has OKHSL, a color space in which equal differences of numbers look equally large. It
// is defined in Björn Ottosson, "Okhsv and Okhsl, two new color spaces for color picking" (2021).
// The letters have the meaning of the article: L is the lightness and a, b are the color axes of
// OKLab, C is the chroma (the distance from gray). The displayable colors of a hue are a triangle;
// S and T are the slopes C/L and C/(1-L) of its sides.

// ColorFromOKHSL returns the color with a hue, saturation and lightness in OKHSL, each from 0 to 1,
// and alpha. The components are clamped to 0 to 1. Godot: Color.from_ok_hsl (default alpha: 1).
func ColorFromOKHSL(h, s, l, alpha float64) Color {
	alpha = Clamp(alpha, 0, 1)
	switch l {
	case 0:
		return Color{0, 0, 0, alpha}
	case 1:
		return Color{1, 1, 1, alpha}
	}

	sin, cos := math.Sincos(Tau * h)
	hue := okHue{cos, sin}
	lightness := okToeInverse(l)
	chroma := hue.chromas(lightness).of(s)

	return hue.linear(lightness, chroma).LinearToSRGB().Clamp(Color{},
		Color{1, 1, 1, 1}).WithAlpha(alpha)
}

// OKHSLH returns the hue in OKHSL, from 0 to 1. Grays have hue 0. Godot: Color.ok_hsl_h.
func (c Color) OKHSLH() float64 {
	h, _, _ := c.okhsl()
	return h
}

// OKHSLS returns the saturation in OKHSL, from 0 to 1. Godot: Color.ok_hsl_s.
func (c Color) OKHSLS() float64 {
	_, s, _ := c.okhsl()
	return s
}

// OKHSLL returns the lightness in OKHSL, from 0 to 1. Godot: Color.ok_hsl_l.
func (c Color) OKHSLL() float64 {
	_, _, l := c.okhsl()
	return l
}

// WithOKHSLH returns c with the hue in OKHSL set to h. Godot: c.ok_hsl_h = h.
func (c Color) WithOKHSLH(h float64) Color {
	_, s, l := c.okhsl()
	return ColorFromOKHSL(h, s, l, c.A)
}

// WithOKHSLS returns c with the saturation in OKHSL set to s. Godot: c.ok_hsl_s = s.
func (c Color) WithOKHSLS(s float64) Color {
	h, _, l := c.okhsl()
	return ColorFromOKHSL(h, s, l, c.A)
}

// WithOKHSLL returns c with the lightness in OKHSL set to l. Godot: c.ok_hsl_l = l.
func (c Color) WithOKHSLL(l float64) Color {
	h, s, _ := c.okhsl()
	return ColorFromOKHSL(h, s, l, c.A)
}

// okhsl returns hue, saturation and lightness in OKHSL, each clamped to 0 to 1.
func (c Color) okhsl() (h, s, l float64) {
	lightness, a, b := c.SRGBToLinear().oklab()
	l = Clamp(okToe(lightness), 0, 1)

	chroma := math.Hypot(a, b)
	if chroma < 1e-7 || l == 0 || l == 1 { // gray, black or white: a hue would be rounding errors
		return 0, 0, l
	}

	hue := okHue{a / chroma, b / chroma}
	h = 0.5 + math.Atan2(-b, -a)/Tau
	s = hue.chromas(lightness).saturation(chroma)

	return Clamp(h, 0, 1), Clamp(s, 0, 1), l
}

// oklab converts c, which must be linear, to OKLab.
func (c Color) oklab() (lightness, a, b float64) {
	l := math.Cbrt(0.4122214708*c.R + 0.5363325363*c.G + 0.0514459929*c.B)
	m := math.Cbrt(0.2119034982*c.R + 0.6806995451*c.G + 0.1073969566*c.B)
	s := math.Cbrt(0.0883024619*c.R + 0.2817188376*c.G + 0.6299787005*c.B)
	return 0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s
}

// okRows is the matrix that converts the three cone responses to linear red, green and blue.
var okRows = [3]Vector3{
	{4.0767416621, -3.3077115913, 0.2309699292},
	{-1.2684380046, 2.6097574011, -0.3413193965},
	{-0.0041960863, -0.7034186147, 1.7076147010},
}

// An okHue is a hue: the coordinates a and b in OKLab of the point with this hue and chroma 1.
type okHue struct{ a, b float64 }

// cones returns three numbers, one for each cone response. Each says how much the cube root of the
// response grows if the chroma grows by 1.
func (h okHue) cones() Vector3 {
	return Vector3{
		0.3963377774*h.a + 0.2158037573*h.b,
		-0.1055613458*h.a - 0.0638541728*h.b,
		-0.0894841775*h.a - 1.2914855480*h.b,
	}
}

// linear returns the linear color with the hue h.
func (h okHue) linear(lightness, chroma float64) Color {
	root := h.cones().Mulf(chroma).Add(Vector3{lightness, lightness, lightness})
	cube := root.Mul(root).Mul(root)
	return RGB(okRows[0].Dot(cube), okRows[1].Dot(cube), okRows[2].Dot(cube))
}

// okFits has the constants of three polynomials. Each approximates the largest displayable C/L of a
// hue. The index is the component that becomes negative first if C/L grows: red, green or blue.
var okFits = [3][5]float64{
	{1.19086277, 1.76576728, 0.59662641, 0.75515197, 0.56771245},
	{0.73956515, -0.45954404, 0.08285427, 0.12541070, 0.14503204},
	{1.35733652, -0.00915799, -1.15130210, -0.50559606, 0.00692167},
}

// cusp returns lightness and chroma of the most colorful displayable color with the hue h.
func (h okHue) cusp() (lightness, chroma float64) {
	i := 2
	switch {
	case -1.88170328*h.a-0.80936493*h.b > 1:
		i = 0
	case 1.81444104*h.a-1.19445276*h.b > 1:
		i = 1
	}

	k := okFits[i]
	slope := k[0] + k[1]*h.a + k[2]*h.b + k[3]*h.a*h.a + k[4]*h.a*h.b
	f, f1, f2 := okCurve(okRows[i], h.cones(), slope, 1)
	slope -= f * f1 / (f1*f1 - 0.5*f*f2) // one step of Halley's method
	most := h.linear(1, slope)
	lightness = math.Cbrt(1 / Max(Max(most.R, most.G), most.B))

	return lightness, lightness * slope
}

// okCurve returns a linear component and its first and second derivatives by x. The cube roots of
// the cone responses are lightness + x*cones.
func okCurve(row, cones Vector3, x, lightness float64) (f, f1, f2 float64) {
	root := cones.Mulf(x).Add(Vector3{lightness, lightness, lightness})

	return row.Dot(root.Mul(root).Mul(root)),
		row.Dot(cones.Mul(root).Mul(root)) * 3,
		row.Dot(cones.Mul(cones).Mul(root)) * 6
}

// limit returns the largest displayable chroma at a lightness.
func (h okHue) limit(lightness, cuspL, cuspC float64) float64 {
	if lightness <= cuspL { // below the cusp, the limit is a straight line
		return cuspC * lightness / cuspL
	}

	t := cuspC * (lightness - 1) / (cuspL - 1)
	step := math.MaxFloat32
	for _, row := range okRows { // above the cusp, the first component that reaches 1 is the limit
		f, f1, f2 := okCurve(row, h.cones(), t, lightness)
		f--
		u := f1 / (f1*f1 - 0.5*f*f2)
		if u >= 0 {
			step = Min(step, -f*u)
		}
	}

	return t + step
}

// okChromas has three numbers for one lightness and hue: the slope of the chroma at saturation 0,
// and the chromas at the saturations 0.8 and 1.
type okChromas struct{ zero, mid, max float64 }

func (h okHue) chromas(lightness float64) okChromas {
	cuspL, cuspC := h.cusp()
	most := h.limit(lightness, cuspL, cuspC)
	k := most / Min(lightness*cuspC/cuspL, (1-lightness)*cuspC/(1-cuspL))

	a, b := h.a, h.b
	s := 0.11516993 + 1/(7.44778970+4.15901240*b+
		a*(-2.19557347+1.75198401*b+
			a*(-2.13704948-10.02301043*b+a*(-4.24894561+5.38770819*b+4.69891013*a))))

	t := 0.11239642 + 1/(1.61320320-0.68124379*b+
		a*(0.40370612+0.90148123*b+
			a*(-0.27087943+0.61223990*b+a*(0.00299215-0.45399568*b-0.14661872*a))))

	// The fields mid and zero are soft minimums of the two sides of a triangle.
	x, y := lightness*s, (1-lightness)*t
	mid := 0.9 * k * math.Sqrt(math.Sqrt(1/(1/(x*x*x*x)+1/(y*y*y*y))))
	x = lightness * 0.4
	y = (1 - lightness) * 0.8

	return okChromas{math.Sqrt(1 / (1/(x*x) + 1/(y*y))), mid, most}
}

// okMid is the saturation at which the two curves of okChromas meet.
const okMid = 0.8

// curves returns the constants k1 and k2 of the curve chroma = k0 + t*k1/(1-k2*t), with t from 0 to
// 1: low1 and low2 for saturations below okMid, high1 and high2 for saturations above it.
func (c okChromas) curves() (low1, low2, high1, high2 float64) {
	low1 = okMid * c.zero
	high1 = (1 - okMid) * c.mid * c.mid / (okMid * okMid) / c.zero
	return low1, 1 - low1/c.mid, high1, 1 - high1/(c.max-c.mid)
}

// of returns the chroma for a saturation.
func (c okChromas) of(s float64) float64 {
	low1, low2, high1, high2 := c.curves()
	if s < okMid {
		t := s / okMid
		return t * low1 / (1 - low2*t)
	}
	t := (s - okMid) / (1 - okMid)
	return c.mid + t*high1/(1-high2*t)
}

// saturation returns the saturation for a chroma.
func (c okChromas) saturation(chroma float64) float64 {
	low1, low2, high1, high2 := c.curves()
	if chroma < c.mid {
		return okMid * chroma / (low1 + low2*chroma)
	}
	x := chroma - c.mid
	return okMid + (1-okMid)*x/(high1+high2*x)
}

// okToe converts the lightness of OKLab to the lightness of OKHSL, which separates dark colors
// better.
func okToe(x float64) float64 {
	y := okToe3*x - okToe1
	return 0.5 * (y + math.Sqrt(y*y+4*okToe2*okToe3*x))
}

func okToeInverse(x float64) float64 { return (x*x + okToe1*x) / (okToe3 * (x + okToe2)) }

const (
	okToe1 = 0.206
	okToe2 = 0.03
	okToe3 = (1 + okToe1) / (1 + okToe2)
)
