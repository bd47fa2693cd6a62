package variant_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestScalarVerbs: %v, %s and %#v print Godot's text and Go source, and every other verb prints
// what it prints for the Go value.
func TestScalarVerbs(t *testing.T) {
	verbs := strings.Fields("%d %5d %-5d| %+d %05d %x %X %#x %6x %b %08b %o %#o %O %c %q %U %e " +
		"%E %f %.2f %8.3f %g %G %t %6t %T|%v %z")
	for _, c := range []struct {
		v  variant.Variant
		of any
	}{
		{variant.Int(255), int64(255)}, {variant.Int(-7), int64(-7)},
		{variant.Float(1.5), 1.5}, {variant.Float(-0.1), -0.1},
		{variant.Float(math.Inf(1)), math.Inf(1)},
	} {
		for _, verb := range verbs {
			if strings.HasPrefix(verb, "%T") {
				continue // of the Variant
			}
			assert.Equal(t, fmt.Sprintf(verb, c.of), fmt.Sprintf(verb, c.v), "%s of %#v", verb, c.v)
		}
	}

	for _, c := range []struct{ format, want string }{
		{"%x", "ff"}, {"%X", "FF"}, {"%#x", "0xff"}, {"%v", "255"}, {"%s", "255"},
		{"%6v|", "   255|"}, {"%-6s|", "255   |"}, {"%+v", "255"},
		{"%#v", "variant.Int(255)"}, {"%d", "255"}, {"%5d", "  255"}, {"%08b", "11111111"},
	} {
		assert.Equal(t, c.want, fmt.Sprintf(c.format, variant.Int(255)), c.format)
	}

	for _, c := range []struct{ format, want string }{
		{"%v", "1.0"}, {"%s", "1.0"}, {"%5v", "  1.0"}, {"%.2f", "1.00"}, {"%g", "1"},
		{"%x", "0x1p+00"}, {"%#v", "variant.Float(1)"},
	} {
		assert.Equal(t, c.want, fmt.Sprintf(c.format, variant.Float(1)), c.format)
	}

	assert.Equal(t, "true  true", fmt.Sprintf("%t %5v", variant.Bool(true), variant.Bool(true)))
	hi := variant.String("hi")
	assert.Equal(t, `"hi" 6869 hi    hi`, fmt.Sprintf("%q %x %s %5v", hi, hi, hi, hi))
	assert.Equal(t, "[ff 1]", fmt.Sprintf("%x", []variant.Int{255, 1}))
	assert.Equal(t, "{ff}", fmt.Sprintf("%x", struct{ V variant.Variant }{variant.Int(255)}))
	assert.Equal(t, "[1, 2.0]",
		fmt.Sprintf("%v", variant.NewArray(variant.Int(1), variant.Float(2))))
}

// TestLogScalars: a scalar is logged as the Go value that it holds, alone and in a container.
func TestLogScalars(t *testing.T) {
	attrs := []any{
		"int", variant.Int(5), "float", variant.Float(0.5), "nan", variant.Float(math.NaN()),
		"bool", variant.Bool(true),
		"text", variant.String("a b"), "name", variant.StringName("n"), "long",
		variant.String(strings.Repeat("x", 1000)),
		"in", variant.NewArray(variant.Float(math.Inf(-1)), variant.Int(1)),
	}

	for name, c := range map[string]struct {
		handler func(*bytes.Buffer, *slog.HandlerOptions) slog.Handler
		want    string
	}{
		"JSON": {func(b *bytes.Buffer, o *slog.HandlerOptions) slog.Handler {
			return slog.NewJSONHandler(b, o)
		},
			`"int":5,"float":0.5,"nan":"nan","bool":true,"text":"a b","name":"&\"n\"",` +
				`"long":"LONG…","in":{"0":"-inf","1":1}}`},
		"text": {func(b *bytes.Buffer, o *slog.HandlerOptions) slog.Handler {
			return slog.NewTextHandler(b, o)
		},
			`int=5 float=0.5 nan=nan bool=true text="a b" name="&\"n\"" long=LONG… in.0=-inf ` +
				`in.1=1`},
	} {
		var b bytes.Buffer
		slog.New(c.handler(&b, nil)).Info("", attrs...)
		assert.Contains(t, b.String(),
			strings.ReplaceAll(c.want, "LONG", strings.Repeat("x", 256)), name)
	}
}

func TestDictionaryValues(t *testing.T) {
	d := variant.NewDictionary(variant.KV("a", variant.Int(2)), variant.KV("b", nil),
		variant.KV("c", variant.Int(1)))
	require.Equal(t, []variant.Variant{variant.Int(2), nil, variant.Int(1)},
		slices.Collect(d.Values()))
	for v := range d.Values() {
		require.Equal(t, variant.Int(2), v)
		break
	}
	require.Empty(t, slices.Collect(variant.Dictionary{}.Values()))
}
