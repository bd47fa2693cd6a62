package text

import (
	"bytes"
	"math"
	"strconv"

	"godotvariant/internal/float"
	"godotvariant/internal/token"
	"godotvariant/variant"
)

// float writes a number of type float as var_to_str and var2str do: with ".0" where it would
// read as an int.
func (p *printer) float(f float64) {
	start := len(p.b)
	p.real(f)
	if b := p.b[start:]; p.like3() && b[0] == '-' && b[1] > '9' {
		p.raw(".0") // of -inf and -nan
		return
	}
	p.b = token.AddPoint(p.b, start)
}

// real writes a number as var_to_str and var2str do, a whole one without a point.
func (p *printer) real(f float64) {
	if p.like3() {
		f = float.Single(f)
	}

	switch three := p.o.Version == Version3; {
	case math.IsInf(f, -1) && !three:
		p.raw("inf_neg")
	case math.IsInf(f, -1) && p.o.Lossless:
		p.raw("-1e999") // Godot 3 can't read -inf
	case p.o.Lossless:
		p.b = token.AppendExact(p.b, f)
	case f == 0: // -0 too
		p.raw("0")
	case f-f != 0:
		p.notFinite(f)
	case three:
		p.b = strconv.AppendFloat(p.b, f, 'g', 6, 64)
	default:
		p.b = appendGrisu(p.b, f, float64(float32(f)) == f)
	}
}

// like3 reports whether numbers are written as Godot 3 does.
func (p *printer) like3() bool { return p.o.Version == Version3 && !p.o.Lossless }

// notFinite writes inf, -inf and nan, in Godot 3 also -nan.
func (p *printer) notFinite(f float64) {
	if f != f && math.Signbit(f) && p.o.Version == Version3 {
		p.raw("-")
	}
	p.b = token.AppendReal(p.b, f)
}

// The decimals that Godot 4's str() writes of a number up to 10.
const (
	decimals       = 14
	decimalsSingle = 6 // of a component in an engine of single precision
	decimalsColor  = 4
)

// component4 writes a component as Godot 4's str() does. See [printer.number4].
func (p *printer) component4(f float64, point bool) {
	if p.o.Precision == variant.Double {
		p.number4(f, point)
	} else {
		p.rounded4(f, decimalsSingle, log10Single, point)
	}
}

// number4 writes a number as Godot 4's str() does. A whole number has ".0" if point is set.
func (p *printer) number4(f float64, point bool) { p.rounded4(f, decimals, log10, point) }

// rounded4 writes a number with up to n decimals, fewer for numbers above 10: log returns the
// logarithm, rounded down. A whole number has ".0" if point is set; a number that has no decimals
// because none are left for it, 399999999999999.5, has no point.
func (p *printer) rounded4(f float64, n int, log func(float64) int, point bool) {
	const end = 1 << 63
	if f == math.Trunc(f) && f >= -end && f < end {
		p.b = strconv.AppendInt(p.b, int64(f), 10)
		if point {
			p.raw(".0")
		}
		return
	}

	a := math.Abs(f)
	if a > 10 {
		n -= log(a)
	}

	if n < 0 {
		n = decimals - log10(a)
	}
	if n < 0 {
		n = 6
	}

	p.num(f, n, true)
}

// num writes a number with up to n decimals, without zeros at its end. If only zeros were behind
// the point, it ends with ".0" if point is set.
func (p *printer) num(f float64, n int, point bool) {
	if f-f != 0 {
		p.notFinite(f)
		return
	}

	start := len(p.b)
	p.b = strconv.AppendFloat(p.b, f, 'f', n, 64)

	if p.o.Version == Version3 {
		const longest = 255 // of the engine's buffer
		p.b = p.b[:min(len(p.b), start+longest)]
	}

	if bytes.IndexByte(p.b[start:], '.') < 0 {
		return
	}

	p.b = bytes.TrimRight(p.b, "0")
	if n := len(p.b) - 1; p.b[n] == '.' && point {
		p.raw("0")
	} else if p.b[n] == '.' {
		p.b = p.b[:n]
	}
}

// log10 returns the logarithm of x > 10, rounded down. As in engines, the logarithm is first
// rounded to double precision: just below 1000 it is 3. From 10^15 on it is 15 or 16: more would
// not change how many decimals a number has.
func log10(x float64) int {
	return floorLog10(x, func(n float64) float64 { return n - math.Nextafter(n, 0) })
}

// log10Single is log10 rounded to single precision.
func log10Single(x float64) int {
	return floorLog10(x, func(n float64) float64 {
		return n - float64(math.Nextafter32(float32(n), 0))
	})
}

// floorLog10 is [log10] for a precision in which n-gap(n) is the number below n: a logarithm is
// rounded to n if it lies less than half of that below.
func floorLog10(x float64, gap func(float64) float64) int {
	n, power := 1, 100.0 // 10^(n+1)
	for ; n < 15 && x >= power; power *= 10 {
		n++
	}

	const far = -1e-5 // for either precision
	if d := (x - power) / power; d > far && math.Log1p(d)/math.Ln10 >= -gap(float64(n+1))/2 {
		n++
	}

	return n
}
