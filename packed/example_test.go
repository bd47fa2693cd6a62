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

// An Image's pixels: one byte each for red, green, blue and alpha.
func ExamplePackedByteArray() {
	pixels := packed.PackedByteArray{255, 0, 0, 255}
	pixels = append(pixels, 0, 0, 255, 255)
	fmt.Println(len(pixels)/4, "pixels:", pixels)
	// Output: 2 pixels: PackedByteArray(255, 0, 0, 255, 0, 0, 255, 255)
}

func ExamplePackedInt32Array() {
	scores := packed.PackedInt32Array{30, 10, 20}
	slices.Sort(scores)
	fmt.Println(scores, slices.Max(scores))
	// Output: PackedInt32Array(10, 20, 30) 30
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

func ExamplePackedFloat64Array() {
	prices := packed.PackedFloat64Array{0.1, 19.99}
	fmt.Println(prices, prices[0] == 0.1)
	// Output: PackedFloat64Array(0.1, 19.99) true
}

func ExamplePackedStringArray() {
	players := packed.PackedStringArray{"Tia", "Bo"}
	fmt.Println(players, slices.Contains(players, "Bo"))
	// Output: PackedStringArray("Tia", "Bo") true
}

// The length of a path.
func ExamplePackedVector2Array() {
	path, length := packed.PackedVector2Array{{X: 0, Y: 0}, {X: 3, Y: 4}, {X: 3, Y: 10}}, 0.0
	for i := 1; i < len(path); i++ {
		length += path[i].DistanceTo(path[i-1])
	}
	fmt.Println(length)
	// Output: 11
}

// The box around the vertices of a mesh.
func ExamplePackedVector3Array() {
	vertices := packed.PackedVector3Array{{X: -1, Y: 0, Z: 0}, {X: 1, Y: 2, Z: 0},
		{X: 0, Y: 0, Z: 3}}
	fmt.Println(gm.AABBFromPoints(vertices...))
	// Output: AABB(-1, 0, 0, 2, 2, 3)
}

// Four numbers for each instance of a MultiMesh, which its shader reads.
func ExamplePackedVector4Array() {
	custom := packed.PackedVector4Array{gm.V4(1, 0, 0, 0.5), gm.V4(0, 1, 0, 0.25)}
	fmt.Println(custom)
	// Output: PackedVector4Array(1, 0, 0, 0.5, 0, 1, 0, 0.25)
}

// The colors of a gradient.
func ExamplePackedColorArray() {
	gradient := packed.PackedColorArray{gm.RGB(0, 0, 0), gm.RGB(1, 0.5, 0)}
	fmt.Println(gradient, gradient[0].Lerp(gradient[1], 0.5))
	// Output: PackedColorArray(0, 0, 0, 1, 1, 0.5, 0, 1) Color(0.5, 0.25, 0, 1)
}

// The cells of a map where trees stand.
func ExamplePackedVector2iArray() {
	trees := packed.PackedVector2iArray{{X: 1, Y: 2}, {X: 4, Y: 0}}
	fmt.Println(trees, slices.Contains(trees, gm.V2i(4, 0)))
	// Output: PackedVector2iArray(1, 2, 4, 0) true
}

func ExamplePackedVector3iArray() {
	blocks := packed.PackedVector3iArray{{X: 1, Y: 64, Z: 2}, {X: 1, Y: 65, Z: 2}}
	fmt.Println(blocks)
	// Output: PackedVector3iArray(1, 64, 2, 1, 65, 2)
}

func ExamplePackedVector4iArray() {
	bones := packed.PackedVector4iArray{{X: 0, Y: 1, Z: 2, W: 3}}
	fmt.Println(bones)
	// Output: PackedVector4iArray(0, 1, 2, 3)
}
