package exact

import (
	"github.com/shopspring/decimal"

	"godotvariant/codec/internal/decimals"
	"godotvariant/variant"
)

// Fixed returns d × 10^places as an Int: cents if places is 2. The error is variant.ErrInexact if d
// has more decimal places, and variant.ErrRange if the number does not fit in 64 bits.
func Fixed(d decimal.Decimal, places int32) (variant.Int, error) {
	i, err := decimals.FixedInt(d, places)
	return variant.Int(i), err
}

// Text returns d as text with all its digits, zeros at the end
// included: 19.90. It does not depend on the settings of package decimal.
func Text(d decimal.Decimal) variant.String { return variant.String(decimals.Digits(d)) }

// Decimal returns the exact value of an Int or a Float, or the decimal in the text of a String or
// StringName. The exact value of a Float may need hundreds of digits: the float that a script
// writes as 0.1 is 0.1000000000000000055511151231257827…. The error is variant.ErrRange for NaN,
// for infinities, and for text that is not a decimal, is longer than 2048 bytes, or has an exponent
// outside of -6144 to 6144. It is variant.ErrWrongType for other types.
func Decimal(v variant.Variant) (decimal.Decimal, error) { return decimals.Of(v) }
