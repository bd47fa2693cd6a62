package codec

import (
	"github.com/shopspring/decimal"

	"godotvariant/codec/internal/decimals"
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
func (o Outcome) String() string { return decimals.Outcome(o).String() }

// Explain tells what becomes of d when it is stored in single or double
// precision: as a component of a vector, or as a Godot float, which is double.
// It rounds once, from the decimal to the precision. A conversion to float64 and then to
// float32 would round twice, and can give another number.
//
//	19.99 → single 19.9899997711181640625 (error -0.0000002288818359375)
func Explain(d decimal.Decimal, p variant.Precision) Conversion {
	return conversion(decimals.Explain(d, p))
}

func conversion(c decimals.Conversion) Conversion {
	return Conversion{Precision: c.Precision, Asked: c.Asked, Stored: c.Stored, Error: c.Error,
		Outcome: Outcome(c.Outcome)}
}

// String returns the conversion as one line. A number asked for that is a
// float64 shows in the shortest form that names it: 0.1.
func (c Conversion) String() string {
	return decimals.Conversion{
		Precision: c.Precision, Asked: c.Asked, Stored: c.Stored, Error: c.Error,
		Outcome: decimals.Outcome(c.Outcome),
	}.String()
}

// FixedInt returns d as an Int of the unit 10^-places: cents for places 2.
// The error is variant.ErrInexact if d has more places, and variant.ErrRange if
// the number does not fit in 64 bits.
func FixedInt(d decimal.Decimal, places int32) (variant.Int, error) {
	i, err := decimals.FixedInt(d, places)
	return variant.Int(i), err
}

// DecimalString returns d as text with all its digits, zeros at the end
// included: 19.90. It does not depend on the settings of package decimal.
func DecimalString(d decimal.Decimal) variant.String { return variant.String(decimals.Digits(d)) }

// ToDecimal returns the decimal that an Int or Float is exactly, or that a String or StringName
// is the text of. The exact decimal of a Float has up to 1074 digits: what a script wrote as 0.1
// is 0.1000000000000000055511151231257827…. The error is variant.ErrRange for NaN, infinities and
// text that is no decimal, or longer than 2048 bytes, or of an exponent beyond ±6144, and
// variant.ErrWrongType for other types.
func ToDecimal(v variant.Variant) (decimal.Decimal, error) { return decimals.Of(v) }
