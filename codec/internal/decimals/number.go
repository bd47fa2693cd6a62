// Package decimals converts between floats, decimals and their texts. A conversion rounds once or
// not at all.
package decimals

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"godotvariant/variant"
)

// Powers of ten beyond the range of float64. A larger number than 10^overTen is infinite, and a
// number closer to zero than 10^underTen is zero, so their digits need not be written.
const (
	overTen  = 400
	underTen = -400
)

// Nearest returns the float of precision p that is nearest to d. It returns an infinity if d is
// beyond the range of p.
func Nearest(d decimal.Decimal, p variant.Precision) float64 {
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

	// Decimal.String is not used, because it depends on package variables. ParseFloat returns an
	// error only if f is an infinity, and then f is the right result.
	f, _ := strconv.ParseFloat(d.Coefficient().String()+"e"+strconv.Itoa(int(d.Exponent())), bits)
	return f
}

// magnitude returns the power of ten of d's first digit. The result may be wrong by 1.
func magnitude(d decimal.Decimal) int64 {
	const log2 = 0.30102999566398120
	return int64(float64(d.Coefficient().BitLen())*log2) + int64(d.Exponent())
}

// Exactly returns the decimal that equals f. The number f must be finite.
func Exactly(f float64) decimal.Decimal {
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

// asked returns Digits(d), or the shortest text of the float64 that equals d if d has many digits.
func asked(d decimal.Decimal) string {
	s := Digits(d)
	if f := Nearest(d, variant.Double); len(s) > 17 && f != 0 && !math.IsInf(f, 0) &&
		Exactly(f).Equal(d) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return s
}

// Digits returns all digits of d. If the plain form would need more than 20 additional zeros, the
// text has an exponent.
func Digits(d decimal.Decimal) string {
	const most = 20
	text := new(big.Int).Abs(d.Coefficient()).String()
	sign := ""

	if d.Sign() < 0 {
		sign = "-"
	}

	exp := int64(d.Exponent())
	point := int64(len(text)) + exp // number of digits before the point
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
