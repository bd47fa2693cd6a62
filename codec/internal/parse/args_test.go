package parse_test

import (
	"math"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/parse"
	"godotvariant/codec/jsonvar"
	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

var usualNaN = math.Float64frombits(0x7FF8 << 48)

// TestArgumentsAreRead reads arguments of every kind in constructor text.
func TestArgumentsAreRead(t *testing.T) {
	for text, want := range map[string]variant.Variant{
		"Vector2(1, -2.5)":      gdmath.Vector2{X: 1, Y: -2.5},
		"Vector2( 0.1 , inf, )": gdmath.Vector2{X: 0.1, Y: math.Inf(1)},
		"Vector2i(-2147483648, 2147483647)": gdmath.Vector2i{X: math.MinInt32,
			Y: math.MaxInt32},
		"Vector2i(2.0, -0)": gdmath.Vector2i{X: 2},
		"Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)": gdmath.Basis{X: gdmath.V3(1, 4, 7),
			Y: gdmath.V3(2, 5, 8), Z: gdmath.V3(3, 6, 9)},
		"RID()":                              objects.RID(0),
		"RID(0)":                             objects.RID(0),
		"RID(-0)":                            objects.RID(0),
		"RID(18446744073709551615)":          objects.RID(math.MaxUint64),
		`Signal(9223372036854775808, "hit")`: objects.Signal{Object: 1 << 63, Name: "hit"},
		"Signal()":                           objects.Signal{},
		"PackedByteArray()":                  packed.PackedByteArray(nil),
		"PackedByteArray(0, 255)":            packed.PackedByteArray{0, 255},
		`PackedByteArray("AP8=")`:            packed.PackedByteArray{0, 255},
		"PackedVector2Array()":               packed.PackedVector2Array(nil),
		"PackedVector2Array(1, 2, 3, 4)": packed.PackedVector2Array{{X: 1, Y: 2},
			{X: 3, Y: 4}},
		"PackedVector2iArray(1, 2, 3, 4)": packed.PackedVector2iArray{{X: 1, Y: 2},
			{X: 3, Y: 4}},
		"PackedInt64Array(9223372036854774784.0)": packed.PackedInt64Array{1<<63 - 1024},
		"PackedInt64Array(9223372036854775807, 9007199254740993)": packed.PackedInt64Array{
			math.MaxInt64, 1<<53 + 1},
		"PackedFloat64Array(nan, 1e400)": packed.PackedFloat64Array{usualNaN, math.Inf(1)},
		`PackedStringArray("a", "b")`:    packed.PackedStringArray{"a", "b"},
	} {
		got, err := parse.Text(text, all)
		require.NoError(t, err, text)

		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
	}
}

// TestWrongArgumentsAreErrors has every kind of wrong argument. The error points at the argument,
// or after a list that has too few.
func TestWrongArgumentsAreErrors(t *testing.T) {
	requireFaults(t, parse.Text, map[string]fault{
		"Vector2(1)":               {variant.ErrSyntax, "expected numbers in groups of 2", 10},
		"Vector2()":                {variant.ErrSyntax, "expected 2 numbers", 9},
		"Vector2(1, 2, 3)":         {variant.ErrSyntax, "expected 2 numbers", 14},
		"Vector2(1 2)":             {variant.ErrSyntax, "expected ',' or ')', found '2'", 10},
		"Vector2 1":                {variant.ErrSyntax, "expected '(', found '1'", 8},
		"Vector2(a, 2)":            {variant.ErrSyntax, "expected a number, found 'a'", 8},
		"Vector2(1,":               {variant.ErrTruncated, "expected a number", 10},
		"Vector2(1":                {variant.ErrTruncated, "expected ',' or ')'", 9},
		"Vector2i()":               {variant.ErrSyntax, "expected 2 integers", 10},
		"Vector2i(1)":              {variant.ErrSyntax, "expected numbers in groups of 2", 11},
		"Vector2i(1, 2, 3)":        {variant.ErrSyntax, "expected 2 integers", 15},
		"Vector2i(2147483648, 0)":  {variant.ErrRange, "not an integer of 32 bits", 19},
		"Vector2i(-2147483649, 0)": {variant.ErrRange, "not an integer of 32 bits", 20},
		"Vector2i(1, 1.5)":         {variant.ErrRange, "not an integer", 12},
		"Vector2i(1, inf)":         {variant.ErrRange, "not an integer", 12},
		"Vector2i(1, nan)":         {variant.ErrRange, "not an integer", 12},
		"PackedInt64Array(9223372036854775808.0)":  {variant.ErrRange, "not an integer", 17},
		"PackedInt64Array(-9223372036854775808.0)": {variant.ErrRange, "not an integer", 17},
		"PackedVector2Array(1, 2, 3)": {variant.ErrSyntax,
			"expected numbers in groups of 2", 27},
		"PackedVector2iArray(1, 2, 3)": {variant.ErrSyntax,
			"expected numbers in groups of 2", 28},
		"RID( -1.5)":   {variant.ErrRange, "not an integer", 5},
		"RID(1.0)":     {variant.ErrRange, "not an integer", 4},
		"RID(x)":       {variant.ErrSyntax, "expected a number", 4},
		"Signal(1, 2)": {variant.ErrSyntax, "expected a string", 10},
	})
}

// A fault says what is wrong in a text, and where. The kind may be missing.
type fault struct {
	kind   error
	why    string
	offset int
}

// requireFaults parses texts that have one fault.
func requireFaults(t *testing.T, parse parseFunc, faults map[string]fault) {
	t.Helper()
	for text, want := range faults {
		v, err := parse(text, all)
		require.Nil(t, v, text)
		var e *notation.Error
		require.ErrorAs(t, err, &e, text)

		if want.kind != nil {
			assert.ErrorIs(t, err, want.kind, "%s: %v", text, err)
		}

		assert.ErrorContains(t, err, want.why, text)
		assert.Equal(t, want.offset, e.Offset, "%s: %v", text, err)
		if e.Line == 1 {
			characters := utf8.RuneCountInString(text[:e.Offset])
			assert.Equal(t, characters+1, e.Column, text)
		}
	}
}

type parseFunc func(string, parse.Options) (variant.Variant, error)

// TestSingleRoundsComponents: Single rounds the numbers that are components in engines, and no
// others.
func TestSingleRoundsComponents(t *testing.T) {
	s := all
	s.Single = true

	rounded := float64(float32(0.1))
	for text, want := range map[string]variant.Variant{
		"Vector2(0.1, nan)":              gdmath.V2(rounded, usualNaN),
		"PackedFloat64Array(0.1)":        packed.PackedFloat64Array{0.1},
		"PackedVector2Array(0.1, 1e300)": packed.PackedVector2Array{{X: rounded, Y: math.Inf(1)}},
		"0.1":                            variant.Float(0.1),
	} {
		got, err := parse.Text(text, s)
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
	}
}

// TestArgumentsOfJSONAreRead sends every kind of argument through canonical JSON.
func TestArgumentsOfJSONAreRead(t *testing.T) {
	for text, v := range map[string]variant.Variant{
		`{"args":[1.0,"f:-inf"],"type":"Vector2"}`:   gdmath.V2(1, math.Inf(-1)),
		`{"args":["f:nan",0.0001],"type":"Vector2"}`: gdmath.V2(usualNaN, 1e-4),
		`{"args":["f:nan(0xfff8000000000001)",9.999e-05],"type":"Vector2"}`: gdmath.V2(
			math.Float64frombits(0xFFF8<<48|1), 9.999e-5),
		`{"args":[-0.0,0.0],"type":"Vector2"}`:                gdmath.V2(math.Copysign(0, -1), 0),
		`{"args":[100000000000000.0,1e+15],"type":"Vector2"}`: gdmath.V2(1e14, 1e15),
		`{"args":[-1,2147483647],"type":"Vector2i"}`: gdmath.Vector2i{X: -1,
			Y: math.MaxInt32},
		`{"args":[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0],"type":"Basis"}`: gdmath.Basis{
			X: gdmath.V3(1, 2, 3), Y: gdmath.V3(4, 5, 6), Z: gdmath.V3(7, 8, 9)},
		`{"type":"RID"}`: objects.RID(0),
		`{"args":[18446744073709551615],"type":"RID"}`: objects.RID(math.MaxUint64),
		`{"type":"Signal"}`:                            objects.Signal{},
		`{"args":[5,"hit"],"type":"Signal"}`:           objects.Signal{Object: 5, Name: "hit"},
		`{"type":"Callable"}`:                          objects.Callable{},
		`{"args":[],"type":"PackedByteArray"}`:         packed.PackedByteArray{},
		`{"args":[1,2,3,4],"type":"PackedVector2iArray"}`: packed.PackedVector2iArray{{X: 1, Y: 2},
			{X: 3, Y: 4}},
		`{"args":["a","\""],"type":"PackedStringArray"}`: packed.PackedStringArray{"a", `"`},
		`[{"args":[1,2],"type":"Vector2i"},{"type":"RID"},"i:1"]`: variant.NewArray(
			gdmath.Vector2i{X: 1, Y: 2}, objects.RID(0), one),
	} {
		out, err := jsonvar.Marshal(v)
		require.NoError(t, err, text)
		assert.Equal(t, text, string(out))
		got, err := parse.JSON(text, all)
		require.NoError(t, err, text)

		assert.True(t, variant.Equal(v, got), "%s: %#v", text, got)
	}
}

// TestWrongArgumentsOfJSONAreErrors has the same for canonical JSON.
func TestWrongArgumentsOfJSONAreErrors(t *testing.T) {
	requireFaults(t, parse.JSON, map[string]fault{
		`{"type":"Vector2","args":["x",1]}`:     {variant.ErrSyntax, "expected a number", 26},
		`{"type":"Vector2","args":["i:1",1]}`:   {variant.ErrSyntax, "expected a number", 26},
		`{"type":"Vector2","args":["f:1 2",1]}`: {variant.ErrSyntax, "expected a number", 26},
		`{"type":"Vector2","args":["f:1,1]}`: {variant.ErrTruncated, "a list without an end",
			34},
		`{"type":"Vector2","args":[1]}`: {variant.ErrSyntax,
			"expected numbers in groups of 2", 28},
		`{"type":"Vector2","args":[1,2,3]}`: {variant.ErrSyntax, "expected 2 numbers", 30},
		`{"type":"Vector2","args":[1 2]}`: {variant.ErrSyntax,
			"expected ',' or ']', found '2'", 28},
		`{"type":"Vector2i","args":["f:1",1]}`: {variant.ErrSyntax, "expected a number", 27},
		`{"type":"RID","args":["i:-1.5"]}`:     {variant.ErrRange, "not an integer", 22},
		`{"type":"Vector2"}`:                   {variant.ErrSyntax, "Vector2 without args", 0},
		`{"type":"Vector9","args":[]}`:         {variant.ErrSyntax, "Vector9", 0},
	})
}

// TestColorsInHexadecimal reads colors in GDScript's hexadecimal form.
func TestColorsInHexadecimal(t *testing.T) {
	for text, want := range map[string][4]int{
		"#010203":   {1, 2, 3, 255},
		"#01020380": {1, 2, 3, 128},
		"#fab":      {0xFF, 0xAA, 0xBB, 255},
		"#FAB8":     {0xFF, 0xAA, 0xBB, 0x88},
		"#fffefdfc": {255, 254, 253, 252},
	} {
		got, err := parse.Text("["+text+", 1]", all)
		require.NoError(t, err, text)
		c := got.(variant.Array).Items[0].(gdmath.Color)
		for i, x := range []float64{c.R, c.G, c.B, c.A} {
			assert.Equal(t, float32(want[i])/255, float32(x), text)
		}
	}

	for _, text := range []string{"#", "#1", "#12", "#12345", "#1234567", "#123456789", "#ggg",
		"#12345g", "#1-3"} {
		_, err := parse.Text("["+text+"]", all)
		var e *notation.Error
		require.ErrorAs(t, err, &e, text)
		assert.ErrorContains(t, err, "not a colour")
		assert.Equal(t, 1, e.Offset, text)
	}
}
