package view_test

import (
	gomath "math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestJQ: the value for jq equals the value of the relaxed JSON. This holds for packets and for
// values in memory.
func TestJQ(t *testing.T) {
	values := []variant.Variant{
		variant.Nil{}, variant.Bool(true), variant.Int(gomath.MaxInt64), variant.Int(-1 << 53),
		variant.Float(2), variant.Float(gomath.Copysign(0, -1)), variant.Float(0.1),
		variant.Float(1 << 24), variant.Float(1<<60 + 1e5), variant.Float(1e20),
		variant.Float(-1e300),
		variant.Float(5e-324), variant.Float(gomath.NaN()), variant.Float(gomath.Inf(-1)),
		variant.String("a\n\x00<ü\u2028"), variant.StringName("text"),
		math.Vector2{X: float64(float32(0.1)), Y: gomath.Copysign(0, -1)},
		math.Vector3{X: 1 << 24, Y: 1},
		math.Vector4{W: gomath.Inf(1)}, math.Vector4{X: 1, Y: 2, Z: 3, W: 4},
		math.Color{R: 1}, packed.PackedVector2Array{{X: 1}}, packed.PackedByteArray{1, 2},
		objects.NewObject("Timer", objects.Prop("wait", variant.NewArray(variant.Int(1)))),
		objects.Object{}, objects.Object{ID: 7}, variant.NewArray(), variant.NewDictionary(),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1)),
	}

	keys := variant.NewDictionary()
	for i, v := range values {
		keys.Pairs = append(keys.Pairs, variant.Pair{Key: v, Value: variant.Int(i)})
	}

	same := variant.NewDictionary(variant.KV("1", variant.Int(1)), // both keys are "1" in JSON
		variant.Pair{Key: variant.Int(1), Value: variant.NewArray(variant.Int(2))})
	values = append(values, keys, same, variant.NewArray(values...))
	for seed := range uint64(100) {
		values = append(values, valuestest.Root(rand.New(rand.NewPCG(8, seed))))
	}

	var jq view.JQ
	for _, v := range values {
		want, err := edit.ToJSON(v)
		require.NoError(t, err, v)

		packet := source(testkit.Encode(t, full, v), full)
		for _, s := range []view.Source{view.Value(v, full), packet} {
			got, err := jq.Value(s)
			require.NoError(t, err, v)
			require.Equal(t, want, got, v)
		}
	}
}
