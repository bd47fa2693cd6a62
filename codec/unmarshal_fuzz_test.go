package codec_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// awkward has a field for every kind of conversion. The keys are short, so that a fuzzer finds
// them.
type awkward struct {
	_ struct{} `godot:"names=field"`
	A int8
	B *awkward
	C map[string]awkward
	D []awkward
	E [2]any
	F any
	G variant.Variant
	H decimal.Decimal
	I time.Time
	J string
	K []byte
	L map[math.Vector2i]string
	M map[any]any
	N float32
	O uint64          `godot:",string,omitempty"`
	P decimal.Decimal `godot:",scale=2"`
	Q []string        `godot:",stringname"`
	R *objectC
	S []math.Vector3
	T math.Transform3D
	U map[float64]int
	V map[uint8]*int
	*Embedded
	W    time.Duration
	X    *objects.NodePath
	Y    hookTaker `godot:"-"`
	hide int
	Z    map[string]any `godot:",inline"`
}

// Embedded is embedded in awkward. Its field A is hidden by the field A of awkward.
type Embedded struct {
	A, AA int
	Z     **int
}

// pickyStruct has fewer kinds of fields than the struct awkward, and refuses unknown keys.
type pickyStruct struct {
	_ struct{} `godot:"strict,keys=stringname,names=field"`
	A int
	B []pickyStruct `godot:",typed"`
}

// destinations returns new values to unmarshal into.
func destinations() []any {
	return []any{
		new(awkward), new([]awkward), new(pickyStruct), new(objectC), new(listStruct),
		new([]pairStruct), new(map[string]any), new(map[any]any), new(map[int]string),
		new([]any), new([]int), new([]float32), new([3]uint8), new(any), new(variant.Variant),
		new(*string), new(float64), new(decimal.Decimal), new(textTaker), new(hookTaker),
		new(math.Vector3), new(variant.Dictionary), new(map[math.Vector2]int), new([]float64),
		new([][2]float32), new([][3]float32), new([][4]float32), new([][3]float64),
		new([3]float32), new([4]float64),
	}
}

func awkwardSeed() awkward {
	n, p := 3, new(int)

	return awkward{
		A: -4, B: &awkward{J: "inner", Z: map[string]any{}},
		C: map[string]awkward{"x": {N: 0.5}, "y": {}}, D: []awkward{{A: 1}, {A: 2}},
		hide: 1, E: [2]any{variant.Int(1), variant.NewArray()},
		F: variant.NewDictionary(variant.KV("a", variant.Nil{})), G: math.Vector2{X: 1},
		H: decimal.New(5, -1), I: time.Unix(1, 5).UTC(), J: "text", K: []byte{1, 2, 3},
		L: map[math.Vector2i]string{{X: 1}: "one", {Y: 2}: "two"},
		M: map[any]any{variant.String("k"): variant.Bool(true), variant.Float(2): variant.Int(3)},
		N: 1.5, O: 9, P: decimal.New(1999, -2),
		Q: []string{"a", "bc"}, S: []math.Vector3{{X: 1}}, U: map[float64]int{0.5: 1},
		V:        map[uint8]*int{1: &n, 2: nil},
		Embedded: &Embedded{AA: 5, Z: &p}, W: time.Second,
		X: &objects.NodePath{Names: []string{"a"}}, Z: map[string]any{"other": variant.Int(1)},
	}
}

// FuzzUnmarshal compares the conversion from bytes to Go values with the conversion through decoded
// values. Both fail with the same kind of error, or both have the same result. A slice reuses the
// memory of the previous message, but its items have no data of that message.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range seeds(f, 40) {
		f.Add(s.packet, s.settings, byte(0))
	}

	full := numberOf(f, codec.Godot4, codec.Single, true)
	for _, v := range []any{
		awkwardSeed(), []awkward{awkwardSeed(), {}}, []awkward{{}, awkwardSeed(), {B: &awkward{}}},
		pickyStruct{B: []pickyStruct{{A: 1}}},
		objectC{N: 3}, []int{1, 2}, []pairStruct{{X: 1}},
	} {
		packet, err := random.SettingsOf(full).In(codec.Default).Marshal(v)
		require.NoError(f, err)
		for mode := range byte(3) {
			f.Add(packet, full, mode)
		}
	}

	for _, v := range duplicates() {
		packet, err := codec.Encode(v)
		require.NoError(f, err)
		for mode := range byte(3) {
			f.Add(packet, full, mode)
		}
	}

	f.Fuzz(func(t *testing.T, data []byte, settings, mode byte) {
		c := random.SettingsOf(settings).In(codec.Mode(mode % 3))
		for _, dst := range destinations() {
			checkUnmarshal(t, c, data, dst)
		}

		var fresh []awkward
		used := []awkward{awkwardSeed(), awkwardSeed(), awkwardSeed()}
		if err := c.Unmarshal(data, &fresh); err == nil {
			require.NoError(t, c.Unmarshal(data, &used))
			requireSame(t, &fresh, &used)
		}
	})
}

// duplicates returns dictionaries that have a key twice.
func duplicates() []variant.Variant {
	kv := variant.KV
	d := func(p ...variant.Pair) variant.Variant { return variant.NewDictionary(p...) }
	one, two, text := variant.Int(1), variant.Int(2), variant.String("no int")

	return []variant.Variant{
		d(kv("A", one), kv("A", two)),
		d(kv("A", text), kv("A", two)),
		d(kv("A", two), kv("A", text)),
		d(kv("B", d(kv("A", one), kv("J", text))), kv("B", d(kv("A", two)))),
		d(kv("B", d(kv("J", text), kv("A", variant.Nil{}))), kv("B", d(kv("A", two)))),
		d(kv("C", d(kv("x", d(kv("A", one))), kv("x", d(kv("J", text)))))),
		d(kv("U", d(pair(variant.Float(0), one), pair(variant.Int(0), two)))),
		d(kv("W", one), kv("A", one), kv("W", two), kv("Q", variant.Nil{}), kv("other", one),
			kv("other", two)),
		d(kv("x", one), pair(variant.StringName("x"), two)),
	}
}

func checkUnmarshal(t require.TestingT, c *codec.Codec, data []byte, dst any) {
	err := c.Unmarshal(data, dst)
	twin := reflect.New(reflect.TypeOf(dst).Elem()).Interface()

	v, twinErr := c.Decode(data)
	if twinErr == nil {
		twinErr = codec.FromVariant(v, twin)
	}

	require.Equal(t, twinErr == nil, err == nil, "into a %T: %v, through a tree: %v", dst, err,
		twinErr)
	if err == nil {
		requireSame(t, twin, dst)
		return
	}

	var e, w *variant.Error
	require.True(t, errors.As(err, &e) && errors.As(twinErr, &w))
	require.Equal(t, variant.OpDecode, e.Op)
	require.Equal(t, w.Path.String(), e.Path.String())
	require.Equal(t, unhinted(w.Err).Error(), unhinted(e.Err).Error())
	require.True(t, 0 <= e.Offset && e.Offset <= len(data))
}

// unhinted returns err without the hint at another dialect. Only functions that decode bytes, such
// as Decode, add this hint to their errors.
func unhinted(err error) error {
	var hint *codec.DialectError
	if errors.As(err, &hint) {
		return hint.Err
	}
	return err
}

// requireSame requires that two Go values are equal. Unlike require.Equal, it also accepts values
// with NaN.
func requireSame(t require.TestingT, want, got any) {
	if reflect.DeepEqual(want, got) {
		return
	}
	a, err := standard.ToVariant(want)
	require.NoError(t, err)
	b, err := standard.ToVariant(got)
	requireValue(t, a, b, err)
}

type (
	objectC struct {
		_ struct{} `godot:"object=C"`
		N int      `godot:"12"`
	}
	listStruct struct {
		_    struct{} `godot:"array"`
		A, B any
	}
	pairStruct struct {
		_ int `godot:"array"`
		X int8
		Y float32
	}
	textTaker struct{ text string }
	hookTaker struct{ got variant.Variant }
)

func (x *textTaker) UnmarshalText(b []byte) error {
	x.text = string(b)
	return nil
}

func (x *hookTaker) UnmarshalVariant(v variant.Variant) error {
	x.got = v
	return nil
}
