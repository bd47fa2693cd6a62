package packed_test

import (
	"fmt"
	"slices"
	"time"

	gm "godotvariant/math"
	"godotvariant/packed"
)

func Example() {
	path := packed.PackedVector2Array{{X: 0, Y: 0}, {X: 10, Y: 2.5}}
	length := 0.0
	for i := 1; i < len(path); i++ {
		length += path[i].DistanceTo(path[i-1])
	}

	fmt.Printf("%v is %.2f long\n", path, length)

	scores := packed.PackedInt32Array{30, 10, 20}
	slices.Sort(scores)
	fmt.Println(scores)
	fmt.Println(packed.PackedStringArray{"a", "b"})
	// Output:
	// PackedVector2Array(0, 0, 10, 2.5) is 10.31 long
	// PackedInt32Array(10, 20, 30)
	// PackedStringArray("a", "b")
}

// The pixels of an Image have one byte each for red, green, blue and alpha.
func ExamplePackedByteArray() {
	pixels := packed.PackedByteArray{255, 0, 0, 255}
	pixels = append(pixels, 0, 0, 255, 255)
	fmt.Println(len(pixels)/4, "pixels:", pixels)
	// Output: 2 pixels: PackedByteArray(255, 0, 0, 255, 0, 0, 255, 255)
}

// Instance IDs and times in microseconds need 64 bits.
func ExamplePackedInt64Array() {
	times := packed.PackedInt64Array{1_700_000_000_000_000, 1_700_000_000_016_667}
	fmt.Println(time.Duration(times[1]-times[0]) * time.Microsecond)
	// Output: 16.667ms
}

// The heights of a terrain. The type has single precision in every build of the engine.
func ExamplePackedFloat32Array() {
	heights := packed.PackedFloat32Array{0, 0.5, 0.1}
	fmt.Println(heights, float64(heights[2]) == 0.1)
	// Output: PackedFloat32Array(0, 0.5, 0.1) false
}

// The box around the vertices of a mesh.
func ExamplePackedVector3Array() {
	vertices := packed.PackedVector3Array{{X: -1, Y: 0, Z: 0}, {X: 1, Y: 2, Z: 0},
		{X: 0, Y: 0, Z: 3}}
	fmt.Println(gm.AABBFromPoints(vertices...))
	// Output: AABB(-1, 0, 0, 2, 2, 3)
}
