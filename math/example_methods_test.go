package math_test

import (
	"fmt"
	"image"

	gm "godotvariant/math"
	"godotvariant/math/colornames"
)

// The server knows where a player was 100 ms ago and is now. Where was he 25 ms ago?
func ExampleVector2_Lerp() {
	before, now := gm.V2(10, 0), gm.V2(14, 8)
	fmt.Println(before.Lerp(now, 0.75))
	// Output: Vector2(13, 6)
}

// A bat flies to its target, 3 in a tick, and stays there.
func ExampleVector2_MoveToward() {
	bat, target := gm.V2(0, 0), gm.V2(0, 4)
	for range 2 {
		bat = bat.MoveToward(target, 3)
		fmt.Println(bat)
	}
	// Output:
	// Vector2(0, 3)
	// Vector2(0, 4)
}

// The direction of two keys is not longer than that of one.
func ExampleVector2_LimitLength() {
	fmt.Println(gm.V2(1, 1).LimitLength(1).Snappedf(0.01), gm.V2(0.5, 0).LimitLength(1))
	// Output: Vector2(0.71, 0.71) Vector2(0.5, 0)
}

// A ball hits the floor.
func ExampleVector2_Bounce() {
	fmt.Println(gm.V2(3, 4).Bounce(gm.Vector2Up))
	// Output: Vector2(3, -4)
}

// A player runs into a wall and slides along it.
func ExampleVector2_Slide() {
	fmt.Println(gm.V2(3, 4).Slide(gm.Vector2Left))
	// Output: Vector2(0, 4)
}

// A click, in cells of 16 by 16 pixels.
func ExampleVector2_Snapped() {
	fmt.Println(gm.V2(37, 5).Snapped(gm.V2(16, 16)))
	// Output: Vector2(32, 0)
}

// Moves on a board are at most one cell in each direction.
func ExampleVector2i_Clampi() {
	fmt.Println(gm.V2i(3, -1).Clampi(-1, 1))
	// Output: Vector2i(1, -1)
}

// Is the player behind the guard? The guard looks along forward.
func ExampleVector3_Dot() {
	guard := gm.V3(0, 0, 0)
	forward := gm.Vector3Forward
	player := gm.V3(1, 0, 5)
	fmt.Println(guard.DirectionTo(player).Dot(forward) < 0)
	// Output: true
}

// The normal of a triangle.
func ExampleVector3_Cross() {
	a := gm.V3(0, 0, 0)
	b := gm.V3(0, 0, 2)
	c := gm.V3(2, 0, 0)
	fmt.Println(b.Sub(a).Cross(c.Sub(a)).Normalized())
	// Output: Vector3(0, 1, 0)
}

// A compass: how far to the left or right is the goal?
func ExampleVector3_SignedAngleTo() {
	angle := gm.Vector3Forward.SignedAngleTo(gm.V3(-1, 0, -1), gm.Vector3Up)
	fmt.Println(gm.Snapped(gm.RadToDeg(angle), 1))
	// Output: 45
}

// The neighbors of a block.
func ExampleVector3i_Add() {
	block := gm.V3i(4, 64, -2)
	fmt.Println(block.Add(gm.Vector3iUp), block.Add(gm.Vector3iForward))
	// Output: Vector3i(4, 65, -2) Vector3i(4, 64, -3)
}

func ExampleVector4_Lerp() {
	fmt.Println(gm.V4(0, 0, 0, 0).Lerp(gm.V4(4, 8, 12, 16), 0.25))
	// Output: Vector4(1, 2, 3, 4)
}

func ExampleVector4i_MaxAxisIndex() {
	bones := gm.V4i(10, 60, 25, 5)
	fmt.Println(bones.MaxAxisIndex() == gm.Vector4iAxisY)
	// Output: true
}

// Does the sword hit the enemy?
func ExampleRect2_Intersects() {
	sword, enemy := gm.NewRect2(0, 0, 10, 4), gm.NewRect2(8, 2, 6, 6)
	fmt.Println(sword.Intersects(enemy, false), sword.Intersection(enemy))
	// Output: true Rect2(8, 2, 2, 2)
}

// The part of a map around a player that stays inside the map.
func ExampleRect2i_Intersection() {
	world := gm.NewRect2i(0, 0, 100, 100)
	fmt.Println(gm.NewRect2i(95, 40, 1, 1).Grow(8).Intersection(world))
	// Output: Rect2i(87, 32, 13, 17)
}

// A platform moves from one place to another, and turns.
func ExampleTransform2D_InterpolateWith() {
	from := gm.Transform2DFromRotation(0, gm.V2(0, 0))
	to := gm.Transform2DFromRotation(gm.Pi/2, gm.V2(10, 20))
	half := from.InterpolateWith(to, 0.5)
	fmt.Println(half.Origin, gm.Snapped(gm.RadToDeg(half.Rotation()), 1))
	// Output: Vector2(5, 10) 45
}

// Where does a shot from above hit the ground?
func ExamplePlane_IntersectsSegment() {
	fmt.Println(gm.PlaneXZ.IntersectsSegment(gm.V3(0, 4, 0), gm.V3(4, -4, 0)))
	fmt.Println(gm.PlaneXZ.IntersectsSegment(gm.V3(0, 4, 0), gm.V3(4, 1, 0)))
	// Output:
	// Vector3(2, 0, 0) true
	// Vector3(0, 0, 0) false
}

// A camera turns from one direction to another.
func ExampleQuaternion_Slerp() {
	from, to := gm.QuaternionIdentity, gm.QuaternionFromAxisAngle(gm.Vector3Up, gm.DegToRad(90))
	fmt.Println(gm.Snapped(gm.RadToDeg(from.Slerp(to, 1.0/3).Angle()), 0.1))
	// Output: 30
}

// Is there something in the way of a shot?
func ExampleAABB_IntersectsSegment() {
	crate := gm.AABB{Position: gm.V3(2, 0, -1), Size: gm.V3(2, 2, 2)}
	fmt.Println(crate.IntersectsSegment(gm.V3(0, 1, 0), gm.V3(10, 1, 0)))
	// Output: Vector3(2, 1, 0) true
}

// After many small rotations the axes are no longer perpendicular.
func ExampleBasis_Orthonormalized() {
	worn := gm.Basis{X: gm.V3(1.01, 0, 0), Y: gm.V3(0.02, 1, 0), Z: gm.V3(0, 0, 0.98)}
	fmt.Println(worn.Orthonormalized())
	// Output: Basis(1, 0, 0, 0, 1, 0, 0, 0, 1)
}

// A turret at (0, 1, 0) looks at its target.
func ExampleTransform3D_LookingAt() {
	turret := gm.Transform3DFromBasis(gm.BasisIdentity, gm.V3(0, 1, 0))
	turret = turret.LookingAt(gm.V3(10, 1, 0), gm.Vector3Up, false)
	fmt.Println(turret.Xform(gm.V3(0, 0, -3)).Snappedf(0.001))
	// Output: Vector3(3, 1, 0)
}

// Does a camera see a point? The planes of its view point outwards.
func ExampleProjection_ProjectionPlane() {
	lens := gm.ProjectionPerspective(60, 1, 0.1, 100, false)
	for _, point := range []gm.Vector3{gm.V3(0, 0, -10), gm.V3(20, 0, -10)} {
		visible := true
		for i := gm.ProjectionPlaneNear; i <= gm.ProjectionPlaneBottom; i++ {
			visible = visible && !lens.ProjectionPlane(i).IsPointOver(point)
		}
		fmt.Println(visible)
	}
	// Output:
	// true
	// false
}

// A red flash of half the opacity over a green field.
func ExampleColor_Blend() {
	fmt.Println(gm.RGB(0, 1, 0).Blend(gm.RGBA(1, 0, 0, 0.5)))
	// Output: Color(0.5, 0.5, 0, 1)
}

// A Color is a color.Color of the standard library.
func ExampleColor_RGBA() {
	picture := image.NewRGBA(image.Rect(0, 0, 2, 2))
	picture.Set(1, 1, colornames.Orange)
	fmt.Println(picture.At(1, 1))
	// Output: {255 165 0 255}
}
