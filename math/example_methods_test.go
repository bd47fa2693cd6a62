package math_test

import (
	"fmt"

	gm "godotvariant/math"
	"godotvariant/math/colornames"
)

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

// A player runs into a wall and slides along it.
func ExampleVector2_Slide() {
	fmt.Println(gm.V2(3, 4).Slide(gm.Vector2Left))
	// Output: Vector2(0, 4)
}

// A compass: how far to the left or right is the goal?
func ExampleVector3_SignedAngleTo() {
	angle := gm.Vector3Forward.SignedAngleTo(gm.V3(-1, 0, -1), gm.Vector3Up)
	fmt.Println(gm.Snapped(gm.RadToDeg(angle), 1))
	// Output: 45
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

func ExampleTransform2DFromRotationScaleSkew() {
	t := gm.Transform2DFromRotationScaleSkew(gm.Pi/2, gm.V2(2, 3), 0, gm.V2(10, 0))
	fmt.Println(t.Xform(gm.V2(1, 1)).Round(), t.Scale().Round())
	// Output: Vector2(7, 2) Vector2(2, 3)
}

// Clockwise seen from above, so that the normal points up.
func ExamplePlaneFromPoints() {
	fmt.Println(gm.PlaneFromPoints(gm.V3(0, 2, 0), gm.V3(1, 2, 0), gm.V3(0, 2, 1)))
	// Output: Plane(0, 1, 0, 2)
}

// The rotation that turns a rocket from up to its target.
func ExampleQuaternionFromArc() {
	q := gm.QuaternionFromArc(gm.Vector3Up, gm.V3(3, 0, 0))
	fmt.Println(q.Xform(gm.V3(0, 2, 0)).Snappedf(0.001))
	// Output: Vector3(2, 0, 0)
}

func ExampleBasisFromEuler() {
	b := gm.BasisFromEuler(gm.V3(0, gm.Pi/2, 0), gm.EulerOrderYXZ)
	fmt.Println(b.Xform(gm.Vector3Forward).Snappedf(0.001))
	// Output: Vector3(-1, 0, 0)
}

// A camera sees 75 degrees from top to bottom on a screen of 16 to 9.
func ExampleProjectionPerspective() {
	lens := gm.ProjectionPerspective(75, 16.0/9, 0.05, 4000, false)
	fmt.Printf("%.1f\n", lens.FOV())
	// Output: 107.5
}

// The first three of six players get colors that differ as much as possible.
func ExampleColorFromHSV() {
	for player := range 3 {
		fmt.Println(gm.ColorFromHSV(float64(player)/6, 1, 1, 1).HTML(false))
	}
	// Output:
	// ff0000
	// ffff00
	// 00ff00
}

// A player may name a color. Anything else becomes white.
func ExampleColorFromString() {
	for _, text := range []string{"#00f", "Dark Green", "my favorite"} {
		fmt.Println(gm.ColorFromString(text, colornames.White).HTML(false))
	}
	// Output:
	// 0000ff
	// 006400
	// ffffff
}
