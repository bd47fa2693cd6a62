package codec

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"godotvariant/internal"
	"godotvariant/variant"
)

// Texts of decimals have bounds, so that a few bytes of input can't ask for a number
// of a billion digits: its length, and the exponent, whose bound is that of IEEE
// 754 decimal128.
const (
	maxDecimalText     = 2048
	maxDecimalExponent = 6144
)

// FixedInt returns d as an Int of the unit 10^-places: cents for places 2.
// The error is variant.ErrInexact if d has more places, and variant.ErrRange if
// the number does not fit in 64 bits.
func FixedInt(d decimal.Decimal, places int32) (variant.Int, error) {
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
		// Of trailing zeros c has no more than digits.
		if -exp > int64(c.BitLen()) {
			return 0, tooManyPlaces(d, places)
		}
		rest := new(big.Int)
		if c.QuoRem(c, power10(-exp), rest); rest.Sign() != 0 {
			return 0, tooManyPlaces(d, places)
		}
	}
	if !c.IsInt64() {
		return 0, variant.Because(variant.ErrRange, asked(d)+" is more than an int holds")
	}
	return variant.Int(c.Int64()), nil
}

func tooManyPlaces(d decimal.Decimal, places int32) error {
	return &inexact{fmt.Sprintf("%s has more than %d places", asked(d), places)}
}

func power10(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }

// DecimalString returns d as text with all its digits, zeros at the end
// included: 19.90. It does not depend on the settings of package decimal.
func DecimalString(d decimal.Decimal) variant.String { return variant.String(digits(d)) }

// ToDecimal returns the decimal that an Int or Float is exactly, or that a String or
// StringName is the text of. The exact decimal of a Float has up to 1074 digits:
// what a script wrote as 0.1 is 0.1000000000000000055511151231257827….
// The error is variant.ErrRange for NaN, infinities and text that is no decimal, or
// longer than 2048 bytes, or of an exponent beyond ±6144; [ErrType] for other types.
func ToDecimal(v variant.Variant) (decimal.Decimal, error) {
	switch v := v.(type) {
	case variant.Int:
		return decimal.NewFromInt(int64(v)), nil
	case variant.Float:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return decimal.Decimal{}, variant.Because(variant.ErrRange, v.String()+" is no decimal")
		}
		return exactly(float64(v)), nil
	case variant.String:
		return parseDecimal(string(v))
	case variant.StringName:
		return parseDecimal(string(v))
	case nil:
		return decimal.Decimal{}, variant.Because(ErrType, "Nil into a decimal.Decimal")
	default:
		return decimal.Decimal{}, variant.Because(ErrType, typeOf(v).String()+" into a decimal.Decimal")
	}
}

// parseDecimal reads [+-]digits[.digits][e[+-]digits]. The parser of package
// decimal has a bound that belongs to the whole program.
func parseDecimal(s string) (decimal.Decimal, error) {
	bad := func() (decimal.Decimal, error) {
		return decimal.Decimal{}, variant.Because(variant.ErrRange, quoted(internal.Clip(s, 64))+" is no decimal")
	}
	if len(s) > maxDecimalText {
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
	if len(whole)-len(unsigned) > 1 || unsigned+fraction == "" || strings.Trim(unsigned+fraction, "0123456789") != "" {
		return bad()
	}
	exp -= int64(len(fraction))
	c, ok := new(big.Int).SetString(unsigned+fraction, 10)
	if !ok || exp > maxDecimalExponent || exp < -maxDecimalExponent {
		return bad()
	}
	if strings.HasPrefix(whole, "-") {
		c.Neg(c)
	}
	return decimal.NewFromBigInt(c, int32(exp)), nil
}

func quoted(s string) string { return strconv.Quote(s) }

// decimalPlan makes the plan of decimal.Decimal: a Float, or what the options string and scale
// say.
func decimalPlan(c *plan, o tag) {
	switch {
	case o.array || o.typed || o.whole && !o.scaled:
		c.bad(o.fits(c.typ))
	case o.text:
		c.elem = variant.ElementType{Type: variant.TypeString}
		c.write = func(e *encoder, p place) {
			d := at[decimal.Decimal](p)
			s := digits(*d)
			if exp := d.Exponent(); len(s) > maxDecimalText || exp > maxDecimalExponent || exp < -maxDecimalExponent {
				e.fail(variant.Because(variant.ErrRange, "a decimal of too many digits or too great an exponent"))
				return
			}
			kernel.PartText(e.w, s)
		}
		c.read = func(d *decoder, want variant.Type, p place) bool { return c.readDecimal(d, want, p, true) }
	case o.scaled:
		c.elem = variant.ElementType{Type: variant.TypeInt}
		c.write = func(e *encoder, p place) {
			i, err := FixedInt(*at[decimal.Decimal](p), o.scale)
			if err != nil {
				e.fail(err)
				return
			}
			kernel.PartInt(e.w, int64(i))
		}
		c.read = func(d *decoder, want variant.Type, p place) bool {
			i, ok := kernel.NextInt(d.r, want)
			if !ok {
				if i, ok = c.nextWhole(d, want); !ok {
					return c.other(d, want, p)
				}
			}
			*at[decimal.Decimal](p) = decimal.New(i, -o.scale)
			return true
		}
	default:
		c.elem = variant.ElementType{Type: variant.TypeFloat}
		c.write = func(e *encoder, p place) {
			asked := Explain(*at[decimal.Decimal](p), e.decimals())
			if asked.Outcome != Exact {
				e.fail(&inexact{asked.String() + "; the tags string and scale keep decimals exactly"})
				return
			}
			kernel.PartFloat(e.w, nearest(asked.Asked, variant.Double))
		}
		c.read = func(d *decoder, want variant.Type, p place) bool { return c.readDecimal(d, want, p, false) }
	}
}

// readDecimal reads text or, unless that alone is wanted, a number.
func (c *plan) readDecimal(d *decoder, want variant.Type, p place, onlyText bool) bool {
	v, start, ok := d.value(want)
	if !ok {
		return false
	}
	switch v.(type) {
	case variant.String, variant.StringName:
	default:
		if onlyText {
			return d.misfit(start, v, c.typ)
		}
	}
	x, err := ToDecimal(v)
	if err != nil {
		return d.refuse(start, typeOf(v), err)
	}
	*at[decimal.Decimal](p) = x
	return true
}
