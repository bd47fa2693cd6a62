package print

import (
	"bytes"
	"math"
	"strconv"

	"godotvariant/internal/float"
	"godotvariant/internal/token"
	"godotvariant/variant"
)

// component returns a component in the precision of the codec. If the codec refuses the number,
// component stores an error.
func (p *printer) component(f float64) float64 {
	written, err := p.rules.Component(f)
	if err != nil {
		p.fault = err
	}
	return written
}

// components converts the numbers in c, which are the components of v, to the precision of the
// codec.
func (p *printer) components(v variant.Constructible, c []float64) {
	p.rules.Single = p.format.Rounds(v.Type())
	for i, f := range c {
		c[i] = p.component(f)
	}
	if p.fault != nil {
		p.fail(v, p.fault)
	}
}

// checked fails if the codec refuses the number.
func (p *printer) checked(f variant.Float) {
	if err := p.rules.Check(float64(f)); err != nil {
		p.fail(f, err)
	}
}

// float writes a number of type float as var_to_str and var2str do. It adds ".0" to a number that
// would be read as an int.
func (p *printer) float(f float64) {
	start := len(p.b)
	p.real(f)

	b := p.b[start:]
	if p.godot3Numbers() && b[0] == '-' && b[1] > '9' {
		p.raw(".0") // -inf.0 and -nan.0
		return
	}

	p.b = token.AddPoint(p.b, start)
}

// real writes a number as var_to_str and var2str do. A number without a fraction has no point.
func (p *printer) real(f float64) {
	switch {
	case p.lossless:
		p.realLossless(f)
	case p.godot3:
		p.realGodot3(float.Single(f))
	default:
		p.realGodot4(f)
	}
}

func (p *printer) realLossless(f float64) {
	switch {
	case !math.IsInf(f, -1):
		p.b = token.AppendExact(p.b, f)
	case p.godot3:
		p.raw("-1e999") // Godot 3 can't read -inf
	default:
		p.raw("inf_neg")
	}
}

func (p *printer) realGodot3(f float64) {
	switch {
	case f == 0: // includes -0
		p.raw("0")
	case f-f != 0:
		p.notFinite(f)
	default:
		p.b = strconv.AppendFloat(p.b, f, 'g', 6, 64)
	}
}

func (p *printer) realGodot4(f float64) {
	switch {
	case f == 0:
		p.raw("0")
	case float.Finite(f):
		p.b = float.AppendDigits(p.b, f, float64(float32(f)) == f)
	case math.IsInf(f, -1):
		p.raw("inf_neg")
	default:
		p.notFinite(f)
	}
}

// notFinite writes inf, -inf and nan, in Godot 3 also -nan.
func (p *printer) notFinite(f float64) {
	if f != f && math.Signbit(f) && p.godot3 {
		p.raw("-")
	}
	p.b = token.AppendReal(p.b, f)
}

// The maximum numbers of decimals that Godot 4's str() writes for a number up to 10.
const (
	decimals       = 14
	decimalsSingle = 6 // decimals of a component in an engine with single precision
	decimalsColor  = 4
)

// A decimalRule says how many decimals Godot 4's str() writes. The field maxDecimals is the number
// of decimals for a number up to 10. The method count returns the number of decimals for any
// number.
type decimalRule struct {
	maxDecimals int
	log10       func(float64) int // rounded down
}

var (
	ofDouble = decimalRule{decimals, log10}
	ofSingle = decimalRule{decimalsSingle, log10Single}
)

// count returns the number of decimals for f.
func (r decimalRule) count(f float64) int {
	f = math.Abs(f)
	if f <= 10 {
		return r.maxDecimals
	}

	if n := r.maxDecimals - r.log10(f); n >= 0 {
		return n
	}
	if n := decimals - log10(f); n >= 0 {
		return n
	}

	return 6
}

// A pointRule says whether a whole number has a decimal point.
type pointRule bool

const (
	withPoint    pointRule = true  // 1.0
	withoutPoint pointRule = false // 1
)

// componentGodot4 writes a component as Godot 4's str() does; see [printer.numberGodot4].
func (p *printer) componentGodot4(f float64, point pointRule) {
	if p.format.Precision == variant.Double {
		p.decimalGodot4(f, ofDouble, point)
	} else {
		p.decimalGodot4(f, ofSingle, point)
	}
}

// numberGodot4 writes a number as Godot 4's str() does.
func (p *printer) numberGodot4(f float64, point pointRule) { p.decimalGodot4(f, ofDouble, point) }

// decimalGodot4 writes a number with as many decimals as the rule says. The argument point applies
// only to whole numbers. Any other number has a decimal point, unless the rule says 0 decimals:
// 399999999999999.5 is 400000000000000.
func (p *printer) decimalGodot4(f float64, rule decimalRule, point pointRule) {
	const end = 1 << 63
	if f != math.Trunc(f) || f < -end || f >= end {
		p.num(f, rule.count(f), withPoint)
		return
	}

	p.b = strconv.AppendInt(p.b, int64(f), 10)
	if point == withPoint {
		p.raw(".0")
	}
}

// num writes a number with up to n decimals, without trailing zeros. If all n decimals are zeros,
// num writes ".0", or no decimals if point is withoutPoint.
func (p *printer) num(f float64, n int, point pointRule) {
	if f-f != 0 {
		p.notFinite(f)
		return
	}

	start := len(p.b)
	p.b = strconv.AppendFloat(p.b, f, 'f', n, 64)

	if p.godot3 {
		const longest = 255 // length of the engine's buffer
		p.b = p.b[:min(len(p.b), start+longest)]
	}

	if bytes.IndexByte(p.b[start:], '.') < 0 {
		return
	}

	p.b = bytes.TrimRight(p.b, "0")
	if n := len(p.b) - 1; p.b[n] == '.' && point == withPoint {
		p.raw("0")
	} else if p.b[n] == '.' {
		p.b = p.b[:n]
	}
}

// log10 returns the logarithm of x > 10, rounded down. As in engines, the logarithm is first
// rounded to double precision. So for a number just below 1000 the result is 3. For all numbers
// from 10^15 on the result is only 15 or 16, because engines write all of them with the same number
// of decimals.
func log10(x float64) int {
	return floorLog10(x, func(n float64) float64 { return n - math.Nextafter(n, 0) })
}

// log10Single does the same as log10, but rounds the logarithm to single precision.
func log10Single(x float64) int {
	return floorLog10(x, func(n float64) float64 {
		return n - float64(math.Nextafter32(float32(n), 0))
	})
}

// floorLog10 is [log10] for any precision. The function gap describes the precision: the greatest
// number below n is n - gap(n). A logarithm of n - gap(n)/2 or more is rounded to n.
func floorLog10(x float64, gap func(float64) float64) int {
	n, power := 1, 100.0 // 10^(n+1)
	for ; n < 15 && x >= power; power *= 10 {
		n++
	}

	const far = -1e-5 // for both precisions
	if d := (x - power) / power; d > far && math.Log1p(d)/math.Ln10 >= -gap(float64(n+1))/2 {
		n++
	}

	return n
}
