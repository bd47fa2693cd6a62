package codec

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"godotvariant/variant"
)

// A Conversion says what a number becomes in single or double precision, exactly: every
// float32 and float64 is a decimal with a finite number of digits, and so is the
// difference of two of them.
type Conversion struct {
	// Precision is what the number was stored in.
	Precision variant.Precision
	// Asked is the number as it was, Stored what is left of it, and Error is
	// Stored - Asked. After an overflow the number became infinite, which no
	// decimal is: Stored and Error are zero and mean nothing. The same holds
	// for all three with NaNBits.
	Asked, Stored, Error decimal.Decimal
	Outcome              Outcome
}

// An Outcome says how a [Conversion] went.
type Outcome uint8

const (
	// Exact: Stored is Asked.
	Exact Outcome = iota
	// Rounded: Stored is the nearest number that the precision has, of two
	// that are equally near the one with an even last bit.
	Rounded
	// Overflow: the number is too big and became infinite.
	Overflow
	// Underflow: the number is too small and became zero.
	Underflow
	// NaNBits: a NaN, which is still one, lost bits of its payload.
	NaNBits
)

// String returns the outcome in lower case.
func (o Outcome) String() string {
	switch o {
	case Exact:
		return "exact"
	case Rounded:
		return "rounded"
	case Overflow:
		return "overflow"
	case Underflow:
		return "underflow"
	case NaNBits:
		return "payload of NaN cut"
	default:
		return "outcome " + strconv.Itoa(int(o))
	}
}

// Explain tells what becomes of d when it is stored in single or double
// precision: as a component of a vector, or as a Godot float, which is double.
// It rounds once, from the decimal to the precision. A conversion to float64 and then to
// float32 would round twice, and can give another number.
//
//	19.99 → single 19.9899997711181640625 (error -0.0000002288818359375)
func Explain(d decimal.Decimal, p variant.Precision) Conversion {
	c := Conversion{Precision: p, Asked: d}
	f := nearest(d, p)
	switch {
	case math.IsInf(f, 0):
		c.Outcome = Overflow
		return c
	case f == 0 && d.Sign() != 0:
		c.Outcome = Underflow
	}
	c.Stored = exactly(f)
	if c.Outcome == Underflow {
		c.Error = d.Neg() // Sub would write out all its digits
		return c
	}
	c.Error = c.Stored.Sub(d)
	if c.Error.Sign() != 0 {
		c.Outcome = Rounded
	}
	return c
}

// explainNarrowed is Explain of a float64 that single precision does not have, and
// that may be a NaN.
func explainNarrowed(f float64) Conversion {
	if f != f {
		return Conversion{Precision: Single, Outcome: NaNBits}
	}
	return Explain(exactly(f), Single)
}

// Bounds of the powers of ten around all of float64: what lies beyond is
// infinite or zero, and is not worth writing out.
const (
	overTen  = 400
	underTen = -400
)

// nearest returns the float of precision p next to d, infinite if d is beyond
// all of them.
func nearest(d decimal.Decimal, p variant.Precision) float64 {
	if d.Sign() == 0 {
		return 0
	}
	switch ten := magnitude(d); {
	case ten > overTen:
		return math.Inf(d.Sign())
	case ten < underTen:
		return 0
	}
	bits := 64
	if p == variant.Single {
		bits = 32
	}
	// Written in this notation because Decimal.String depends on settings that
	// belong to the whole program. The error says infinite, and so does f.
	f, _ := strconv.ParseFloat(d.Coefficient().String()+"e"+strconv.Itoa(int(d.Exponent())), bits)
	return f
}

// magnitude returns about the power of ten of d's first digit, one too much or
// too little at most.
func magnitude(d decimal.Decimal) int64 {
	const log2 = 0.30102999566398120
	return int64(float64(d.Coefficient().BitLen())*log2) + int64(d.Exponent())
}

// exactly returns the decimal that a finite f is.
func exactly(f float64) decimal.Decimal {
	if f == 0 {
		return decimal.Decimal{}
	}
	frac, exp := math.Frexp(f)
	m, exp := int64(math.Ldexp(frac, 53)), exp-53
	for ; m&1 == 0; exp++ {
		m >>= 1
	}
	c := big.NewInt(m)
	if exp >= 0 {
		return decimal.NewFromBigInt(c.Lsh(c, uint(exp)), 0)
	}
	// m / 2^n is m * 5^n / 10^n.
	five := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exp)), nil)
	return decimal.NewFromBigInt(c.Mul(c, five), int32(exp))
}

// String returns the conversion as one line. A number asked for that is a
// float64 shows in the shortest form that names it: 0.1.
func (c Conversion) String() string {
	var b strings.Builder
	if c.Outcome == NaNBits {
		b.WriteString("nan")
	} else {
		b.WriteString(asked(c.Asked))
	}
	b.WriteString(" → " + c.Precision.String())
	switch c.Outcome {
	case Exact:
		b.WriteString(" exact")
	case Rounded:
		b.WriteString(" " + digits(c.Stored) + " (error " + digits(c.Error) + ")")
	default:
		b.WriteString(" " + c.Outcome.String())
	}
	return b.String()
}

// asked is digits, but for a float64 of many digits.
func asked(d decimal.Decimal) string {
	s := digits(d)
	if f := nearest(d, variant.Double); len(s) > 17 && f != 0 && !math.IsInf(f, 0) && exactly(f).Equal(d) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return s
}

// digits returns all digits of d, in plain notation unless that has more than
// 20 zeros to fill up with.
func digits(d decimal.Decimal) string {
	const most = 20
	text := new(big.Int).Abs(d.Coefficient()).String()
	sign := ""
	if d.Sign() < 0 {
		sign = "-"
	}
	exp := int64(d.Exponent())
	point := int64(len(text)) + exp // how many digits stand before the point
	switch {
	case d.Sign() == 0 && exp > 0:
		return "0"
	case exp > most:
		return sign + text + "e+" + strconv.FormatInt(exp, 10)
	case exp >= 0:
		return sign + text + strings.Repeat("0", int(exp))
	case point > 0:
		return sign + text[:point] + "." + text[point:]
	case point >= -most:
		return sign + "0." + strings.Repeat("0", int(-point)) + text
	default:
		return sign + text + "e" + strconv.FormatInt(exp, 10)
	}
}
