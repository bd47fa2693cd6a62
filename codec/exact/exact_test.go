package exact_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/exact"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

func toDecimal(t *testing.T, s string) decimal.Decimal {
	t.Helper()
	d, err := exact.Decimal(variant.String(s))
	require.NoError(t, err, s)
	return d
}

// TestExplain converts the numbers of testdata/explain.txt.
func TestExplain(t *testing.T) {
	data, err := os.ReadFile("testdata/explain.txt")
	require.NoError(t, err)
	_, rows, _ := strings.Cut(strings.TrimSpace(string(data)), "== rows\n")

	for row := range strings.SplitSeq(rows, "\n") {
		number, want, _ := strings.Cut(row, "\t")
		d, p := toDecimal(t, number), codec.Double
		if strings.Contains(want, " → single ") {
			p = codec.Single
		}

		got := exact.Explain(d, p)
		assert.Equal(t, want, got.String())
		assert.Equal(t, p, got.Precision)
		assert.True(t, got.Asked.Equal(d))

		outcome := exact.Rounded
		for _, o := range []exact.Outcome{exact.Exact, exact.Overflow, exact.Underflow} {
			if strings.HasSuffix(want, " "+o.String()) {
				outcome = o
			}
		}

		assert.Equal(t, outcome, got.Outcome, row)
		if outcome != exact.Overflow {
			assert.True(t, got.Error.Equal(got.Stored.Sub(d)), row)
		}
	}
}

// TestExplainRoundsOnce: Explain rounds once. A conversion to float64 and then to float32 would
// round twice.
func TestExplainRoundsOnce(t *testing.T) {
	d := decimal.RequireFromString("1.00000017881393432617187499")
	c := exact.Explain(d, codec.Single)
	assert.Equal(t, "1.00000011920928955078125", c.Stored.String())
	twice, _ := d.Float64()
	assert.Equal(t, float32(1.0000002), float32(twice), "the trap is there")
}

// TestExplainHugeExponents: numbers with huge exponents take no more memory and text than other
// numbers. As an integer with all its digits, 1e1000000000 would take 400 MB.
func TestExplainHugeExponents(t *testing.T) {
	for _, exp := range []int32{math.MaxInt32, 1e9, -1e9, math.MinInt32} {
		n := testkit.Allocated(func() { explainHuge(t, exp) })
		assert.Less(t, n, uint64(1<<20), "bytes for the exponent %d", exp)
	}
}

func explainHuge(t *testing.T, exp int32) {
	d := decimal.New(-123456789012345678, exp)
	want := exact.Overflow
	if exp < 0 {
		want = exact.Underflow
	}

	for _, p := range []variant.Precision{codec.Single, codec.Double} {
		c := exact.Explain(d, p)
		assert.Equal(t, want, c.Outcome)
		assert.Less(t, len(c.String()), 80)
	}

	_, err := exact.Fixed(d, 2)
	require.Error(t, err)
	assert.Less(t, len(exact.Text(d)), 40)
	_, err = codec.Marshal(d)
	require.ErrorIs(t, err, variant.ErrInexact)
}

// TestExplainExactly: the exact decimal of a float converts to the same float, in both
// precisions.
func TestExplainExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		f := math.Float64frombits(r.Uint64())
		s := math.Float32frombits(r.Uint32())
		for x, p := range map[float64]variant.Precision{f: codec.Double, float64(s): codec.Single} {
			if x != x || math.IsInf(x, 0) {
				continue
			}

			d, err := exact.Decimal(variant.Float(x))
			require.NoError(t, err)
			require.Equal(t, exact.Exact, exact.Explain(d, p).Outcome, "%v", x)
			back, exact := d.Float64()
			require.True(t, exact)
			require.Equal(t, x, back)
		}

		// package strconv finds the same nearest number
		text := strconv.FormatFloat(f, 'e', 25, 64)
		if d, err := exact.Decimal(variant.String(text)); err == nil {
			c := exact.Explain(d, codec.Single)
			want, err := strconv.ParseFloat(text, 32)
			require.Equal(t, err != nil, c.Outcome == exact.Overflow, text)

			if err == nil {
				got, _ := c.Stored.Float64()
				require.Equal(t, math.Abs(want), math.Abs(got), text)
			}
		}
	}
}

// TestDecimalGlobals: the global settings of package decimal have no effect.
func TestDecimalGlobals(t *testing.T) {
	oldZeros, oldExp := decimal.TrimTrailingZeros, decimal.MaxDecodeExponent
	oldNotation := decimal.UseScientificNotation
	defer func() {
		decimal.TrimTrailingZeros, decimal.MaxDecodeExponent = oldZeros, oldExp
		decimal.UseScientificNotation = oldNotation
	}()

	d := decimal.New(1990, -2)
	run := func() []string {
		text, err := codec.Marshal(map[string]struct {
			D decimal.Decimal `godot:",string"`
		}{"a": {d}})
		require.NoError(t, err)
		return []string{exact.Explain(d, codec.Single).String(), string(exact.Text(d)),
			string(text), string(exact.Text(toDecimal(t, "1e-300")))}
	}

	want := run()
	assert.Equal(t, "19.90", want[1])
	decimal.TrimTrailingZeros = !oldZeros
	decimal.MaxDecodeExponent = 3
	decimal.UseScientificNotation = true
	assert.Equal(t, want, run())
}

func TestToDecimal(t *testing.T) {
	for in, want := range map[variant.Variant]string{
		variant.Int(math.MinInt64):                "-9223372036854775808",
		variant.Float(0.25):                       "0.25",
		variant.Float(-1e300):                     "",
		variant.String("-0012.50"):                "-12.50",
		variant.StringName("+1.5E3"):              "1500",
		variant.String(".5"):                      "0.5",
		variant.String("5."):                      "5",
		variant.String(strings.Repeat("7", 2048)): "",
		variant.String("1e6144"):                  "",
		variant.String("1e-6144"):                 "",
	} {
		d, err := exact.Decimal(in)
		require.NoError(t, err, "%#v", in)
		if want != "" {
			assert.Equal(t, want, string(exact.Text(d)), "%#v", in)
		}
	}

	for kind, values := range map[error][]variant.Variant{
		variant.ErrRange: {variant.Float(math.NaN()), variant.Float(math.Inf(1)),
			variant.Float(math.Inf(-1))},
		variant.ErrWrongType: {nil, variant.Nil{}, variant.Bool(true), variant.Array{}},
	} {
		for _, v := range values {
			_, err := exact.Decimal(v)
			require.ErrorIs(t, err, kind, "%#v", v)
		}
	}

	for _, text := range []string{
		"", ".", "-", "e5", "1e", "1.2.3", "+-1", "1-", "0x10", "1_000", "١", " 1", "nan", "inf",
		"1e5e5", "−1", ".-5", "-+1", strings.Repeat("7", 2049), "1e6145", "1e-6145",
		"1e2000000000", "1e-2000000000", "1e99999999999", strings.Repeat("9", 10_000),
	} {
		_, err := exact.Decimal(variant.String(text))
		require.ErrorIs(t, err, variant.ErrRange, text)
		assert.Less(t, len(err.Error()), 200)
	}
}

func TestFixedInt(t *testing.T) {
	for _, c := range []struct {
		d      string
		places int32
		want   variant.Int
		kind   error
	}{
		{"19.99", 2, 1999, nil},
		{"-19.9", 2, -1990, nil},
		{"19.990", 2, 1999, nil},
		{"19.999", 2, 0, variant.ErrInexact},
		{"0.000", 0, 0, nil},
		{"92233720368547758.07", 2, math.MaxInt64, nil},
		{"-92233720368547758.08", 2, math.MinInt64, nil},
		{"92233720368547758.08", 2, 0, variant.ErrRange},
		{"1e18", 0, 1e18, nil},
		{"1e30", 0, 0, variant.ErrRange},
		{"1200", -2, 12, nil},
		{"1250", -2, 0, variant.ErrInexact},
	} {
		got, err := exact.Fixed(toDecimal(t, c.d), c.places)
		require.ErrorIs(t, err, c.kind, c.d)
		assert.Equal(t, c.want, got, c.d)
	}
}
