package text_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	gm "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// codecs are the codecs of the engines.
var codecs = map[*variant.Dialect]*codec.Codec{codec.Godot3: godot3, codec.Godot4: single}

// TestEnginesReadTheText makes an engine read the text that Format prints, in the engine's form and
// in the lossless form.
func TestEnginesReadTheText(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		c := codecs[e.Dialect]
		seed, _ := live.Random(t)
		file := map[*codec.Codec]string{godot3: "text-3.2-single.jsonl",
			single: "text-4.6-single.jsonl"}[c]

		var questions []live.Question
		for _, v := range append(vectors.Load(t, file), e.Fresh(t, seed, live.Count())...) {
			if sortsByAddress(v.Value) {
				continue
			}

			for _, form := range []text.Form{text.VarToStr, text.Lossless} {
				s, err := form.Format(v.Value, c)
				require.NoError(t, err, "%#v", v.Value)
				if engineReads(v.Value, s, c) {
					questions = append(questions, live.Question{Value: v.Value, Full: v.Full,
						Texts: true, Text: s})
				}
			}
		}

		require.Greater(t, len(questions), 1000)
		same := 0
		digits := 0

		tiny := 0
		for _, a := range e.Ask(t, questions) {
			checkTexts(t, vectors.Vector{Value: testkit.Decode(t, e.Codec(a.Question.Full),
				a.Vector.Hex),
				VarToStr: a.Vector.VarToStr, Str: a.Vector.Str}, c)

			read, err := e.Codec(a.Question.Full).Decode(a.FromText)
			require.NoError(t, err)
			back, err := text.Parse(a.Question.Text, double)
			require.NoError(t, err)

			if hasTinyKey(back) {
				tiny++
				continue
			}

			if !variant.Equal(read, back) {
				digits++
				require.True(t, sameButDigits(read, back),
					"seed %d: %s\nthe engine reads %#v\nParse reads      %#v", seed,
					a.Question.Text, read, back)
			}

			if sameButDigits(read, a.Question.Value) {
				same++
			}
		}

		t.Logf("%d texts; the engine reads %d as the value, %d with other last digits of a double",
			len(questions), same, digits)
		t.Logf("%d not compared: the engine reads a key near 0 as 0, which may be another key",
			tiny)
		require.Greater(t, same, len(questions)/2) // all lossless texts
	})
}

// engineReads reports whether an engine can read a text of v.
func engineReads(v variant.Variant, s string, c *codec.Codec) bool {
	if holdsType(v, variant.TypeObject) {
		return false // the engine would create an object of the class
	}
	if c == godot3 { // see text.Lossless for the exceptions
		return !hasRID3(v, c) && !strings.Contains(s, "nan") && !strings.Contains(s, "inf")
	}
	return !strings.Contains(s, "nan(0x") && !holdsType(v, variant.TypeSignal) &&
		!strings.Contains(s, "NodePath(0") && !strings.Contains(s, "NodePath(1")
}

// sortsByAddress reports whether a dictionary in v has several keys that are arrays with a
// StringName. Godot 4 compares two StringNames inside arrays by their addresses.
func sortsByAddress(v variant.Variant) bool {
	for _, part := range tree.Walk(v) {
		if d, ok := part.(variant.Dictionary); ok {
			arrays := 0
			for key := range d.Keys() {
				if a, ok := key.(variant.Array); ok && holdsType(a, variant.TypeStringName) {
					arrays++
				}
			}

			if arrays > 1 {
				return true
			}
		}
	}

	return false
}

// hasTinyKey reports whether a dictionary in v has a key that engines read as 0.
func hasTinyKey(v variant.Variant) bool {
	for _, part := range tree.Walk(v) {
		if d, ok := part.(variant.Dictionary); ok {
			for key := range d.Keys() {
				if f, ok := key.(variant.Float); ok && f != 0 && math.Abs(float64(f)) < 1e-280 {
					return true
				}
			}
		}
	}
	return false
}

// sameButDigits reports whether v, which an engine has read from a text, is equal to want except
// for rounding. Engines round while they read the digits of a double, and read the smallest numbers
// as 0.
func sameButDigits(v, want variant.Variant) bool {
	var numbers []float64
	want = changed(want, single, func(f float64) float64 {
		numbers = append(numbers, f)
		return f
	})

	v = changed(v, single, func(f float64) float64 {
		if len(numbers) == 0 {
			return f
		}
		near := numbers[0]
		numbers = numbers[1:]
		if math.Abs(f-near) <= 1e-13*math.Abs(near)+1e-280 {
			return near
		}
		return f
	})

	return variant.Equal(v, want)
}

var liveNumbers = flag.Int("numbers", 2500, "how many arrays of numbers the live tests print")

// TestNumbersAreThoseOfTheEngine compares the text of random numbers with the text of the engines
// on this machine.
func TestNumbersAreThoseOfTheEngine(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		e = e.Official(t)
		_, r := live.Random(t)
		c := codecs[e.Dialect]
		var questions []live.Question
		for range *liveNumbers {
			v := randomNumbers(r, c)
			questions = append(questions, live.Question{Value: v, Texts: true})
		}

		for _, a := range e.Ask(t, questions) {
			checkTexts(t, a.Vector, c)
		}
	})
}

// randomNumbers returns doubles and singles, alone and in vectors, colors and packed arrays.
func randomNumbers(r *rand.Rand, c *codec.Codec) variant.Array {
	narrow := func() float64 { return float64(float32(randomNumber(r))) }
	x, y, z, w := narrow(), narrow(), narrow(), narrow()
	v := variant.NewArray(variant.Float(randomNumber(r)), variant.Float(randomNumber(r)),
		gm.V3(x, y, z), gm.Quaternion{X: x, Y: y, Z: z, W: w}, gm.RGBA(x, y, z, w),
		packed.PackedFloat32Array{float32(x), float32(y)})

	if c != godot3 {
		double := randomNumber(r)
		v.Items = append(v.Items, gm.V4(x, y, z, w), variant.Float(double),
			packed.PackedFloat64Array{double})
	}

	return v
}

// randomNumber returns a number of one of these kinds: its bits are random, it is near a power of
// ten, it has few digits, or it is a random factor times a power of ten.
func randomNumber(r *rand.Rand) float64 {
	power := math.Pow10(r.IntN(40) - 20)
	near := r.IntN(65) - 32

	switch r.IntN(6) {
	case 0:
		return math.Float64frombits(math.Float64bits(power) + uint64(near))
	case 1:
		return float64(math.Float32frombits(math.Float32bits(float32(power)) + uint32(near)))
	case 2:
		return float64(r.Int32N(2000)-1000) * power
	case 3:
		return r.NormFloat64() * power
	case 4:
		return float64(math.Float32frombits(r.Uint32()))
	}

	return math.Float64frombits(r.Uint64())
}
