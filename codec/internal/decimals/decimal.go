package decimals

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/variant"
)

// Limits for the text of a decimal. Without them, a few bytes of input could become a number with a
// billion digits.
const (
	MaxText     = 2048 // bytes
	MaxExponent = 6144 // maximum of IEEE 754 decimal128
)

// FixedInt implements exact.Fixed.
func FixedInt(d decimal.Decimal, places int32) (int64, error) {
	exp := int64(d.Exponent()) + int64(places)
	c := d.Coefficient()
	switch {
	case c.Sign() == 0:
		return 0, nil
	case magnitude(d)+int64(places) > 20:
		return 0, variant.Because(variant.ErrRange, asked(d)+" is more than an int holds")
	case exp > 0:
		c.Mul(c, power10(exp))

	case exp < 0:
		// In decimal notation c has fewer trailing zeros than c.BitLen(). So if more digits than
		// this are cut off, one of them is not 0.
		if -exp > int64(c.BitLen()) {
			return 0, tooManyPlaces(d, places)
		}

		rest := new(big.Int)
		c.QuoRem(c, power10(-exp), rest)

		if rest.Sign() != 0 {
			return 0, tooManyPlaces(d, places)
		}
	}

	if !c.IsInt64() {
		return 0, variant.Because(variant.ErrRange, asked(d)+" is more than an int holds")
	}

	return c.Int64(), nil
}

func tooManyPlaces(d decimal.Decimal, places int32) error {
	return Inexact(fmt.Sprintf("%s has more than %d places", asked(d), places))
}

func power10(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }

// Of implements exact.Decimal.
func Of(v variant.Variant) (decimal.Decimal, error) {
	switch v := v.(type) {
	case variant.Int:
		return decimal.NewFromInt(int64(v)), nil

	case variant.Float:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return decimal.Decimal{}, variant.Because(variant.ErrRange,
				v.String()+" is not a decimal number")
		}
		return Exactly(float64(v)), nil

	case variant.String:
		return parse(string(v))
	case variant.StringName:
		return parse(string(v))

	case nil:
		return decimal.Decimal{}, variant.Because(variant.ErrWrongType,
			"Nil into a decimal.Decimal")

	default:
		return decimal.Decimal{}, variant.Because(variant.ErrWrongType,
			nilsafe.TryType(v).String()+" into a decimal.Decimal")
	}
}

// parse reads [+-]digits[.digits][e[+-]digits]. It does not use decimal.NewFromString, whose limit
// is a package variable that any code of the program may change.
func parse(s string) (decimal.Decimal, error) {
	bad := func() (decimal.Decimal, error) {
		return decimal.Decimal{}, variant.Because(variant.ErrRange,
			strconv.Quote(printable.Clip(s, 64))+" is not a decimal number")
	}

	if len(s) > MaxText {
		return bad()
	}

	mantissa, exponent, scientific := strings.Cut(strings.ToLower(s), "e")
	exp := int64(0)

	if scientific {
		e, err := strconv.ParseInt(exponent, 10, 32)
		if err != nil {
			return bad()
		}
		exp = e
	}

	whole, fraction, _ := strings.Cut(mantissa, ".")
	unsigned := strings.TrimPrefix(strings.TrimPrefix(whole, "-"), "+")
	if len(whole)-len(unsigned) > 1 || unsigned+fraction == "" ||
		strings.Trim(unsigned+fraction, "0123456789") != "" {
		return bad()
	}

	exp -= int64(len(fraction))
	c, ok := new(big.Int).SetString(unsigned+fraction, 10)
	if !ok || exp > MaxExponent || exp < -MaxExponent {
		return bad()
	}

	if strings.HasPrefix(whole, "-") {
		c.Neg(c)
	}

	return decimal.NewFromBigInt(c, int32(exp)), nil
}
