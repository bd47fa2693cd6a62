package text

import (
	"bytes"
	"math"
	"strconv"

	"godotvariant/internal/token"
)

// float writes a number of type float in var_to_str's form.
func (p *printer) float(f float64) {
	start := len(p.b)
	if p.o.Version == Godot3 && !p.o.Lossless {
		if f = float64(float32(f)); math.IsInf(f, -1) {
			p.raw("-inf.0") // which reads back as 0
			return
		}
	}
	p.real(f)
	p.b = token.AddPoint(p.b, start)
}

// real writes a number, a whole one without a point.
func (p *printer) real(f float64) {
	switch three := p.o.Version == Godot3; {
	case math.IsInf(f, -1) && !three:
		p.raw("inf_neg")
	case math.IsInf(f, -1) && p.o.Lossless:
		p.raw("-1e999") // Godot 3 can't read -inf
	case p.o.Lossless:
		p.b = token.AppendExact(p.b, f)
	case f == 0: // -0 too
		p.raw("0")
	case three && f-f == 0:
		p.b = strconv.AppendFloat(p.b, float64(float32(f)), 'g', 6, 64)
	default:
		p.b = token.AppendReal(p.b, f)
	}
}

// num4 writes a number as Godot 4's str() does: with up to this many decimals, fewer for
// big numbers, and without zeros at its end. A whole number has ".0" if point is set.
func (p *printer) num4(f float64, decimals int, point bool) {
	if whole := float64(int64(f)); whole == f && math.Abs(f) < 1<<63 {
		p.b = strconv.AppendInt(p.b, int64(f), 10)
		if point {
			p.raw(".0")
		}
		return
	}
	if a := math.Abs(f); a > 10 && f-f == 0 {
		decimals -= int(math.Floor(math.Log10(a)))
	}
	p.num(f, decimals, true)
}

// buffer3 is the longest number that Godot 3 prints, in characters.
const buffer3 = 255

// num writes a number with up to this many decimals, without zeros at its end. A number
// without decimals has ".0" if point is set.
func (p *printer) num(f float64, decimals int, point bool) {
	if f-f != 0 {
		if f != f && math.Signbit(f) && p.o.Version == Godot3 {
			p.raw("-")
		}
		p.b = token.AppendReal(p.b, f)
		return
	}
	if decimals < 0 {
		decimals = 6 // a number so big is whole, or nearly
	}
	start := len(p.b)
	p.b = strconv.AppendFloat(p.b, f, 'f', decimals, 64)
	if p.o.Version == Godot3 && len(p.b)-start > buffer3 {
		p.b = p.b[:start+buffer3]
		return
	}
	if decimals > 0 {
		p.b = bytes.TrimRight(p.b, "0")
	}
	if n := len(p.b) - 1; p.b[n] == '.' {
		p.b = p.b[:n]
		if point {
			p.raw(".0")
		}
	}
}
