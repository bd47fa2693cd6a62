package resource_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/resource"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func parse(t testing.TB, data []byte, o resource.Options) *resource.File {
	t.Helper()
	f, err := resource.Decode(data, o)
	require.NoError(t, err)
	return f
}

// lookup returns the value that a path leads to.
func lookup(t testing.TB, f *resource.File, path string) variant.Variant {
	t.Helper()
	v, err := f.Lookup(path)
	require.NoError(t, err)
	return v
}

// shows returns the complete result of Decode for a text. This is a summary, the value and the
// notes, or it is the error.
func shows(s string) string {
	f, err := resource.Decode([]byte(s), resource.Options{})
	if err != nil {
		return err.Error() + "\n"
	}

	out := fmt.Sprintf("%v, version %d.%d, script class %q, UID %d\n", f, f.Major, f.Minor,
		f.ScriptClass, f.UID)
	out += fmt.Sprintf("%+v\n", f.Value())
	for _, note := range f.Notes {
		out += note.String() + "\n"
	}
	return out
}

// TestTextFiles reads the texts of testdata/parse.txt, and compares the results.
func TestTextFiles(t *testing.T) {
	cases := testkit.Cases(t, "testdata/parse.txt")
	for _, c := range cases {
		assert.Equal(t, c.Want, shows(c.In), c.Name)
	}
	assert.Len(t, cases, 5)
}

// TestTextsThatEnginesRefuse: Godot 3.2.3 and 4.6 load no file that begins with a byte order mark
// or is in UTF-16. Decode returns an error that names this cause. The engines and Decode skip space
// and control characters at the start.
func TestTextsThatEnginesRefuse(t *testing.T) {
	const scene = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\n"

	for head, want := range map[string]string{
		"\xEF\xBB\xBF":         "1:1: syntax error: the file begins with a byte order mark",
		"\n \xEF\xBB\xBF":      "2:2: syntax error: the file begins with a byte order mark",
		"; c\n\xEF\xBB\xBF":    "2:1: syntax error: the file begins with a byte order mark",
		"\xFF\xFE[\x00":        "1:1: syntax error: the file is text in UTF-16",
		"\xFE\xFF\x00[":        "1:1: syntax error: the file is text in UTF-16",
		"x":                    "1:1: syntax error: the file begins with neither RSRC, RSCC nor [",
		" \t\r\n\x01\f; c\n\n": "",
	} {
		_, err := resource.Decode([]byte(head+scene), resource.Options{})
		if want == "" {
			require.NoError(t, err, "%q", head)
			continue
		}
		require.ErrorIs(t, err, variant.ErrSyntax, "%q", head)
		require.ErrorContains(t, err, want, "%q", head)
	}
}

// TestReferencesInACircle: Lookup follows at most one reference for each step of a path.
func TestReferencesInACircle(t *testing.T) {
	f := parse(t, []byte(`[gd_resource type="Resource"]
		[sub_resource id="a" type="Resource"]
		next = SubResource("b")
		[sub_resource id="b" type="Resource"]
		next = SubResource("b")
		[resource]`), resource.Options{})
	assert.Equal(t, resource.SubResource("b"), lookup(t, f, `sub["a"].next.next.next.next`))
}

// TestReferenceForms: a reference is unchanged after it was written as text or JSON and read again,
// and in a copy. A codec that does not register the types of references can't encode it.
func TestReferenceForms(t *testing.T) {
	v := variant.NewArray(resource.SubResource(`a "b"`),
		resource.ExtResource{ID: "1", Path: "res://x.png"})
	types := codec.NewRegistry()
	require.NoError(t, types.Register(resource.SubResource(""), 200))
	require.NoError(t, types.Register(resource.ExtResource{}, 201))
	c := codec.MustNew(codec.Options{Registry: types})

	s, err := text.Lossless.Format(v, nil)
	require.NoError(t, err)
	assert.Equal(t, `[SubResource("a \"b\""), ExtResource("1", "res://x.png")]`, s)
	assert.Equal(t, s, v.String())
	back, err := text.Parse(s, c)
	require.NoError(t, err)
	testkit.RequireEqual(t, v, back)

	data, err := jsonvar.Format(v, nil)
	require.NoError(t, err)
	back, err = jsonvar.Parse(data, c)
	require.NoError(t, err)
	testkit.RequireEqual(t, v, back)

	back, err = tree.Clone(v)
	require.NoError(t, err)
	assert.Equal(t, v, back)
	assert.False(t, variant.Equal(resource.SubResource("a"), resource.SubResource("b")))

	_, err = codec.Encode(v)
	assert.ErrorIs(t, err, variant.ErrUnsupported)
	for _, wrong := range []string{"SubResource()", `SubResource("a", 1)`, `ExtResource(1.5)`} {
		_, err = text.Parse(wrong, c)
		assert.Error(t, err, wrong)
	}
}

func limited(l codec.Limits) resource.Options {
	return resource.Options{Codec: codec.MustNew(codec.Options{Limits: l})}
}

// TestOptions: each option has the effect that its comment describes.
func TestOptions(t *testing.T) {
	s := []byte("[gd_resource type=\"R\"]\n[resource]\na = [[Vector2(0.1, 0)]]")
	double := resource.Options{Codec: codec.MustNew(codec.Options{Precision: codec.Double})}
	x := lookup(t, parse(t, s, resource.Options{}), "resource.a[0][0].x")
	assert.Equal(t, variant.Float(float32(0.1)), x)
	assert.Equal(t, math.V2(0.1, 0), lookup(t, parse(t, s, double), "resource.a[0][0]"))

	binary := one(30, 1, 30, 1, 1) // as deep as s
	nested := func(depth int) []byte {
		const head = "[gd_resource type=\"R\"]\n[resource]\na = "
		return []byte(head + strings.Repeat("[", depth) + "1" + strings.Repeat("]", depth))
	}
	deep, tooDeep := nested(100), nested(101)

	for _, row := range []struct {
		data []byte
		kind error
		o    resource.Options
	}{
		{s, nil, limited(codec.Limits{MaxDepth: 2})},
		{s, variant.ErrDepth, limited(codec.Limits{MaxDepth: 1})},
		{binary, nil, limited(codec.Limits{MaxDepth: 2})},
		{binary, variant.ErrDepth, limited(codec.Limits{MaxDepth: 1})},
		{s, nil, limited(codec.Limits{MaxSize: len(s)})},
		{s, variant.ErrLimit, limited(codec.Limits{MaxSize: len(s) - 1})},
		{deep, nil, resource.Options{}},
		{tooDeep, variant.ErrDepth, limited(codec.Limits{MaxDepth: 1000})},
		{s, nil, resource.Options{UnswappedArrays: true}},
	} {
		_, err := resource.Decode(row.data, row.o)
		assert.ErrorIs(t, err, row.kind, "%+v", row.o)
	}
}

// TestUIDs: the text of every UID is read back as the same UID.
func TestUIDs(t *testing.T) {
	for _, uid := range []resource.UID{0, 1, 33, 34, 1<<63 - 1, resource.NoUID} {
		back, err := resource.ParseUID(uid.String())
		require.NoError(t, err)
		assert.Equal(t, uid, back, uid.String())
	}

	const great = 4 * 34 * 34 * 34 * 34 * 34 * 34 * 34 * 34 * 34 * 34 * 34 * 34 // more than 63 bits
	low, err := resource.ParseUID("uid://eaaaaaaaaaaaa")
	require.NoError(t, err)
	assert.Equal(t, resource.UID(great-1<<63), low)

	for _, s := range []string{"", "uid://", "uid://9", "uid://z", "res://a"} {
		_, err := resource.ParseUID(s)
		assert.ErrorIs(t, err, variant.ErrSyntax, s)
	}
}

// TestFormatIsRefusedAtItsHeading: an error of the first heading has the offset of its bracket.
func TestFormatIsRefusedAtItsHeading(t *testing.T) {
	_, err := resource.Decode([]byte("\n\n  [gd_resource type=\"R\" format=9]\n[resource]"),
		resource.Options{})
	var e *variant.Error
	require.ErrorAs(t, err, &e)
	assert.ErrorIs(t, err, variant.ErrUnknownType)
	assert.Equal(t, 4, e.Offset)
}

// The new sub-resource Curve gets the ID 1, so the ID of the Gradient becomes 2 instead of 1. Diff
// does not report this change of the ID.
func ExampleDiff() {
	before, _ := resource.Decode([]byte(`[gd_resource type="Resource" format=2]
[sub_resource type="Gradient" id=1]
offsets = PoolRealArray( 0, 1 )
[resource]
glow = SubResource( 1 )
damage = 12
`), resource.Options{})

	after, _ := resource.Decode([]byte(`[gd_resource type="Resource" format=2]
[sub_resource type="Curve" id=1]
[sub_resource type="Gradient" id=2]
offsets = PoolRealArray( 0, 0.5 )
[resource]
glow = SubResource( 2 )
damage = 15
fade = SubResource( 1 )
`), resource.Options{})

	changes, err := resource.Diff(before, after, tree.DiffOptions{})
	fmt.Println(changes, err)
	// Output:
	// @ $["sub"]["1"].offsets
	// - PackedFloat32Array(0, 1)
	// + PackedFloat32Array(0, 0.5)
	// @ $["sub"]["1#0"]
	// + Object(Curve)
	// @ $["resource"].damage
	// - 12
	// + 15
	// @ $["resource"].fade
	// + SubResource("1#0")
	//  <nil>
}

// TestDiffOfScenes: Diff does not report new IDs of resources, wherever the scene refers to the
// resources: in a list, in a dictionary, as an instance, or in the arguments of a connection.
func TestDiffOfScenes(t *testing.T) {
	const scene = `[gd_scene format=3]
[ext_resource type="PackedScene" path="res://foe.tscn" id="FOE"]
[ext_resource type="Texture2D" path="res://icon.png" id="ICON"]
[sub_resource type="Gradient" id="RED"]
offsets = PackedFloat32Array(0, 1)
[sub_resource type="Curve" id="SLOW"]
[sub_resource type="Curve" id="FAST"]
max_value = 9.0
[node name="Root" type="Node"]
metadata/curves = [SubResource("FAST"), {"slow": SubResource("SLOW")}]
metadata/red = SubResource("RED")
[node name="Foe" parent="." instance=ExtResource("FOE")]
[connection signal="ready" from="." to="Foe" method="dress" binds= [ExtResource("ICON"), 7]]
`
	renamed := strings.NewReplacer(
		"FOE", "1", "ICON", "FOE", "RED", "SLOW", "SLOW", "FAST", "FAST", "RED")
	before := parse(t, []byte(scene), resource.Options{})
	for _, row := range []struct{ old, new, want string }{
		{"9.0", "9.0", ""},
		{"9.0", "8.0", "@ $[\"sub\"][\"FAST\"].max_value\n- 9.0\n+ 8.0\n"},
		{"7]", "8]", "@ $[\"connections\"][0][\"binds\"][1]\n- 7\n+ 8\n"},
	} {
		after := renamed.Replace(strings.Replace(scene, row.old, row.new, 1))
		changes, err := resource.Diff(before, parse(t, []byte(after), resource.Options{}),
			tree.DiffOptions{AnyKeyOrder: true})
		require.NoError(t, err)
		assert.Equal(t, row.want, fmt.Sprint(changes), row.new)
	}
}

// TestDiffOfForms: the text form and the binary form of one scene differ only in a null, which text
// leaves out. Diff ignores the IDs of their resources. A file does not differ from itself.
func TestDiffOfForms(t *testing.T) {
	read := func(name string) *resource.File {
		f, err := resource.ReadFile("../../testdata/resources/"+name, resource.Options{})
		require.NoError(t, err)
		return f
	}

	for _, name := range []string{"godot4/level", "godot4/derived", "godot4/sly",
		"godot3/derived"} {
		o := tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true}
		changes, err := resource.Diff(read(name+".tscn"), read(name+".scn"), o)
		require.NoError(t, err)

		for _, c := range changes {
			change := strings.TrimSpace(c.String())
			assert.True(t, strings.HasSuffix(change, ".script\n+ null"), "%s: %v", name, c)
		}
	}

	for _, name := range fixtures(t) {
		data, err := os.ReadFile(name)
		require.NoError(t, err)

		f, err := resource.Decode(data, resource.Options{})
		if err != nil {
			continue // compressed
		}

		changes, err := resource.Diff(f, parse(t, data, resource.Options{}), tree.DiffOptions{})
		require.NoError(t, err)
		assert.Empty(t, changes, name)
	}
}
