package math_test

import (
	"fmt"

	gm "godotvariant/math"
)

func ExampleVector2() {
	position, target := gm.V2(1, 1), gm.V2(4, 5)
	fmt.Println(position.DistanceTo(target), position.DirectionTo(target),
		position.MoveToward(target, 2.5))
	// Output: 5 Vector2(0.6, 0.8) Vector2(2.5, 3)
}

func ExampleVector2i() {
	cell := gm.V2(37.5, -3).Divf(16).Floor().Vector2i()
	fmt.Println(cell, cell.Muli(16), gm.V2i(7, -7).Divi(2))
	// Output: Vector2i(2, -1) Vector2i(32, -16) Vector2i(3, -3)
}

func ExampleVector3() {
	velocity, wall := gm.V3(3, -4, 0), gm.Vector3Up
	fmt.Println(velocity.Slide(wall), velocity.Bounce(wall), velocity.Length())
	// Output: Vector3(3, 0, 0) Vector3(3, 4, 0) 5
}

func ExampleVector3i() {
	block := gm.V3(-0.5, 70.2, 12.9).Floor().Vector3i()
	fmt.Println(block, block.DistanceSquaredTo(gm.V3i(0, 70, 12)),
		block.MaxAxisIndex() == gm.Vector3AxisY)
	// Output: Vector3i(-1, 70, 12) 1 true
}

func ExampleRect2() {
	a, b := gm.NewRect2(0, 0, 10, 10), gm.NewRect2(6, 7, 10, 10)
	fmt.Println(a.Intersection(b), a.Merge(b), a.HasPoint(gm.V2(10, 5)))
	// Output: Rect2(6, 7, 4, 3) Rect2(0, 0, 16, 17) false
}

func ExampleRect2i() {
	room := gm.NewRect2i(2, 2, 5, 4)
	fmt.Println(room.Center(), room.Grow(1), room.Area())
	// Output: Vector2i(4, 4) Rect2i(1, 1, 7, 6) 20
}

func ExampleTransform2D() {
	t := gm.Transform2DFromRotation(gm.Pi/2, gm.V2(10, 0))
	fmt.Println(t.Xform(gm.V2(2, 0)).Snappedf(0.001), t.XformInv(gm.V2(10, 2)).Snappedf(0.001))
	// Output: Vector2(10, 2) Vector2(2, 0)
}

func ExamplePlane() {
	ground := gm.PlaneXZ
	hit, ok := ground.IntersectsRay(gm.V3(0, 10, 0), gm.V3(1, -2, 0))
	fmt.Println(hit, ok, ground.DistanceTo(gm.V3(3, -2, 1)))
	// Output: Vector3(5, 0, 0) true -2
}

func ExampleQuaternion() {
	quarter := gm.QuaternionFromAxisAngle(gm.Vector3Up, gm.Pi/2)
	eighth := gm.QuaternionIdentity.Slerp(quarter, 0.5)
	fmt.Printf("%v %.3f\n", quarter.Xform(gm.Vector3Forward).Snappedf(0.001),
		gm.RadToDeg(eighth.Angle()))
	// Output: Vector3(-1, 0, 0) 45.000
}

func ExampleAABB() {
	box := gm.AABB{Position: gm.V3(0, 0, 0), Size: gm.V3(2, 4, 2)}
	hit, ok := box.IntersectsRay(gm.V3(-5, 1, 1), gm.Vector3Right)
	fmt.Println(box.Center(), box.LongestAxis(), hit, ok)
	// Output: Vector3(1, 2, 1) Vector3(0, 1, 0) Vector3(0, 1, 1) true
}

// The fields are columns. Constructor text and packets have rows.
func ExampleBasis() {
	b := gm.Basis{X: gm.V3(1, 2, 3), Y: gm.V3(4, 5, 6), Z: gm.V3(7, 8, 9)}
	fmt.Println(b)
	fmt.Println(b.Xform(gm.Vector3Right))
	// Output:
	// Basis(1, 4, 7, 2, 5, 8, 3, 6, 9)
	// Vector3(1, 2, 3)
}

func ExampleBasis_Euler() {
	b := gm.BasisFromEuler(gm.V3(0.25, 0.5, 0), gm.EulerOrderYXZ)
	fmt.Println(b.Euler(gm.EulerOrderYXZ).Snappedf(0.001).Rounded32())
	fmt.Println(b.Euler(gm.EulerOrderXYZ).Snappedf(0.001).Rounded32())
	// Output:
	// Vector3(0.25, 0.5, 0)
	// Vector3(0.283, 0.483, -0.134)
}

func ExampleTransform3D() {
	t := gm.Transform3DIdentity.Translated(gm.V3(0, 2, 5)).LookingAt(gm.V3(0, 2, 0), gm.Vector3Up,
		false)
	ahead := t.Xform(gm.Vector3Forward.Mulf(3))
	fmt.Println(ahead, t.AffineInverse().Xform(gm.V3(0, 2, 0)))
	// Output: Vector3(0, 2, 2) Vector3(0, 0, -5)
}

func ExampleProjection() {
	p := gm.ProjectionPerspective(90, 2, 1, 100, false)
	fmt.Printf("%.3f %.3f %.1f %.1f ", p.FOV(), p.Aspect(), p.ZNear(), p.ZFar())
	fmt.Println(p.ViewportHalfExtents().Snappedf(0.001))
	// Output: 126.870 2.000 1.0 100.0 Vector2(2, 1)
}

func ExampleColor() {
	c := gm.ColorFromString("#ff8000", gm.RGB(0, 0, 0))
	fmt.Println(c.R8(), c.G8(), c.B8(), c.Lightened(0.5).HTML(false), c.WithAlpha(0.25).HTML(true))
	// Output: 255 128 0 ffc080 ff800040
}

// In each tick, an agent turns towards its target by a limited angle, and walks.
func Example_steering() {
	position := gm.V2(0, 0)
	heading := 0.0
	target := gm.V2(-10, 10)
	for range 4 {
		heading = gm.RotateToward(heading, position.AngleToPoint(target), gm.DegToRad(45))
		position = position.Add(gm.Vector2FromAngle(heading).Mulf(2))
	}
	fmt.Println(position.Snappedf(0.01), gm.Snapped(gm.RadToDeg(heading), 1))
	// Output: Vector2(-1.78, 5.75) 153
}

// A health bar runs from red to green in even steps.
func Example_colorRamp() {
	empty, full := gm.RGB(0.8, 0.2, 0.2), gm.RGB(0.2, 0.8, 0.2)
	for _, health := range []float64{0, 0.5, 1} {
		plain := empty.Lerp(full, health)
		even := empty.WithOKHSLH(gm.Lerp(empty.OKHSLH(), full.OKHSLH(), health))
		fmt.Println(plain.HTML(false), even.HTML(false))
	}
	// Output:
	// cc3333 cc3333
	// 808033 926e13
	// 33cc33 3c8839
}
