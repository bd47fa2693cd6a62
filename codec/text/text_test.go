package text_test

import (
	stdmath "math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/text"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestNamesOfOlderEnginesAreRead: Parse reads the names of Godot 2 and 3, and names that Godot 4
// reads but does not write.
func TestNamesOfOlderEnginesAreRead(t *testing.T) {
	for s, want := range map[string]variant.Variant{
		"Matrix32(1, 2, 3, 4, 5, 6)": math.Transform2D{X: math.V2(1, 2), Y: math.V2(3, 4),
			Origin: math.V2(5, 6)},
		"Quat(1, 2, 3, 4)": math.Quaternion{X: 1, Y: 2, Z: 3, W: 4},
		"Rect3(1, 2, 3, 4, 5, 6)": math.AABB{Position: math.V3(1, 2, 3),
			Size: math.V3(4, 5, 6)},
		"Matrix3(1,2,3,4,5,6,7,8,9)": math.Basis{X: math.V3(1, 4, 7), Y: math.V3(2, 5, 8),
			Z: math.V3(3, 6, 9)},
		"Transform(1,0,0,0,1,0,0,0,1,1,2,3)": math.Transform3D{Basis: math.BasisIdentity,
			Origin: math.V3(1, 2, 3)},
		"ByteArray(1, 255)":          packed.PackedByteArray{1, 255},
		`PackedByteArray("AQL/")`:    packed.PackedByteArray{1, 2, 255},
		"IntArray(1)":                packed.PackedInt32Array{1},
		"PoolRealArray(0.1)":         packed.PackedFloat32Array{0.1},
		`StringArray("a", "b",)`:     packed.PackedStringArray{"a", "b"},
		"Vector2Array(1, 2, 3, 4)":   packed.PackedVector2Array{math.V2(1, 2), math.V2(3, 4)},
		"PoolColorArray(1, 2, 3, 4)": packed.PackedColorArray{math.RGBA(1, 2, 3, 4)},
		"Object(EncodedObjectAsID,\"object_id\":-5,\"script\":null)\n": objects.Object{
			ID: 1<<64 - 5},
	} {
		got, err := text.Parse(s, text.ParseOptions{})
		require.NoError(t, err, s)

		require.True(t, variant.Equal(want, got), "%s: %#v", s, got)
	}
}

// TestParseIsBounded: size and depth have limits.
func TestParseIsBounded(t *testing.T) {
	_, err := text.Parse("null", text.ParseOptions{MaxSize: 3})
	assert.ErrorIs(t, err, variant.ErrLimit)
	_, err = text.Parse("[[1]]", text.ParseOptions{MaxDepth: 1})
	assert.ErrorIs(t, err, variant.ErrDepth)
}

// TestTextsOfTheEngines has unexpected texts that Godot 4.6 and 3.2.3 print.
func TestTextsOfTheEngines(t *testing.T) {
	pairs := func(keys ...variant.Variant) (d variant.Dictionary) {
		for i, key := range keys {
			d.Pairs = append(d.Pairs, variant.Pair{Key: key, Value: variant.Int(i)})
		}
		return d
	}

	nan := math.V2(stdmath.NaN(), 3)
	str3 := text.Options{Version: text.Version3, Str: true}

	array, empty := variant.NewArray, variant.NewArray()
	for _, c := range []struct {
		v    variant.Variant
		o    text.Options
		want string
	}{
		{objects.RID(1<<64 - 5), text.Options{}, "RID(-5)"},
		{objects.RID(1<<64 - 5), text.Options{Str: true}, "RID(-5)"},
		{pairs(objects.RID(1<<64-1), objects.RID(2)), text.Options{},
			"{\nRID(2): 1,\nRID(-1): 0\n}"},
		{pairs(math.V2(1, 2), nan), text.Options{}, "{\nVector2(1, 2): 0,\nVector2(nan, 3): 1\n}"},
		{pairs(nan, math.V2(1, 2)), text.Options{}, "{\nVector2(nan, 3): 0,\nVector2(1, 2): 1\n}"},
		{pairs(array(variant.StringName("a")), array(variant.String("b"))), text.Options{},
			"{\n[\"b\"]: 1,\n[&\"a\"]: 0\n}"},
		{pairs(variant.StringName("b"), variant.String("a")), text.Options{},
			"{\n\"a\": 1,\n&\"b\": 0\n}"},
		{array(empty, empty), text.Options{Str: true}, "[[], []]"},
		{array(empty, empty), str3, "[[], [...]]"},
		{array(array(empty), empty), str3, "[[[]], [...]]"},
		{array(pairs(), pairs(), empty), str3, "[{}, {...}, [...]]"},
		{variant.Dictionary{Pairs: []variant.Pair{{Key: empty, Value: empty}}}, str3, "{[]:[...]}"},
		{empty, str3, "[]"},
		{variant.NewDictionary(variant.KV("b", empty), variant.KV("a", pairs())), str3,
			"{a:{...}, b:[]}"},
		{array(empty, empty), text.Options{Version: text.Version3}, "[ [  ], [  ] ]"},

		{objects.RID(1 << 63), text.Options{}, "RID(-9223372036854775808)"},
		{objects.RID(1 << 63), text.Options{Str: true}, "RID(-9223372036854775808)"},
		{objects.RID(1 << 63), text.Options{Lossless: true}, "RID(-9223372036854775808)"},
	} {
		got, err := text.Format(c.v, c.o)
		require.NoError(t, err)
		assert.Equal(t, c.want, got)

		if !c.o.Str {
			back, err := text.Parse(got, text.ParseOptions{})
			require.NoError(t, err)
			again, err := text.Format(back, c.o)
			require.NoError(t, err)
			assert.Equal(t, got, again)
		}
	}
}

// TestObjectsAreWrittenAsEnginesDo: with their properties, or in str() with their number.
func TestObjectsAreWrittenAsEnginesDo(t *testing.T) {
	o := objects.NewObject("Timer", objects.Prop("wait", variant.Float(1)),
		objects.Prop("script", variant.Nil{}))
	for _, version := range []text.Version{text.Version4, text.Version3} {
		s, err := text.Format(o, text.Options{Version: version})
		require.NoError(t, err)
		assert.Equal(t, "Object(Timer,\"wait\":1.0,\"script\":null)\n", s)
		back, err := text.Parse(s, text.ParseOptions{Objects: true})
		require.NoError(t, err)
		assert.True(t, variant.Equal(o, back))
	}

	v, err := text.Parse(`Resource("uid://abc", "res://icon.png")`,
		text.ParseOptions{Objects: true})
	require.NoError(t, err)
	assert.True(t, variant.Equal(objects.NewObject("Resource",
		objects.Prop("resource_path", variant.String("res://icon.png"))), v))

	for str, v := range map[string]variant.Variant{
		"<EncodedObjectAsID#5>": objects.Object{ID: 5}, "<Timer#0>": o,
		"<Object#null>": objects.Object{}, "RID(7)": objects.RID(7),
		"null::[signal]hit": objects.Signal{Name: "hit"},
	} {
		s, err := text.Format(v, text.Options{Str: true})
		require.NoError(t, err)
		assert.Equal(t, str, s)
	}
}

// TestFormatIsBounded: depth and size have limits, and after an error dst is as it was.
func TestFormatIsBounded(t *testing.T) {
	self := variant.NewArray(nil)
	self.Items[0] = self
	for _, o := range []text.Options{{}, {Str: true}, {Version: text.Version3},
		{Version: text.Version3, Str: true}} {
		_, err := text.Format(self, o)
		assert.ErrorIs(t, err, variant.ErrDepth)
		o.MaxSize = 10
		_, err = text.Format(variant.NewArray(variant.String("a text of some length"), nil), o)
		assert.ErrorIs(t, err, variant.ErrLimit)
	}

	for _, o := range []text.Options{{Version: text.Version3},
		{Version: text.Version3, Str: true}} {
		_, err := text.Format(math.V2i(1, 2), o)
		assert.ErrorIs(t, err, variant.ErrUnsupported)
	}

	dst, err := text.Append([]byte("x"), math.V2i(1, 2), text.Options{Version: text.Version3})
	assert.Error(t, err)
	assert.Equal(t, "x", string(dst))
}

// TestTextInStructs: a field of type Text reads back its value.
func TestTextInStructs(t *testing.T) {
	in := text.Text{Variant: variant.NewArray(math.V2(0.1, 2), variant.StringName("a"))}
	data, err := in.MarshalText()
	require.NoError(t, err)
	assert.Equal(t, `[Vector2(0.1, 2), &"a"]`, string(data))
	var out text.Text
	require.NoError(t, out.UnmarshalText(data))
	assert.True(t, variant.Equal(in.Variant, out.Variant))
	assert.Error(t, out.UnmarshalText([]byte("[")))
}

// TestOrderOfKeysWithoutATotalOne: Godot 4 has " " before the color, which is before "\a", which is
// before " ".
func TestOrderOfKeysWithoutATotalOne(t *testing.T) {
	v := variant.NewDictionary(variant.Pair{Key: math.Color{}},
		variant.Pair{Key: variant.StringName("\a")}, variant.Pair{Key: variant.String(" ")})
	equalText(t, v, text.Options{},
		"{\n\" \": null,\nColor(0, 0, 0, 0): null,\n&\"\\a\": null\n}")
}
