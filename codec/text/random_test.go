package text_test

import (
	stdmath "math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/text"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestLosslessTextReadsBack formats random values of all types in the lossless form, and reads them
// back.
func TestLosslessTextReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	formatted := map[text.Version]int{}
	for range 3000 {
		v := randomValue(r, 4)
		for _, version := range []text.Version{text.Version4, text.Version3} {
			s, err := text.Format(v, text.Options{Version: version, Lossless: true})
			if version == text.Version3 && err != nil {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%v", v)
				continue
			}

			require.NoError(t, err, "%#v", v)
			back, err := text.Parse(s, text.ParseOptions{Objects: true})
			require.NoError(t, err, s)
			require.True(t, variant.Equal(v, back), "%s\nwant %#v\ngot  %#v", s, v, back)
			formatted[version]++
		}
	}

	require.Equal(t, 3000, formatted[text.Version4])
	require.Greater(t, formatted[text.Version3], 500)
}

// TestLosslessRefusesWhatTextCannotHold has values that no text represents completely.
func TestLosslessRefusesWhatTextCannotHold(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.Array{Shared: true},
		variant.TypedArray{Elem: variant.ElementType{Type: variant.TypeInt}},
		variant.String("\xff"),
	} {
		_, err := text.Format(v, text.Options{Lossless: true})
		require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
		_, err = text.Format(v, text.Options{})
		require.NoError(t, err)
	}
}

func randomReal(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return stdmath.Float64frombits(r.Uint64())
	case 1:
		return stdmath.Copysign(0, -1)
	case 2:
		return stdmath.Inf(r.IntN(2)*2 - 1)
	case 3:
		return stdmath.Float64frombits(0x7ff8000000000000 | uint64(r.IntN(3)))
	case 4:
		return float64(r.Float32())
	default:
		return float64(r.IntN(1000)) / 8
	}
}

func randomText(r *rand.Rand) string {
	const letters = "aZ0 é中😀\"\\\n\t\r\a\v\x00'?;#"
	runes := []rune(letters)
	s := ""
	for range r.IntN(6) {
		s += string(runes[r.IntN(len(runes))])
	}
	return s
}

// shapes are the types made of arguments, and how many of them: reals, or of
// integers; negative: any multiple.
var shapes = []struct {
	prototype variant.Constructible
	n         int
}{
	{math.Vector2{}, 2}, {math.Vector2i{}, 2}, {math.Rect2{}, 4}, {math.Rect2i{}, 4},
	{math.Vector3{}, 3}, {math.Vector3i{}, 3},
	{math.Transform2D{}, 6}, {math.Vector4{}, 4}, {math.Vector4i{}, 4}, {math.Plane{}, 4},
	{math.Quaternion{}, 4}, {math.AABB{}, 6},
	{math.Basis{}, 9}, {math.Transform3D{}, 12}, {math.Projection{}, 16}, {math.Color{}, 4},
	{objects.RID(0), 1}, {objects.Callable{}, 0},
	{packed.PackedByteArray{}, -1}, {packed.PackedInt32Array{}, -1},
	{packed.PackedInt64Array{}, -1}, {packed.PackedFloat32Array{}, -1},
	{packed.PackedFloat64Array{}, -1}, {packed.PackedStringArray{}, -1},
	{packed.PackedVector2Array{}, -2}, {packed.PackedVector3Array{}, -3},
	{packed.PackedVector4Array{}, -4}, {packed.PackedColorArray{}, -4},
	{packed.PackedVector2iArray{}, -2},
	{packed.PackedVector3iArray{}, -3}, {packed.PackedVector4iArray{}, -4},
}

// randomArgs are random arguments, as many as asked for.
type randomArgs struct {
	*rand.Rand
	left int
	byte bool
}

func (a *randomArgs) RowMajor() bool { return true }
func (a *randomArgs) IsText() bool   { return false }
func (a *randomArgs) Fail(err error) { panic(err) }

func (a *randomArgs) More() bool {
	a.left--
	return a.left >= 0
}

func (a *randomArgs) Real() float64    { return randomReal(a.Rand) }
func (a *randomArgs) Double() float64  { return randomReal(a.Rand) }
func (a *randomArgs) Float32() float32 { return float32(randomReal(a.Rand)) }
func (a *randomArgs) Uint() uint64     { return a.Uint64() }
func (a *randomArgs) Text() string     { return randomText(a.Rand) }

func (a *randomArgs) Int() int64 {
	if a.byte {
		return int64(a.IntN(256))
	}
	return int64(int32(a.Uint32()))
}

func randomValue(r *rand.Rand, depth int) variant.Variant {
	kind := r.IntN(16)
	if depth == 0 {
		kind = r.IntN(12)
	}

	switch kind {
	case 0:
		return variant.Nil{}
	case 1:
		return variant.Bool(r.IntN(2) == 0)
	case 2:
		return variant.Int(r.Uint64() >> r.IntN(64))
	case 3:
		return variant.Float(randomReal(r))
	case 4:
		return variant.String(randomText(r))
	case 5:
		return variant.StringName(randomText(r))

	case 6:
		return objects.NodePath{Names: []string{"a", "b c"}[:r.IntN(3)],
			SubNames: []string{"x", "y\""}[:r.IntN(3)], Absolute: r.IntN(2) == 0}

	case 7:
		return objects.Signal{Name: randomText(r), Object: r.Uint64()}
	case 8:
		return objects.Object{ID: r.Uint64() | 1}
	case 12:
		return variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject,
			Script: "res://a.gd"}, objects.Object{ID: 1})

	case 13:
		o := objects.NewObject("Timer")
		for range r.IntN(3) {
			o.Properties = append(o.Properties,
				objects.Prop(randomText(r), randomValue(r, depth-1)))
		}
		return o

	case 14:
		var a variant.Array
		for range r.IntN(5) {
			a.Items = append(a.Items, randomValue(r, depth-1))
		}
		return a

	case 15:
		var d variant.Dictionary
		if r.IntN(3) == 0 {
			d.Key = &variant.ElementType{Type: variant.TypeString}
			d.Set(variant.String("k"), randomValue(r, depth-1))
			return d
		}

		for range r.IntN(5) {
			d.Set(randomValue(r, depth-1), randomValue(r, depth-1))
		}

		return d
	}

	shape := shapes[r.IntN(len(shapes))]
	n := shape.n
	if n < 0 {
		n *= -r.IntN(4)
	}

	return shape.prototype.FromArgs(&randomArgs{r, n,
		shape.prototype.Type() == variant.TypePackedByteArray})
}
