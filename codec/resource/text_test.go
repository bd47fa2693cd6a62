package resource_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/resource"
	"godotvariant/math"
	"godotvariant/variant"
)

func parseText(t testing.TB, s string) *resource.File {
	t.Helper()
	f, err := resource.Parse([]byte(s), resource.Options{})
	require.NoError(t, err)
	return f
}

// TestHeadings reads the attributes of headings.
func TestHeadings(t *testing.T) {
	f := parseText(t, `[gd_resource load_steps=9 type="Theme" script_class="Look" format=4
		uid="uid://0vr5qphd2k1c" unknown={"a": 1}]
		[ext_resource id=3 type="Script" path="../look.gd" uid="uid://b"]
		[sub_resource id=1 type="Curve"] ; no properties
		[resource]`)

	assert.Equal(t, "Theme", f.Class)
	assert.Equal(t, "Look", f.ScriptClass)
	assert.Equal(t, []int{4, 0, 4}, []int{f.Major, f.Minor, f.Format})
	assert.Equal(t, resource.UID(1799159650349040838), f.UID)
	assert.Equal(t, []resource.External{{ID: "3", Type: "Script", Path: "../look.gd", UID: 1}},
		f.Externals)
	assert.Equal(t, []resource.Resource{{ID: "1", Class: "Curve"}, {Class: "Theme"}}, f.Resources)
	assert.Equal(t, "text, Godot 4, format 4: Theme, 1 external, 1 sub-resources", f.String())
}

// TestReferences: a reference has its ID as text, whether it is written as text or as a number, and
// the path of an external resource; a script can be the type of a container.
func TestReferences(t *testing.T) {
	f := parseText(t, `[gd_resource type="Resource"]
		[ext_resource id=3 type="Script" path="res://item.gd"]
		[sub_resource id="x" type="Resource"]
		a = [ ExtResource( 3 ), ExtResource("3") ]
		[sub_resource id=4 type="GDScript"]
		[resource]
		b = Array[ExtResource("3")]([SubResource("x"), null])
		c = Dictionary[SubResource("4"), int]({SubResource("x"): 1})`)

	a, _ := f.Resources[0].Get("a")
	item := resource.ExtResource{ID: "3", Path: "res://item.gd"}
	assert.Equal(t, variant.NewArray(item, item), a)

	b, _ := f.Main().Get("b")
	assert.Equal(t, variant.Array{
		Items: []variant.Variant{resource.SubResource("x"), variant.Nil{}},
		Elem:  &variant.ElementType{Type: variant.TypeObject, Script: "res://item.gd"},
	}, b)
	c, _ := f.Main().Get("c")
	assert.Equal(t, "::4", c.(variant.Dictionary).Key.Script)
	assert.Empty(t, f.Notes)
}

// TestLaterReferences: a reference to a resource that comes later is noted, and one to a resource
// that never comes is an error at the reference.
func TestLaterReferences(t *testing.T) {
	f := parseText(t, `[gd_resource type="Resource"]
		[sub_resource id="a" type="Resource"]
		next = SubResource("b")
		[sub_resource id="b" type="Resource"]
		next = SubResource("b")
		[resource]`)
	require.Len(t, f.Notes, 2)
	assert.Contains(t, f.Notes[0].String(), "comes later")
	assert.Contains(t, f.Notes[1].String(), "that it is in")

	v, err := f.Lookup(`sub["a"].next.next.next.next`)
	require.NoError(t, err)
	assert.Equal(t, resource.SubResource("b"), v)

	_, err = resource.Parse([]byte("[gd_resource type=\"R\"]\n[resource]\na = SubResource(7)\n"),
		resource.Options{})
	assert.ErrorIs(t, err, variant.ErrNotFound)
	assert.ErrorContains(t, err, "text at 3:17")
}

// TestOptions: each option changes the result as its comment says.
func TestOptions(t *testing.T) {
	const s = "[gd_resource type=\"R\"]\n[resource]\na = [[Vector2(0.1, 0)]]"
	f := parseText(t, s)
	v, err := f.Lookup("resource.a[0][0]")
	require.NoError(t, err)
	assert.Equal(t, math.V2(float64(float32(0.1)), 0), v)

	f, err = resource.Parse([]byte(s), resource.Options{Precision: variant.Double})
	require.NoError(t, err)
	v, err = f.Lookup("resource.a[0][0]")
	require.NoError(t, err)
	assert.Equal(t, math.V2(0.1, 0), v)

	for o, kind := range map[*resource.Options]error{
		{MaxDepth: 2}:           nil,
		{MaxDepth: 1}:           variant.ErrDepth,
		{MaxSize: len(s)}:       nil,
		{MaxSize: len(s) - 1}:   variant.ErrLimit,
		{MaxSize: -1}:           variant.ErrRange,
		{MaxDepth: 1025}:        variant.ErrRange,
		{UnswappedArrays: true}: nil,
	} {
		_, err := resource.Parse([]byte(s), *o)
		assert.ErrorIs(t, err, kind, "%+v", o)
	}

	// Depth counts in the same way in both forms.
	deep := one(30, 1, 30, 1, 1)
	_, err = resource.Parse(deep, resource.Options{MaxDepth: 2})
	assert.NoError(t, err)
	_, err = resource.Parse(deep, resource.Options{MaxDepth: 1})
	assert.ErrorIs(t, err, variant.ErrDepth)
}

// TestSceneText: attributes of nodes and connections.
func TestSceneText(t *testing.T) {
	f := parseText(t, `[gd_scene format=3]
		[ext_resource type="PackedScene" path="res://foe.tscn" id="1"]
		[node name="Root" type="Node2D" groups=["a", "b"] node_paths=PackedStringArray("goal")]
		goal = NodePath("Foe")
		[node name="Foe" parent="." index="2" instance=ExtResource("1")]
		[node name="Arm" parent="Foe"]
		[node name="Later" parent="Foe/Arm" owner="Foe" instance_placeholder="res://x.tscn"]
		[connection signal="hit" from="Foe" to="." method="lose" flags=3 unbinds=1 binds=[5]]
		[editable path="Foe"]`)
	scene, err := f.Scene()
	require.NoError(t, err)
	assert.Nil(t, f.Main())

	var paths, owners []string
	for _, n := range scene.Nodes {
		paths, owners = append(paths, n.Path), append(owners, n.Owner)
	}
	assert.Equal(t, []string{".", "Foe", "Foe/Arm", "Foe/Arm/Later"}, paths)
	assert.Equal(t, []string{"", ".", "", "Foe"}, owners)
	assert.Equal(t, []string{"a", "b"}, scene.Nodes[0].Groups)
	assert.Equal(t, []string{"goal"}, scene.Nodes[0].NodePaths)
	assert.Equal(t, 2, scene.Nodes[1].Index)
	assert.Equal(t, -1, scene.Nodes[2].Index)
	assert.Equal(t, resource.ExtResource{ID: "1", Path: "res://foe.tscn"}, scene.Nodes[1].Instance)
	assert.Equal(t, "res://x.tscn", scene.Nodes[3].Placeholder)
	assert.Equal(t, []resource.Connection{{Signal: "hit", From: "Foe", To: ".", Method: "lose",
		Flags: 3, Binds: []variant.Variant{variant.Int(5)}, Unbinds: 1}}, scene.Connections)
	assert.Equal(t, []string{"Foe"}, scene.Editable)

	v, err := f.Lookup(`nodes["."].properties.goal`)
	require.NoError(t, err)
	assert.Equal(t, "Foe", v.(interface{ String() string }).String())
}

// TestUIDs: the text of every UID reads as the UID.
func TestUIDs(t *testing.T) {
	for _, uid := range []resource.UID{0, 1, 33, 34, 1<<63 - 1, resource.NoUID} {
		back, err := resource.ParseUID(uid.String())
		require.NoError(t, err)
		assert.Equal(t, uid, back, uid.String())
	}

	for _, s := range []string{"", "uid://", "uid://9", "uid://z", "res://a"} {
		_, err := resource.ParseUID(s)
		assert.ErrorIs(t, err, variant.ErrSyntax, s)
	}
}
