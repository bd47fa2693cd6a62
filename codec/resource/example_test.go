package resource_test

import (
	"fmt"

	"godotvariant/codec/resource"
)

const sword = `[gd_resource type="Resource" script_class="Sword" format=3]

[ext_resource type="Script" path="res://sword.gd" id="1_ab3de"]

[sub_resource type="Gradient" id="Gradient_1"]
offsets = PackedFloat32Array(0, 0.5, 1)

[resource]
script = ExtResource("1_ab3de")
damage = 12
glow = SubResource("Gradient_1")
`

func ExampleParse() {
	f, err := resource.Decode([]byte(sword), resource.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}

	fmt.Println(f)
	for _, p := range f.Main().Properties {
		fmt.Println(p.Name, p.Value)
	}
	// Output:
	// text, Godot 4, format 3: Resource, 1 external, 1 sub-resources
	// script ExtResource("1_ab3de", "res://sword.gd")
	// damage 12
	// glow SubResource("Gradient_1")
}

// Files that Godot has compressed need a Zstandard compressor, see package savefile.
func ExampleReadFile() {
	f, err := resource.ReadFile("../../testdata/resources/godot4/script.res", resource.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}

	fmt.Println(f)
	fmt.Println(f.RunsCode())
	// Output:
	// binary, Godot 4.6, format 6: Resource, 0 external, 1 sub-resources
	// true
}

// A path follows references.
func ExampleFile_Lookup() {
	f, _ := resource.Decode([]byte(sword), resource.Options{})
	fmt.Println(f.Lookup("resource.damage"))
	fmt.Println(f.Lookup("resource.glow.offsets[1]"))
	fmt.Println(f.Lookup("resource.glow.colors"))
	// Output:
	// 12 <nil>
	// 0.5 <nil>
	// <nil> godot: look up $.resource.glow.colors (Object): not found
}

// A server that stores resources of players refuses files that run code.
func ExampleFile_Scan() {
	f, _ := resource.Decode([]byte(`[gd_resource type="Resource" format=3]
[ext_resource type="Texture2D" path="user://icon.png" id="1"]
[sub_resource type="GDScript" id="2"]
script/source = "extends Resource
func _init(): OS.execute(...)"
[resource]
script = SubResource("2")
icon = ExtResource("1")
timer = Object(Timer, "autostart": true)
`), resource.Options{})

	for _, finding := range f.Scan() {
		fmt.Println(finding)
	}
	// Output:
	// $.external["1"]: external file: user://icon.png
	// $.external["1"]: foreign path: user://icon.png
	// $.sub["2"]: built-in script: extends Resource…
	// $.resource.script: attached script: SubResource("2")
	// $.resource.timer: inline object: Timer
}

func ExampleFile_Scene() {
	f, _ := resource.Decode([]byte(`[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Foe" type="Sprite2D" parent="." groups=["enemies"]]
position = Vector2(64, 0)
[node name="Timer" type="Timer" parent="Foe"]
[connection signal="timeout" from="Foe/Timer" to="." method="spawn"]
`), resource.Options{})

	scene, err := f.Scene()
	if err != nil {
		fmt.Println(err)
		return
	}

	for _, n := range scene.Nodes {
		fmt.Println(n.Path, n.Class, n.Groups, n.Properties)
	}

	for _, c := range scene.Connections {
		fmt.Println(c.From, c.Signal, "calls", c.Method, "of", c.To)
	}
	// Output:
	// . Node2D [] []
	// Foe Sprite2D [enemies] [{position Vector2(64, 0)}]
	// Foe/Timer Timer [] []
	// Foe/Timer timeout calls spawn of .
}

// The program finds the resource to which a property refers.
func ExampleSubResource() {
	f, _ := resource.Decode([]byte(sword), resource.Options{})
	v, _ := f.Main().Get("glow")
	if ref, ok := v.(resource.SubResource); ok {
		fmt.Println(f.Resource(ref).Class)
	}
	// Output: Gradient
}

func ExampleExtResource() {
	f, _ := resource.Decode([]byte(sword), resource.Options{})
	v, _ := f.Main().Get("script")
	if ref, ok := v.(resource.ExtResource); ok {
		fmt.Println(ref.Path, f.External(ref).Type)
	}
	// Output: res://sword.gd Script
}
