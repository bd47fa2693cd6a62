package codec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// TestExactSaysWhatChanges: the error of an encoder with the option Exact contains the number that
// would be stored.
func TestExactSaysWhatChanges(t *testing.T) {
	c := codec.MustNew(codec.Options{Exact: true})
	for want, v := range map[string]variant.Variant{
		"$[1] (Vector2): not exact: 16777217 → single 16777216 (error -1)": variant.NewArray(
			variant.Int(1), math.Vector2{X: 16777217}),
		"$ (Color): not exact: 1e+39 → single overflow": math.Color{R: 1e39},
	} {
		assert.EqualError(t, testkit.RefuseEncode(t, c, v, variant.ErrInexact),
			"godot: encode "+want)
	}
}
