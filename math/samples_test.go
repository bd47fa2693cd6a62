package math_test

import (
	gm "godotvariant/math"
	"godotvariant/variant"
)

var sampleBasis = gm.Basis{X: gm.V3(1, 2, 3), Y: gm.V3(4, 5, 6), Z: gm.V3(7, 8, 9)}

// samples has a value of each type in every form. All numbers of a value differ, so that
// an exchange shows. The packets are those of Godot 4.6 in single precision; text and
// JSON of other numbers than these are in TestNumbers.
var samples = []struct {
	value                      variant.Variant
	packet, text, args, source string
}{
	{gm.V2(1, 2), "05000000 0000803f 00000040",
		"Vector2(1, 2)", "[1.0,2.0]", "math.Vector2{X: 1, Y: 2}"},
	{gm.V2i(1, -2), "06000000 01000000 feffffff",
		"Vector2i(1, -2)", "[1,-2]", "math.Vector2i{X: 1, Y: -2}"},
	{gm.NewRect2(1, 2, 3.5, 4), "07000000 0000803f 00000040 00006040 00008040",
		"Rect2(1, 2, 3.5, 4)", "[1.0,2.0,3.5,4.0]",
		"math.Rect2{Position: math.Vector2{X: 1, Y: 2}, Size: math.Vector2{X: 3.5, Y: 4}}"},
	{gm.NewRect2i(1, 2, 3, 4), "08000000 01000000 02000000 03000000 04000000",
		"Rect2i(1, 2, 3, 4)", "[1,2,3,4]",
		"math.Rect2i{Position: math.Vector2i{X: 1, Y: 2}, Size: math.Vector2i{X: 3, Y: 4}}"},
	{gm.V3(1, 2, 3), "09000000 0000803f 00000040 00004040",
		"Vector3(1, 2, 3)", "[1.0,2.0,3.0]", "math.Vector3{X: 1, Y: 2, Z: 3}"},
	{gm.V3i(1, 2, -3), "0a000000 01000000 02000000 fdffffff",
		"Vector3i(1, 2, -3)", "[1,2,-3]", "math.Vector3i{X: 1, Y: 2, Z: -3}"},
	{gm.Transform2D{X: gm.V2(1, 2), Y: gm.V2(3, 4), Origin: gm.V2(5, 6)},
		"0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040",
		"Transform2D(1, 2, 3, 4, 5, 6)", "[1.0,2.0,3.0,4.0,5.0,6.0]",
		"math.Transform2D{X: math.Vector2{X: 1, Y: 2}, Y: math.Vector2{X: 3, Y: 4}, Origin: " +
			"math.Vector2{X: 5, Y: 6}}"},
	{gm.V4(1, 2, 3, 4), "0c000000 0000803f 00000040 00004040 00008040",
		"Vector4(1, 2, 3, 4)", "[1.0,2.0,3.0,4.0]", "math.Vector4{X: 1, Y: 2, Z: 3, W: 4}"},
	{gm.V4i(1, 2, 3, -4), "0d000000 01000000 02000000 03000000 fcffffff",
		"Vector4i(1, 2, 3, -4)", "[1,2,3,-4]", "math.Vector4i{X: 1, Y: 2, Z: 3, W: -4}"},
	{gm.NewPlane(1, 2, 3, 4), "0e000000 0000803f 00000040 00004040 00008040",
		"Plane(1, 2, 3, 4)", "[1.0,2.0,3.0,4.0]",
		"math.Plane{Normal: math.Vector3{X: 1, Y: 2, Z: 3}, D: 4}"},
	{gm.Quaternion{X: 1, Y: 2, Z: 3, W: 4}, "0f000000 0000803f 00000040 00004040 00008040",
		"Quaternion(1, 2, 3, 4)", "[1.0,2.0,3.0,4.0]", "math.Quaternion{X: 1, Y: 2, Z: 3, W: 4}"},
	{gm.AABB{Position: gm.V3(1, 2, 3), Size: gm.V3(4, 5, 6)},
		"10000000 0000803f 00000040 00004040 00008040 0000a040 0000c040",
		"AABB(1, 2, 3, 4, 5, 6)", "[1.0,2.0,3.0,4.0,5.0,6.0]",
		"math.AABB{Position: math.Vector3{X: 1, Y: 2, Z: 3}, Size: math.Vector3{X: 4, Y: 5, " +
			"Z: 6}}"},
	// Packets and text have the rows, JSON has the columns.
	{sampleBasis, "11000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 " +
		"0000c040 00001041",
		"Basis(1, 4, 7, 2, 5, 8, 3, 6, 9)", "[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0]",
		"math.Basis{X: math.Vector3{X: 1, Y: 2, Z: 3}, Y: math.Vector3{X: 4, Y: 5, Z: 6}, Z: " +
			"math.Vector3{X: 7, Y: 8, Z: 9}}"},
	{gm.Transform3D{Basis: sampleBasis, Origin: gm.V3(10, 11, 12)},
		"12000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 " +
			"00001041 00002041 00003041 00004041",
		"Transform3D(1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12)",
		"[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0,12.0]",
		"math.Transform3D{Basis: math.Basis{X: math.Vector3{X: 1, Y: 2, Z: 3}, Y: " +
			"math.Vector3{X: 4, Y: 5, Z: 6}, " +
			"Z: math.Vector3{X: 7, Y: 8, Z: 9}}, Origin: math.Vector3{X: 10, Y: 11, Z: 12}}"},
	{gm.Projection{X: gm.V4(1, 2, 3, 4), Y: gm.V4(5, 6, 7, 8), Z: gm.V4(9, 10, 11, 12),
		W: gm.V4(13, 14, 15, 16)},
		"13000000 0000803f 00000040 00004040 00008040 0000a040 0000c040 0000e040 00000041 " +
			"00001041 00002041 00003041 00004041 00005041 00006041 00007041 00008041",
		"Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
		"[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0,12.0,13.0,14.0,15.0,16.0]",
		"math.Projection{X: math.Vector4{X: 1, Y: 2, Z: 3, W: 4}, Y: math.Vector4{X: 5, Y: 6, " +
			"Z: 7, W: 8}, " +
			"Z: math.Vector4{X: 9, Y: 10, Z: 11, W: 12}, W: math.Vector4{X: 13, Y: 14, Z: 15, " +
			"W: 16}}"},
	{gm.RGBA(0.25, 0.5, 0.75, 1), "14000000 0000803e 0000003f 0000403f 0000803f",
		"Color(0.25, 0.5, 0.75, 1)", "[0.25,0.5,0.75,1.0]",
		"math.Color{R: 0.25, G: 0.5, B: 0.75, A: 1}"},
}
