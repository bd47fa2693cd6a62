package exact

import (
	"github.com/shopspring/decimal"

	"godotvariant/codec/internal/decimals"
	"godotvariant/variant"
)

// A Conversion has the exact result of converting a number to single or double precision. Every
// float32 and float64 is a decimal with a finite number of digits. The difference of two such
// numbers is also such a decimal.
type Conversion struct {
	// Precision is the precision of Stored.
	Precision variant.Precision
	// Asked is the number before the conversion, Stored is the number after it, and Error is Stored
	// - Asked. After an Overflow the stored number is infinite and not a decimal, so Stored and
	// Error are zero and have no meaning. For NaNBits all three are zero and have no meaning.
	Asked, Stored, Error decimal.Decimal
	Outcome              Outcome
}

// An Outcome is the result of a [Conversion] in one word.
type Outcome uint8

const (
	// Exact means that Stored equals Asked.
	Exact Outcome = iota
	// Rounded means that Stored is the number of this precision that is nearest to Asked. If two
	// numbers are equally near, Stored is the number whose last bit is 0.
	Rounded
	// Overflow means that the number is too large and became infinite.
	Overflow
	// Underflow means that the number is too small and became zero.
	Underflow
	// NaNBits means that the number is a NaN that has lost bits of its payload, and is still a NaN.
	NaNBits
)

// String returns the outcome in lower case.
func (o Outcome) String() string { return decimals.Outcome(o).String() }

// Explain returns the conversion of d to single or double precision. Components of vectors have the
// precision of the codec. A Godot float has double precision. Explain rounds once, from the decimal
// to the precision. A conversion to float64 and then to float32 would round twice, and may have
// another result.
//
//	19.99 → single 19.9899997711181640625 (error -0.0000002288818359375)
func Explain(d decimal.Decimal, p variant.Precision) Conversion {
	return conversion(decimals.Explain(d, p))
}

// Narrow returns the conversion of f to single precision, the precision of components of vectors.
func Narrow(f float64) Conversion { return conversion(decimals.Narrowed(f)) }

func conversion(c decimals.Conversion) Conversion {
	return Conversion{Precision: c.Precision, Asked: c.Asked, Stored: c.Stored, Error: c.Error,
		Outcome: Outcome(c.Outcome)}
}

// String returns the conversion as one line. If Asked is a float64, it is shown as the shortest
// text that means this float64, such as 0.1.
func (c Conversion) String() string {
	return decimals.Conversion{
		Precision: c.Precision, Asked: c.Asked, Stored: c.Stored, Error: c.Error,
		Outcome: decimals.Outcome(c.Outcome),
	}.String()
}
