package text_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	gm "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestRecordedNumbers compares numbers with the text that the official Godot 4.6 prints for them. A
// line of the file has the bits of a number, and the results of var_to_str and str. The number is a
// double, or a single as a component of a Vector4. For most of these numbers strconv finds other
// digits, or the logarithm of the number is close to an integer.
func TestRecordedNumbers(t *testing.T) {
	data, err := os.ReadFile("testdata/numbers-4.6.txt")
	require.NoError(t, err)

	others := 0
	for line := range strings.Lines(string(data)) {
		var bits uint64
		var toStr, str string
		_, err := fmt.Sscanf(line, "%x %s %s\n", &bits, &toStr, &str)
		require.NoError(t, err)

		if strings.Index(line, " ") == 16 {
			f := math.Float64frombits(bits)
			equalText(t, variant.Float(f), way{}, toStr)
			equalText(t, variant.Float(f), way{Form: text.Str}, str)
			equalText(t, packed.PackedFloat64Array{f},
				way{text.Str, double}, "["+str+"]")

			if variant.Float(f).String() != toStr {
				others++
			}

			continue
		}

		f := float64(math.Float32frombits(uint32(bits)))
		v := gm.V2(f, 1)
		equalText(t, v, way{}, "Vector2("+toStr+", 1)")
		equalText(t, v, way{Form: text.Str}, "("+str+", 1.0)")
		back := mustParse(t, "Vector2("+toStr+", 1)", single)
		x := back.(gm.Vector2).X
		require.True(t, x == f || x != x && f != f, line)

		if v.String() != "Vector2("+toStr+", 1)" {
			others++
		}
	}

	assert.Equal(t, 4, others, "String has the same digits, but keeps -0 and writes -inf")
}

// TestNumbersWithoutEndAreReadOfGodot3: Parse reads the text of Godot 3 for infinities and NaN.
// Godot 3 itself can't read this text.
func TestNumbersWithoutEndAreReadOfGodot3(t *testing.T) {
	for _, f := range []float64{usualNaN, math.Copysign(usualNaN, -1), math.Inf(1), math.Inf(-1)} {
		for _, v := range []variant.Variant{variant.Float(f), gm.V2(f, 1),
			packed.PackedFloat32Array{float32(f)}} {
			s := mustFormat(t, v, way{codec: godot3})
			testkit.RequireEqual(t, v, mustParse(t, s, double))
		}
	}
}

// TestSingleDigitsAreReadAsSingles: Parse rounds the digits directly to single precision. A
// conversion to double precision first would give another number.
func TestSingleDigitsAreReadAsSingles(t *testing.T) {
	rare := math.Float32frombits(0x15ae43fd)
	for want, v := range map[string]variant.Variant{
		"Vector2(7.038531e-26, 0)":         gm.V2(float64(rare), 0),
		"PackedFloat32Array(7.038531e-26)": packed.PackedFloat32Array{rare},
	} {
		equalText(t, v, way{}, want)
		assert.Equal(t, v, mustParse(t, want, single))
	}
}
