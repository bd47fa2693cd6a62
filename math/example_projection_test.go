package math_test

import (
	"fmt"

	gm "godotvariant/math"
)

// A camera sees 75 degrees from top to bottom on a screen of 16 to 9.
func ExampleProjectionPerspective() {
	lens := gm.ProjectionPerspective(75, 16.0/9, 0.05, 4000, false)
	fmt.Printf("%.1f\n", lens.FOV())
	// Output: 107.5
}

func ExampleProjectionPerspectiveHMD() {
	left := gm.ProjectionPerspectiveHMD(90, 1, 0.1, 100, false, 1, 0.06, 0.6)
	right := gm.ProjectionPerspectiveHMD(90, 1, 0.1, 100, false, 2, 0.06, 0.6)
	fmt.Printf("%.2f %.2f\n", left.Z.X, right.Z.X)
	// Output: 0.05 -0.05
}

func ExampleProjectionForHMD() {
	left := gm.ProjectionForHMD(1, 1, 6, 14.5, 4, 1.5, 0.1, 100)
	right := gm.ProjectionForHMD(2, 1, 6, 14.5, 4, 1.5, 0.1, 100)
	fmt.Println(left.Z.X == -right.Z.X)
	// Output: true
}

func ExampleProjectionFrustum() {
	p := gm.ProjectionFrustum(-1, 1, -0.5, 0.5, 1, 100)
	fmt.Printf("%.1f %.1f %v\n", p.ZNear(), p.Aspect(), p.ViewportHalfExtents().Snappedf(0.1))
	// Output: 1.0 2.0 Vector2(1, 0.5)
}

func ExampleProjectionFrustumAspect() {
	p := gm.ProjectionFrustumAspect(1, 2, gm.Vector2Zero, 1, 100, false)
	fmt.Println(p == gm.ProjectionFrustum(-1, 1, -0.5, 0.5, 1, 100))
	// Output: true
}

// A map seen from above has no perspective.
func ExampleProjectionOrthogonal() {
	p := gm.ProjectionOrthogonal(-10, 10, -5, 5, 0, 100)
	fmt.Println(p.IsOrthogonal(), p.Xform(gm.V4(10, -5, -50, 1)))
	// Output: true Vector4(1, -1, 0, 1)
}

func ExampleProjectionOrthogonalAspect() {
	p := gm.ProjectionOrthogonalAspect(10, 2, 0, 100, false)
	fmt.Println(p == gm.ProjectionOrthogonal(-10, 10, -5, 5, 0, 100))
	// Output: true
}

// The part of a screen's clip space that a box covers becomes the whole of it.
func ExampleProjectionFitAABB() {
	p := gm.ProjectionFitAABB(gm.AABB{Position: gm.V3(2, 2, 2), Size: gm.V3(4, 4, 4)})
	fmt.Println(p.Xform(gm.V4(2, 2, 2, 1)), p.Xform(gm.V4(6, 6, 6, 1)))
	// Output: Vector4(-1, -1, -1, 1) Vector4(1, 1, 1, 1)
}

func ExampleProjectionDepthCorrection() {
	p := gm.ProjectionDepthCorrection(true)
	fmt.Println(p.Xform(gm.V4(0, 1, -1, 1)), p.Xform(gm.V4(0, 1, 1, 1)))
	// Output: Vector4(0, -1, 1, 1) Vector4(0, -1, 0, 1)
}

func ExampleProjectionLightAtlasRect() {
	p := gm.ProjectionLightAtlasRect(gm.NewRect2(0.5, 0, 0.5, 0.5))
	fmt.Println(p.Xform(gm.V4(0, 0, 0, 1)), p.Xform(gm.V4(1, 1, 0, 1)))
	// Output: Vector4(0.5, 0, 0, 1) Vector4(1, 0.5, 0, 1)
}

func ExampleProjectionFromTransform3D() {
	p := gm.ProjectionFromTransform3D(gm.Transform3DIdentity.Translated(gm.V3(1, 2, 3)))
	fmt.Println(p.Xform(gm.V4(0, 0, 0, 1)))
	// Output: Vector4(1, 2, 3, 1)
}

func ExampleProjectionFromArray() {
	p := gm.ProjectionFromArray(gm.ProjectionIdentity.Array())
	fmt.Println(p == gm.ProjectionIdentity)
	// Output: true
}

// 90 degrees from left to right are about 59 from top to bottom on a screen of 16 to 9.
func ExampleProjectionFOVY() {
	fmt.Printf("%.1f\n", gm.ProjectionFOVY(90, 9.0/16))
	// Output: 58.7
}
