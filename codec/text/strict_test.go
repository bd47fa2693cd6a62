package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/text"
	"godotvariant/variant"
)

// TestStrictRefusesNumbersOutOfRange: a number that engines replace by the nearest one is an error.
func TestStrictRefusesNumbersOutOfRange(t *testing.T) {
	for _, s := range []string{
		"9223372036854775808", "-9223372036854775809", "[1, 99999999999999999999]", "1e400",
		"-1e400",
		"Vector2(1e400, 0)", "PackedInt64Array(9223372036854775808)", "PackedFloat64Array(1e309)",
	} {
		_, err := text.Parse(s, text.ParseOptions{Strict: true})
		assert.ErrorIs(t, err, variant.ErrRange, s)
		_, err = text.Parse(s, text.ParseOptions{})
		require.NoError(t, err, s)
	}

	_, err := text.Parse("Vector2(1e39, 0)", text.ParseOptions{Strict: true, Single: true})
	assert.ErrorIs(t, err, variant.ErrRange)

	for _, s := range []string{
		"9223372036854775807", "-9223372036854775808", "1.7976931348623157e308", "inf", "-inf",
		"nan",
		"Vector2(9223372036854775808, 1)", "RID(-1)", "RID(18446744073709551615)", "1e-400",
	} {
		_, err := text.Parse(s, text.ParseOptions{Strict: true})
		assert.NoError(t, err, s)
	}
}
