package exact_test

import (
	gomath "math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/exact"
	"godotvariant/internal/test/printed"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func TestAudit(t *testing.T) {
	v := variant.NewDictionary(
		variant.KV("price", variant.Float(19.99)),
		variant.KV("pos", math.Vector3{X: 0.1, Y: 0.5, Z: 16777217}),
		variant.KV("color", math.Color{R: 0.2, A: 1}),
		variant.KV("way", packed.PackedVector2Array{{X: 1}, {X: 1, Y: 1e39}}),
		variant.KV("doubles", packed.PackedFloat64Array{0.1}),
		variant.KV("nan", math.Vector2{X: gomath.Float64frombits(0x7ff8000000000001),
			Y: gomath.Inf(1)}),
		variant.Pair{Key: math.Vector2{X: 1e-300},
			Value: math.Transform3D{Origin: math.Vector3{Y: 0.3}}},
	)

	price := `$["price"]: 19.99 → single 19.9899997711181640625 ` +
		`(error -0.000000228881834374305981327779591083526611328125)`
	color := `$["color"].r: 0.2 → single 0.20000000298023223876953125 ` +
		`(error 0.000000002980232227667301003748434595763683319091796875)`
	single := []string{
		`$["pos"].x: 0.1 → single 0.100000001490116119384765625 ` +
			`(error 0.0000000014901161138336505018742172978818416595458984375)`,
		`$["pos"].z: 16777217 → single 16777216 (error -1)`,
		color,
		`$["way"][1].y: 1e+39 → single overflow`,
		`$["nan"].x: nan → single payload of NaN cut`,
		`$[key 6].x: 1e-300 → single underflow`,
		`$[Vector2(1e-300, 0)].origin.y: 0.3 → single 0.300000011920928955078125 ` +
			`(error 0.000000011920928966180355246251565404236316680908203125)`,
	}

	for _, row := range []struct {
		options codec.Options
		want    []string
	}{
		{codec.Options{}, single},
		// Colors always have single precision.
		{codec.Options{Precision: codec.Double}, []string{color}},
		{codec.Options{Dialect: codec.DocsGodot4, Precision: codec.Double}, nil},
		{codec.Options{Dialect: codec.DocsGodot32}, append([]string{price}, single...)},
	} {
		assert.Equal(t, row.want, printed.Audit(v, codec.MustNew(row.options)))
	}

	for path, conversion := range exact.Audit(v, nil) {
		at, err := tree.Lookup(v, path.String())
		require.NoError(t, err)
		if f := float64(at.(variant.Float)); f-f == 0 {
			assert.Equal(t, conversion.Asked.InexactFloat64(), f, "%v", path)
		}
	}

	for range exact.Audit(v, nil) {
		break
	}
}

// TestAuditEnds: an audit ends for a value that contains itself, and for a value with too many
// numbers. A nil pointer has no numbers.
func TestAuditEnds(t *testing.T) {
	testkit.InOneGoroutine(t)
	assert.Empty(t, printed.Audit(testkit.SelfContaining()["array"], nil))
	assert.Empty(t, printed.Audit(
		testkit.Doubling(60, packed.PackedColorArray(make([]math.Color, 1<<16))), nil))
	assert.Len(t, printed.Audit(variant.NewArray((*math.Vector2)(nil),
		(*packed.PackedColorArray)(nil), (*variant.Array)(nil), math.V2(0.1, 0)), nil), 1)
}
