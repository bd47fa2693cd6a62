package main

import (
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// level returns a level, as a level editor or a server would build it. In GDScript:
//
//	{
//		"name": "Harbour",
//		"spawn": Transform3D(Basis().rotated(Vector3.UP, PI / 4), Vector3(12.5, 0.1, -3)),
//		…
//	}
func level() variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("name", variant.String("Harbour")),
		variant.KV("version", variant.Int(3)),
		variant.KV("seed", variant.Int(0x1234_5678_9ABC)),
		variant.KV("gravity", variant.Float(9.81)),
		variant.KV("night", variant.Bool(false)),
		variant.KV("spawn", gm.Transform3D{
			Basis:  gm.BasisFromAxisAngle(gm.Vector3Up, gm.Pi/4),
			Origin: gm.Vector3{X: 12.5, Y: 0.1, Z: -3},
		}),
		variant.KV("bounds", gm.AABB{
			Position: gm.Vector3{X: -50, Y: 0, Z: -50},
			Size:     gm.Vector3{X: 100, Y: 20, Z: 100},
		}),
		variant.KV("sky", gm.Color{R: 0.25, G: 0.5, B: 0.9, A: 1}),
		variant.KV("camera", objects.MustParseNodePath("/root/Level/Camera:current")),
		variant.KV("enemies", variant.NewArray(
			enemy("Crab", 3, gm.Vector3{X: 1, Y: 0, Z: 2}, "shore", "armoured"),
			enemy("Gull", 1, gm.Vector3{X: -7.3, Y: 12, Z: 0.5}, "air"),
		)),
		variant.KV("patrol", packed.PackedVector3Array{
			{X: 0, Y: 0, Z: 0}, {X: 10, Y: 0, Z: 0}, {X: 10, Y: 0, Z: 10.2},
		}),
		variant.KV("palette", packed.PackedColorArray{
			{R: 1, G: 0, B: 0, A: 1}, {R: 0, G: 0.5, B: 0.5, A: 1},
		}),
		variant.KV("heights", packed.PackedFloat32Array{0, 0.25, 0.5, 0.25}),
		variant.KV("tiles", packed.PackedInt32Array{1, 1, 2, 3, 5, 8}),
		variant.KV("icon", packed.PackedByteArray{0x89, 'P', 'N', 'G', 0x0D}),
		variant.KV("strings", packed.PackedStringArray{"Ahoy!", "", "Grüße"}),
		variant.KV("timer", objects.NewObject("Timer",
			objects.Prop("wait_time", variant.Float(2.5)),
			objects.Prop("one_shot", variant.Bool(true)),
		)),
		variant.Pair{Key: variant.Int(7), Value: variant.String("keys can be of any type")},
	)
}

func enemy(name string, hp int, at gm.Vector3, tags ...string) variant.Dictionary {
	var list []variant.Variant
	for _, tag := range tags {
		list = append(list, variant.String(tag))
	}

	return variant.NewDictionary(
		variant.KV("name", variant.String(name)),
		variant.KV("hp", variant.Int(hp)),
		variant.KV("position", at),
		variant.KV("tags", variant.NewArray(list...)),
	)
}
