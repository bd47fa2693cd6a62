package decimals_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		asked   string
		p       variant.Precision
		outcome codec.Outcome
		text    string
	}{
		{"19.99", codec.Single, codec.Rounded,
			"19.99 → single 19.9899997711181640625 (error -0.0000002288818359375)"},
		{"16777217", codec.Single, codec.Rounded, "16777217 → single 16777216 (error -1)"},
		{"16777217", codec.Double, codec.Exact, "16777217 → double exact"},
		{"0.5", codec.Single, codec.Exact, "0.5 → single exact"},
		{"0.1", codec.Single, codec.Rounded,
			"0.1 → single 0.100000001490116119384765625 (error 0.000000001490116119384765625)"},
		{"0.1", codec.Double, codec.Rounded,
			"0.1 → double 0.1000000000000000055511151231257827021181583404541015625 " +
				"(error 0.0000000000000000055511151231257827021181583404541015625)"},
		{"19.90", codec.Single, codec.Rounded,
			"19.90 → single 19.8999996185302734375 (error -0.0000003814697265625)"},
		{"1e39", codec.Single, codec.Overflow, "1e+39 → single overflow"},
		{"-1e39", codec.Single, codec.Overflow, "-1e+39 → single overflow"},
		{"1e39", codec.Double, codec.Rounded, ""},
		{"1e309", codec.Double, codec.Overflow, "1e+309 → double overflow"},
		{"1e-46", codec.Single, codec.Underflow, "1e-46 → single underflow"},
		{"-1e-400", codec.Double, codec.Underflow, "-1e-400 → double underflow"},
		{"0", codec.Single, codec.Exact, "0 → single exact"},
		{"0.00", codec.Single, codec.Exact, "0.00 → single exact"},
		// The greatest single, and the least number that is rounded to infinity.
		{"340282346638528859811704183484516925440", codec.Single, codec.Exact, ""},
		{"340282356779733661637539395458142568447", codec.Single, codec.Rounded, ""},
		{"340282356779733661637539395458142568448", codec.Single, codec.Overflow, ""},
	} {
		d, err := codec.ToDecimal(variant.String(c.asked))
		require.NoError(t, err)
		got := codec.Explain(d, c.p)
		assert.Equal(t, c.outcome, got.Outcome, c.asked)
		assert.Equal(t, c.p, got.Precision)
		assert.True(t, got.Asked.Equal(d))

		if c.text != "" {
			assert.Equal(t, c.text, got.String())
		}
		if c.outcome != codec.Overflow {
			assert.True(t, got.Error.Equal(got.Stored.Sub(d)), c.asked)
		}
	}
}

// TestExplainNotation: a float64 has its shortest form if its digits are more than 17
// characters. Any other number has all its digits and up to 20 zeros.
func TestExplainNotation(t *testing.T) {
	for _, c := range []struct {
		asked decimal.Decimal
		text  string
	}{
		{decimal.New(30517578125, -15), "0.000030517578125 → double exact"},
		{decimal.New(152587890625, -16), "1.52587890625e-05 → double exact"},
		{decimal.New(0, 0), "0 → double exact"},
		{decimal.New(0, 3), "0 → double exact"},
		{decimal.New(1234567890123456789, 20), "123456789012345678900000000000000000000 → "},
		{decimal.New(1234567890123456789, 21), "1234567890123456789e+21 → "},
		{decimal.New(-1234567890123456789, 1), "-12345678901234567890 → "},
		{decimal.New(-1234567890123456789, -18), "-1.234567890123456789 → "},
		{decimal.New(1234567890123456789, -19), "0.1234567890123456789 → "},
		{decimal.New(1234567890123456789, -39), "0.000000000000000000001234567890123456789 → "},
		{decimal.New(1234567890123456789, -40), "1234567890123456789e-40 → "},
	} {
		got := codec.Explain(c.asked, codec.Double).String()

		assert.True(t, strings.HasPrefix(got, c.text), "%s: %s", c.text, got)
	}
}

// TestExplainRoundsOnce: a conversion by way of float64 to float32 would round twice.
func TestExplainRoundsOnce(t *testing.T) {
	d := decimal.RequireFromString("1.00000017881393432617187499")
	c := codec.Explain(d, codec.Single)
	assert.Equal(t, "1.00000011920928955078125", c.Stored.String())
	twice, _ := d.Float64()
	assert.Equal(t, float32(1.0000002), float32(twice), "the trap is there")
}

// TestExplainHugeExponents: numbers with huge exponents take no more time and text than
// others.
func TestExplainHugeExponents(t *testing.T) {
	start := time.Now()
	for _, exp := range []int32{math.MaxInt32, 1e9, -1e9, math.MinInt32} {
		d := decimal.New(-123456789012345678, exp)
		want := codec.Overflow
		if exp < 0 {
			want = codec.Underflow
		}

		for _, p := range []variant.Precision{codec.Single, codec.Double} {
			c := codec.Explain(d, p)
			assert.Equal(t, want, c.Outcome)
			assert.Less(t, len(c.String()), 80)
		}

		_, err := codec.FixedInt(d, 2)
		require.Error(t, err)
		assert.Less(t, len(codec.DecimalString(d)), 40)
		_, err = codec.Marshal(d)
		require.ErrorIs(t, err, variant.ErrInexact)
	}

	for _, text := range []string{"1e2000000000", "1e-2000000000", "1e99999999999",
		strings.Repeat("9", 10_000), "1e6145"} {
		_, err := codec.ToDecimal(variant.String(text))
		require.ErrorIs(t, err, variant.ErrRange)
		assert.Less(t, len(err.Error()), 200)
	}

	assert.Less(t, time.Since(start), 5*time.Second)
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

			d, err := codec.ToDecimal(variant.Float(x))
			require.NoError(t, err)
			c := codec.Explain(d, p)
			require.Equal(t, codec.Exact, c.Outcome, "%v", x)
			back, exact := d.Float64()
			require.True(t, exact)
			require.Equal(t, x, back)
		}

		// A rounded one is the nearest: package strconv agrees.
		text := strconv.FormatFloat(f, 'e', 25, 64) + ""
		if d, err := codec.ToDecimal(variant.String(text)); err == nil {
			c := codec.Explain(d, codec.Single)
			want, err := strconv.ParseFloat(text, 32)
			require.Equal(t, err != nil, c.Outcome == codec.Overflow, text)

			if err == nil {
				got, _ := c.Stored.Float64()
				require.Equal(t, math.Abs(want), math.Abs(got), text)
			}
		}
	}
}

// TestDecimalGlobals: the global settings of package decimal have no effect.
func TestDecimalGlobals(t *testing.T) {
	oldZeros := decimal.TrimTrailingZeros
	oldExp := decimal.MaxDecodeExponent

	oldNotation := decimal.UseScientificNotation
	defer func() {
		decimal.TrimTrailingZeros = oldZeros
		decimal.MaxDecodeExponent = oldExp
		decimal.UseScientificNotation = oldNotation
	}()

	d := decimal.New(1990, -2)
	run := func() []string {
		text, err := codec.Marshal(map[string]struct {
			D decimal.Decimal `godot:",string"`
		}{"a": {d}})
		require.NoError(t, err)
		back, err := codec.ToDecimal(variant.String("1e-300"))
		require.NoError(t, err)
		return []string{codec.Explain(d, codec.Single).String(), string(codec.DecimalString(d)),
			string(text), string(codec.DecimalString(back))}
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
		variant.Int(math.MinInt64):   "-9223372036854775808",
		variant.Float(0.25):          "0.25",
		variant.Float(-1e300):        "",
		variant.String("-0012.50"):   "-12.50",
		variant.StringName("+1.5E3"): "1500",
		variant.String(".5"):         "0.5",
		variant.String("5."):         "5",

		variant.String(strings.Repeat("7", 2048)): "",
		variant.String("1e6144"):                  "",
		variant.String("1e-6144"):                 "",
	} {
		d, err := codec.ToDecimal(in)
		require.NoError(t, err, "%#v", in)
		if want != "" {
			assert.Equal(t, want, string(codec.DecimalString(d)), "%#v", in)
		}
	}

	for _, text := range []string{
		"", ".", "-", "e5", "1e", "1.2.3", "+-1", "1-", "0x10", "1_000", "١", " 1", "nan", "inf",
		"1e5e5", "−1", ".-5", "-+1",
		strings.Repeat("7", 2049), "1e6145", "1e-6145",
	} {
		_, err := codec.ToDecimal(variant.String(text))
		require.ErrorIs(t, err, variant.ErrRange, text)
	}

	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := codec.ToDecimal(variant.Float(f))
		require.ErrorIs(t, err, variant.ErrRange)
	}

	for _, v := range []variant.Variant{nil, variant.Nil{}, variant.Bool(true), variant.Array{}} {
		_, err := codec.ToDecimal(v)
		require.ErrorIs(t, err, variant.ErrWrongType)
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
		d, err := codec.ToDecimal(variant.String(c.d))
		require.NoError(t, err)
		got, err := codec.FixedInt(d, c.places)

		if c.kind != nil {
			require.ErrorIs(t, err, c.kind, c.d)
			continue
		}

		require.NoError(t, err, c.d)
		assert.Equal(t, c.want, got, c.d)
	}
}
