package inspect_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/internal/test/testkit"
)

// TestNumbers: Numbers reads numbers of the length and the kind that the field says. If numbers are
// left out, the text ends in "…".
func TestNumbers(t *testing.T) {
	number := func(size int, float bool) codec.Field {
		return codec.Field{Kind: codec.FieldNumbers, Size: size, Float: float}
	}
	count := codec.Field{Kind: codec.FieldCount}

	for _, c := range []struct {
		field codec.Field
		bytes string
		most  int
		want  string
	}{
		{count, "03000000", 8, "3"},
		{count, "ffffffff", 8, "-1"},
		{number(4, false), "01000000 02000000", 8, "1, 2"},
		{number(4, false), "01000000 02000000 03000000", 2, "1, 2, …"},
		{number(4, false), "01000000 0200", 8, "1, …"},
		{number(8, false), "ffffffffffffffff", 8, "-1"},
		{number(8, false), "ffffffff", 8, "…"},
		{number(4, true), "0000c03f cdcccc3d", 8, "1.5, 0.1"},
		{number(4, true), "0000807f 0000c07f", 8, "+Inf, NaN"},
		{number(8, true), "9a9999999999b93f", 8, "0.1"},
		{number(4, true), "", 8, ""},
	} {
		got := inspect.Numbers(c.field, testkit.Unhex(t, c.bytes), c.most)
		require.Equal(t, c.want, got, "%v of %s", c.field, c.bytes)
	}
}
