package math_test

import (
	"fmt"

	gm "godotvariant/math"
)

func ExampleV2() {
	fmt.Println(gm.V2(1, 2.5))
	// Output: Vector2(1, 2.5)
}

func ExampleV2i() {
	fmt.Println(gm.V2i(1, -2))
	// Output: Vector2i(1, -2)
}

func ExampleV3() {
	fmt.Println(gm.V3(1, 2, 2.5))
	// Output: Vector3(1, 2, 2.5)
}

func ExampleV3i() {
	fmt.Println(gm.V3i(1, -2, 3))
	// Output: Vector3i(1, -2, 3)
}

func ExampleV4() {
	fmt.Println(gm.V4(1, 2, 3, 0.5))
	// Output: Vector4(1, 2, 3, 0.5)
}

func ExampleV4i() {
	fmt.Println(gm.V4i(1, -2, 3, -4))
	// Output: Vector4i(1, -2, 3, -4)
}

func ExampleVector2FromArray() {
	v := gm.Vector2FromArray([2]float64{1, 2})
	fmt.Println(v, v.Array())
	// Output: Vector2(1, 2) [1 2]
}

func ExampleVector2iFromArray() {
	v := gm.Vector2iFromArray([2]int32{1, 2})
	fmt.Println(v, v.Array())
	// Output: Vector2i(1, 2) [1 2]
}

func ExampleVector3FromArray() {
	v := gm.Vector3FromArray([3]float64{1, 2, 3})
	fmt.Println(v, v.Array())
	// Output: Vector3(1, 2, 3) [1 2 3]
}

func ExampleVector3iFromArray() {
	v := gm.Vector3iFromArray([3]int32{1, 2, 3})
	fmt.Println(v, v.Array())
	// Output: Vector3i(1, 2, 3) [1 2 3]
}

func ExampleVector4FromArray() {
	v := gm.Vector4FromArray([4]float64{1, 2, 3, 4})
	fmt.Println(v, v.Array())
	// Output: Vector4(1, 2, 3, 4) [1 2 3 4]
}

func ExampleVector4iFromArray() {
	v := gm.Vector4iFromArray([4]int32{1, 2, 3, 4})
	fmt.Println(v, v.Array())
	// Output: Vector4i(1, 2, 3, 4) [1 2 3 4]
}

// A bullet flies down and to the right: in 2D Y points down.
func ExampleVector2FromAngle() {
	fmt.Println(gm.Vector2FromAngle(gm.DegToRad(30)).Mulf(400).Snappedf(0.01))
	// Output: Vector2(346.41, 200)
}

// A mesh stores a normal in two numbers.
func ExampleVector3FromOctahedron() {
	stored := gm.V3(0, 0.6, 0.8).Octahedron()
	fmt.Println(stored.Snappedf(0.001), gm.Vector3FromOctahedron(stored).Snappedf(0.001))
	// Output: Vector2(0.5, 0.714) Vector3(0, 0.6, 0.8)
}

func ExampleNewRect2() {
	button := gm.NewRect2(10, 10, 100, 30)
	fmt.Println(button.HasPoint(gm.V2(50, 20)), button.End())
	// Output: true Vector2(110, 40)
}

// The rectangle that a player drags with the mouse, upwards and to the left.
func ExampleRect2FromPoints() {
	fmt.Println(gm.Rect2FromPoints(gm.V2(100, 80), gm.V2(40, 20)))
	// Output: Rect2(40, 20, 60, 60)
}

func ExampleRect2FromArray() {
	r := gm.Rect2FromArray([4]float64{1, 2, 3, 4})
	fmt.Println(r, r.Array())
	// Output: Rect2(1, 2, 3, 4) [1 2 3 4]
}

func ExampleNewRect2i() {
	room := gm.NewRect2i(2, 3, 5, 4)
	fmt.Println(room.HasPoint(gm.V2i(6, 6)), room.HasPoint(gm.V2i(7, 6)))
	// Output: true false
}

func ExampleRect2iFromPoints() {
	fmt.Println(gm.Rect2iFromPoints(gm.V2i(5, 1), gm.V2i(2, 4)))
	// Output: Rect2i(2, 1, 3, 3)
}

func ExampleRect2iFromArray() {
	r := gm.Rect2iFromArray([4]int32{1, 2, 3, 4})
	fmt.Println(r, r.Array())
	// Output: Rect2i(1, 2, 3, 4) [1 2 3 4]
}

// A tank at (100, 50) is turned by a quarter. Its gun is 20 in front of it.
func ExampleTransform2DFromRotation() {
	tank := gm.Transform2DFromRotation(gm.Pi/2, gm.V2(100, 50))
	fmt.Println(tank.Xform(gm.V2(20, 0)).Round())
	// Output: Vector2(100, 70)
}

func ExampleTransform2DFromRotationScaleSkew() {
	t := gm.Transform2DFromRotationScaleSkew(gm.Pi/2, gm.V2(2, 3), 0, gm.V2(10, 0))
	fmt.Println(t.Xform(gm.V2(1, 1)).Round(), t.Scale().Round())
	// Output: Vector2(7, 2) Vector2(2, 3)
}

func ExampleTransform2DFromArray() {
	t := gm.Transform2DFromArray([6]float64{1, 2, 3, 4, 5, 6})
	fmt.Println(t.X, t.Y, t.Origin)
	// Output: Vector2(1, 2) Vector2(3, 4) Vector2(5, 6)
}

// The plane of a floor that is 2 above the origin.
func ExampleNewPlane() {
	floor := gm.NewPlane(0, 1, 0, 2)
	fmt.Println(floor.DistanceTo(gm.V3(7, 5, 7)))
	// Output: 3
}

func ExamplePlaneFromPoint() {
	wall := gm.PlaneFromPoint(gm.Vector3Right, gm.V3(5, 1, 0))
	fmt.Println(wall, wall.Project(gm.V3(0, 2, 3)))
	// Output: Plane(1, 0, 0, 5) Vector3(5, 2, 3)
}

// Clockwise seen from above, so that the normal points up.
func ExamplePlaneFromPoints() {
	fmt.Println(gm.PlaneFromPoints(gm.V3(0, 2, 0), gm.V3(1, 2, 0), gm.V3(0, 2, 1)))
	// Output: Plane(0, 1, 0, 2)
}

func ExamplePlaneFromArray() {
	p := gm.PlaneFromArray([4]float64{0, 1, 0, 2})
	fmt.Println(p.Normal, p.D)
	// Output: Vector3(0, 1, 0) 2
}

func ExampleQuaternionFromAxisAngle() {
	q := gm.QuaternionFromAxisAngle(gm.Vector3Up, gm.DegToRad(90))
	fmt.Println(q.Xform(gm.Vector3Right).Snappedf(0.001))
	// Output: Vector3(0, 0, -1)
}

// The rotation that turns a rocket from up to its target.
func ExampleQuaternionFromArc() {
	q := gm.QuaternionFromArc(gm.Vector3Up, gm.V3(3, 0, 0))
	fmt.Println(q.Xform(gm.V3(0, 2, 0)).Snappedf(0.001))
	// Output: Vector3(2, 0, 0)
}

func ExampleQuaternionFromBasis() {
	q := gm.QuaternionFromBasis(gm.BasisFromAxisAngle(gm.Vector3Up, 0.5))
	fmt.Printf("%.2f\n", q.Angle())
	// Output: 0.50
}

// Yaw and pitch of a camera, as the mouse gives them.
func ExampleQuaternionFromEuler() {
	q := gm.QuaternionFromEuler(gm.V3(gm.DegToRad(-45), gm.DegToRad(90), 0))
	fmt.Println(q.Xform(gm.Vector3Forward).Snappedf(0.01))
	// Output: Vector3(-0.71, -0.71, 0)
}

func ExampleQuaternionFromArray() {
	q := gm.QuaternionFromArray([4]float64{0, 0, 0, 1})
	fmt.Println(q == gm.QuaternionIdentity)
	// Output: true
}

func ExampleAABBFromPoints() {
	fmt.Println(gm.AABBFromPoints(gm.V3(1, 0, 4), gm.V3(-1, 2, 5), gm.V3(0, 1, 3)))
	// Output: AABB(-1, 0, 3, 2, 2, 2)
}

func ExampleAABBFromArray() {
	box := gm.AABBFromArray([6]float64{0, 0, 0, 1, 2, 3})
	fmt.Println(box.Size, box.Volume())
	// Output: Vector3(1, 2, 3) 6
}

func ExampleBasisFromAxisAngle() {
	b := gm.BasisFromAxisAngle(gm.Vector3Up, gm.Pi)
	fmt.Println(b.Xform(gm.Vector3Forward).Snappedf(0.001))
	// Output: Vector3(0, 0, 1)
}

func ExampleBasisFromEuler() {
	b := gm.BasisFromEuler(gm.V3(0, gm.Pi/2, 0), gm.EulerOrderYXZ)
	fmt.Println(b.Xform(gm.Vector3Forward).Snappedf(0.001))
	// Output: Vector3(-1, 0, 0)
}

func ExampleBasisFromQuaternion() {
	fmt.Println(gm.BasisFromQuaternion(gm.QuaternionIdentity) == gm.BasisIdentity)
	// Output: true
}

func ExampleBasisFromScale() {
	fmt.Println(gm.BasisFromScale(gm.V3(1, 2, 3)).Xform(gm.Vector3One))
	// Output: Vector3(1, 2, 3)
}

func ExampleBasisFromArray() {
	b := gm.BasisFromArray([9]float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	fmt.Println(b.X, b.Y, b.Z)
	// Output: Vector3(1, 2, 3) Vector3(4, 5, 6) Vector3(7, 8, 9)
}

// A spawn point that looks to the left.
func ExampleTransform3DFromBasis() {
	spawn := gm.Transform3DFromBasis(gm.BasisFromAxisAngle(gm.Vector3Up, gm.Pi/2), gm.V3(10, 0, 5))
	fmt.Println(spawn.Xform(gm.Vector3Forward).Snappedf(0.001))
	// Output: Vector3(9, 0, 5)
}

func ExampleNewTransform3D() {
	t := gm.NewTransform3D(gm.V3(0, 0, -1), gm.V3(0, 1, 0), gm.V3(1, 0, 0), gm.V3(10, 0, 0))
	fmt.Println(t.Xform(gm.Vector3Right))
	// Output: Vector3(10, 0, -1)
}

func ExampleTransform3DFromProjection() {
	t := gm.Transform3DIdentity.Translated(gm.V3(1, 2, 3))
	fmt.Println(gm.Transform3DFromProjection(gm.ProjectionFromTransform3D(t)) == t)
	// Output: true
}

func ExampleTransform3DFromArray() {
	t := gm.Transform3DFromArray([12]float64{1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 20, 30})
	fmt.Println(t.Basis == gm.BasisIdentity, t.Origin)
	// Output: true Vector3(10, 20, 30)
}
